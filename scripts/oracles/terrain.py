"""Writes what GDAL and numpy say of terrain to test/oracles/terrain.json: python3 scripts/oracles/terrain.py

Made with gdaldem of GDAL 3.6.2, read with rasterio 1.4, and numpy 2.4. The elevation model lies in GEOFORGE_SHARED (default ../shared); numbers
alone are kept. The geographic surface is made here: gdaldem measures degrees by one scale, so numpy does it row by row.
"""
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import rasterio

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARED = pathlib.Path(os.environ.get("GEOFORGE_SHARED", ROOT.parent / "shared"))
DEM = SHARED / "data" / "scenes" / "dem" / "olinda_dem_utm25s.tif"

RUNS = {
    "slope deg": ["slope"],
    "slope %": ["slope", "-p"],
    "aspect": ["aspect"],
    "hillshade": ["hillshade"],
    "hillshade low": ["hillshade", "-az", "100", "-alt", "20", "-z", "3"],
    "ruggedness riley": ["TRI", "-alg", "Riley"],
    "ruggedness wilson": ["TRI", "-alg", "Wilson"],
    "position": ["TPI"],
    "roughness": ["roughness"],
}


def sampled(values):
    """Every 331st pixel in scan order: column and row wander over the whole grid."""
    return [None if np.isnan(value) else float(np.float32(value)) for value in values.ravel()[::331]]


def gdaldem(words):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.tif")
        subprocess.run(["gdaldem", words[0], str(DEM), out, *words[1:], "-q"], check=True)
        with rasterio.open(out) as made:
            values = made.read(1).astype("float64")
            values[values == made.nodata] = np.nan
    valid = values[~np.isnan(values)]
    figures = {"min": valid.min(), "max": valid.max(), "mean": valid.mean(), "std": valid.std(), "median": np.median(valid)}
    return {"valid": int(valid.size), **{key: float(each) for key, each in figures.items()}, "pixels": sampled(values)}


def geographic():
    """Horn's slope and aspect on a surface in degrees, by the metres of a degree on WGS 84 at each row's latitude."""
    width, height, step, west, north = 9, 7, 0.01, 14.98, 61.03
    rows, cols = np.mgrid[0:height, 0:width]
    heights = np.float32(400 + 60 * np.sin(cols / 2) + 90 * np.cos(rows / 1.5) + 12 * cols)
    z = heights.astype("float64")
    a, f = 6378137.0, 1 / 298.257223563
    e2 = f * (2 - f)
    latitude = np.radians(north - (np.arange(height) + 0.5) * step)
    prime = a / np.sqrt(1 - e2 * np.sin(latitude) ** 2)
    east = np.radians(step) * prime * np.cos(latitude)
    up = np.radians(step) * prime * (1 - e2) / (1 - e2 * np.sin(latitude) ** 2)
    p = np.full_like(z, np.nan)
    q = np.full_like(z, np.nan)
    for r in range(1, height - 1):
        for c in range(1, width - 1):
            w = z[r - 1 : r + 2, c - 1 : c + 2]
            p[r, c] = ((w[:, 2] - w[:, 0]) @ [1, 2, 1]) / 8 / east[r]
            q[r, c] = ((w[0] - w[2]) @ [1, 2, 1]) / 8 / up[r]
    slope = np.degrees(np.arctan(np.hypot(p, q)))
    aspect = np.degrees(np.arctan2(-p, -q)) % 360
    listed = lambda grid: [[None if np.isnan(each) else float(each) for each in row] for row in grid]
    return {
        "transform": [step, 0, west, 0, -step, north],
        "heights": [[float(each) for each in row] for row in heights],
        "slope": listed(slope),
        "aspect": listed(aspect),
    }


def main():
    found = {"olinda": {name: gdaldem(words) for name, words in RUNS.items()}, "geographic": geographic()}
    target = ROOT / "test" / "oracles" / "terrain.json"
    lines = [f'"olinda": {{\n' + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in found["olinda"].items()) + "\n}"]
    lines.append(f'"geographic": {json.dumps(found["geographic"])}')
    target.write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
