"""Writes what numpy, scipy, statsmodels and pymannkendall say of series of pixels: python3 scripts/oracles/pixelseries.py

Made with numpy 2.4, scipy 1.17, pymannkendall 1.4.3 and rasterio 1.4.4. The New York scenes lie in GEOFORGE_SHARED
(default ../shared); numbers alone are kept.
"""
import datetime
import json
import os
import pathlib
import warnings

import numpy as np
import rasterio

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


ORACLES = {"new_york": new_york}

if __name__ == "__main__":
    target = ROOT / "test" / "oracles" / "pixelseries.json"
    target.write_text(json.dumps({name: make() for name, make in ORACLES.items()}, indent=1) + "\n")
