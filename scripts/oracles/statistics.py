"""Writes test/oracles/statistics.json: python3 scripts/oracles/statistics.py

Moments, percentiles, histograms, correlation, entropy and modes by scipy 1.17, numpy 2.4 and scikit-image 0.26, of rasters
that are kept with the results. null stands for no data.
"""
import json
import pathlib

import numpy as np
from scipy import stats
from skimage.measure import shannon_entropy

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "oracles" / "statistics.json"
random = np.random.default_rng(11)
ROWS, COLUMNS = 12, 20


def single(values):
    return np.round(values, 4).astype("float32").astype("float64")


skewed = single(random.gamma(2.0, 1.5, (ROWS, COLUMNS)))
skewed[0, 0] = skewed[5, 7] = skewed[11, 19] = np.nan
far = single(1e5 + random.normal(0, 2, (ROWS, COLUMNS)))
partner = single(0.7 * np.nan_to_num(skewed) + random.normal(1, 0.8, (ROWS, COLUMNS)))
partner[3, 3] = np.nan
partner[4, 4] = 0
classes = random.choice([1, 2, 3, 5], (ROWS, COLUMNS), p=[0.2, 0.45, 0.3, 0.05]).astype("float64")


def grid(values):
    return [[None if np.isnan(each) else float(each) for each in row] for row in values]


def moments(values):
    valid = values[~np.isnan(values)]
    found = {"sum": valid.sum(), "mean": valid.mean()}
    for name, bias in (("population", True), ("sample", False)):
        std = valid.std(ddof=0 if bias else 1)
        found[name] = {
            "variance": std**2,
            "std": std,
            "skewness": stats.skew(valid, bias=bias),
            "excess": stats.kurtosis(valid, bias=bias, fisher=True),
            "pearson": stats.kurtosis(valid, bias=bias, fisher=False),
            "coefficient_of_variation": stats.variation(valid, ddof=0 if bias else 1),
        }
    return found


valid = skewed[~np.isnan(skewed)]
both = ~np.isnan(skewed) & ~np.isnan(partner)
line = stats.linregress(skewed[both], partner[both])
divides = both & (partner != 0)
counts, edges = np.histogram(valid, 8)
codes, times = np.unique(classes, return_counts=True)
out = {
    "skewed": grid(skewed),
    "far": grid(far),
    "partner": grid(partner),
    "classes": grid(classes),
    "moments": {"skewed": moments(skewed), "far": moments(far)},
    "median": np.median(valid),
    "percentiles": {str(each): np.percentile(valid, each) for each in (1, 25, 50, 90, 99.5)},
    "percentile_75_above_3": np.percentile(valid[valid > 3], 75),
    "histogram": {"edges": edges.tolist(), "counts": counts.tolist()},
    "above_3": {"pixels": int((valid > 3).sum()), "valid": int(valid.size)},
    "where": {"pixels": int((both & (skewed > 3) & (partner <= 3)).sum()), "valid": int(both.sum())},
    "conditional": {
        "mean": skewed[both & (partner >= 3)].mean(),
        "std": skewed[both & (partner >= 3)].std(),
        "min": skewed[both & (partner >= 3)].min(),
        "max": skewed[both & (partner >= 3)].max(),
    },
    "pair": {
        "correlation": stats.pearsonr(skewed[both], partner[both]).statistic,
        "slope": line.slope,
        "intercept": line.intercept,
        "rmse": np.sqrt(np.mean((partner[both] - skewed[both]) ** 2)),
        "bias": np.mean(partner[both] - skewed[both]),
        "pixels": int(both.sum()),
    },
    "ratio": {
        "mean_ratio": np.mean(skewed[divides] / partner[divides]),
        "ratio_of_means": skewed[both].mean() / partner[both].mean(),
    },
    "mode": {"mode": stats.mode(classes.ravel()).mode, "pixels": int(times.max())},
    "entropy": {"classes": shannon_entropy(classes.astype("uint8")), "bins_8": stats.entropy(counts, base=2)},
}
OUT.write_text(json.dumps(out, default=float, separators=(",", ":")) + "\n")
