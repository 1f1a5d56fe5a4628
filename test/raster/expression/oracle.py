"""Values of expressions by numpy 2.4 (float64, rounded once to float32): python3 oracle.py > oracle.json"""
import json

import numpy as np

NAN = float('nan')
BANDS = {
    'nir': [0.4, 0.05, 0.3, 0.11, 0.25, 0.9, 0.0, NAN, 0.2, 0.61, -0.02, 1.4],
    'red': [0.06, 0.04, 0.3, 0.13, 0.24, 0.05, 0.0, 0.1, NAN, 0.07, 0.03, 1.3],
    'blue': [0.05, 0.02, 0.2, 0.09, 0.21, 0.03, 0.0, 0.1, 0.1, 0.04, 0.01, 1.2],
}
nir, red, blue = (np.float32(values).astype(np.float64) for values in BANDS.values())
where, minimum, maximum = np.where, np.minimum, np.maximum
known = np.where(np.isnan(nir) | np.isnan(red), NAN, 1.0)

EXPRESSIONS = {
    '(nir - red) / (nir + red)': lambda: (nir - red) / (nir + red),
    '2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + 1)': lambda: 2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + 1),
    '(2 * nir + 1 - sqrt((2 * nir + 1)^2 - 8 * (nir - red))) / 2': lambda: (2 * nir + 1 - np.sqrt((2 * nir + 1) ** 2 - 8 * (nir - red))) / 2,
    '1 / ((0.1 - red)^2 + (0.06 - nir)^2)': lambda: 1 / ((0.1 - red) ** 2 + (0.06 - nir) ** 2),
    'log(nir) + log10(red) - exp(-blue)': lambda: np.log(nir) + np.log10(red) - np.exp(-blue),
    'nir^0.5 + red^3 - blue^-1': lambda: nir**0.5 + red**3 - blue**-1.0,
    'min(nir, red, blue) + max(nir, red)': lambda: minimum(minimum(nir, red), blue) + maximum(nir, red),
    'clamp(10 * nir, 1, 3)': lambda: np.clip(10 * nir, 1, 3),
    'nir > red and not blue >= 0.1': lambda: ((nir > red) & ~(blue >= 0.1)) * known,
    'nir < red or nir == red': lambda: ((nir < red) | (nir == red)) * known,
    'where(nir > red, nir / red, -1)': lambda: where(nir > red, nir / red, -1.0) * known,
    'where(valid(nir), nir, blue)': lambda: where(np.isnan(nir), blue, nir),
    'floor(10 * nir) + abs(nir - red)': lambda: np.floor(10 * nir) + np.abs(nir - red),
    '1e-4 * nir / blue': lambda: 1e-4 * nir / blue,
}


def shown(values):
    rounded = np.float32(values)
    return [float(value) if np.isfinite(value) else None for value in rounded]


with np.errstate(all='ignore'):
    rows = {text: shown(compute()) for text, compute in EXPRESSIONS.items()}
bands = {name: [None if np.isnan(value) else value for value in values] for name, values in BANDS.items()}
print(json.dumps({'bands': bands, 'rows': rows}, indent=1))
