"""Writes test/oracles/change.json: python3 scripts/oracles/change.py

Published formulas of change over two small rasters, evaluated by numpy 2.4 in double precision. None is no value.
"""
import json
import pathlib

import numpy as np

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "oracles" / "change.json"
random = np.random.default_rng(11)
SHAPE = (6, 8)
ONE = 1 / 1024  # exact in float32


def parts(low, high):
    return random.integers(low, high, SHAPE) * ONE


def listed(values):
    return [None if not np.isfinite(each) else float(each) for each in np.asarray(values).ravel()]


before, after = parts(-300, 900), parts(-300, 900)
before[0, 0], after[1, 1] = np.nan, np.nan
before[2, 2] = 0
nir, swir, nir_after, swir_after = parts(100, 500), parts(30, 400), parts(60, 400), parts(50, 500)
red, red_after = parts(20, 200), parts(20, 300)
nir[3, 3] = swir[3, 3]  # NBR of 0, where RdNBR would divide by 0

with np.errstate(all="ignore"):
    pre, post = (nir - swir) / (nir + swir), (nir_after - swir_after) / (nir_after + swir_after)
    dnbr = pre - post
    both = (before > 0) & (after > 0)
    found = {
        "ratio": np.where(before == 0, np.nan, after / before),
        "relative": np.where(before == 0, np.nan, 100 * (after - before) / np.abs(before)),
        "normalised": np.where(before + after > 0, (before - after) / (before + after), np.nan),
        "log_ratio": np.where(both, 10 * np.log10(after / before), np.nan),
        "rdnbr": (dnbr - 0.02) / np.sqrt(np.maximum(np.abs(pre), 0.001)),
        "rbr": (dnbr - 0.02) / (pre + 1.001),
        "magnitude": np.hypot(red_after - red, nir_after - nir),
        "angle": np.degrees(np.arctan2(nir_after - nir, red_after - red)) % 360,
    }
OUT.write_text(
    json.dumps(
        {
            "rows": SHAPE[0],
            "columns": SHAPE[1],
            "before": listed(before),
            "after": listed(after),
            "scenes": {"pre": {"red": listed(red), "nir": listed(nir), "swir2": listed(swir)},
                       "post": {"red": listed(red_after), "nir": listed(nir_after), "swir2": listed(swir_after)}},
            **{name: listed(values) for name, values in found.items()},
        },
        separators=(",", ":"),
    )
)
