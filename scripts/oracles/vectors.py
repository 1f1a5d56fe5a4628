"""Writes what pyproj, shapely and rasterio say of some geometries: python3 scripts/oracles/vectors.py

Made with pyproj 3.7.2 (PROJ geodesics on WGS 84), shapely 2.2.0 and rasterio 1.4 (GDAL).
The geometries are written beside what was found, so that the tests read both from test/oracles/vectors.json.
"""
import json
import math
import pathlib
import random

import numpy as np
import pyproj
import rasterio.features
import rasterio.transform
import shapely
from shapely.geometry import mapping, shape

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GEOD = pyproj.Geod(ellps="WGS84")
random.seed(7)


def star(lon, lat, radius, corners, hole=False):
    """A polygon with dents around a place, radius in degrees."""
    def ring(share):
        found = []
        for at in range(corners):
            angle = 2 * math.pi * at / corners
            reach = share * radius * (0.6 + 0.4 * random.random())
            found.append([round(lon + reach * math.cos(angle), 6), round(lat + reach * math.sin(angle), 6)])
        return found + [found[0]]
    return {"type": "Polygon", "coordinates": [ring(1)] + ([ring(0.3)[::-1]] if hole else [])}


polygons = [
    star(15.2, 45.1, 0.05, 12),
    star(-57.6, -19.0, 0.4, 40, hole=True),
    star(100.0, 78.0, 1.0, 9),
    {"type": "MultiPolygon", "coordinates": [star(30, 0.2, 0.1, 7)["coordinates"], star(30.5, -0.3, 0.2, 8, True)["coordinates"]]},
]
line = {"type": "LineString", "coordinates": [[round(10 + 0.02 * at + 0.004 * random.random(), 6), round(50 + 0.3 * math.sin(at / 6) * 0.1 + 0.002 * random.random(), 6)] for at in range(60)]}
points = [[round(random.uniform(-58, -57), 6), round(random.uniform(-20, -19), 6)] for _ in range(30)]


def perimeter(geometry):
    return float(sum(GEOD.geometry_length(ring) for part in parts(geometry) for ring in [part.exterior, *part.interiors]))


def parts(geometry):
    return list(geometry.geoms) if geometry.geom_type == "MultiPolygon" else [geometry]


def measured(geometry):
    form = shape(geometry)
    return {
        "geometry": geometry,
        "area": float(sum(abs(GEOD.polygon_area_perimeter(*part.exterior.xy)[0]) - sum(abs(GEOD.polygon_area_perimeter(*hole.xy)[0]) for hole in part.interiors) for part in parts(form))),
        "perimeter": perimeter(form),
        "centroid": [form.centroid.x, form.centroid.y],
        "bounds": list(form.bounds),
        "hull_area": float(abs(GEOD.geometry_area_perimeter(form.convex_hull)[0])),
    }


def distances():
    found = [[GEOD.inv(*a, *b)[2] for b in points] for a in points]
    upper = [found[a][b] for a in range(30) for b in range(a + 1, 30)]
    nearest = [min(found[a][b] for b in range(30) if b != a) for a in range(30)]
    return {"points": points, "min": min(upper), "max": max(upper), "mean": float(np.mean(upper)), "mean_nearest": float(np.mean(nearest))}


def spans():
    pairs = [(-57.65, -19.01, -56.1, -15.6), (0, 0, 179.5, 0.3), (179.9, 10, -179.9, -10), (20, 89.9, -150, 89.8)]
    return [{"from": pair[:2], "to": pair[2:], "bearing": GEOD.inv(*pair)[0] % 360, "metres": GEOD.inv(*pair)[2]} for pair in pairs]


def simplified():
    """Douglas and Peucker in a plane of metres at the middle latitude, as the tool takes it."""
    ys = [y for _, y in line["coordinates"]]
    phi = math.radians((min(ys) + max(ys)) / 2)
    e2 = 0.0066943799901413165
    root = 1 - e2 * math.sin(phi) ** 2
    east = math.radians(1) * 6378137 * math.cos(phi) / math.sqrt(root)
    north = math.radians(1) * 6378137 * (1 - e2) / root ** 1.5
    flat = shapely.LineString([(x * east, y * north) for x, y in line["coordinates"]])
    kept = flat.simplify(300, preserve_topology=False)
    return {"line": line, "length": float(GEOD.geometry_length(shape(line))), "metres": 300, "corners": [[x / east, y / north] for x, y in kept.coords]}


def rasterised():
    """Pixels of 0.002° whose centre lies in the second polygon."""
    width, height, west, north, step = 60, 50, -58.0, -18.6, 0.0163
    transform = rasterio.transform.from_origin(west, north, step, step)
    mask = rasterio.features.rasterize([(polygons[1], 1)], out_shape=(height, width), transform=transform, dtype="uint8")
    return {"width": width, "height": height, "transform": [step, 0, west, 0, -step, north], "rows": ["".join("#" if cell else "." for cell in row) for row in mask]}


def projected():
    """The same in UTM zone 33N: the first polygon on 30 m pixels, its edges cut to 0.0005°."""
    to_utm = pyproj.Transformer.from_crs(4326, 32633, always_xy=True).transform
    form = shapely.transform(shapely.segmentize(shape(polygons[0]), 0.0005), to_utm, interleaved=False)
    west, south, east, north = form.bounds
    left, top = math.floor(west / 150) * 150 - 150, math.ceil(north / 150) * 150 + 150
    width, height = int((east - left) / 150) + 2, int((top - south) / 150) + 2
    transform = rasterio.transform.from_origin(left, top, 150, 150)
    mask = rasterio.features.rasterize([(mapping(form), 1)], out_shape=(height, width), transform=transform, dtype="uint8")
    return {"width": width, "height": height, "transform": [150, 0, left, 0, -150, top], "pixels": int(mask.sum()), "rows": ["".join("#" if cell else "." for cell in row) for row in mask]}


def within():
    forms = [shape(polygons[1]), shape({"type": "Polygon", "coordinates": [[[-58, -20], [-57.5, -20], [-57.5, -19], [-58, -19], [-58, -20]]]})]
    counts = [int(sum(form.contains(shapely.Point(place)) for place in points)) for form in forms]
    inside = int(sum(any(form.contains(shapely.Point(place)) for form in forms) for place in points))
    return {"polygons": [mapping(form) for form in forms], "counts": counts, "inside": inside}


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, (list, tuple)) else value


found = {
    "shapes": [measured(polygon) for polygon in polygons],
    "distances": distances(),
    "spans": spans(),
    "simplified": simplified(),
    "rasterised": rasterised(),
    "projected": projected(),
    "within": within(),
    "hull": {"area": float(abs(GEOD.geometry_area_perimeter(shapely.MultiPoint(points).convex_hull)[0]))},
}
lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(rounded(value))}" for key, value in found.items())
(ROOT / "test" / "oracles" / "vectors.json").write_text(f"{{\n{lines}\n}}\n")
