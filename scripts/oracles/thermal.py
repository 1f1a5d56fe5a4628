"""Writes test/oracles/thermal.json: python3 scripts/oracles/thermal.py

Surface temperatures by numpy 2.4 with the constants of scipy.constants 1.17; the edges of TVDI by scipy.stats
(binned_statistic, linregress). Inputs are kept with the results.
"""
import json
import pathlib

import numpy as np
from scipy import constants, stats

OUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "oracles" / "thermal.json"
random = np.random.default_rng(5)
SHAPE = (8, 15)
C2 = constants.h * constants.c / constants.k * 1e6  # µm·K
C1 = 2 * constants.h * constants.c**2 * 1e24  # W·µm⁴/(m²·sr)


def single(values, digits=3):
    return np.round(values, digits).astype("float32").astype("float64")


def radiance(wavelength, kelvin):
    return C1 / wavelength**5 / (np.exp(C2 / (wavelength * kelvin)) - 1)


def temperature(wavelength, level):
    return C2 / (wavelength * np.log(C1 / (wavelength**5 * level) + 1))


inputs = {
    "radiance": single(random.uniform(5, 13, SHAPE)),
    "t11": single(random.uniform(280, 310, SHAPE)),
    "ndvi": single(random.uniform(-0.3, 0.95, SHAPE)),
    "e11": single(random.uniform(0.95, 0.99, SHAPE), 4),
    "albedo": single(random.uniform(0.05, 0.5, SHAPE)),
}
inputs["t12"] = single(inputs["t11"] - random.uniform(-0.5, 3, SHAPE))
inputs["e12"] = single(np.clip(inputs["e11"] + random.normal(0, 0.004, SHAPE), 0.9, 1), 4)
inputs["night"] = single(inputs["t11"] - random.uniform(-3, 25, SHAPE))
t11, t12, e11, e12, ndvi = (inputs[name] for name in ("t11", "t12", "e11", "e12", "ndvi"))
gap, mean_e, gap_e = t11 - t12, (e11 + e12) / 2, e11 - e12

cover = ((ndvi - 0.2) / 0.3) ** 2
thresholds = np.select([ndvi < 0, ndvi < 0.2, ndvi > 0.5], [0.991, 0.97, 0.99], 0.986 + 0.004 * cover)
table = np.select([ndvi < 0.2, ndvi > 0.7], [0.96, 0.99], 0.97 + 0.003 * ndvi)


def wien(kelvin, emissivity, wavelength):
    return kelvin / (1 + wavelength * kelvin / C2 * np.log(emissivity))


def split(c0, c1, c2, c3, c4, c5, c6, water):
    return t11 + c1 * gap + c2 * gap**2 + c0 + (c3 + c4 * water) * (1 - mean_e) + (c5 + c6 * water) * gap_e


lack, spread = (1 - mean_e) / mean_e, gap_e / mean_e**2
becker = (
    1.274
    + (1 + 0.15616 * lack - 0.482 * spread) * (t11 + t12) / 2
    + (6.26 + 3.98 * lack + 38.33 * spread) * (t11 - t12) / 2
)

# Five ASTER bands over ground of known temperature and emissivity; what TES makes of them, band by band.
wavelengths = np.array([8.291, 8.634, 9.075, 10.657, 11.318])
truth = single(random.uniform(285, 320, 12))
spectra = np.array([[0.80, 0.79, 0.82, 0.95, 0.965], [0.97, 0.972, 0.974, 0.982, 0.985], [0.91, 0.90, 0.92, 0.96, 0.97]])
emissivities = spectra[np.arange(12) % 3]
kelvin = single(temperature(wavelengths, emissivities * radiance(wavelengths, truth[:, None])), 4)
levels = radiance(wavelengths, kelvin)
normalised = temperature(wavelengths, levels / 0.99).max(axis=1)
first = levels / radiance(wavelengths, normalised[:, None])
beta = first / first.mean(axis=1, keepdims=True)
contrast = beta.max(axis=1) - beta.min(axis=1)
lowest = 0.994 - 0.687 * contrast**0.737
separated = beta * (lowest / beta.min(axis=1))[:, None]
best = separated.argmax(axis=1)
pick = np.arange(12)
tes = temperature(wavelengths[best], levels[pick, best] / separated[pick, best])

# A triangle of temperature over NDVI.
greens = single(random.uniform(0.05, 0.9, (15, 20)))
dryness = random.uniform(0, 1, (15, 20))
warmth = single(290 + 2 * greens + dryness * (28 - 24 * greens))
bins = 10
x = greens.ravel()
edges = np.linspace(x.min(), x.max(), bins + 1)
centres = (edges[:-1] + edges[1:]) / 2
sides = {}
for name, which in (("dry", "max"), ("wet", "min")):
    values = stats.binned_statistic(x, warmth.ravel(), which, bins=edges).statistic
    line = stats.linregress(centres, values)
    sides[name] = {"slope": line.slope, "intercept": line.intercept, "r2": line.rvalue**2}
low = sides["wet"]["intercept"] + sides["wet"]["slope"] * greens
high = sides["dry"]["intercept"] + sides["dry"]["slope"] * greens
tvdi = np.clip((warmth - low) / (high - low), 0, 1)

bands = {name: single(random.uniform(0.02, 0.5, (2, 3))) for name in ("blue", "red", "nir", "swir1", "swir2")}
out = {
    "inputs": inputs,
    "brightness": {
        "landsat_8_b10": 1321.0789 / np.log(774.8853 / inputs["radiance"] + 1),
        "landsat_5_tm6": 1260.56 / np.log(607.76 / inputs["radiance"] + 1),
    },
    "emissivity": {"thresholds": thresholds, "table": table},
    "single_channel": {
        "thresholds": wien(t11, thresholds, 10.9),
        "table": wien(t11, table, 10.9),
        "layer": wien(t11, e11, 11.45),
    },
    "split_window": {
        "landsat_8": split(-0.268, 1.378, 0.183, 54.3, -2.238, -129.2, 16.4, 2),
        "modis": split(1.02, 1.79, 1.2, 34.83, -0.68, -73.27, -5.19, 1.5),
        "becker_li": becker,
    },
    "multi_channel": 1.022 * t11 + 0.47 * (t11 - t12) + 0.43,
    "three_band": 0.3 * t11 + 0.3 * t12 + 0.4 * inputs["night"] + 2,
    "day": wien(t11, e11, 11.03),
    "night": wien(inputs["night"], e12, 11.03),
    "inertia": np.where(t11 > inputs["night"], (1 - inputs["albedo"]) / (t11 - inputs["night"]), np.nan),
    "tes": {"truth": truth, "kelvin": kelvin, "temperature": tes, "lowest": lowest},
    "tvdi": {"ndvi": greens, "lst": warmth, "bins": bins, "edges": sides, "values": tvdi},
    "albedo": {
        "bands": bands,
        "landsat": sum(weight * bands[name] for name, weight in (("blue", 0.356), ("red", 0.13), ("nir", 0.373), ("swir1", 0.085), ("swir2", 0.072))) - 0.0018,
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
