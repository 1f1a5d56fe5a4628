"""Writes what GDAL, rasterio and numpy say of the shared scenes to test/oracles: python3 scripts/make-oracles.py [NAME…]

Made with rasterio 1.4.4 (GDAL 3.10.3) and numpy 2.4. One function per oracle; with no name, all are written.
The scenes lie in GEOFORGE_SHARED (default ../shared). Numbers alone are kept, no copy of a scene.
"""
import json
import os
import pathlib
import sys

import numpy as np
import rasterio

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENES = pathlib.Path(os.environ.get("GEOFORGE_SHARED", ROOT.parent / "shared")) / "data" / "scenes"


def tiffs():
    return sorted(path for path in SCENES.rglob("*") if path.suffix.lower() in (".tif", ".tiff"))


def statistics(source, band):
    """Of raw numbers, in double precision; NaN and what GDAL's mask band hides is nodata. std is that of the population."""
    raw = source.read(band)
    hidden = (source.read_masks(band) == 0) | np.isnan(raw)
    valid = raw[~hidden].astype("float64")
    found = {"valid": int(valid.size), "nodata": int(hidden.sum())}
    if valid.size:
        found |= {"min": valid.min(), "max": valid.max(), "mean": valid.mean(), "std": valid.std()}
    return {key: float(value) if isinstance(value, np.floating) else value for key, value in found.items()}


def finite(value):
    """JSON has no NaN: text stands for it."""
    return None if value is None else "NaN" if np.isnan(value) else float(value)


def pixels():
    """Per file and band: counts and statistics of the full image and of each overview, and what the file says of its numbers."""
    files = {}
    for path in tiffs():
        name = path.relative_to(SCENES).as_posix()
        with rasterio.open(path) as source:
            if source.dtypes[0].startswith("complex"):
                files[name] = {"refused": "complex"}
                continue
            bands = [
                {
                    "type": source.dtypes[index],
                    "nodataTag": finite(source.nodatavals[index]),
                    "scale": source.scales[index],
                    "offset": source.offsets[index],
                    **statistics(source, index + 1),
                }
                for index in range(source.count)
            ]
            levels = len(source.overviews(1))
            facts = {
                "width": source.width,
                "height": source.height,
                "lossy": source.profile.get("compress") == "jpeg",
                "bands": bands,
            }
        overviews = []
        for level in range(levels):
            with rasterio.open(path, overview_level=level) as source:
                overviews.append(
                    {
                        "width": source.width,
                        "height": source.height,
                        "bands": [statistics(source, index + 1) for index in range(source.count)],
                    }
                )
        files[name] = facts | {"overviews": overviews}
    return files


ORACLES = {"scene-pixels": pixels}


def main(names):
    for name in names or ORACLES:
        target = ROOT / "test" / "oracles" / f"{name}.json"
        target.parent.mkdir(exist_ok=True)
        files = ORACLES[name]()
        target.write_text(json.dumps(files, indent=2) + "\n")
        print(f"{name}: {len(files)} files")


main(sys.argv[1:])
