"""Writes test/oracles/zonal.json: python3 scripts/oracles/zonal.py

Shares of pixels under polygons by shapely 2 on UTM coordinates of pyproj 3.7, centres by rasterio 1.4; tests by scipy 1.17,
kappa by scikit-learn; figures by numpy 2.4.
"""
import json
import pathlib
import sys

sys.path.pop(0)  # statistics.py beside this file is not Python's own

import numpy as np
from pyproj import Transformer
from rasterio.features import geometry_mask
from rasterio.transform import Affine
from scipy import stats
from shapely import box
from shapely.geometry import Polygon
from sklearn.metrics import cohen_kappa_score

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "oracles" / "zonal.json"
random = np.random.default_rng(5)
ROWS, COLUMNS, SIZE, X0, Y0 = 9, 12, 30.0, 500_010.0, 5_000_010.0
values = random.integers(0, 2000, (ROWS, COLUMNS)) / 1024
values[3, 4] = np.nan
classes = random.integers(1, 4, (ROWS, COLUMNS)).astype(float)
other = np.where(random.random((ROWS, COLUMNS)) < 0.6, classes, random.integers(1, 5, (ROWS, COLUMNS)))
classes[0, 0] = np.nan

# Corners in map metres; the second polygon has a hole, the third lies half outside the grid.
shapes = [
    [[(20, -40), (205, -25), (160, -190), (55, -150)]],
    [[(150, -60), (340, -60), (340, -240), (150, -240)], [(200, -100), (290, -110), (250, -200)]],
    [[(300, 40), (420, 60), (400, -90)]],
]
to_degrees = Transformer.from_crs(32633, 4326, always_xy=True)
to_metres = Transformer.from_crs(4326, 32633, always_xy=True)
zones, found = [], []
for rings in shapes:
    degrees = [[[round(part, 9) for part in to_degrees.transform(X0 + x, Y0 + y)] for x, y in ring + ring[:1]] for ring in rings]
    zones.append(degrees)
    polygon = Polygon(*[[to_metres.transform(*place) for place in degrees[0]]], [[to_metres.transform(*place) for place in hole] for hole in degrees[1:]])
    share = np.array([[polygon.intersection(box(X0 + SIZE * c, Y0 - SIZE * (r + 1), X0 + SIZE * (c + 1), Y0 - SIZE * r)).area / SIZE**2
                       for c in range(COLUMNS)] for r in range(ROWS)])
    centre = ~geometry_mask([polygon], (ROWS, COLUMNS), Affine(SIZE, 0, X0, 0, -SIZE, Y0))
    told = {}
    for rule, weight in (("fraction", share), ("centre", centre.astype(float))):
        inside = (weight > 1e-12) & ~np.isnan(values)
        w, v = weight[inside], values[inside]
        mean = (w * v).sum() / w.sum()
        told[rule] = {"mean": mean, "std": np.sqrt((w * (v - mean) ** 2).sum() / w.sum()), "min": v.min(), "max": v.max(),
                      "sum": (w * v).sum(), "weight": w.sum(), "area_ha": w.sum() * SIZE**2 / 1e4, "nodata": weight[np.isnan(values)].sum(),
                      "classes": {str(code): weight[classes == code].sum() * SIZE**2 / 1e4 for code in (1, 2, 3)}}
    found.append(told)

both = ~np.isnan(classes)
table = np.array([[((classes == a) & (other == b)).sum() for b in (1, 2, 3, 4)] for a in (1, 2, 3)])
table = table[:, table.sum(axis=0) > 0]
square = stats.chi2_contingency(table, correction=False)
inside, outside = values[(classes == 1) & ~np.isnan(values)], values[(classes != 1) & both & ~np.isnan(values)]
test = stats.ttest_ind(inside, outside, equal_var=False)
pooled = np.sqrt(((len(inside) - 1) * inside.var(ddof=1) + (len(outside) - 1) * outside.var(ddof=1)) / (len(inside) + len(outside) - 2))
edges = np.linspace(np.nanmin(values[both]), np.nanmax(values[both]), 9)

OUT.write_text(
    json.dumps(
        {
            "rows": ROWS, "columns": COLUMNS, "transform": [SIZE, 0, X0, 0, -SIZE, Y0],
            "values": [None if np.isnan(each) else each for each in values.ravel()],
            "classes": [None if np.isnan(each) else each for each in classes.ravel()], "other": other.ravel().tolist(),
            "zones": zones, "polygons": found,
            "cross": {"chi_square": square.statistic, "freedom": square.dof, "p": square.pvalue,
                      "cramers_v": stats.contingency.association(table, method="cramer", correction=False),
                      "kappa": cohen_kappa_score(classes[both].astype(int), other[both].astype(int)),
                      "agreement": (classes[both] == other[both]).mean()},
            "welch": {"difference": inside.mean() - outside.mean(), "t": test.statistic, "freedom": test.df, "p": test.pvalue,
                      "effect": (inside.mean() - outside.mean()) / pooled},
            "zone_means": {str(code): values[(classes == code) & ~np.isnan(values)].mean() for code in (1, 2, 3)},
            "histograms": {str(code): np.histogram(values[(classes == code) & ~np.isnan(values)], edges)[0].tolist() for code in (1, 2, 3)},
        },
        separators=(",", ":"),
        default=float,
    )
)
