"""Writes what numpy, scipy and pymannkendall say of series of pixels: python3 scripts/oracles/pixelseries.py

Made with numpy 2.4, scipy 1.17, pymannkendall 1.4.3 and rasterio 1.4.4. The New York scenes lie in GEOFORGE_SHARED
(default ../shared); numbers alone are kept.
"""
import datetime
import json
import os
import pathlib
import warnings

import numpy as np
import pymannkendall
import rasterio
import scipy.stats

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENES = pathlib.Path(os.environ.get("GEOFORGE_SHARED", ROOT.parent / "shared")) / "data" / "scenes"
warnings.simplefilter("ignore")


def years(dates):
    """From the first date on, of 365.25 days."""
    days = [datetime.date.fromisoformat(date).toordinal() for date in dates]
    return (np.array(days) - days[0]) / 365.25


def new_york():
    folder = SCENES / "landsat_ny_2018"
    digits = sorted({path.name.split("_")[3] for path in folder.glob("*_B4.TIF")})
    dates = [f"{each[:4]}-{each[4:6]}-{each[6:]}" for each in digits]
    found = {"dates": dates}
    ways = {"cloud": [], "cloud_and_shadow": [], "keep": [], "median_cloud": []}
    valid = {"cloud": [], "cloud_and_shadow": [], "keep": []}
    for each in digits:
        red, nir, quality = (
            rasterio.open(folder / f"LC08_L1TP_014032_{each}_{band}.TIF").read(1).astype(int) for band in ("B4", "B5", "BQA")
        )
        with_data = (red > 0) & (nir > 0)
        red, nir = red * 2e-5 - 0.1, nir * 2e-5 - 0.1
        positive = with_data & (red > 0) & (nir > 0)
        ndvi = (nir - red) / (nir + red)
        cloud = (quality >> 4) & 1 == 1
        high = lambda shift: (quality >> shift) & 3 == 3
        keep = {
            "cloud": positive & ~cloud,
            "cloud_and_shadow": positive & ~cloud & ~high(7) & ~high(11) & (quality & 1 == 0),
            "keep": positive,
        }
        for way, mask in keep.items():
            ways[way].append(float(ndvi[mask].mean()))
            valid[way].append(int(mask.sum()))
        ways["median_cloud"].append(float(np.median(ndvi[keep["cloud"]])))
    found["values"] = ways
    found["valid"] = valid
    found["slopes_per_year"] = {way: float(np.polyfit(years(dates), ways[way], 1)[0]) for way in valid}
    return found


MONTHS = [f"{2016 + month // 12}-{month % 12 + 1:02d}-15" for month in range(36)]


def series():
    """Twelve pixels of 36 months, in steps of 1/1024 so that float32 holds them exactly; None where there is no value."""
    random = np.random.default_rng(11)
    time = years(MONTHS)
    rows = []
    for pixel in range(12):
        slope = (pixel - 6) * 0.01
        wave = 0.02 * pixel * np.cos(2 * np.pi * (time - 0.05 * pixel))
        values = 0.5 + slope * time + wave + random.normal(0, 0.03, len(time))
        # Coarse steps make ties in two of them.
        step = 16 if pixel in (3, 4) else 1024
        values = np.round(values * step) / step
        gaps = random.random(len(time)) < (0.2 if pixel % 3 == 2 else 0)
        gaps[-1] = pixel == 11
        rows.append([None if gap else float(value) for value, gap in zip(values, gaps)])
    return rows


def finite(numbers):
    return [None if number is None or not np.isfinite(number) else float(number) for number in numbers]


def maps():
    rows = series()
    time = years(MONTHS)
    day_of_year = np.array([datetime.date.fromisoformat(date).timetuple().tm_yday for date in MONTHS])
    days = time * 365.25 + day_of_year[0]
    found = {key: [] for key in (
        "slope", "r_squared", "p_value", "mk_z", "mk_p", "sen", "anomaly", "vci", "mean", "median", "std", "cv",
        "amplitude", "crest", "fit",
    )}
    for row in rows:
        values = np.array([np.nan if value is None else value for value in row])
        there = ~np.isnan(values)
        x, y = time[there], values[there]
        line = scipy.stats.linregress(x, y)
        test = pymannkendall.original_test(y)
        found["slope"].append(line.slope)
        found["r_squared"].append(line.rvalue**2)
        found["p_value"].append(line.pvalue)
        found["mk_z"].append(test.z)
        found["mk_p"].append(test.p)
        found["sen"].append(scipy.stats.theilslopes(y, x)[0])
        before = y[:-1] if there[-1] else y
        found["anomaly"].append((values[-1] - before.mean()) / before.std(ddof=1))
        found["vci"].append(100 * (values[-1] - y.min()) / (y.max() - y.min()))
        found["mean"].append(y.mean())
        found["median"].append(np.median(y))
        found["std"].append(y.std(ddof=1))
        found["cv"].append(y.std(ddof=1) / y.mean())
        angle = 2 * np.pi * days / 365.25
        design = np.column_stack([np.ones(len(time)), time, np.cos(angle), np.sin(angle)])
        factors = np.linalg.lstsq(design[there], y, rcond=None)[0]
        found["amplitude"].append(np.hypot(factors[2], factors[3]))
        found["crest"].append((np.arctan2(factors[3], factors[2]) / (2 * np.pi)) % 1 * 365.25)
        found["fit"].append(1 - ((y - design[there] @ factors) ** 2).sum() / ((y - y.mean()) ** 2).sum())
    return {"dates": MONTHS, "series": rows, "found": {key: finite(values) for key, values in found.items()}}


def spi():
    """Four pixels of 30 Junes in whole millimetres, the third with dry ones: the index of the last by scipy's gamma."""
    random = np.random.default_rng(5)
    amounts = np.round(random.gamma(2.0, 30.0, (4, 30)))
    amounts[amounts == 0] = 1
    amounts[2, [3, 9, 17]] = 0
    index = []
    for row in amounts:
        wet = row[row > 0]
        shape, _, scale = scipy.stats.gamma.fit(wet, floc=0)
        zeros = (row == 0).mean()
        index.append(float(scipy.stats.norm.ppf(zeros + (1 - zeros) * scipy.stats.gamma.cdf(row[-1], shape, scale=scale))))
    return {"dates": [f"{1990 + year}-06-15" for year in range(30)], "amounts": amounts.astype(int).tolist(), "spi": index}


ORACLES = {"new_york": new_york, "maps": maps, "spi": spi}

if __name__ == "__main__":
    target = ROOT / "test" / "oracles" / "pixelseries.json"
    lines = [f'"{name}": {json.dumps(make())}' for name, make in ORACLES.items()]
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n")
