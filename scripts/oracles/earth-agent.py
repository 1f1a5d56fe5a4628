"""Writes what the array-maths tools of Earth-Agent give of small inputs, their faults included, for the agreement of our
tools with theirs (bench/earthbench). Each tool is written anew from its description; where theirs is wrong, `right` is
worked by hand or by a law, never by our code:

  python3 scripts/oracles/earth-agent.py > test/oracles/earth-agent.json
      (numpy 2, scipy 1.17.1, statsmodels 0.15.0, ruptures 1.1.10, scikit-image 0.26)
"""
import json
import math
import re
import warnings

import numpy as np
import ruptures
from scipy import ndimage, signal as filters, stats
from skimage.morphology import skeletonize
from statsmodels.tsa.seasonal import STL
from statsmodels.tsa.stattools import acf

warnings.filterwarnings("ignore")
random = np.random.default_rng(11)
NAN = float("nan")
EPS = 1e-6
C2 = 14387.7
cases = []


def plain(value):
    """JSON of arrays, NaN as null, infinity as a word."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(each) for each in value]
    if isinstance(value, (float, np.floating)):
        if math.isnan(value):
            return None
        return float(f"{value:.9g}") if math.isfinite(value) else "infinite"
    return value.item() if isinstance(value, np.generic) else value


def case(theirs, args, files=None, right=None, why=None, **result):
    """`files`: path → array, list of bands, or a dict of `bands` and `nodata`; `result`: value, rasters (path → array or bands)."""
    def bands(array):
        array = np.asarray(array, float)
        return list(array) if array.ndim == 3 else [array]

    def file(given):
        return dict(given, bands=bands(given["bands"])) if isinstance(given, dict) else dict(bands=bands(given))

    def told(outcome):
        if outcome is not None and "rasters" in outcome:
            outcome = dict(outcome, rasters={
                path: [None if band is None else np.asarray(band, float) for band in given] if isinstance(given, list) else bands(given)
                for path, given in outcome["rasters"].items()})
        return outcome

    entry = dict(theirs=theirs, args=args, files={path: file(given) for path, given in (files or {}).items()}, **told(result))
    if right is not None:
        entry.update(right=told(right), why=why)
    cases.append(plain(entry))


def field(low, high, shape=(4, 5), digits=3):
    return np.round(random.uniform(low, high, shape), digits)


def ratio(a, b):
    return (a - b) / (a + b + EPS)


# Indices -------------------------------------------------------------------------------------------------------------

dates = ["2021-07-01", "2021-07-09"]
two = {f"d/{band}_{date}.tif": field(low, high, (3, 4)) for date in dates for band, low, high in
       [("nir", .2, .5), ("red", .05, .2), ("green", .05, .2), ("swir1", .1, .4), ("swir2", .1, .3), ("blue", .05, .1)]}
of = lambda band: [f"d/{band}_{date}.tif" for date in dates]
outs = [f"o/{date}.tif" for date in dates]


def batch(name, args, formula, settings=None):
    rasters = {out: formula(*[two[paths[place]] for paths in args.values()]) for place, out in enumerate(outs)}
    used = {path for paths in args.values() for path in paths}
    case(name, dict(args, output_paths=outs, **(settings or {})), {path: two[path] for path in sorted(used)}, rasters=rasters)


batch("calculate_batch_ndvi", dict(input_nir_paths=of("nir"), input_red_paths=of("red")), ratio)
FILL = -9999
for name, many in (("calculate_batch_ndvi", True), ("calculate_ndvi", False)):
    raw = [np.array([[.5, .3, FILL]]), np.array([[.1, .1, FILL]])]
    given = {path: dict(bands=array, nodata=FILL) for path, array in zip(("nir.tif", "red.tif"), raw)}
    wrap = (lambda path: [path]) if many else (lambda path: path)
    end = "s" if many else ""
    case(name, {f"input_nir_path{end}": wrap("nir.tif"), f"input_red_path{end}": wrap("red.tif"), f"output_path{end}": wrap("out.tif")},
         given, rasters={"out.tif": ratio(*raw)}, right=dict(rasters={"out.tif": np.array([[2 / 3, .5, NAN]])}),
         why="0.4 / 0.6, 0.2 / 0.4, and a pixel of fill")
case("calculate_ndvi", dict(input_nir_path="d/nir_2021-07-01.tif", input_red_path="d/red_2021-07-01.tif", output_path="o.tif"),
     {path: two[path] for path in ("d/nir_2021-07-01.tif", "d/red_2021-07-01.tif")},
     rasters={"o.tif": ratio(two["d/nir_2021-07-01.tif"], two["d/red_2021-07-01.tif"])})
batch("calculate_batch_ndwi", dict(input_nir_paths=of("nir"), input_swir_paths=of("swir1")), ratio)
modis = {"Lake_sur_refl_b04_2022-08-01.tif": field(.1, .3), "Lake_sur_refl_b02_2022-08-01.tif": field(.1, .5),
         "Lake_sur_refl_b07_2022-08-01.tif": field(.1, .3), "Lake_sur_refl_b01_2022-08-01.tif": field(.1, .3)}
b01, b02, b04, b07 = (f"Lake_sur_refl_b{band}_2022-08-01.tif" for band in ("01", "02", "04", "07"))


def single(name, args, first, second):
    case(name, dict(args, output_path="o.tif"), {path: modis[path] for path in args.values()},
         rasters={"o.tif": ratio(modis[first], modis[second])})


case("calculate_batch_ndwi", dict(input_nir_paths=[b04], input_swir_paths=[b02], output_paths=["o.tif"]),
     {path: modis[path] for path in (b04, b02)}, rasters={"o.tif": ratio(modis[b04], modis[b02])})
single("calculate_ndwi", dict(input_nir_path=b04, input_swir_path=b02), b04, b02)
single("calculate_nbr", dict(input_nir_path=b02, input_swir_path=b07), b02, b07)
single("calculate_ndti", dict(input_red_path=b01, input_green_path=b04), b01, b04)
batch("calculate_batch_ndbi", dict(input_swir_paths=of("swir1"), input_nir_paths=of("nir")), ratio)
batch("calculate_batch_nbr", dict(input_nir_paths=of("nir"), input_swir_paths=of("swir2")), ratio)
batch("calculate_batch_ndti", dict(input_red_paths=of("red"), input_green_paths=of("green")), ratio)
batch("calculate_batch_wri", dict(input_green_paths=of("green"), input_red_paths=of("red"), input_nir_paths=of("nir"), input_swir_paths=of("swir1")),
      lambda g, r, n, s: (g + r) / (n + s + EPS))
for G, C1, C2_, L in ((2.5, 6, 7.5, 1), (2.4, 5.5, 7, .9)):
    batch("calculate_batch_evi", dict(input_nir_paths=of("nir"), input_red_paths=of("red"), input_blue_paths=of("blue")),
          lambda n, r, b: G * (n - r) / (n + C1 * r - C2_ * b + L + EPS), {} if L == 1 else dict(G=G, C1=C1, C2=C2_, L=L))
# Greener than the others: near bare soil the 1e-6 of their formula shows in the fifth digit.
for path in of("nir"):
    two[path] = field(.4, .6, (3, 4))
batch("calculate_batch_fvc", dict(input_nir_paths=of("nir"), input_red_paths=of("red")),
      lambda n, r: np.clip((ratio(n, r) - .1) / .8 * 100, 0, 100))
frp = np.where(random.random((4, 5)) < .5, 0, field(1, 80))
case("calculate_batch_frp", dict(input_frp_paths=["frp.tif"], output_paths=["o.tif"], fire_threshold=10), {"frp.tif": frp},
     rasters={"o.tif": np.where(frp > 10, 255, 0)})


def ndsi(g, s):
    g, s = g * 1e-4, s * 1e-4
    g, s = np.where((g < 0) | (g > 1), NAN, g), np.where((s < 0) | (s > 1), NAN, s)
    return np.clip((g - s) / (g + s + EPS), -1, 1)


g, s = np.round(field(500, 9000, digits=0)), np.round(field(500, 4000, digits=0))
case("calculate_batch_ndsi", dict(green_file_list=["g.tif"], swir_file_list=["s.tif"], output_path_list=["o.tif"]), {"g.tif": g, "s.tif": s},
     rasters={"o.tif": ndsi(g, s)})
g, s = np.array([[12000., 6000.]]), np.array([[4000., 2000.]])
case("calculate_batch_ndsi", dict(green_file_list=["g.tif"], swir_file_list=["s.tif"], output_path_list=["o.tif"]), {"g.tif": g, "s.tif": s},
     rasters={"o.tif": ndsi(g, s)}, right=dict(rasters={"o.tif": [[[.5, .5]]]}), why="(1.2 − 0.4) / 1.6 and (0.6 − 0.2) / 0.8")
binary = np.where(random.random((6, 6)) < .3, 1., 0.)
binary[0, 0] = NAN
case("calc_extreme_snow_loss_percentage_from_binary_map", dict(binary_map_path="m.tif"), {"m.tif": binary},
     value=np.sum(binary == 1) / np.isfinite(binary).sum())


def tvdi(ndvi, lst):
    ndvi, lst = ndvi * 1e-4, lst * .02
    valid = (ndvi >= 0) & (ndvi <= 1) & (lst > 0)
    if valid.sum() < 100:
        return np.full(ndvi.shape, NAN)
    x, y = ndvi[valid], lst[valid]
    bounds = np.linspace(x.min(), x.max(), 101)
    centres, highs, lows = [], [], []
    for low, high in zip(bounds[:-1], bounds[1:]):
        inside = (x >= low) & (x < high)
        if inside.any():
            centres.append((low + high) / 2)
            highs.append(y[inside].max())
            lows.append(y[inside].min())
    if len(centres) < 2:
        return np.full(ndvi.shape, NAN)
    dry, wet = np.polyfit(centres, highs, 1), np.polyfit(centres, lows, 1)
    top, bottom = np.polyval(dry, ndvi), np.polyval(wet, ndvi)
    span = np.where(top - bottom == 0, 1e-6, top - bottom)
    return np.where(valid, np.clip((lst - bottom) / span, 0, 1), NAN)


# The pixel of the highest NDVI lies between the extremes of its interval, so that it decides nothing.
ndvi = 1000 + 347. * random.integers(0, 21, (11, 11))
# Whole kelvins, which single precision holds exactly.
lst = np.round((15900 - .15 * ndvi + random.uniform(-400, 400, (11, 11))) / 50) * 50
ndvi[0, :3], lst[0, :3] = [8000, 7990, 7990], [14600, 14900, 14200]
case("compute_tvdi", dict(ndvi_path=["v.tif"], lst_path=["t.tif"], output_path=["o.tif"]), {"v.tif": ndvi, "t.tif": lst},
     rasters={"o.tif": tvdi(ndvi, lst)})
ndvi = np.repeat([2000., 4010., 6000.], 36).reshape(9, 12)
lst = np.tile([15000., 15400., 15600., 15200.], 27).reshape(9, 12)
lst[6:] = np.tile([15000., 15400., 15200., 15100.], 9).reshape(3, 12)
centres = [.202, .402, .598]
dry, wet = np.polyfit(centres, [312, 312, 308], 1), np.polyfit(centres, [300, 300, 300], 1)
truth = np.clip((lst * .02 - np.polyval(wet, ndvi * 1e-4)) / (np.polyval(dry, ndvi * 1e-4) - np.polyval(wet, ndvi * 1e-4)), 0, 1)
case("compute_tvdi", dict(ndvi_path="v.tif", lst_path="t.tif", output_path="o.tif"), {"v.tif": ndvi, "t.tif": lst},
     rasters={"o.tif": tvdi(ndvi, lst)}, right=dict(rasters={"o.tif": truth}),
     why="edges through the extremes of three NDVI, 312, 312 and 308 K dry and 300 K wet, at the middles of their intervals")

# Sixty-fourths of a kelvin, which single precision holds exactly, so that small differences keep their digits.
exact = lambda low, high, shape=(3, 4): np.round(random.uniform(low, high, shape) * 64) / 64

# Inversion -----------------------------------------------------------------------------------------------------------

dark = dict(b02=np.array([[.4, .4]]), b05=np.array([[.4, .4]]), b17=np.array([[.36, .32]]), b18=np.array([[.2, .1]]),
            b19=np.array([[.4, .4]]) * math.exp(.02 - .651))


def band_ratio(b02, b05, b17, b18, b19):
    a = (b05 - b02) / .375
    b = b02 - a * .865
    clear = [band / (a * wave + b) for band, wave in ((b17, .905), (b18, .936), (b19, .94))]
    return [np.maximum(np.nan_to_num(-np.log(clear[1]) / .03), 0), *clear]


args = {f"sur_refl_{band}_path": [f"r/{band}.tif"] for band in dark}
case("band_ratio", dict(args, output_path=["o.tif"]), {f"r/{band}.tif": array for band, array in dark.items()},
     rasters={"o.tif": np.array(band_ratio(**dark))},
     right=dict(rasters={"o.tif": np.array([[[.5, .5]], [[.9, .8]], [[.5, .25]], [[math.exp(-.631)] * 2]])}),
     why="over flat ground of 0.4; ln T19 = 0.02 − 0.651, so that ((0.02 − ln T) / 0.651)² is 1, on a path of two atmospheres")


def emissive(ndvi):
    return np.where(ndvi > .7, .99, np.where(ndvi < .2, .96, .97 + .003 * ndvi))


bt = field(285, 310)
red1, nir1 = field(.03, .2), field(.2, .5)
nir1[0, 0], red1[0, 0], nir1[0, 1], red1[0, 1] = .5, .05, .2, .19
case("lst_single_channel", dict(bt_path=["x_BT10.tif"], red_path=["x_b4.tif"], nir_path=["x_b5.tif"], output_path=["o.tif"]),
     {"x_BT10.tif": bt, "x_b4.tif": red1, "x_b5.tif": nir1},
     rasters={"o.tif": bt / (1 + 10.9 * bt / C2 * np.log(emissive(ratio(nir1, red1))))})
t31, t32 = field(280, 310), field(279, 309)
case("lst_multi_channel", dict(band31_path="x_BT_31.tif", band32_path="x_BT_32.tif", output_path="o.tif"),
     {"x_BT_31.tif": t31, "x_BT_32.tif": t32}, rasters={"o.tif": 1.022 * t31 + .47 * (t31 - t32) + .43})


def split_window(b31, b32, e31, e32, parameter):
    e31, e32 = e31 * .002 + .49, e32 * .002 + .49
    gap, e = b31 - b32, np.clip((e31 + e32) / 2, .8, 1)
    if parameter == "PWV":
        return gap / (b31 * e) * 100
    t = b31 - 273.15
    found = .268 + 1.378 * t + .183 * t ** 2 / 1000 + (54.3 - 2.238 * gap) * (1 - e) + (54.3 - 2.238 * gap) * (e31 - e32) + 273.15
    return np.where((found < 200) | (found > 350), NAN, found)


pair = {"x_BT_31.tif": np.array([[300., 290.]]), "x_BT_32.tif": np.array([[299., 290.]]), "x_Emis31.tif": np.array([[245., 245.]]),
        "x_Emis32.tif": np.array([[245., 245.]])}
names = dict(zip(["band31_path", "band32_path", "emissivity31_path", "emissivity32_path"], pair))
case("split_window", dict(names, parameter="LST", output_path="o.tif"), pair, rasters={"o.tif": split_window(*pair.values(), "LST")},
     right=dict(rasters={"o.tif": np.array([[304.6794, 291.6894]])}),
     why="300 + 1.02 + 1.79 + 1.2 + (34.83 − 0.68 · 2) · 0.02, and 290 + 1.02 + 33.47 · 0.02, by Sobrino 2003 with 2 g/cm²")
pair = {**pair, "x_BT_31.tif": exact(290, 305, (3, 3)), "x_BT_32.tif": exact(288, 303, (3, 3)),
        "x_Emis31.tif": np.round(field(235, 248, (3, 3))), "x_Emis32.tif": np.round(field(235, 248, (3, 3)))}
case("split_window", dict(names, parameter="PWV", output_path="o.tif"), pair, rasters={"o.tif": split_window(*pair.values(), "PWV")})

# Ground of 300 K whose emissivities keep to ε min = 0.994 − 0.687 · MMD^0.737 with a highest one of 0.99: what a scanner sees
# of it by Planck's law must lead back to 300 K.
waves = np.array([8.291, 8.634, 9.075, 10.657, 11.318])
c1 = 1.191042972e8
planck = lambda wave, kelvin: c1 / wave ** 5 / (np.exp(14387.768775 / wave / kelvin) - 1)
back = lambda wave, radiance: 14387.768775 / wave / np.log(c1 / wave ** 5 / radiance + 1)
low, high = .985, .98999
for _ in range(200):
    least = (low + high) / 2
    ground = np.array([least, least + .3 * (.99 - least), least + .5 * (.99 - least), .99, least + .9 * (.99 - least)])
    contrast = (ground.max() - ground.min()) / ground.mean()
    low, high = (low, least) if least < .994 - .687 * contrast ** .737 else (least, high)
seen = [np.array([[back(wave, each * planck(wave, 300.))]], np.float32).astype(float) for wave, each in zip(waves, ground)]
tir = [f"x_BT_{band}.tif" for band in range(10, 15)]


def separation(bands, representative):
    spread = np.max(bands, axis=0) - np.min(bands, axis=0)
    e = np.clip(.982 - .072 * spread, .85, .999)
    t = bands[representative]
    return [t / (1 + 10.6 * t / C2 * np.log(e)), e, spread]


case("temperature_emissivity_separation", dict(tir_band_paths=tir, representative_band_index=3, output_path="o.tif"), dict(zip(tir, seen)),
     rasters={"o.tif": np.array(separation(seen, 3))},
     right=dict(rasters={"o.tif": np.array([[[300.]], [[least]], np.max(seen, axis=0) - np.min(seen, axis=0)])}),
     why="brightness by Planck's law of ground of 300 K whose emissivities keep to the relation of TES")


def day_night(day, night, day_e, night_e):
    out = []
    for bt, raw in ((day, day_e), (night, night_e)):
        bt = np.where((bt < 270) | (bt > 325), NAN, bt)
        e = np.clip(raw * .002 + .49, .5, 1)
        lst = bt / (1 + 11 * bt / C2 * np.log(e))
        out.append((np.where((lst < 270) | (lst > 325), NAN, lst), bt, e))
    return np.array([out[0][0], out[1][0], out[0][1], out[1][1], out[0][2], out[1][2]])


names = ["BT_day_path", "BT_night_path", "Emis_day_path", "Emis_night_path"]
paths = [f"x_2021_01_01_{each}.tif" for each in ("BT_31_Day", "BT_31_Night", "Emis31_Day", "Emis31_Night")]
given = [field(285, 310, (2, 3)), field(273, 285, (2, 3)), np.round(field(238, 248, (2, 3))), np.round(field(238, 248, (2, 3)))]
case("modis_day_night_lst", dict({name: [path] for name, path in zip(names, paths)}, output_path=["o.tif"]), dict(zip(paths, given)),
     rasters={"o.tif": day_night(*given)})
given = [np.array([[300.]]), np.array([[260.]]), np.array([[255.]]), np.array([[245.]])]
case("modis_day_night_lst", dict(zip(names, paths), output_path="o.tif"), dict(zip(paths, given)), rasters={"o.tif": day_night(*given)},
     right=dict(rasters={"o.tif": np.array([[[300.]], [[261.04835]], [[300.]], [[260.]], [[1.]], [[.98]]])}),
     why="a black day of 300 K; 260 / (1 − 11 · 260 / 14387.7 · 0.0202027)")
three = [field(270, 320, (3, 4)) for _ in range(3)]
three[1][0, 0] = 350
paths = ["x_BT_10_P1.tif", "x_BT_11_P1.tif", "x_BT_12_P1.tif"]
good = np.all([(band > 240) & (band < 340) for band in three], axis=0)
ttm = np.where(good, .3 * three[0] + .3 * three[1] + .4 * three[2] + 2, NAN)
e = np.where(good, .95, NAN)
case("ttm_lst", dict(tir_band_paths=paths, wavelengths=[8.3, 8.65, 9.1], output_path="o.tif"), dict(zip(paths, three)),
     rasters={"o.tif": np.array([ttm, e, e])}, right=dict(rasters={"o.tif": [ttm, None, None]}),
     why="the weighted sum alone; nothing measured an emissivity")

many = {}
for date in dates:
    many[f"NY_{date}_b4.tif"], many[f"NY_{date}_b5.tif"], many[f"lst_{date}.tif"] = field(.02, .2), field(.15, .5), field(285, 310)
reds, nirs, lsts = ([name.format(date) for date in dates] for name in ("NY_{}_b4.tif", "NY_{}_b5.tif", "lst_{}.tif"))
for mode, threshold in (("above", .6), ("below", .3)):
    pool = [many[lst][ratio(many[n], many[r]) >= threshold if mode == "above" else ratio(many[n], many[r]) < threshold]
            for r, n, lst in zip(reds, nirs, lsts)]
    case("calculate_mean_lst_by_ndvi", dict(red_paths=reds, nir_paths=nirs, lst_paths=lsts, ndvi_threshold=threshold, mode=mode), many,
         value=np.nanmean(np.concatenate(pool)))
    case("calculate_max_lst_by_ndvi", dict(red_path=reds[0], nir_path=nirs[0], lst_path=lsts[0], ndvi_threshold=threshold, mode=mode),
         {path: many[path] for path in (reds[0], nirs[0], lsts[0])}, value=np.nanmax(pool[0]))


def ati(day, night, albedo):
    gap = np.where(day == night, NAN, day - night)
    return np.clip((1 - albedo) / gap, 0, 10)


given = [field(295, 310), field(270, 285), field(.1, .4)]
paths = ["x_Day.tif", "x_Night.tif", "x_albedo.tif"]
names = ["day_temp_path", "night_temp_path", "albedo_path"]
case("ATI", dict(zip(names, paths), output_path="o.tif"), dict(zip(paths, given)), rasters={"o.tif": ati(*given)})
given = [np.array([[300., 280.]]), np.array([[290., 285.]]), np.array([[.2, .2]])]
case("ATI", dict({name: [path] for name, path in zip(names, paths)}, output_path=["o.tif"]), dict(zip(paths, given)),
     rasters={"o.tif": ati(*given)}, right=dict(rasters={"o.tif": np.array([[.08, NAN]])}), why="0.8 / 10; a night warmer than its day")

p1, p2 = field(-14, -6), field(-20, -10)
l1, l2 = 10 ** (p1 / 10), 10 ** (p2 / 10)
for parameter, found in (("soil_moisture", .3 * (l1 - l2) + .1), ("vegetation_index", (l1 - l2) / (l1 + l2))):
    case("dual_polarization_differential", dict(pol1_path="vv.tif", pol2_path="vh.tif", parameter=parameter, output_path="o.tif"),
         {"vv.tif": p1, "vh.tif": p2}, rasters={"o.tif": found})
f1, f2 = exact(240, 260), exact(239, 261)
for parameter, alpha, beta in (("SM", .7, .1), ("VI", .5, 0), ("LAI", .6, .05)):
    case("dual_frequency_diff", dict(band1_path="f1.tif", band2_path="f2.tif", parameter=parameter, alpha=None, beta=None, output_path="o.tif"),
         {"f1.tif": f1, "f2.tif": f2}, rasters={"o.tif": np.array([f1 - f2, np.clip(alpha * (f1 - f2) + beta, 0, 1)])})
channels = {f"bt{place}.tif": exact(249.5, 250.5) for place in range(4)}
bts = list(channels.values())
for name, parameter, weights, offset, pairs in (
        ("multi_freq_bt", "SM", [.6, .4], .05, [[0, 1], [2, 3]]), ("multi_freq_bt", "LAI", [.7, .3], 0, [[1, 0], [2, 3]]),
        ("multi_freq_bt", "VWC", [.5, .5], .1, [[0, 1], [0, 2]]),
        ("chang_single_param_inversion", "SM", [.65, .3, .1], .02, [[0, 1], [1, 2], [2, 3]]),
        ("chang_single_param_inversion", "VWC", [.5, .4, .2], .05, [[0, 1], [1, 2], [2, 3]])):
    total = offset + sum(weight * (bts[i] - bts[j]) for weight, (i, j) in zip(weights, pairs))
    case(name, dict(bt_paths=list(channels), diff_pairs=pairs, parameter=parameter, output_path="o.tif"), channels,
         rasters={"o.tif": np.clip(total, 0, 1)})


def ice(v19, h19, v37, h37):
    return np.where((v19 > 0) & (h19 > 0) & (v37 > 0) & (h37 > 0), np.clip(((v19 - h19) / 50 + (v37 - h37) / 20) / 2, 0, 1), NAN)


# First-year ice and open water of the Arctic as SSM/I of F13 sees them (Cavalieri and others, NSIDC-0051).
sea = {"19V.tif": np.array([[251.2, 185.2]]), "19H.tif": np.array([[235.4, 114.4]]), "37V.tif": np.array([[241.1, 205.2]]),
       "37H.tif": np.array([[228., 145.]])}
case("nasa_team_sea_ice_concentration", dict(bt_paths={path[:3]: path for path in sea}, output_path="o.tif"), sea,
     rasters={"o.tif": ice(*sea.values())}, right=dict(rasters={"o.tif": [[[1., 0.]]]}), why="tie points of first-year ice and of open water")
v, h = field(240, 270), field(200, 240)
for parameter, a, b in (("VWC", 15, 5), ("SM", .4, .1)):
    pr = np.clip((v - h) / (v + h), -1, 1)
    case("dual_polarization_ratio", dict(bt_paths=dict(V="v.tif", H="h.tif"), parameter=parameter, output_path="o.tif", coeffs=None),
         {"v.tif": v, "h.tif": h}, rasters={"o.tif": np.array([a * pr + b, pr])})
r = field(.01, .2)
for method, a, b, n, found in (("linear", 1, 0, 1, r), ("linear", 228, -5, 1, np.maximum(228 * r - 5, 0)),
                               ("power", 120, 2, 1.3, 120 * np.maximum(r, 1e-6) ** 1.3 + 2), ("log", 8, 40, 1, np.maximum(8 * np.log(r) + 40, 0))):
    case("calculate_water_turbidity_ntu", dict(input_red_path="x_b01.tif", output_path="o.tif", method=method, a=a, b=b, n=n),
         {"x_b01.tif": r}, rasters={"o.tif": found})

# Perception ----------------------------------------------------------------------------------------------------------

grey = np.round(field(0, 255, (8, 8)))
case("threshold_segmentation", dict(input_image_path="g.tif", threshold=120, output_path="o.tif"), {"g.tif": grey},
     rasters={"o.tif": np.where(grey > 120, 255, 0)})
case("count_above_threshold", dict(file_path="g.tif", threshold=150), {"g.tif": grey}, value=int((grey > 150).sum()))
boxes = [[10, 20, 40, 60], [55, 5, 95, 25], [200, 150, 230, 190], [0, 0, 4, 8]]
case("bbox_expansion", dict(bboxes=boxes, radius=5, gsd=.5), value=[[x1 - 10, y1 - 10, x2 + 10, y2 + 10] for x1, y1, x2, y2 in boxes])
centres = [[(x1 + x2) / 2, (y1 + y2) / 2] for x1, y1, x2, y2 in boxes]
case("bboxes2centroids", dict(bboxes=boxes), value=centres)
pairs = [(i, j, math.dist(centres[i], centres[j])) for i in range(4) for j in range(i + 1, 4)]
case("centroid_distance_extremes", dict(centroids=centres),
     value=dict(min=list(min(pairs, key=lambda each: each[2])), max=list(max(pairs, key=lambda each: each[2]))))
case("calculate_bbox_area", dict(bboxes=[[10, 20, 40, 60], [100, 100, 110, 105]], gsd=.5),
     value=(40 * 60 + 110 * 105) * .25, right=dict(value=312.5), why="corners: 30 × 40 and 10 × 5 pixels of 0.25 m²")
blobs = np.zeros((8, 8))
blobs[0:3, 0:4] = blobs[5:8, 1:8] = blobs[0:3, 5:8] = 200
blobs[4, 0] = 255
worn = ndimage.binary_erosion(blobs > 127, np.ones((3, 3)), border_value=1)
case("count_skeleton_contours", dict(image_path="g.tif"), {"g.tif": blobs}, value=ndimage.label(skeletonize(worn), np.ones((3, 3)))[1])

# Analysis ------------------------------------------------------------------------------------------------------------

series = np.round(np.cumsum(random.normal(.1, 1, 24)), 3)
years = [2015, 2016, 2018, 2019, 2022]
case("compute_linear_trend", dict(y=series), value=list(np.polyfit(np.arange(24), series, 1)))
case("compute_linear_trend", dict(y=series[:5], x=years), value=list(np.polyfit(years, series[:5], 1)))
halves = np.arange(5) * .5 + 3
case("compute_linear_trend", dict(y=series[:5], x=halves), value=list(np.polyfit(halves, series[:5], 1)))


def mann_kendall(x):
    n = len(x)
    s = sum(np.sign(x[j] - x[i]) for i in range(n) for j in range(i + 1, n))
    ties = np.unique(x, return_counts=True)[1]
    variance = (n * (n - 1) * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5) for t in ties)) / 18
    z = 0 if s == 0 else (s - np.sign(s)) / math.sqrt(variance)
    p = 2 * (1 - stats.norm.cdf(abs(z)))
    return ["no trend" if p >= .05 else "increasing" if z > 0 else "decreasing", p, z, s / (n * (n - 1) / 2)]


tied = np.array([3, 1, 2, 2, 4, 3, 3, 5, 4, 4, 2, 6, 5, 5, 4, 6], float)
for x in (tied, tied[::-1], random.normal(0, 1, 15).round(3)):
    case("mann_kendall_test", dict(x=x), value=mann_kendall(x))
case("sens_slope", dict(x=tied), value=np.median([(tied[j] - tied[i]) / (j - i) for i in range(16) for j in range(i + 1, 16)]))
season = np.round(np.sin(np.arange(36) * np.pi / 3) + .02 * np.arange(36) + random.normal(0, .1, 36), 3)
for robust in (True, False):
    parts = STL(season, period=6, robust=robust).fit()
    case("stl_decompose", dict(x=season, period=6, robust=robust), value=dict(trend=parts.trend, seasonal=parts.seasonal, resid=parts.resid))
for size in (10, 7):
    jump = np.concatenate([np.zeros(size), np.full(20 - size, 10.)])
    found = ruptures.Pelt(model="l2").fit(jump).predict(pen=10)
    case("detect_change_points", dict(signal=jump, model="l2", penalty=10), value=found,
         **({} if size == 10 else dict(right=dict(value=[7, 20]), why="seven zeros, then thirteen tens")))


def autocorrelation(x, nlags):
    x = x - x.mean()
    n = len(x)
    return [1.] + [(x[k:] * x[:-k]).sum() / (n - k) / ((x ** 2).sum() / n) for k in range(1, nlags + 1)]


case("autocorrelation_function", dict(x=season, nlags=12), value=autocorrelation(season, 12))


def seasonality(values, least=.3):
    found = acf(values, nlags=min(len(values) // 3, 40))
    lag = 2 + int(np.argmax(found[2:]))
    return lag if found[lag] > least else "Data is not cyclical"


cycle = np.round(np.sin(np.arange(36) * np.pi / 3), 3)
case("detect_seasonality_acf", dict(values=cycle), value=seasonality(cycle))
ramp = np.round(np.arange(40) + random.normal(0, .3, 40), 3)
case("detect_seasonality_acf", dict(values=ramp, min_acf=.6), value=seasonality(ramp, .6), right=dict(value="Data is not cyclical"),
     why="a rise of 1 a step with noise of 0.3 has a trend and no cycle")


def gi_star(image, weights):
    image, weights = np.nan_to_num(image), np.asarray(weights, float)
    n, mean, std = image.size, image.mean(), image.std()
    near = filters.convolve2d(image, weights, mode="same")
    return (near - mean * weights.sum()) / (std * math.sqrt((n * (weights ** 2).sum() - weights.sum() ** 2) / (n - 1)))


corner = np.zeros((4, 4))
corner[0, 0] = 16
c, e, i = math.sqrt(48), math.sqrt(60), math.sqrt(63)
case("getis_ord_gi_star", dict(image_path="g.tif", weight_matrix=np.ones((3, 3), int), output_path="o.tif"), {"g.tif": corner},
     rasters={"o.tif": gi_star(corner, np.ones((3, 3)))},
     right=dict(rasters={"o.tif": np.array([
         [12 / c, 10 / e, -6 / e, -4 / c], [10 / e, 7 / i, -9 / i, -6 / e], [-6 / e, -9 / i, -9 / i, -6 / e], [-4 / c, -6 / e, -6 / e, -4 / c]])}),
     why="mean 1, std √15; windows of 4, 6 and 9 pixels: (sum − W) / √(15 · (16 W − W²) / 15)")


def direction(hot):
    height, width = hot.shape
    counts = dict(north=0, south=0, east=0, west=0)
    for row, col in zip(*np.where(hot == 1)):
        dy, dx = height // 2 - row, col - width // 2
        counts[("north" if dy > 0 else "south") if abs(dy) > abs(dx) else "east" if dx > 0 else "west"] += 1
    return max(counts, key=counts.get) if sum(counts.values()) else "no hotspots found"


hot = np.zeros((5, 5))
hot[0, 1:4] = hot[4, 2] = 1
case("analyze_hotspot_direction", dict(hotspot_map_path="h.tif"), {"h.tif": hot}, value=direction(hot))
case("analyze_hotspot_direction", dict(hotspot_map_path="h.tif"), {"h.tif": hot * 0}, value=direction(hot * 0))
hot = np.zeros((4, 3))
hot[2, 1] = 1
case("analyze_hotspot_direction", dict(hotspot_map_path="h.tif"), {"h.tif": hot}, value=direction(hot), right=dict(value="south"),
     why="of four rows the third begins at the middle, so that its pixel lies half a pixel south of it")
spiky = [.7159, .6939, .3553, NAN, .6819, .4762, .7463]
present = np.array(spiky)[~np.isnan(spiky)]
case("count_spikes_from_values", dict(values=spiky), value=int((np.diff(present) > .1).sum()))
case("count_spikes_from_values", dict(values=series, spike_threshold=.8, verbose=False), value=int((np.diff(series) > .8).sum()))

# Numbers -------------------------------------------------------------------------------------------------------------

x = np.round(random.gamma(3, 2, 20), 3)
for ddof in (1, 0):
    case("coefficient_of_variation", dict(x=x, ddof=ddof), value=x.std(ddof=ddof) / x.mean())


def skewness(x, bias=True):
    x, n = np.asarray(x, float), len(x)
    third = ((x - x.mean()) ** 3).mean()
    return third / x.std() ** 3 if bias else third / x.std(ddof=1) ** 3 * math.sqrt(n * (n - 1)) / (n - 2)


def kurtosis(x, bias=True, fisher=True):
    x, n = np.asarray(x, float), len(x)
    fourth = (x - x.mean()) ** 4
    if bias:
        return fourth.mean() / x.std() ** 4 - (3 if fisher else 0)
    found = n * (n + 1) * fourth.sum() / ((n - 1) * (n - 2) * (n - 3) * x.std(ddof=1) ** 4) - 3 * (n - 1) ** 2 / ((n - 2) * (n - 3))
    return found - (3 if fisher else 0)


case("skewness", dict(x=x), value=skewness(x))
case("kurtosis", dict(x=x), value=kurtosis(x))
case("kurtosis", dict(x=x, fisher=False), value=kurtosis(x, fisher=False))
few = [1, 2, 3, 4, 10]
case("skewness", dict(x=few, bias=False), value=skewness(few, False), right=dict(value=1.6970563),
     why="third moment 36, variance 10: 36 / 10^1.5 · √20 / 3")
case("kurtosis", dict(x=few, bias=False), value=kurtosis(few, False), right=dict(value=3.152),
     why="fourth moment 278.8, so −0.212; 4 / 6 · (6 · −0.212 + 6)")
case("kurtosis", dict(x=few, bias=False, fisher=False), value=kurtosis(few, False, False), right=dict(value=6.152), why="3.152 and 3")
case("difference", dict(a=287.45, b=290.92), value=abs(287.45 - 290.92))
case("division", dict(a=4, b=10), value=2.5)
case("division", dict(a=0, b=-5), value=math.inf, right=dict(refused="invalid_input"), why="nothing can be divided by 0")
case("percentage_change", dict(a=2.7, b=1.82), value=(1.82 - 2.7) / 2.7 * 100)
case("percentage_change", dict(a=-2, b=-1), value=(-1 + 2) / -2 * 100, right=dict(value=50), why="from −2 to −1 it rises by half of 2")
case("multiply", dict(a=.316, b=100000), value=31600)
case("kelvin_to_celsius", dict(kelvin=256.863), value=-16.287)
case("celsius_to_kelvin", dict(celsius=21.5), value=294.65)
case("max_value_and_index", dict(x=[.727, 1, .665, 1, .583]), value=[1, 1])
case("min_value_and_index", dict(x=[6.67, -8.82, 8.33, -8.82]), value=[-8.82, 1])
for n in (2.1, -2.7, 5):
    case("ceil_number", dict(n=n), value=math.ceil(n))
case("get_list_object_via_indexes", dict(input_list=[5.5, 1, 7, 9], indexes=[2, 0, -1]), value=[7, 5.5, 9])
case("get_list_object_via_indexes", dict(input_list=["a.tif", "b.tif"], indexes=[1]), value=["b.tif"])
case("mean", dict(x=x), value=x.mean())
case("mean", dict(x=[1, NAN, 3]), value=NAN, right=dict(value=2), why="(1 + 3) / 2")
case("get_filelist", dict(dir_path="d"), {"d/a.tif": [[1, 2]], "d/b.tif": [[1, 2]], "d/notes.txt": dict(bands=[[0]], isOther=True)},
     value=["a.tif", "b.tif", "notes.txt"], right=dict(value=2), why="two rasters; the text was never read")

# Statistics of rasters -----------------------------------------------------------------------------------------------

stack = {f"s/v_{place}.tif": field(-1, 2, (5, 6)) for place in range(3)}
stack["s/v_1.tif"][0, 0] = stack["s/v_2.tif"][2, 3] = NAN
paths, arrays = list(stack), list(stack.values())
whole = {path: array for path, array in stack.items() if not np.isnan(array).any()}


def stretch(array):
    return (array - np.nanmin(array)) / (np.nanmax(array) - np.nanmin(array)) * 255


FIGURES = dict(
    mean=np.nanmean, std=lambda a: np.nanstd(a, ddof=1), median=np.nanmedian, min=np.nanmin, max=np.nanmax, sum=np.nansum,
    skewness=lambda a: float(stats.skew(a.ravel(), bias=False)), kurtosis=lambda a: float(stats.kurtosis(a[~np.isnan(a)], fisher=False)))
# Of 1, 2 and 3: fourth powers 2 / 3 over (2 / 3)².
HAND = dict(mean=2, std=1, median=2, min=1, max=3, sum=6, skewness=0, kurtosis=1.5)
for name, of_array in FIGURES.items():
    given = whole if name == "skewness" else stack
    for uint8 in (False, True):
        used = dict(list(given.items())[:1]) if uint8 else given
        case(f"calc_batch_image_{name}", dict(file_list=list(used), **(dict(uint8=True) if uint8 else {})), used,
             value=[of_array(stretch(array) if uint8 else array) for array in used.values()])
    fill = -9999 if name != "max" else 65535
    filled = np.array([[1., 2.], [3., fill]])
    case(f"calc_batch_image_{name}", dict(file_list=["f.tif"]), {"f.tif": dict(bands=filled, nodata=fill)}, value=[of_array(filled)],
         right=dict(value=[HAND[name]]), why="of 1, 2 and 3 beside a pixel of fill")
means = [np.nanmean(array) for array in arrays]
filled = {"f.tif": dict(bands=[[1., 2.], [3., 65535.]], nodata=65535), "g.tif": [[4., 4.], [4., 4.]]}
for name, found, wrong, right in (("mean", np.mean(means), (16385.25 + 4) / 2, 3), ("max", np.max(means), 16385.25, 4)):
    case(f"calc_batch_image_mean_{name}", dict(file_list=paths), stack, value=found)
    case(f"calc_batch_image_mean_{name}", dict(file_list=list(filled)), filled, value=wrong, right=dict(value=right),
         why="means of 2 and 4; the fill is no data")
case("calc_batch_image_mean_max_min", dict(file_list=paths), stack,
     value=[np.mean(means), max(map(np.nanmax, arrays)), min(map(np.nanmin, arrays))])
clipped = [np.clip(array, 0, 1) * 255 for array in arrays]
case("calc_batch_image_mean_max_min", dict(file_list=paths, uint8=True), stack,
     value=[np.mean([np.nanmean(each) for each in clipped]), max(map(np.nanmax, clipped)), min(map(np.nanmin, clipped))])
level = sorted(means)[1] - 1e-3
for above, kind in ((True, "ratio"), (False, "count"), (True, "count")):
    beyond = sum(mean > level if above else mean < level for mean in means)
    case("calc_batch_image_mean_threshold", dict(file_list=paths, threshold=level, above=above, return_type=kind), stack,
         value=beyond / 3 * 100 if kind == "ratio" else int(beyond))
for mode, factor in (("above", 1.1), ("below", .98)):
    limit = factor * np.mean(means)
    case("count_images_exceeding_mean_multiplier", dict(image_paths=paths, mean_multiplier=factor, mode=mode, verbose=False), stack,
         value=int(sum(mean > limit if mode == "above" else mean < limit for mean in means)))
share = lambda array, test: test(array[~np.isnan(array)]).mean()
case("calc_batch_image_hotspot_percentage", dict(file_list=paths, threshold=.7), stack, value=[share(array, lambda v: v > .7) for array in arrays])
case("calc_batch_image_hotspot_tif", dict(file_list=paths[:2], threshold=.7, output_path_list=["o/0.tif", "o/1.tif"]),
     {path: stack[path] for path in paths[:2]},
     rasters={f"o/{place}.tif": np.where(np.isnan(array), NAN, np.where(array < .7, 1, 0)) for place, array in enumerate(arrays[:2])})
TESTS = dict(above=np.greater, below=np.less, equal=np.equal, above_equal=np.greater_equal, below_equal=np.less_equal)
whole_numbers = np.round(field(0, 4, (5, 5)))
for mode, test in TESTS.items():
    case("calculate_threshold_ratio", dict(image_paths=["w.tif"], threshold=2, mode=mode), {"w.tif": whole_numbers},
         value=test(whole_numbers, 2).mean() * 100)
case("calculate_threshold_ratio", dict(image_paths=paths), stack, value=np.mean([share(array, lambda v: v > .75) * 100 for array in arrays]))
double = np.array([field(0, 1, (4, 4)), field(290, 320, (4, 4))])
case("calculate_threshold_ratio", dict(image_paths="two.tif", threshold=305, band_index=1), {"two.tif": double},
     value=(double[1] > 305).mean() * 100)
for mode, ratio_threshold in (("above", 40), ("below", 60), ("above", 99)):
    shares = [share(array, lambda v: v > .7 if mode == "above" else v < .7) * 100 for array in arrays]
    over = [each for each in shares if each > ratio_threshold]
    args = dict(image_paths=paths, value_threshold=.7, ratio_threshold=ratio_threshold, mode=mode, verbose=False)
    case("count_images_exceeding_threshold_ratio", args, stack, value=len(over))
    case("average_ratio_exceeding_threshold", args, stack, value=np.mean(over) if over else 0)
fires = {f"T_MaxFRP_2018-08-{day:02}.tif": np.where(random.random((4, 4)) < .4, field(1, 60, (4, 4)), 0) for day in (3, 1, 2)}
case("calc_batch_fire_pixels", dict(file_list=list(fires), fire_threshold=5), fires, value=[int((each > 5).sum()) for each in fires.values()])
change = np.round(field(-40, 60, (4, 4)))
case("create_fire_increase_map", dict(change_image_path="c.tif", output_path="o.tif", threshold=20), {"c.tif": change},
     rasters={"o.tif": np.where(change >= 20, 1, 0)})
frp = list(fires.values())[0]
limit = np.percentile(frp[frp > 0], 75)
case("identify_fire_prone_areas", dict(file_path="f.tif", output_path="o.tif"), {"f.tif": frp}, value=limit,
     rasters={"o.tif": np.where(frp >= limit, 1, 0)})
case("get_percentile_value_from_image", dict(image_path="p.tif", percentile=70), {"p.tif": arrays[1]}, value=np.nanpercentile(arrays[1], 70))
case("get_percentile_value_from_image", dict(image_path="p.tif", percentile=50), {"p.tif": [[1, 2], [3, 6]]}, value=round(2.5),
     right=dict(value=2.5), why="half way between 2 and 3")
a, b = field(280, 310, (4, 4)), field(.5, 1, (4, 4))
b[0, 0], b[1, 1] = 0, NAN
quotient = np.divide(a, b, where=b != 0, out=np.full_like(a, NAN))
case("image_division_mean", dict(image_path1="a.tif", image_path2="b.tif"), {"a.tif": a, "b.tif": b}, value=np.nanmean(quotient))
case("image_division_mean", dict(image_path1="t.tif", band1=1, band2=2), {"t.tif": np.array([a, b])}, value=np.nanmean(quotient))
a, b = arrays[1], arrays[2]
both = ~np.isnan(a) & ~np.isnan(b)
case("calculate_intersection_percentage", dict(path1=paths[1], threshold1=.2, path2=paths[2], threshold2=.5),
     {path: stack[path] for path in paths[1:]}, value=((a > .2) & (b > .5) & both).sum() / both.sum() * 100)
conditions = [[0, .4, "above"], [1, 305, "below"]]
met = (double[0] > .4) & (double[1] < 305)
case("calculate_multi_band_threshold_ratio", dict(image_path="two.tif", band_conditions=conditions), {"two.tif": double}, value=met.mean() * 100)
case("count_pixels_satisfying_conditions", dict(image_path="two.tif", band_conditions=conditions), {"two.tif": double}, value=int(met.sum()))
case("calculate_multi_band_threshold_ratio", dict(image_path="two.tif", band_conditions=[[0, .5, "above"], [1, .5, "above"]]),
     {"two.tif": np.array([[[.9, .9, .1, .9]], [[.9, NAN, .9, .1]]])}, value=25, right=dict(value=100 / 3),
     why="one of the three pixels with both values")
for mode in ("above", "below"):
    inside = double[1] >= 305 if mode == "above" else double[1] < 305
    case("calculate_band_mean_by_condition",
         dict(image_path="two.tif", condition_band_index=1, condition_threshold=305, condition_mode=mode, target_band_index=0),
         {"two.tif": double}, value=double[0][inside].mean())


def threshold_value_mean(path1, path2, threshold, given):
    stamp = lambda path: (re.search(r"\d{4}_\d{2}_\d{2}_\d{4}", path) or [None])[0]
    partners = {stamp(path): given[path] for path in path2}
    pool = []
    for path in path1:
        if stamp(path) in partners and stamp(path):
            first, second = given[path], partners[stamp(path)]
            pool.append(second[(first > threshold) & (first > 0) & (second >= 0) & (second <= 1)])
    return np.concatenate(pool).mean() if pool else NAN


given = {"lst_2021_07_12_0310.tif": field(295, 315), "tvdi_2021_07_12_0310.tif": field(0, 1)}
first, second = given
case("calc_threshold_value_mean", dict(path1=[first], path2=[second], threshold=305), given,
     value=threshold_value_mean([first], [second], 305, given))
given = {"tvdi_2022-01-01.tif": np.array([[.8, .9, .1]]), "X_2022-01-01_LST.tif": np.array([[300., 310., 320.]])}
first, second = given
case("calc_threshold_value_mean", dict(path1=[first], path2=[second], threshold=.75), given,
     value=threshold_value_mean([first], [second], .75, given), right=dict(value=305), why="(300 + 310) / 2")

# Rasters out of rasters ----------------------------------------------------------------------------------------------

clean = {"t/1_2020-01-01.tif": field(0, 1), "t/2_2020-02-01.tif": field(0, 1), "t/3_2020-03-01.tif": field(0, 1)}
case("calculate_tif_average", dict(file_list=list(clean), output_path="o.tif"), clean, rasters={"o.tif": np.mean(list(clean.values()), axis=0)})
gaps = {"t/1.tif": np.array([[1., 3.]]), "t/2.tif": np.array([[3., NAN]])}
case("calculate_tif_average", dict(file_list=list(gaps), output_path="o.tif"), gaps, rasters={"o.tif": np.mean(list(gaps.values()), axis=0)},
     right=dict(rasters={"o.tif": [[[2., 3.]]]}), why="(1 + 3) / 2, and the one date that there is")
one, other = list(clean)[:2]
some = {path: clean[path] for path in (one, other)}
case("calculate_tif_difference", dict(image_a_path=one, image_b_path=other, output_path="o.tif"), some, rasters={"o.tif": clean[other] - clean[one]})
case("subtract", dict(img1_path=one, img2_path=other, output_path="o.tif"), some, rasters={"o.tif": clean[one] - clean[other]})
marked = np.where(grey > 120, 255, 0)
case("calculate_area", dict(input_image_path="m.tif", gsd=2.5), {"m.tif": marked}, value=float((marked != 0).sum() * 6.25))
case("calculate_area", dict(input_image_path="m.tif", gsd=None), {"m.tif": marked}, value=int((marked != 0).sum()))
case("calculate_area", dict(input_image_path="m.tif", gsd=2), {"m.tif": [[[1, 0, 1]], [[1, 0, 1]], [[1, 0, 0]]]}, value=5 * 4,
     right=dict(value=8), why="two pixels of 4 m²")
# The ends of viridis, #440154 and #fde725, as matplotlib publishes it.
case("grayscale_to_colormap", dict(image_path="e.tif", save_name="e.png", cmap_name="viridis"), {"e.tif": [[3, 7], [7, 3]]},
     value=[[[68, 1, 84], [253, 231, 37]], [[253, 231, 37], [68, 1, 84]]])
digital = np.round(field(7000, 30000, (4, 4)))
case("radiometric_correction_sr", dict(input_band_path="x_SR_B4.tif", output_path="o.tif"), {"x_SR_B4.tif": digital},
     rasters={"o.tif": digital * 2.75e-5 - .2})
flags = np.array([[1, 2, 4, 8], [16, 32, 64, 128], [21824, 22280, 23888, 21952]], float)
digital = np.round(field(7000, 30000, (3, 4)))
case("apply_cloud_mask", dict(sr_band_path="Lake_SR_B3_2008-04-16.tif", qa_pixel_path="Lake_QA_PIXEL_2008-04-16.tif", output_path="o.tif"),
     {"Lake_SR_B3_2008-04-16.tif": digital, "Lake_QA_PIXEL_2008-04-16.tif": flags},
     rasters={"o.tif": np.where(flags.astype(int) & 31, NAN, digital)})

print("[\n" + ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in cases) + "\n]")
