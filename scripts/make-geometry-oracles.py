"""Writes what GDAL and PROJ say of places, for the tests to compare with:

  python3 scripts/make-geometry-oracles.py scenes ../shared/data/scenes > test/fixtures/geometry-of-scenes.json
      (gdalinfo 3.6.2; rasterio 1.4.4 with GDAL 3.10.3 for places on the globe)
  python3 scripts/make-geometry-oracles.py codes > test/fixtures/places-of-codes.json
      (pyproj 3.7.2 with PROJ 9.5.1, no grids)
"""
import json
import math
import os
import random
import re
import subprocess
import sys


def scenes(folder):
    import rasterio
    from rasterio.warp import transform

    found = {}
    for base, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if not name.lower().endswith((".tif", ".tiff")):
                continue
            path = os.path.join(base, name)
            info = json.loads(subprocess.check_output(["gdalinfo", "-json", path]))
            x0, a, b, y0, d, e = info.get("geoTransform", [0, 1, 0, 0, 0, 1])
            corners = info["cornerCoordinates"]
            entry = dict(
                size=info["size"],
                transform=[a, b, x0, d, e, y0],
                corners=[corners[key] for key in ("upperLeft", "lowerLeft", "lowerRight", "upperRight")],
            )
            with rasterio.open(path) as source:
                if source.crs:
                    named = re.search(r'\n    ID\["EPSG",(\d+)\]\]$', info["coordinateSystem"]["wkt"])
                    entry["epsg"] = int(named[1]) if named else None
                    xs, ys = zip(*(source.transform * (col * source.width / 2, row * source.height / 2) for row in range(3) for col in range(3)))
                    entry["places"] = [list(p) for p in zip(xs, ys, *transform(source.crs, "EPSG:4326", xs, ys))]
            found[os.path.relpath(path, folder)] = entry
    return found


def codes():
    """Of 420 random codes a point within the area of use: x, y, longitude and latitude on the system's own datum and
    from Greenwich, the same on WGS 84, and metres within which PROJ holds the latter right (null where it only guesses)."""
    from pyproj import CRS, Transformer
    from pyproj.aoi import AreaOfInterest
    from pyproj.database import query_crs_info
    from pyproj.enums import PJType
    from pyproj.exceptions import ProjError
    from pyproj.transformer import TransformerGroup

    kinds = [PJType.PROJECTED_CRS, PJType.GEOGRAPHIC_2D_CRS]
    infos = [info for kind in kinds for info in query_crs_info(auth_name="EPSG", pj_types=kind, allow_deprecated=True)]
    infos = sorted((info for info in infos if info.area_of_use), key=lambda info: int(info.code))
    found = {}
    for info in random.Random(4).sample(infos, 420):
        crs = CRS.from_epsg(int(info.code))
        own = crs.geodetic_crs
        area = info.area_of_use
        width = (area.east - area.west) % 360 or 360
        lon, lat = area.west + width * 0.4, area.south + (area.north - area.south) * 0.6
        lon = (lon + 180) % 360 - 180
        meridian = own.prime_meridian.longitude * own.prime_meridian.unit_conversion_factor * 180 / math.pi
        unit = own.axis_info[0].unit_conversion_factor * 180 / math.pi
        x, y = (lon - meridian) / unit, lat / unit
        try:
            x, y = Transformer.from_crs(own, crs, always_xy=True).transform(x, y)
        except ProjError:
            continue
        best = TransformerGroup(crs, "EPSG:4326", always_xy=True, area_of_interest=AreaOfInterest(lon, lat, lon, lat)).transformers[0]
        if all(map(math.isfinite, (x, y))):
            found[info.code] = [x, y, lon, lat, *best.transform(x, y), best.accuracy if best.accuracy >= 0 else None]
    return found


result = scenes(sys.argv[2]) if sys.argv[1] == "scenes" else codes()
print("{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in result.items()) + "\n}")
