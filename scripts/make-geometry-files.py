"""Writes GeoTIFFs of every kind of geometry with GDAL, and what GDAL itself reads of them as geometry.json:
python3 make-geometry-files.py FOLDER (rasterio 1.4, GDAL 3.10). test/io/read/geometry.test.ts runs it."""
import json
import os
import struct
import sys

import numpy as np
import rasterio
from rasterio.crs import CRS
from rasterio.transform import Affine, from_origin
from rasterio.warp import transform as project

WIDTH, HEIGHT = 40, 30
WGS = "+datum=WGS84 +units=m +no_defs"

# name: (CRS, transform)
FILES = {
    "south-up": ("EPSG:32633", Affine(30, 0, 500000, 0, 30, 4200000)),
    "rotated": ("EPSG:32633", Affine.translation(500000, 4200000) * Affine.rotation(30) * Affine.scale(30, -30)),
    "sheared": ("EPSG:32633", Affine(30, 7, 500000, -3, -20, 4200000)),
    "not-square": ("EPSG:32633", from_origin(500000, 4200000, 30, 12.5)),
    "from-0-to-360": ("EPSG:4326", from_origin(0, 60, 9, 4)),
    "across-180": ("EPSG:4326", from_origin(178, -10, 0.1, 0.1)),
    "utm-60": ("EPSG:32660", from_origin(800000, 7000000, 5000, 5000)),
    "utm-1": ("EPSG:32701", from_origin(200000, 8000000, -2500, 2500)),
    "state-plane-feet": ("EPSG:2285", from_origin(1200000, 300000, 100, 100)),
    "south-west-axes": ("EPSG:2048", from_origin(-50000, 3750000, 1000, 1000)),
    "equi7": ("EPSG:27704", from_origin(5000000, 2000000, 20000, 20000)),
    "equal-earth": ("EPSG:8857", from_origin(2000000, 5000000, 50000, 50000)),
    "esri-mollweide": ("ESRI:54009", from_origin(-1000000, 6000000, 100000, 100000)),
    "mollweide": (f"+proj=moll +lon_0=10 +x_0=1000 {WGS}", from_origin(-1000000, 6000000, 100000, 100000)),
    "modis": ("+proj=sinu +lon_0=0 +R=6371007.181 +units=m +no_defs", from_origin(1111950.5, 5559752.6, 27798.8, 37000)),
    "sinusoidal-ellipsoid": (f"+proj=sinu +lon_0=20 +x_0=500 {WGS}", from_origin(-500000, 5559752, 27798, 37000)),
    "polar-a-north": (f"+proj=stere +lat_0=90 +k=0.994 +lon_0=10 +x_0=2000000 +y_0=2000000 {WGS}", from_origin(1500000, 2400000, 25000, 25000)),
    "polar-a-south": ("+proj=stere +lat_0=-90 +k=0.97 +lon_0=10 +ellps=GRS80 +units=m +no_defs", from_origin(-500000, 700000, 25000, 25000)),
    "polar-b-north": ("+proj=stere +lat_0=90 +lat_ts=75 +lon_0=-40 +ellps=GRS80 +units=m +no_defs", from_origin(-500000, -700000, 25000, 25000)),
    "polar-b-south": (f"+proj=stere +lat_0=-90 +lat_ts=-72 +lon_0=10 {WGS}", from_origin(-500000, 700000, 25000, 25000)),
    "stereographic": ("+proj=stere +lat_0=52 +lon_0=5 +k=0.9999 +ellps=bessel +units=m +no_defs", from_origin(-100000, 50000, 5000, 5000)),
    "oblique-stereographic": ("+proj=sterea +lat_0=52 +lon_0=5 +k=0.9999 +x_0=155000 +y_0=463000 +ellps=bessel +units=m +no_defs", from_origin(100000, 500000, 5000, 5000)),
    "transverse-mercator": ("+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9998 +x_0=500000 +ellps=GRS80 +units=m +no_defs", from_origin(600000, 5200000, 5000, 5000)),
    "transverse-mercator-us-feet": ("+proj=tmerc +lat_0=30 +lon_0=-82 +k=0.9999 +x_0=200000 +ellps=GRS80 +units=us-ft +no_defs", from_origin(700000, 300000, 3000, 3000)),
    "transverse-mercator-feet": ("+proj=tmerc +lat_0=30 +lon_0=-82 +k=0.9999 +x_0=200000 +ellps=GRS80 +units=ft +no_defs", from_origin(700000, 300000, 3000, 3000)),
    "transverse-mercator-km": ("+proj=tmerc +lat_0=30 +lon_0=-82 +k=0.9999 +x_0=200000 +ellps=GRS80 +units=km +no_defs", from_origin(250, 300, 5, 5)),
    "transverse-mercator-south-west": ("+proj=tmerc +axis=wsu +lat_0=0 +lon_0=20 +k=1 +ellps=WGS84 +units=m +no_defs", from_origin(-50000, 3750000, 1000, 1000)),
    "transverse-mercator-shifted": ("+proj=tmerc +lat_0=49 +lon_0=-3 +k=0.9996 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m", from_origin(300000, 500000, 5000, 5000)),
    "utm-own-ellipsoid": ("+proj=utm +zone=33 +south +ellps=intl +units=m +no_defs", from_origin(400000, 9000000, 5000, 5000)),
    "lambert-1": ("+proj=lcc +lat_1=18 +lat_0=18 +lon_0=-77 +k_0=0.99 +x_0=250000 +y_0=150000 +ellps=clrk66 +units=m +no_defs", from_origin(200000, 300000, 5000, 5000)),
    "lambert-2": ("+proj=lcc +lat_0=41 +lon_0=8 +lat_1=43 +lat_2=47 +x_0=70000 +y_0=20000 +ellps=intl +units=m +no_defs", from_origin(0, 500000, 5000, 5000)),
    "albers": ("+proj=aea +lat_0=20 +lon_0=-90 +lat_1=25 +lat_2=48 +x_0=1000 +y_0=2000 +ellps=GRS80 +units=m +no_defs", from_origin(-500000, 2000000, 25000, 25000)),
    "azimuthal-equal-area": ("+proj=laea +lat_0=45 +lon_0=-100 +a=6370997 +b=6370997 +units=m +no_defs", from_origin(-500000, 700000, 25000, 25000)),
    "azimuthal-equal-area-pole": (f"+proj=laea +lat_0=-90 +lon_0=10 {WGS}", from_origin(-500000, 700000, 25000, 25000)),
    "mercator-1": ("+proj=merc +lon_0=112 +k=0.997 +x_0=3900000 +y_0=900000 +ellps=bessel +units=m +no_defs", from_origin(3800000, 1500000, 25000, 25000)),
    "mercator-2": ("+proj=merc +lon_0=51 +lat_ts=42 +ellps=WGS84 +units=m +no_defs", from_origin(-500000, 4000000, 25000, 25000)),
    "mercator-sphere": ("+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=5 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs", from_origin(-500000, 7000000, 25000, 25000)),
    "azimuthal-equidistant": (f"+proj=aeqd +lat_0=52 +lon_0=24 +x_0=5837287.81977 +y_0=2121415.69617 {WGS}", from_origin(5000000, 2500000, 25000, 25000)),
    "equidistant-cylindrical": ("+proj=eqc +lat_ts=30 +lat_0=0 +lon_0=10 +x_0=0 +y_0=0 +R=6371000 +units=m +no_defs", from_origin(-500000, 4000000, 25000, 25000)),
    "oblique-mercator-a": ("+proj=omerc +no_uoff +lat_0=4 +lonc=102 +alpha=323.0257905 +k=0.99984 +x_0=804671.3 +y_0=0 +gamma=323.1301023611111 +ellps=GRS80 +units=m +no_defs", from_origin(750000, 600000, 5000, 5000)),
    "oblique-mercator-b": ("+proj=omerc +lat_0=4 +lonc=102 +alpha=323.0257905 +k=0.99984 +x_0=804671.3 +y_0=0 +gamma=323.1301023611111 +ellps=GRS80 +units=m +no_defs", from_origin(750000, 200000, 5000, 5000)),
    "cylindrical-equal-area": (f"+proj=cea +lat_ts=31 +lon_0=0 {WGS}", from_origin(-500000, 4000000, 25000, 25000)),
    "polyconic": ("+proj=poly +lat_0=0 +lon_0=-55 +x_0=5000000 +y_0=10000000 +ellps=GRS80 +units=m +no_defs", from_origin(4500000, 9500000, 25000, 25000)),
    "sphere-degrees": ("+proj=longlat +R=6371229 +no_defs", from_origin(-30, 60, 0.5, 0.5)),
    "paris-degrees": ("+proj=longlat +ellps=clrk80ign +pm=paris +no_defs", from_origin(-3, 50, 0.1, 0.1)),
}


def write(path, crs, transform, tags=None):
    profile = dict(driver="GTiff", width=WIDTH, height=HEIGHT, count=1, dtype="uint8", transform=transform)
    crs = CRS.from_proj4(crs) if crs.startswith("+") else CRS.from_string(crs)
    with rasterio.open(path, "w", crs=crs, **profile) as target:
        target.write(np.zeros((1, HEIGHT, WIDTH), "uint8"))
        if tags:
            target.update_tags(**tags)


def replaced(source, target, old, new):
    """The same file with some doubles changed, as other programs write them and GDAL does not."""
    old, new = (struct.pack(f"<{len(values)}d", *values) for values in (old, new))
    data = open(source, "rb").read()
    assert data.count(old) == 1
    open(target, "wb").write(data.replace(old, new))


def truth(path):
    with rasterio.open(path) as source:
        corners = [(col, row) for row in (0, HEIGHT / 2, HEIGHT) for col in (0, WIDTH / 2, WIDTH)]
        xs, ys = zip(*(source.transform * corner for corner in corners))
        lons, lats = project(source.crs, "EPSG:4326", xs, ys)
        return dict(transform=list(source.transform)[:6], places=list(zip(xs, ys, lons, lats)))


folder = sys.argv[1]
at = lambda name: os.path.join(folder, f"{name}.tif")
for name, (crs, transform) in FILES.items():
    write(at(name), crs, transform)
north_up = from_origin(500000, 4200000, 30, 30)
write(at("plain"), "EPSG:32633", north_up)
write(at("point"), "EPSG:32633", north_up, {"AREA_OR_POINT": "Point"})
write(at("point-rotated"), "EPSG:32633", FILES["rotated"][1], {"AREA_OR_POINT": "Point"})
tie = (0, 0, 0, 500000, 4200000, 0)
replaced(at("plain"), at("tiepoint-in-the-middle"), tie, (17.5, 11, 0, 500525, 4199670, 0))
replaced(at("plain"), at("negative-scale"), (30, 30, 0), (30, -30, 0))
names = sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".tif"))
with open(os.path.join(folder, "geometry.json"), "w") as out:
    json.dump({name: truth(at(name)) for name in names}, out)
