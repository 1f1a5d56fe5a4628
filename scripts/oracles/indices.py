"""Writes what the published formulas of spectral indices give to test/oracles/indices.json: python3 scripts/oracles/indices.py

The formulas are read in the notation of the shared catalogue (GEOFORGE_SHARED, default ../shared) and evaluated by Python in
double precision at three made-up spectra: plants, bare soil, shallow water. Numbers alone are kept, no copy of the catalogue.
Where the catalogue departs from the paper, the table MENDED says what the paper prints; where it leaves a constant open, or
gives one that belongs to another index, the table CONSTANTS says which value is taken. docs/decisions has the reasons.
"""
import json
import math
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FACTS = pathlib.Path(os.environ.get("GEOFORGE_SHARED", ROOT.parent / "shared")) / "data" / "indices"

# Symbols of the catalogue and our names of bands. S2 is the second short-wave infrared band, not Sentinel-2.
BANDS = {
    "A": "coastal", "B": "blue", "G": "green", "G1": "green1", "Y": "yellow", "R": "red", "RE1": "rededge1",
    "RE2": "rededge2", "RE3": "rededge3", "N": "nir", "N2": "nir_narrow", "SW124": "swir_1240", "S1": "swir1",
    "S2": "swir2", "T": "thermal1", "VV": "vv", "VH": "vh", "HH": "hh", "HV": "hv",
}

# In parts that float32 holds exactly, so that no rounding of the input comes between: 1/1024, kelvin in quarters.
SPECTRA = [
    {
        "coastal": 31, "blue": 43, "green": 78, "green1": 71, "yellow": 66, "red": 52, "rededge1": 112, "rededge2": 268,
        "rededge3": 349, "nir": 401, "nir_narrow": 410, "swir_1240": 338, "swir1": 203, "swir2": 97, "thermal1": 295.25 * 1024,
        "vv": 101, "vh": 27, "hh": 124, "hv": 37,
    },
    {
        "coastal": 83, "blue": 104, "green": 148, "green1": 137, "yellow": 181, "red": 206, "rededge1": 224, "rededge2": 238,
        "rededge3": 251, "nir": 277, "nir_narrow": 286, "swir_1240": 322, "swir1": 357, "swir2": 309, "thermal1": 308.5 * 1024,
        "vv": 62, "vh": 9, "hh": 73, "hv": 11,
    },
    {
        "coastal": 68, "blue": 74, "green": 92, "green1": 90, "yellow": 71, "red": 61, "rededge1": 47, "rededge2": 29,
        "rededge3": 27, "nir": 24, "nir_narrow": 21, "swir_1240": 13, "swir1": 11, "swir2": 7, "thermal1": 289.75 * 1024,
        "vv": 12, "vh": 2, "hh": 14, "hv": 3,
    },
]

# Keys of the catalogue whose name here is not the key in lower case.
RENAMED = {
    "BI": "bsi", "NDREI": "ndre", "BaI": "bareness_index", "NBRSWIR": "nbr_swir", "NBRplus": "nbr_plus", "NSTv1": "nst_v1",
    "CI1SWIR": "ci1_swir", "CI1woSWIR": "ci1_no_swir", "CI2SWIR": "ci2_swir", "CI2woSWIR": "ci2_no_swir",
    "CSISWIR": "csi_swir", "DpRVIHH": "dprvi_hh", "DpRVIVV": "dprvi_vv", "VHVVD": "vh_minus_vv", "VHVVP": "vh_times_vv",
    "VHVVR": "vh_over_vv", "VVVHD": "vv_minus_vh", "VVVHR": "vv_over_vh", "VVVHS": "vv_plus_vh", "NDSIITM": "ndsii_tm",
    "NDSInw": "ndsi_nw", "S3": "snow_index_s3", "SWI": "snow_water_index", "NDSIWV": "ndsi_wv", "UI": "urban_index",
    "AshburnVI": "ashburn_vi", "DVIplus": "dvi_plus", "NormG": "norm_g", "NormNIR": "norm_nir", "NormR": "norm_r",
    "SR": "simple_ratio", "SR2": "simple_ratio_green", "SR3": "simple_ratio_860", "RI": "redness_index", "SI": "shadow_index",
    "MCARIOSAVI": "mcari_osavi", "MCARIOSAVI705": "mcari_osavi705", "TCARIOSAVI": "tcari_osavi",
    "TCARIOSAVI705": "tcari_osavi705", "TCI": "triangular_chlorophyll_index", "mSR705": "msr705_445", "MI": "mangrove_index",
    "MSI": "moisture_stress_index", "NRFIg": "nrfi_g", "NRFIr": "nrfi_r", "sNIRvLSWI": "snirv_lswi",
    "sNIRvNDVILSWIP": "snirv_ndvi_lswi_product", "sNIRvNDVILSWIS": "snirv_ndvi_lswi_sum", "sNIRvSWIR": "snirv_swir",
    "AWEInsh": "awei_nsh", "AWEIsh": "awei_sh", "NDVIMNDWI": "ndvi_minus_mndwi", "OSI": "oil_spill_index",
    "PI": "plastic_index", "TWI": "triangle_water_index",
}  # fmt: skip

# Not in our catalogue; the decision note has the reason of each.
LEFT_OUT = {
    "NIRvP", "RWI", "NIRvH2", "RENDVI", "NDSaII", "CSIwoSWIR", "NBLI", "NBLIOLI", "NDBaI", "DBI", "EBBI", "NBUI", "NDISIb",
    "NDISIg", "NDISImndwi", "NDISIndwi", "NDISIr", "NSTv2", "NDWIns", "sNIRvNDPI", "NDTI4RE", "NDVI4RE", "RVI4RE",
    "SAVI4RE", "SNDTI4RE", "STI4RE",
}  # fmt: skip

# What the papers print where the catalogue prints something else.
MENDED = {
    # The bracket closes after the second square: both are in the denominator (Martín et al. 2006).
    "BAIM": "1.0 / ((0.05 - N) ** 2.0 + (0.2 - S2) ** 2.0)",
    # ρ_rb = ρ_red − γ (ρ_blue − ρ_red), as Kaufman and Tanré (1992) define it.
    "ARVI": "(N - (R - gamma * (B - R))) / (N + (R - gamma * (B - R)))",
    "SARVI": "(1 + L) * (N - (R - gamma * (B - R))) / (N + (R - gamma * (B - R)) + L)",
    # 4 (green − swir1) − (0.25 nir + 2.75 swir2) (Feyisa et al. 2014).
    "AWEInsh": "4.0 * (G - S1) - (0.25 * N + 2.75 * S2)",
    # (R750 − R705) / (R750 + R705 − 2 R445) and (R750 − R445) / (R705 − R445) (Sims and Gamon 2002).
    "mND705": "(RE2 - RE1) / (RE2 + RE1 - 2.0 * A)",
    "mSR705": "(RE2 - A) / (RE1 - A)",
    # 2.3 times red in the denominator (Gitelson et al. 2002).
    "VARI700": "(RE1 - 1.7 * R + 0.7 * B) / (RE1 + 2.3 * R - 1.3 * B)",
    # The water index in it is that of leaves, with 2.13 µm, not that of open water (Gu et al. 2007).
    "NDDI": "(((N - R)/(N + R)) - ((N - S2)/(N + S2)))/(((N - R)/(N + R)) + ((N - S2)/(N + S2)))",
    # Band 7 of MSS reaches from 0.8 to 1.1 µm: the wide near infrared.
    "AshburnVI": "2.0 * N - R",
    # The constant only keeps a division by zero away, which has no value here anyway.
    "WCI1": "-1.0 * ((B - R + RE1)/(B + R + RE1)) * ((G + R)/(B + N))",
    "WCI2": "-1.0 * ((B + G + RE1)/R) * ((B + R + RE1)/N)",
}

DEFAULTS = {
    "C1": 6.0, "C2": 7.5, "L": 1.0, "alpha": 0.1, "beta": 0.05, "cexp": 1.16, "epsilon": 1.0, "eta": 0.5, "fdelta": 0.581,
    "g": 2.5, "gamma": 1.0, "lmb": 1.0, "nexp": 2.0, "omega": 2.0, "sigma": 0.5,
}  # fmt: skip
SOIL_LINE = {"sla": 1.22, "slb": 0.03}
GREENNESS = {"lambdaG": 560.0, "lambdaR": 665.0, "lambdaN": 865.0}
# The default of L is that of EVI; indices made after SAVI take 0.5.
CONSTANTS = {
    **{key: {"L": 0.5} for key in ("SAVI", "SARVI", "GSAVI", "MNLI", "SAVIT", "IBI")},
    **{key: SOIL_LINE for key in ("TSAVI", "ATSAVI", "SAVI2", "WDVI")},
    "NDPI": {"alpha": 0.74},
    "DVIplus": GREENNESS,
    "NDGI": GREENNESS,
    "CRSWIR": {"lambdaN2": 865.0, "lambdaS1": 1610.0, "lambdaS2": 2190.0},
    "FAI": {"lambdaR": 645.0, "lambdaN": 859.0, "lambdaS1": 1640.0},
    "FDI": {"lambdaR": 664.6, "lambdaN": 832.8, "lambdaS1": 1613.7},
}

# Of each, what the paper prints; bands in the symbols of the catalogue.
BESIDE_THE_CATALOGUE = {
    "ndwi_gao": "(N - S1) / (N + S1)",
    "ndvi_re2": "(N - RE2) / (N + RE2)",
    "ndvi_re3": "(N - RE3) / (N + RE3)",
    "ndre2m": "(RE3 - RE1) / (RE3 + RE1)",
    "msr_re": "(N / RE1 - 1) / (N / RE1 + 1) ** 0.5",
    "ndwi_1240": "(N - SW124) / (N + SW124)",
    "salinity_index": "(B * R) ** 0.5",
    "salinity_brightness": "(R ** 2.0 + N ** 2.0) ** 0.5",
    "salinity_si1": "(G * R) ** 0.5",
    "salinity_si2": "(G ** 2.0 + R ** 2.0 + N ** 2.0) ** 0.5",
    "salinity_si3": "(G ** 2.0 + R ** 2.0) ** 0.5",
    "vsdi": "1.0 - ((S1 - B) + (R - B))",
    "satvi": "1.5 * (S1 - R) / (S1 + R + 0.5) - S2 / 2.0",
    "sabi": "(N - R) / (B + G)",
    "wavi": "1.5 * (N - B) / (N + B + 0.5)",
    "bui": "(S1 - N) / (S1 + N) - (N - R) / (N + R)",
    "vegetative_index": "G / (R ** 0.667 * B ** 0.333)",
    "tasselled_cap_brightness_oli": "0.3029 * B + 0.2786 * G + 0.4733 * R + 0.5599 * N + 0.508 * S1 + 0.1872 * S2",
    "tasselled_cap_greenness_oli": "-0.2941 * B - 0.243 * G - 0.5424 * R + 0.7276 * N + 0.0713 * S1 - 0.1608 * S2",
    "tasselled_cap_wetness_oli": "0.1511 * B + 0.1973 * G + 0.3283 * R + 0.3407 * N - 0.7117 * S1 - 0.4559 * S2",
    "tasselled_cap_brightness_tm": "0.2043 * B + 0.4158 * G + 0.5524 * R + 0.5741 * N + 0.3124 * S1 + 0.2303 * S2",
    "tasselled_cap_greenness_tm": "-0.1603 * B - 0.2819 * G - 0.4934 * R + 0.794 * N - 0.0002 * S1 - 0.1446 * S2",
    "tasselled_cap_wetness_tm": "0.0315 * B + 0.2021 * G + 0.3102 * R + 0.1594 * N - 0.6806 * S1 - 0.6109 * S2",
}


def catalogue():
    rows = json.loads((FACTS / "spectral-indices-dict.json").read_text())
    return rows.get("SpectralIndices", rows)


def formula(key):
    return MENDED.get(key, catalogue()[key]["formula"])


def constants(key):
    return DEFAULTS | CONSTANTS.get(key, {})


def radial(first, second, width):
    """The radial basis function of two reflectances."""
    return math.exp(-((first - second) ** 2) / (2 * width**2))


def kernels(symbols, sigma):
    """k with two symbols behind it, such as kNR, is the kernel of these bands; L stands for the constant."""
    return {
        f"k{a}{b}": radial(symbols[a], symbols[b], sigma)
        for a in "NG"
        for b in "NRBGL"
        if a in symbols and b in symbols
    }


def evaluate(text, spectrum, values):
    """The value of a formula at a spectrum by our names of bands; None where it has none."""
    symbols = values | {symbol: spectrum[name] for symbol, name in BANDS.items()}
    sigma = 0.5 * (symbols["N"] + symbols["R"]) if values.get("adaptive") else values["sigma"]
    try:
        value = eval(text, {"__builtins__": {}}, symbols | kernels(symbols, sigma))
    except ZeroDivisionError:
        return None
    return None if isinstance(value, complex) or not math.isfinite(value) else value


def published():
    """Name here, formula and constants of every index of our catalogue."""
    for key in catalogue():
        if key not in LEFT_OUT:
            # The width of kNDVI is half the sum of the two bands, by which it becomes tanh(NDVI²).
            values = constants(key) | {"adaptive": key == "kNDVI"}
            yield RENAMED.get(key, key.lower()), formula(key), values
    for name, text in BESIDE_THE_CATALOGUE.items():
        yield name, text, DEFAULTS


def main():
    spectra = [{name: parts / 1024 for name, parts in spectrum.items()} for spectrum in SPECTRA]
    found = {name: [evaluate(text, each, values) for each in spectra] for name, text, values in published()}
    lines = [f"    {json.dumps(name)}: {json.dumps(values)}" for name, values in sorted(found.items())]
    head = ",\n".join(f"    {json.dumps(each)}" for each in spectra)
    text = '{\n  "spectra": [\n' + head + '\n  ],\n  "values": {\n' + ",\n".join(lines) + "\n  }\n}\n"
    (ROOT / "test" / "oracles" / "indices.json").write_text(text)
    print(f"{len(found)} indices")


if __name__ == "__main__":
    main()
