"""Writes what scikit-image, scikit-learn and an exhaustive search say of classes to test/oracles/segmentation.json:
python3 scripts/oracles/segmentation.py

Made with scikit-image 0.26, scikit-learn 1.9 and numpy 2.4. The rasters are made by formula, here and in the test.
"""
import itertools
import json
import pathlib

import numpy as np
from skimage.filters import threshold_multiotsu
from sklearn.cluster import KMeans

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SIZE = 40 * 30


def wave(count, step, start=0.0):
    """sin(start + step i), to four decimals, as the test makes it."""
    return np.round(np.sin(start + step * np.arange(count)), 4)


def groups(count, centres, spread):
    """Pixel i lies around centre i mod n."""
    return np.float32(np.take(centres, np.arange(count) % len(centres)) + spread * wave(count, 12.9898))


def otsu():
    found = []
    for classes in (2, 3, 4, 5):
        values = groups(SIZE, [10, 60, 120, 165, 230], 8)
        whole = np.rint(values).astype("uint8")
        found.append(
            {
                "classes": classes,
                "whole": threshold_multiotsu(whole.reshape(30, 40), classes=classes).tolist(),
                "float": threshold_multiotsu(values.reshape(30, 40).astype("float64"), classes=classes).tolist(),
            }
        )
    return found


def natural(values, classes):
    """Least sum of squares over all ways to cut the sorted values."""
    values = np.sort(values)
    best = None
    for cuts in itertools.combinations(range(1, len(values)), classes - 1):
        parts = np.split(values, cuts)
        cost = sum(((part - part.mean()) ** 2).sum() for part in parts)
        if best is None or cost < best[0]:
            best = (cost, [float(values[cut]) for cut in cuts])
    total = ((values - values.mean()) ** 2).sum()
    return {"classes": classes, "first_of_class": best[1], "explained": float(1 - best[0] / total)}


def kmeans():
    found = []
    for name, spread, scale in (("separable", 3, 1), ("mixed", 25, 1), ("unlike bands", 3, 0.001)):
        red = groups(SIZE, [20, 90, 160], spread)
        nir = np.float32(scale * groups(SIZE, [150, 40, 90], spread) + scale * 2 * wave(SIZE, 7.7, 1.0))
        pixels = np.column_stack([red, nir]).astype("float64")
        if name == "unlike bands":
            pixels = pixels / pixels.std(axis=0)
        model = KMeans(3, n_init=20, random_state=0, tol=1e-9, max_iter=1000).fit(pixels)
        order = np.argsort(model.cluster_centers_[:, 0])
        found.append(
            {
                "name": name,
                "inertia": float(model.inertia_),
                "counts": [int((model.labels_ == each).sum()) for each in order],
                "centres": model.cluster_centers_[order].tolist(),
            }
        )
    return found


def main():
    scattered = np.round(50 + 40 * np.sin(3.7 * np.arange(24)) + np.arange(24) % 5, 2)
    data = {"otsu": otsu(), "natural": [natural(scattered, classes) for classes in (2, 3, 4, 5)], "kmeans": kmeans()}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
    (ROOT / "test" / "oracles" / "segmentation.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
