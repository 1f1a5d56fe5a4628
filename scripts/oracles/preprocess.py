"""Writes what numpy, scipy and GDAL make of small rasters: python3 scripts/oracles/preprocess.py > test/oracles/preprocess.json

Made with numpy 2.4, scipy 1.17.1 and rasterio 1.4.4 (GDAL 3.10.3). Rasters are rows of numbers, null is nodata; all lie in
EPSG:32633 with pixels of 10 m from (500000, 5000000) where nothing else is said.
"""
import json

import numpy as np
import rasterio
from rasterio.features import geometry_mask
from rasterio.io import MemoryFile
from rasterio.merge import merge
from rasterio.transform import Affine, from_origin
from rasterio.warp import Resampling, reproject, transform_geom
from scipy import ndimage

UTM = "EPSG:32633"
PLACE = from_origin(500000, 5000000, 10, 10)
rng = np.random.default_rng(7)


def rows(array):
    return [[None if np.isnan(value) else float(np.float32(value).astype(str)) for value in row] for row in np.asarray(array, "float64")]


def sample(height, width, gaps=0, low=0.0, high=1.0):
    values = np.round(rng.uniform(low, high, (height, width)), 4).astype("float32")
    for at in rng.choice(values.size, gaps, replace=False):
        values.flat[at] = np.nan
    return values


def around(values, side, function):
    """Of the valid pixels of each window; nothing lies beyond the border."""
    found = ndimage.generic_filter(values.astype("float64"), function, size=side, mode="constant", cval=np.nan)
    return np.where(np.isnan(values), np.nan, found)


def gaussian(values, sigma, radius):
    valid = ~np.isnan(values)
    weigh = lambda array: ndimage.gaussian_filter(array.astype("float64"), sigma, mode="constant", radius=radius)
    return np.where(valid, weigh(np.where(valid, values, 0)) / np.maximum(weigh(valid), 1e-300), np.nan)


def sobel(values):
    wide = values.astype("float64")
    length = np.hypot(ndimage.sobel(wide, 0), ndimage.sobel(wide, 1)) / 8
    out = np.full_like(length, np.nan)
    out[1:-1, 1:-1] = length[1:-1, 1:-1]
    return out


def lee(values, side, looks):
    """Lee 1980, equations for multiplicative noise of mean 1."""
    mean = around(values, side, np.nanmean)
    variance = around(values, side, np.nanvar)
    noise = 1 / looks
    ground = np.maximum(0, (variance + mean**2) / (noise + 1) - mean**2)
    return mean + ground / (mean**2 * noise + ground) * (values - mean)


def filled(values, radius):
    out = values.astype("float64").copy()
    valid = np.argwhere(~np.isnan(values))
    for row, col in np.argwhere(np.isnan(values)):
        away = valid - [row, col]
        squared = (away**2).sum(1)
        near = squared <= radius**2
        down, across = away[near].T
        quarters = sum(bool(np.any((a * across >= 0) & (b * down >= 0))) for a in (-1, 1) for b in (-1, 1))
        if quarters >= 3:
            weights = 1 / squared[near]
            out[row, col] = (weights * values[tuple(valid[near].T)]).sum() / weights.sum()
    return out


def warped(values, transform, shape, crs=UTM, to=UTM, method=Resampling.bilinear, start=PLACE):
    out = np.full(shape, np.nan, "float32")
    reproject(
        values, out, src_transform=start, src_crs=crs, dst_transform=transform, dst_crs=to, src_nodata=np.nan, dst_nodata=np.nan,
        resampling=method, tolerance=0, warp_extras={"XSCALE": 1, "YSCALE": 1} if method == Resampling.bilinear else {},
    )
    return out


def merged(parts, method):
    files = []
    for values, transform in parts:
        file = MemoryFile()
        with file.open(driver="GTiff", width=values.shape[1], height=values.shape[0], count=1, dtype="float32", crs=UTM, transform=transform, nodata=np.nan) as target:
            target.write(values, 1)
        files.append(file.open())
    out, transform = merge(files, method=method, nodata=np.nan)
    return out[0], transform


def focal():
    values = sample(9, 11, 9)
    whole = sample(7, 8)
    power = sample(10, 9, 4, 0.01, 0.6)
    return {
        "values": rows(values),
        "mean3": rows(around(values, 3, np.nanmean)),
        "median5": rows(around(values, 5, np.nanmedian)),
        "gaussian5": rows(gaussian(values, 1, 2)),
        "std3": rows(around(values, 3, np.nanstd)),
        "filled2": rows(filled(values, 2)),
        "whole": rows(whole),
        "sobel": rows(sobel(whole)),
        "power": rows(power),
        "lee5": rows(lee(power, 5, 4)),
        "decibel": rows(10 * np.log10(power)),
        "z": rows((values - np.nanmean(values, dtype="float64")) / np.nanstd(values.astype("float64"))),
    }


def composites():
    stack = np.stack([sample(4, 5, 6) for _ in range(5)])
    stack[:, 0, 0] = np.nan
    with np.errstate(all="ignore"):
        import warnings

        warnings.simplefilter("ignore")
        found = {name: rows(getattr(np, f"nan{name}")(stack.astype("float64"), axis=0)) for name in ("median", "mean", "max", "min")}
    red, nir = (np.stack([sample(4, 5, 2, 0.05, 0.5) for _ in range(3)]) for _ in range(2))
    ndvi = (nir - red) / (nir + red)
    best = np.argmax(np.where(np.isnan(ndvi), -9, ndvi), axis=0)
    chosen = np.where(np.isnan(ndvi).all(axis=0), np.nan, np.take_along_axis(nir, best[None], 0)[0])
    return {"stack": [rows(each) for each in stack], **found, "red": [rows(each) for each in red], "nir": [rows(each) for each in nir], "greenest": rows(chosen)}


def grids():
    values = sample(8, 10, 5)
    classes = rng.integers(1, 4, (8, 10)).astype("float32")
    half = PLACE * Affine.scale(2)
    double = PLACE * Affine.scale(0.5)
    # The grid that reproject_raster states: square pixels of the area of the old ones, from whole multiples of their side.
    side = REPROJECTED["side"]
    degrees = Affine(side, 0, REPROJECTED["left"] * side, 0, -side, REPROJECTED["top"] * side)
    shape = (REPROJECTED["height"], REPROJECTED["width"])
    left, right = sample(5, 6, 3), sample(6, 5, 3)
    parts = [(left, PLACE), (right, PLACE * Affine.translation(4, 2))]
    ring = [[15.0001, 45.1530], [15.0009, 45.1529], [15.0011, 45.1524], [15.0005, 45.15255], [15.0002, 45.1524], [15.0001, 45.1530]]
    polygon = transform_geom("EPSG:4326", UTM, {"type": "Polygon", "coordinates": [ring]})
    inside = ~geometry_mask([polygon], (8, 10), PLACE)
    return {
        "values": rows(values),
        "classes": rows(classes),
        "average2": rows(warped(values, half, (4, 5), method=Resampling.average)),
        "mode2": rows(warped(classes, half, (4, 5), method=Resampling.mode)),
        "bilinear2": rows(warped(values, double, (16, 20))),
        "degrees": {"transform": list(degrees)[:6], "shape": list(shape), "nearest": rows(warped(values, degrees, shape, to="EPSG:4326", method=Resampling.nearest))},
        "left": rows(left),
        "right": rows(right),
        "merged": {name: rows(merged(parts, name)[0]) for name in ("first", "last", "min", "max")},
        "ring": ring,
        "inside": rows(np.where(inside, values, np.nan)),
    }


def topography():
    """C-correction (Teillet, Guindon and Goodenough 1982) with Horn's slope, sun at 140 degrees and 50 above the horizon."""
    height, width = 12, 14
    row, col = np.mgrid[0:height, 0:width]
    heights = np.round(40 * np.sin(col / 2.5) + 30 * np.cos(row / 2) + 100, 3).astype("float32")
    weights = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]) / 80
    rise = lambda kernel: ndimage.correlate(heights.astype("float64"), kernel)
    east, north = rise(weights), -rise(weights.T)
    azimuth, altitude = np.radians([140, 50])
    sun = np.array([np.sin(azimuth) * np.cos(altitude), np.cos(azimuth) * np.cos(altitude), np.sin(altitude)])
    # The normal of the ground times the place of the sun.
    light = (sun[2] - east * sun[0] - north * sun[1]) / np.sqrt(1 + east**2 + north**2)
    light[[0, -1]] = light[:, [0, -1]] = np.nan
    values = np.round(0.25 * np.nan_to_num(light, nan=0.5) + 0.06 + rng.normal(0, 0.01, light.shape), 5).astype("float32")
    lit = light > 0
    slope, intercept = np.polyfit(light[lit], values[lit].astype("float64"), 1)
    c = intercept / slope
    flat = np.sin(altitude)
    corrected = np.where(lit, values * (flat + c) / (light + c), np.nan)
    cosine = np.where(lit, values * flat / light, np.nan)
    return {"heights": rows(heights), "values": rows(values), "c": c, "corrected": rows(corrected), "cosine": rows(cosine)}


# What the tool says of a raster of 10 × 8 pixels.
REPROJECTED = {"side": 0.00010701300297746722, "left": 140169, "top": 421944, "width": 13, "height": 7}

if __name__ == "__main__":
    print(json.dumps({"focal": focal(), "composites": composites(), "grids": grids(), "topography": topography()}))
