"""Writes small TIFF files of every kind that GDAL writes, and what GDAL reads of them: python3 scripts/make-read-matrix.py FOLDER

Each FOLDER/N.tif has a FOLDER/N.bin: per level (full image, then overviews), band by band, row-major, float32 of
`value - base`, little-endian; hidden pixels are NaN. FOLDER/files.json lists them. Taking the base off makes the last bits
of 32-bit integers and doubles show in a float32.
"""
import itertools
import json
import pathlib
import sys
import warnings

import numpy as np
import rasterio
from rasterio.enums import Resampling
from rasterio.errors import NotGeoreferencedWarning

warnings.simplefilter("ignore", NotGeoreferencedWarning)
WIDTH, HEIGHT, BANDS = 70, 53, 3
ROW, COL = np.mgrid[0:HEIGHT, 0:WIDTH]
NOISE = np.random.default_rng(7)
TYPES = ["uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "float64"]
BASES = {"uint32": 3e9, "int32": -2e9, "float64": 1e6}
LAYOUTS = {"tiled": dict(tiled=True, blockxsize=32, blockysize=16), "striped": dict(blockysize=7)}


def numbers(dtype, bands=BANDS):
    """Flat stretches, slopes and noise, so that every codec has something to do."""
    stacked = []
    for band in range(bands):
        slope = (ROW * 3 + COL * 5 + band * 17) % 120
        noise = NOISE.integers(0, 120, (HEIGHT, WIDTH))
        stacked.append(np.where(COL < 20, 11, np.where(COL < 50, slope, noise)))
    data = np.stack(stacked)
    if np.dtype(dtype).kind == "f":
        return (data / 8 + BASES.get(dtype, -5) + data / 4096).astype(dtype)
    if dtype == "int8":
        return (data - 60).astype(dtype)
    return (data * {"uint8": 2, "int16": -250}.get(dtype, 500) + BASES.get(dtype, 0)).astype(dtype)


class Matrix:
    def __init__(self, folder):
        self.folder = folder
        self.files = []

    def add(self, name, data, base=0, mask=None, overviews=None, refused=None, tolerance=0, **options):
        number = len(self.files)
        path = self.folder / f"{number}.tif"
        profile = dict(driver="GTiff", width=WIDTH, height=HEIGHT, count=len(data), dtype=data.dtype)
        with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
            with rasterio.open(path, "w", **profile, **options) as target:
                target.write(data)
                if mask is not None:
                    target.write_mask(mask)
            if overviews:
                with rasterio.open(path, "r+") as target:
                    target.build_overviews([2, 4], overviews)
        # Opacity is a mask, not a band.
        bands = len(data) - (options.get("ALPHA") == "YES")
        row = dict(name=name, file=path.name, bands=bands, base=base, tolerance=tolerance)
        if refused:
            self.files.append(row | dict(refused=refused))
            return
        levels, values = [], b""
        for level in [None, 0, 1] if overviews else [None]:
            with rasterio.open(path, **({} if level is None else dict(overview_level=level))) as source:
                levels.append([source.width, source.height])
                for band in range(1, bands + 1):
                    read = source.read(band).astype("float64") - base
                    read[source.read_masks(band) == 0] = np.nan
                    values += read.astype("<f4").tobytes()
        path.with_suffix(".bin").write_bytes(values)
        self.files.append(row | dict(levels=levels))


def predictors(dtype, codec):
    if codec not in ("deflate", "lzw", "zstd"):
        return [1]
    return [1, 2, 3] if np.dtype(dtype).kind == "f" else [1, 2]


def main(folder):
    matrix = Matrix(folder)
    turn = itertools.cycle(itertools.product(["LITTLE", "BIG"], ["NO", "YES"]))
    codecs = ["none", "deflate", "lzw", "zstd", "packbits", "lerc", "lerc_deflate", "lerc_zstd"]
    for dtype, codec, layout, interleave in itertools.product(TYPES, codecs, LAYOUTS, ["pixel", "band"]):
        data = numbers(dtype)
        for predictor in predictors(dtype, codec):
            endian, big = next(turn)
            options = dict(LAYOUTS[layout], compress=codec, interleave=interleave, ENDIANNESS=endian, BIGTIFF=big)
            if codec in ("deflate", "lzw", "zstd"):
                options["predictor"] = predictor
            name = f"{dtype} {codec} predictor {predictor} {layout} {interleave} {endian} BigTIFF {big}"
            matrix.add(name, data, base=BASES.get(dtype, 0), **options)
    for dtype, codec, endian in itertools.product(TYPES, ["none", "deflate", "lzw"], ["LITTLE", "BIG"]):
        # The turn above gives a codec and type one byte order of each; predictor 2 of both is what breaks readers.
        options = dict(compress=codec, ENDIANNESS=endian) | ({} if codec == "none" else dict(predictor=2))
        matrix.add(f"{dtype} {codec} one band {endian}", numbers(dtype, 1), base=BASES.get(dtype, 0), **options)
    for bits, layout, interleave, codec in itertools.product(
        range(1, 16), LAYOUTS, ["pixel", "band"], ["none", "deflate", "packbits"]
    ):
        if bits == 8:
            continue
        data = (numbers("uint16") % (1 << bits)).astype("uint8" if bits < 8 else "uint16")
        endian, big = next(turn)
        name = f"{bits} bits {codec} {layout} {interleave} {endian}"
        matrix.add(name, data, NBITS=bits, compress=codec, interleave=interleave, ENDIANNESS=endian, **LAYOUTS[layout])
    for codec, predictor, endian in itertools.product(["none", "deflate", "zstd"], [1, 2, 3], ["LITTLE", "BIG"]):
        if codec == "none" and predictor > 1:
            continue
        values = numbers("float32")
        values[0, 0, :8] = [0, -0.0, 65504, 6e-8, np.inf, -np.inf, np.nan, 1 / 3]
        options = dict(compress=codec, ENDIANNESS=endian) | ({} if codec == "none" else dict(predictor=predictor))
        matrix.add(f"16-bit floats {codec} predictor {predictor} {endian}", values, NBITS=16, **options)
    for dtype, codec in itertools.product(TYPES, ["none", "deflate", "lerc"]):
        data = numbers(dtype)
        data[:, :, :40] = 0
        for nodata in (None, 0, 7):
            name = f"{dtype} {codec} sparse, nodata {nodata}"
            options = dict(LAYOUTS["tiled"], compress=codec, nodata=nodata, SPARSE_OK=True, interleave="band")
            data[:, :, :40] = nodata or 0
            matrix.add(name, data, base=BASES.get(dtype, 0), **options)
        for resampling in (Resampling.nearest, Resampling.average):
            options = dict(LAYOUTS["tiled"], compress=codec, nodata=7)
            name = f"{dtype} {codec} overviews {resampling.name}"
            matrix.add(name, data, base=BASES.get(dtype, 0), overviews=resampling, **options)
    special = numbers("float64", 1)
    special[0, 5, :6] = [np.nan, np.inf, -np.inf, 5e-324, 1.7e308, -1.7e308]
    for dtype, codec in itertools.product(["float32", "float64"], ["none", "deflate", "zstd", "lerc"]):
        with np.errstate(over="ignore"):
            matrix.add(f"{dtype} {codec} NaN and infinities", special.astype(dtype), compress=codec)
            matrix.add(f"{dtype} {codec} NaN as nodata", special.astype(dtype), compress=codec, nodata=np.nan)
    for codec, interleave in itertools.product(["lerc", "lerc_deflate", "lerc_zstd"], ["pixel", "band"]):
        holes = numbers("float32")
        holes[1, 10:20, 5:30] = np.nan
        options = dict(LAYOUTS["tiled"], compress=codec, interleave=interleave)
        matrix.add(f"{codec} {interleave}, NaN in one of three bands", holes, **options)
        matrix.add(f"{codec} {interleave}, coarse", numbers("float32"), MAX_Z_ERROR=0.5, **options)
        matrix.add(f"{codec} {interleave}, coarse integers", numbers("int16"), MAX_Z_ERROR=20, **options)
        opacity = np.where(COL < 30, 0, 255)[None].astype("uint8")
        pictures = {"two values": opacity, "many values": (COL * 3 % 256)[None].astype("uint8")}
        for kind, alpha in pictures.items():
            colours = np.concatenate([numbers("uint8"), alpha])
            # What is read of hidden pixels is left open: GDAL sets them to 0 here.
            colours[:3, alpha[0] == 0] = 0
            matrix.add(f"{codec} {interleave}, RGB and opacity of {kind}", colours, photometric="RGB", ALPHA="NO", **options)
            matrix.add(f"{codec} {interleave}, RGBA, {kind}", colours, photometric="RGB", ALPHA="YES", **options)
    for codec, overviews in itertools.product(["none", "deflate", "lzw"], [None, Resampling.nearest]):
        options = dict(compress=codec, **LAYOUTS["tiled"])
        mask = (ROW + COL) % 9 > 2
        matrix.add(f"mask {codec}, overviews {overviews is not None}", numbers("uint16"), mask=mask, overviews=overviews, **options)
    smooth = np.stack([(ROW * 2 + COL + shift).astype("uint8") for shift in (0, 40, 80)])
    for photometric, interleave in [("RGB", "pixel"), ("RGB", "band"), ("YCBCR", "pixel")]:
        options = dict(LAYOUTS["tiled"], compress="jpeg", JPEG_QUALITY=95, interleave=interleave)
        # Two decoders may round differently; subsampled colours are also spread differently.
        tolerance = 12 if photometric == "YCBCR" else 2
        matrix.add(f"JPEG {photometric} {interleave}", smooth, photometric=photometric, tolerance=tolerance, **options)
    matrix.add("one band JPEG", smooth[:1], compress="jpeg", tolerance=2, blockysize=16)
    matrix.add("LZMA", numbers("uint16"), compress="lzma", refused="LZMA")
    matrix.add("WebP", smooth, compress="webp", refused="WebP")
    matrix.add("CCITT", (smooth[:1] % 2).astype("uint8"), compress="ccittfax4", NBITS=1, refused="CCITT")
    matrix.add("64-bit integers", numbers("uint16").astype("int64"), refused="64 bits")
    matrix.add("complex floats", numbers("float32").astype("complex64"), refused="complex")
    matrix.add("20-bit integers", numbers("uint16").astype("uint32"), NBITS=20, refused="20 bits")
    (folder / "files.json").write_text(json.dumps(matrix.files))


main(pathlib.Path(sys.argv[1]))
