"""Writes what scipy, scikit-image and scikit-learn say of masks to test/oracles/masks.json: python3 scripts/oracles/masks.py

Made with scipy 1.17, scikit-image 0.26, scikit-learn 1.9 and numpy 2.4. Masks are drawn: '#' inside, '.' outside.
"""
import json
import pathlib

import numpy as np
from scipy import ndimage
from skimage.morphology import thin
from sklearn import metrics

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEIGHT, WIDTH = 34, 46


def blobs(shift):
    rows, cols = np.mgrid[0:HEIGHT, 0:WIDTH]
    field = np.sin(cols / 4.1 + shift) + np.sin(rows / 3.3 - shift) + np.sin((cols + 2 * rows) / 5.7) + 0.6 * np.sin(cols * rows / 9.0)
    return field > 0.25


def drawn(mask):
    return ["".join("#" if each else "." for each in row) for row in mask]


def elements():
    rows, cols = np.mgrid[-3:4, -3:4]
    circle = rows**2 + cols**2 <= 9
    cross = ndimage.generate_binary_structure(2, 1)
    return {
        "square 1": np.ones((3, 3)),
        "square 2": np.ones((5, 5)),
        "diamond 1": cross,
        "diamond 3": ndimage.iterate_structure(cross, 3),
        "circle 3": circle,
    }


def morphology(mask):
    """The edge neither eats into the mask nor grows it: it is inside for erosion, outside for dilation."""
    erode = lambda m, s: ndimage.binary_erosion(m, s, border_value=1)
    dilate = lambda m, s: ndimage.binary_dilation(m, s, border_value=0)
    return {
        name: {
            "erode": drawn(erode(mask, by)),
            "dilate": drawn(dilate(mask, by)),
            "open": drawn(dilate(erode(mask, by), by)),
            "close": drawn(erode(dilate(mask, by), by)),
        }
        for name, by in elements().items()
    }


def small_holes(mask, most):
    labels, count = ndimage.label(ndimage.binary_fill_holes(mask) & ~mask)
    sizes = np.bincount(labels.ravel())
    return mask | ((labels > 0) & (sizes[labels] <= most))


def agreement(one, truth):
    a, b = one.ravel(), truth.ravel()
    return {
        "accuracy": metrics.accuracy_score(b, a),
        "precision": metrics.precision_score(b, a),
        "recall": metrics.recall_score(b, a),
        "f1": metrics.f1_score(b, a),
        "iou": metrics.jaccard_score(b, a),
        "kappa": metrics.cohen_kappa_score(b, a),
        "matrix": metrics.confusion_matrix(b, a).tolist(),
    }


def main():
    mask, other = blobs(0.0), blobs(0.7)
    few = mask & (ndimage.distance_transform_edt(mask) > 2.5)
    holed = np.ones_like(mask)
    holed[3:9, 4:9] = mask[3:9, 4:9]
    holed[15:30, 10:40] = other[15:30, 10:40]
    holed[20:34, 20] = False
    holed[10:13, 0] = False
    data = {
        "mask": drawn(mask),
        "other": drawn(other),
        "holed": drawn(holed),
        "few": drawn(few),
        "morphology": morphology(mask),
        "boundary": drawn(mask & ~ndimage.binary_erosion(mask, border_value=0)),
        "filled": drawn(ndimage.binary_fill_holes(holed)),
        "small_filled": drawn(small_holes(holed, 6)),
        "skeleton": drawn(thin(mask)),
        "skeleton_other": drawn(thin(other)),
        "distance": {
            "sampling": [20.0, 12.5],
            "rows": np.round(ndimage.distance_transform_edt(~few, sampling=[20.0, 12.5])[::3, ::3], 6).tolist(),
        },
        "agreement": agreement(mask, other),
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
    (ROOT / "test" / "oracles" / "masks.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
