"""Writes test/oracles/inversion.json: python3 scripts/oracles/inversion.py

Sea ice by numpy.linalg.solve on the mixing equations of the NASA Team algorithm, water vapour by running Kaufman and Gao
forwards, the rest by numpy 2.4. Inputs are kept with the results.
"""
import json
import pathlib

import numpy as np

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "oracles" / "inversion.json"
random = np.random.default_rng(3)
SHAPE = (6, 10)


def single(values, digits=3):
    return np.round(values, digits).astype("float32").astype("float64")


# Open water, first-year and multi-year ice of SSM/I F13, north: 19V, 19H, 37V.
tie = np.array([[185.2, 251.2, 222.4], [114.4, 235.4, 198.6], [205.2, 241.1, 186.2]])
shares = random.dirichlet([1, 1, 1], SHAPE)
mixed = single(np.einsum("ck,rxk->crx", tie, shares) + random.normal(0, 1, (3, *SHAPE)))
mixed[:, 0, 0] = [210, 160, 235]  # wind and cloud over open water: a gradient ratio above 0.05
ice, multi = np.empty(SHAPE), np.empty(SHAPE)
for pixel in np.ndindex(SHAPE):
    v19, h19, v37 = mixed[(slice(None), *pixel)]
    pr, gr = (v19 - h19) / (v19 + h19), (v37 - v19) / (v37 + v19)
    rows = [
        (tie[0] - tie[1]) - pr * (tie[0] + tie[1]),
        (tie[2] - tie[0]) - gr * (tie[2] + tie[0]),
        np.ones(3),
    ]
    water, first, old = np.linalg.solve(rows, [0, 0, 1])
    total = np.clip(first + old, 0, 1)
    ice[pixel] = 0 if gr > 0.05 else total
    multi[pixel] = 0 if gr > 0.05 else min(total, np.clip(old, 0, 1))

nir, swir = single(random.uniform(0.2, 0.5, SHAPE), 5), single(random.uniform(0.15, 0.45, SHAPE), 5)
vapour = random.uniform(0.3, 5, SHAPE)
path = 1 / np.cos(np.radians(35)) + 1 / np.cos(np.radians(10))
ground = nir + (swir - nir) * (np.array([0.905, 0.936, 0.94])[:, None, None] - 0.865) / 0.375
through = np.stack([
    np.exp(-0.1 * np.sqrt(vapour * path)),
    np.exp(-0.9 * np.sqrt(vapour * path)),
    np.exp(0.02 - 0.651 * np.sqrt(vapour * path)),
])
absorbed = single(ground * through, 6)
# What the rounded reflectances hold.
held = absorbed / ground

red, near, edge = (single(random.uniform(0, high, SHAPE), 4) for high in (0.12, 0.18, 0.15))
low = 228.1 * red / (1 - red / 0.1641)
high = 3078.9 * near / (1 - near / 0.2112)
weight = np.clip((red - 0.05) / 0.02, 0, 1)
index = (edge - red) / (edge + red)

v, h = single(random.uniform(200, 280, SHAPE)), single(random.uniform(150, 270, SHAPE))
decibels = single(random.uniform(-20, -5, SHAPE)), single(random.uniform(-25, -10, SHAPE))
linear = [10 ** (each / 10) for each in decibels]
out = {
    "sea_ice": {"v19": mixed[0], "h19": mixed[1], "v37": mixed[2], "ice": ice, "multi": multi},
    "vapour": {
        "nir": nir,
        "swir": swir,
        "absorbed": absorbed,
        "transmittance": held,
        "water": (np.clip(0.02 - np.log(held[2]), 0, None) / 0.651) ** 2 / path,
        "truth": vapour,
    },
    "water": {
        "red": red,
        "nir": near,
        "edge": edge,
        "turbidity": (1 - weight) * low + weight * high,
        "matter": 355.85 * red / (1 - red / 0.1728),
        "chlorophyll": 14.039 + 86.115 * index + 194.325 * index**2,
        "power": np.maximum(0, 120 * np.maximum(red, 1e-6) ** 1.3 + 2),
        "logarithm": np.maximum(0, 10 * np.log(np.maximum(red, 1e-6)) + 40),
    },
    "microwave": {
        "v": v,
        "h": h,
        "decibels_v": decibels[0],
        "decibels_h": decibels[1],
        "difference": v - h,
        "ratio": (v - h) / (v + h),
        "soil": 0.3 * (linear[0] - linear[1]) + 0.1,
        "plants": (linear[0] - linear[1]) / (linear[0] + linear[1]),
        "clipped": np.clip(0.7 * (v - h) / 100 + 0.1, 0, 1),
        "regression": np.clip(0.05 + 0.006 * (v - h) + 0.004 * (h - v), 0, 1),
        "snow": np.maximum(0, 1.59 * (v - h)),
    },
}


def plain(value):
    if isinstance(value, np.ndarray):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (float, np.floating)):
        return None if np.isnan(value) else round(float(value), 7)
    return value


OUT.write_text(json.dumps(plain(out), separators=(",", ":")) + "\n")
