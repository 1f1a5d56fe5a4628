"""What the formats bench does, with GDAL (rasterio) and numpy: python3 formats.py RED NIR COL ROW prints JSON."""
import json
import resource
import sys
import time

import numpy as np
import rasterio
from rasterio.windows import Window

red_path, nir_path, col, row = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
start = time.perf_counter()
with rasterio.open(red_path) as file:
    file.read(1, out_shape=(512, 512))
overview = time.perf_counter() - start

start = time.perf_counter()
with rasterio.open(red_path) as file:
    first = int(file.read(1, window=Window(col, row, 512, 512))[0, 0])
window = time.perf_counter() - start

start = time.perf_counter()
with rasterio.open(red_path) as red_file, rasterio.open(nir_path) as nir_file:
    red = red_file.read(1).astype('float32')
    nir = nir_file.read(1).astype('float32')
with np.errstate(divide='ignore', invalid='ignore'):
    ndvi = np.where((red > 0) & (nir > 0), (nir - red) / (nir + red), np.float32(np.nan))
del red, nir
valid = ndvi[~np.isnan(ndvi)]
summary = {
    'valid': int(valid.size),
    'min': float(valid.min()),
    'max': float(valid.max()),
    'mean': float(valid.mean(dtype='float64')),
    'std': float(valid.std(dtype='float64')),
}
print(json.dumps({
    'seconds': time.perf_counter() - start,
    'overview': overview,
    'window': window,
    'first': first,
    'summary': summary,
    'gdal': rasterio.__gdal_version__,
    'peakMb': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
