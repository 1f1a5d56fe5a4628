"""Writes test/oracles/direction.json: python3 scripts/oracles/direction.py

Bearings and distances by pyproj 3.7 (Geod), meridian convergence by pyproj (Proj.get_factors), fits by statsmodels 0.14
and numpy 2.4.
"""
import json
import pathlib
import sys

sys.path.pop(0)  # statistics.py beside this file is not Python's own

import numpy as np
import statsmodels.api as sm
from pyproj import Geod, Proj, Transformer

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "oracles" / "direction.json"
GEOD = Geod(ellps="WGS84")
random = np.random.default_rng(3)

pairs = [(-57.6, -19.0, -57.2, -18.8), (0, 0, 10, 0), (179.5, 60, -179.5, 61), (15, 45, 15, 44), (-70, -33, 151, -33), (5, 10, -175.2, -9.9)]
bearings = []
for pair in pairs:
    forward, back, metres = GEOD.inv(*pair)
    bearings.append({"from": pair[:2], "to": pair[2:], "bearing": forward % 360, "back": back % 360, "metres": metres})

# Dated places: a drift of 300 m east and 120 m south a day with scatter, around 15.1 E 45.1 N.
days = np.repeat(np.arange(0, 8), 4).astype(float)
east, north = 300 * days + random.normal(0, 200, 32), -120 * days + random.normal(0, 200, 32)
longitude, latitude = GEOD.fwd(np.full(32, 15.1), np.full(32, 45.1), np.degrees(np.arctan2(east, north)), np.hypot(east, north))[:2]
longitude, latitude = np.round(longitude, 7), np.round(latitude, 7)
# Back to metres by azimuth and distance from the first place, an azimuthal map of its own.
azimuth, _, metres = GEOD.inv(np.full(32, longitude[0]), np.full(32, latitude[0]), longitude, latitude)
east, north = metres * np.sin(np.radians(azimuth)), metres * np.cos(np.radians(azimuth))
design = sm.add_constant(days)
fits = [sm.OLS(values, design).fit() for values in (east, north)]
u, v = (fit.params[1] for fit in fits)
spread = np.linalg.inv(design.T @ design)[1, 1] / 30 * np.cov(fits[0].resid, fits[1].resid, ddof=0) * 32
speed = np.hypot(u, v)
along, across = np.array([u, v]) / speed, np.array([v, -u]) / speed**2
motion = {
    "days": days.tolist(), "longitude": longitude.tolist(), "latitude": latitude.tolist(),
    "speed": speed, "speed_error": np.sqrt(along @ spread @ along), "bearing": np.degrees(np.arctan2(u, v)) % 360,
    "bearing_error": np.degrees(np.sqrt(across @ spread @ across)),
}

# Arrival days on a grid of 30 m in UTM 33 N, 150 km east of the meridian, where map north is off true north.
rows, columns, size, x0, y0 = 12, 15, 30.0, 650_000.0, 5_000_000.0
column, row = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
x, y = x0 + size * column, y0 - size * row
day = np.round(200 + ((x - x0) * 0.8 + (y - y0) * 0.6) / 45 + random.normal(0, 0.8, x.shape))
plane = sm.OLS(day.ravel(), sm.add_constant(np.column_stack([x.ravel() - x.mean(), y.ravel() - y.mean()]))).fit()
gx, gy = plane.params[1:]
steep = np.hypot(gx, gy)
factors = Proj("EPSG:32633").get_factors(*Transformer.from_crs(32633, 4326, always_xy=True).transform(x.mean(), y.mean()))
covariance = plane.cov_params()[1:, 1:]
along, across = np.array([gx, gy]) / steep**3, np.array([gy, -gx]) / steep**2
arrival = {
    "rows": rows, "columns": columns, "transform": [size, 0, x0, 0, -size, y0], "days": day.ravel().tolist(),
    # A bearing on the map lies the convergence further round from true north.
    "bearing": (np.degrees(np.arctan2(gx, gy)) + factors.meridian_convergence) % 360, "convergence": factors.meridian_convergence,
    "bearing_error": np.degrees(np.sqrt(across @ covariance @ across)),
    "speed": 1 / steep / factors.meridional_scale, "speed_error": np.sqrt(along @ covariance @ along) / factors.meridional_scale,
    "explained": plane.rsquared,
}

# Centres of gravity of two rasters on the same grid.
weights = [random.integers(-100, 900, (rows, columns)) / 1024 for _ in range(2)]
weights[1][:, 8:] += 0.5
centres = []
for each in weights:
    heavy = np.maximum(each, 0)
    centres.append(Transformer.from_crs(32633, 4326, always_xy=True).transform((heavy * x).sum() / heavy.sum(), (heavy * y).sum() / heavy.sum()))
forward, _, metres = GEOD.inv(*centres[0], *centres[1])
shift = {"before": weights[0].ravel().tolist(), "after": weights[1].ravel().tolist(), "bearing": forward % 360, "metres": metres}

# A path over three masks: one pixel each, at these columns and rows.
stops = [(2, 9, "2020-08-01"), (6, 8, "2020-08-03"), (11, 2, "2020-08-04")]
places = [Transformer.from_crs(32633, 4326, always_xy=True).transform(x0 + size * (c + 0.5), y0 - size * (r + 0.5)) for c, r, _ in stops]
steps = [GEOD.inv(*places[at], *places[at + 1]) for at in range(2)]
net = GEOD.inv(*places[0], *places[2])
path = {"stops": stops, "places": places, "bearings": [step[0] % 360 for step in steps], "metres": [step[2] for step in steps],
        "net_bearing": net[0] % 360, "net_metres": net[2]}

OUT.write_text(json.dumps({"bearings": bearings, "motion": motion, "arrival": arrival, "shift": shift, "path": path}, separators=(",", ":"), default=float))
