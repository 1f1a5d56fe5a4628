"""The pipeline of the raster bench with rasterio, numpy and scipy: python3 raster.py RED NIR THRESHOLD prints JSON."""
import json
import resource
import sys
import time

import numpy as np
import rasterio
from scipy import ndimage

start = last = time.perf_counter()
stages = {}


def lap(stage):
    global last
    now = time.perf_counter()
    stages[stage] = stages.get(stage, 0) + now - last
    last = now


red_path, nir_path, threshold = sys.argv[1], sys.argv[2], np.float32(sys.argv[3])
with rasterio.open(red_path) as red_file, rasterio.open(nir_path) as nir_file:
    red = red_file.read(1).astype('float32')
    nir = nir_file.read(1).astype('float32')
    pixel = abs(red_file.transform.a * red_file.transform.e)
lap('read')
with np.errstate(divide='ignore', invalid='ignore'):
    ndvi = np.where((red > 0) & (nir > 0), (nir - red) / (nir + red), np.float32(np.nan))
del red, nir
lap('ndvi')
valid = ndvi[~np.isnan(ndvi)]
summary = {
    'valid': int(valid.size),
    'min': float(valid.min()),
    'max': float(valid.max()),
    'mean': float(valid.mean(dtype='float64')),
    'std': float(valid.std(dtype='float64')),
}
lap('statistics')
percentiles = [float(value) for value in np.percentile(valid, [2, 50, 98])]
del valid
lap('percentiles')
mask = ndvi > threshold
labels, count = ndimage.label(mask, structure=np.ones((3, 3)))
areas = np.bincount(labels.ravel())[1:] * pixel
lap('components')
print(json.dumps({
    'seconds': time.perf_counter() - start,
    'stages': stages,
    'summary': summary,
    'percentiles': percentiles,
    'percentileErrors': [0, 0, 0],
    'parts': {
        'count': int(count),
        'pixels': int(mask.sum()),
        'area': float(areas.sum()),
        'largest': float(areas.max()),
    },
    'peakMb': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
}))
