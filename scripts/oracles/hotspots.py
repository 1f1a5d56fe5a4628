"""Writes test/oracles/hotspots.json: python3 scripts/oracles/hotspots.py

Gi*, Moran, Geary and local Moran by esda 2.9 on weights of libpysal 4.14 between valid pixels; Benjamini-Hochberg by
statsmodels 0.14; nearest distances and draws without replacement by numpy.
"""
import json
import pathlib
import sys

sys.path.pop(0)  # statistics.py beside this file is not Python's own

import esda
import libpysal
import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "oracles" / "hotspots.json"
random = np.random.default_rng(7)
ROWS, COLUMNS = 9, 11

field = np.add.outer(np.sin(np.arange(ROWS) / 2), np.cos(np.arange(COLUMNS) / 3)) + random.normal(0, 0.4, (ROWS, COLUMNS))
field = np.round(field + 3, 3).astype("float32").astype("float64")
field[2, 3] = field[2, 4] = field[8, 10] = np.nan
valid = [(row, column) for row in range(ROWS) for column in range(COLUMNS) if not np.isnan(field[row, column])]
place = {pixel: index for index, pixel in enumerate(valid)}
values = np.array([field[pixel] for pixel in valid])


def weights(is_near):
    near = {}
    for row, column in valid:
        near[place[row, column]] = [
            place[other]
            for other in valid
            if other != (row, column) and is_near(abs(other[0] - row), abs(other[1] - column))
        ]
    return libpysal.weights.W(near, silence_warnings=True)


def full(found):
    grid = [None] * (ROWS * COLUMNS)
    for (row, column), value in zip(valid, found):
        grid[row * COLUMNS + column] = float(value)
    return grid


def gi_star(is_near):
    near = libpysal.weights.util.fill_diagonal(weights(is_near), 1)
    return full(esda.G_Local(values, near, transform="B", star=None, permutations=0).Zs)


def of_sample(index, neighbours):
    """Mean of the neighbours as a draw without replacement from the other pixels, in its standard deviations."""
    others = np.delete(values, index)
    count = len(neighbours)
    variance = others.var() / count * (1 - (count - 1) / (len(others) - 1))
    return (values[neighbours].mean() - others.mean()) / np.sqrt(variance)


rook = weights(lambda rows, columns: rows + columns == 1)
queen = weights(lambda rows, columns: max(rows, columns) == 1)
figures = {}
for name, near in (("rook", rook), ("queen", queen)):
    near.transform = "B"
    moran = esda.Moran(values, near, transformation="B", permutations=0)
    geary = esda.Geary(values, near, transformation="B", permutations=0)
    near.transform = "R"
    local = esda.Moran_Local(values, near, transformation="R", permutations=0, n_jobs=1)
    figures[name] = {
        "moran": {"value": moran.I, "expected": moran.EI, "z_norm": moran.z_norm, "z_rand": moran.z_rand, "p_rand": moran.p_rand},
        "geary": {"value": geary.C, "expected": geary.EC, "z_norm": geary.z_norm, "z_rand": geary.z_rand},
        # esda divides by n - 1 where the pixel's own deviate is of the population.
        "local": full(local.Is * len(values) / (len(values) - 1)),
        "local_z": full([of_sample(index, near.neighbors[index]) for index in range(len(values))]),
    }

z = np.round(np.concatenate([random.normal(0, 1, 150), random.normal(3.2, 0.5, 20), random.normal(-3.5, 0.4, 10)]), 4).astype("float32")
p = 2 * stats.norm.sf(np.abs(z.astype("float64")))
rejected = multipletests(p, alpha=0.05, method="fdr_bh")[0]

points = np.round(random.uniform(0, 1000, (60, 2)), 2)
apart = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
np.fill_diagonal(apart, np.inf)
nearest = apart.min(axis=1)
expected = 0.5 / np.sqrt(60 / 1e6)
se = 0.26136 / np.sqrt(60 * 60 / 1e6)

OUT.write_text(
    json.dumps(
        {
            "rows": ROWS,
            "columns": COLUMNS,
            "values": [None if np.isnan(each) else round(float(each), 6) for each in field.ravel()],
            "gi_star": {"square_1": gi_star(lambda rows, columns: max(rows, columns) <= 1),
                        "circle_2": gi_star(lambda rows, columns: rows**2 + columns**2 <= 4)},
            **figures,
            "fdr": {"z": [float(each) for each in z], "hot": int((rejected & (z > 0)).sum()), "cold": int((rejected & (z < 0)).sum()),
                    "threshold": float(np.abs(z[rejected]).min())},
            "probabilities": {
                "normal": [[each, 2 * stats.norm.sf(each)] for each in (0.0, 0.5, 1.959963984540054, 2.7, 2.9, 5.0, 12.0)],
                "student": [[t, freedom, 2 * stats.t.sf(t, freedom)] for t, freedom in ((0.3, 4), (2.1, 17.5), (9.0, 3), (4.0, 1e6))],
                "chi_square": [[each, freedom, stats.chi2.sf(each, freedom)] for each, freedom in ((0.4, 1), (3.1, 4), (60.0, 9), (900.0, 12))],
            },
            "nearest": {"points": points.tolist(), "mean": nearest.mean(), "index": nearest.mean() / expected,
                        "z": (nearest.mean() - expected) / se},
        },
        separators=(",", ":"),
    )
)
