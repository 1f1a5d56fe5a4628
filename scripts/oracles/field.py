"""Truths of FieldBench's tasks on real scenes: python3 scripts/oracles/field.py SHARED [SECTION …] prints JSON."""
import json
import sys
from pathlib import Path

import numpy as np
import rasterio


def read(path, band=1):
    """One band as float64, NaN where there is no data, and its transform."""
    with rasterio.open(path) as data:
        return data.read(band, masked=True).astype(float).filled(np.nan), data.transform


def ratio(a, b):
    """a and b where both are positive, else NaN."""
    stands = (a > 0) & (b > 0)
    return np.where(stands, a, np.nan), np.where(stands, b, np.nan)


def sentinel2(scenes):
    nir, red = ratio(read(scenes / "sentinel2/sentinel-b08.tif")[0], read(scenes / "sentinel2/sentinel-b04.tif")[0])
    ndvi = (nir - red) / (nir + red)
    return {
        "mean": np.nanmean(ndvi), "max": np.nanmax(ndvi), "median": np.nanmedian(ndvi), "std": np.nanstd(ndvi),
        "p95": np.nanpercentile(ndvi, 95), "ratio": np.nanmean(nir / red),
    }


def hls(scenes):
    """Bands in the order that scenes/README.md infers."""
    path = scenes / "hls/hls_l30_like_10band_T14R.tif"
    blue, green, red, nir, swir1, swir2 = (read(path, band)[0] for band in range(2, 8))
    of = lambda *bands: [np.where(np.all([band > 0 for band in bands], axis=0), band, np.nan) for band in bands]
    s, n = of(swir1, nir)
    s2, g = of(swir2, green)
    a, r, m, b = of(swir1, red, nir, blue)
    return {
        "ndbi": np.nanmean((s - n) / (s + n)),
        "ndsoi": np.nanmean((s2 - g) / (s2 + g)),
        "bsi": np.nanmean((a + r - m - b) / (a + r + m + b)),
    }


def cells(transform, shape):
    """Square kilometres of each cell of a geographic grid on WGS84 (FACTS §3)."""
    a, b = 6378137.0, 6356752.3142
    e = np.sqrt(1 - (b / a) ** 2)
    s = np.sin(np.radians(transform.f + transform.e * np.arange(shape[0] + 1)))
    zone = np.pi * b**2 * (np.log((1 + e * s) / (1 - e * s)) / (2 * e) + s / ((1 + e * s) * (1 - e * s)))
    return np.repeat((np.abs(np.diff(zone)) * transform.a / 360 / 1e6)[:, None], shape[1], axis=1)


def dem(scenes):
    wide, transform = read(scenes / "dem/elevation-i16-9999.tif")
    area = cells(transform, wide.shape)
    heights, grid = read(scenes / "dem/olinda_dem_utm25s.tif")
    z = lambda dx, dy: heights[1 + dy : heights.shape[0] - 1 + dy, 1 + dx : heights.shape[1] - 1 + dx]
    east = (z(1, -1) + 2 * z(1, 0) + z(1, 1) - z(-1, -1) - 2 * z(-1, 0) - z(-1, 1)) / (8 * grid.a)
    south = (z(-1, 1) + 2 * z(0, 1) + z(1, 1) - z(-1, -1) - 2 * z(0, -1) - z(1, -1)) / (8 * -grid.e)
    slope = np.degrees(np.arctan(np.hypot(east, south)))
    return {
        "mean": np.nanmean(read(scenes / "dem/elevation-f32-nan.tif")[0]),
        "above_1000": area[wide > 1000].sum(), "above_1500": area[wide > 1500].sum(),
        "olinda_max": heights.max(), "olinda_slope": slope.mean(), "olinda_steepest": slope.max(),
    }


def corumba(scenes):
    """dNBR of 9 and 25 August 2019 (FACTS §3), its cuts, patches, sectors about the centre of the scene, and the HLS mask."""
    from scipy import ndimage

    folder = scenes / "corumba_fire_2019"

    def nbr(date):
        meta = next(folder.glob(f"*_{date}_*MTL.txt")).read_text()
        sun = np.sin(np.radians(float(meta.split("SUN_ELEVATION = ")[1].split()[0])))
        nir, swir = (
            np.where(dn == 0, np.nan, (dn * 2e-5 - 0.1) / sun)
            for dn in (read(next(folder.glob(f"*_{date}_*_B{band}.TIF")))[0].astype("f8") for band in (5, 7))
        )
        return np.where((nir > 0) & (swir > 0), (nir - swir) / (nir + swir), np.nan)

    fall = nbr("20190809") - nbr("20190825")
    patches = lambda mask: np.bincount(ndimage.label(mask, np.ones((3, 3)))[0].ravel())[1:]
    rows, cols = np.nonzero(fall >= 0.27)
    bearing = np.degrees(np.arctan2(cols + 0.5 - fall.shape[1] / 2, fall.shape[0] / 2 - rows - 0.5)) % 360
    mask = read(next((scenes / "hls").glob("*burnscar_mask.tif")))[0]
    return {
        "burned": (fall >= 0.27).sum() * 0.09, "over_044": (fall >= 0.44).sum() * 0.09,
        "largest": patches(fall >= 0.27).max() * 0.09, "largest_044": patches(fall >= 0.44).max() * 0.09,
        "spots_05": len(patches(fall >= 0.5)), "p95": np.nanpercentile(fall, 95),
        "west": 100 * (np.floor(bearing / 45 + 0.5) % 8 == 6).mean(), "hls_mask": (mask == 1).sum() * 0.09,
    }


def new_york(scenes):
    """NDVI on six dates (level 1: 2e-5 DN - 0.1, the sun cancels), cloud (bit 4 of BQA) left out, each date on its own grid."""
    from datetime import date
    from scipy import stats

    folder = scenes / "landsat_ny_2018"
    days = sorted({path.name.split("_")[3] for path in folder.glob("*_B4.TIF")})

    def ndvi(day):
        red, nir, quality = (
            read(next(folder.glob(f"*_{day}_{band}.TIF")))[0] for band in ("B4", "B5", "BQA")
        )
        red, nir = ratio(*(np.where(dn > 0, 2e-5 * dn - 0.1, np.nan) for dn in (red, nir)))
        return np.where(np.nan_to_num(quality).astype(int) >> 4 & 1 == 1, np.nan, (nir - red) / (nir + red))

    means = [np.nanmean(ndvi(day)) for day in days]
    when = [date(int(day[:4]), int(day[4:6]), int(day[6:])) for day in days]
    years = [(day - when[0]).days / 365.25 for day in when]
    return {
        "trend": stats.linregress(years, means).slope, "sen": stats.theilslopes(means, years)[0],
        "highest": int(days[int(np.argmax(means))]), "highest_mean": max(means), "lowest_mean": min(means),
    }


SECTIONS = {"new_york": new_york, "sentinel2": sentinel2, "hls": hls, "dem": dem, "corumba": corumba}

if __name__ == "__main__":
    scenes = Path(sys.argv[1]) / "data/scenes"
    wanted = sys.argv[2:] or SECTIONS
    print(json.dumps({name: {k: float(v) for k, v in SECTIONS[name](scenes).items()} for name in wanted}, indent=1))
