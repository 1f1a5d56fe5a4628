import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

interface Expected {
  readonly file: string
  readonly transform: readonly number[]
  readonly crs: RegExp
  readonly bands: number
}

/**
 * Oracle (rasterio 1.4.4, GDAL 3.10.3), for each file:
 * python3 -c "import rasterio,sys; d=rasterio.open(sys.argv[1]); print(list(d.transform)[:6],d.crs,d.count)" FILE
 * Pixel values: scene-pixels.test.ts.
 */
const FILES: readonly Expected[] = [
  {
    file: 'corumba_fire_2019/LC08_L1TP_227074_20190825_20200826_02_T1_B5.TIF',
    transform: [30, 0, 440985, 0, -30, -2188005],
    crs: /^EPSG:32621$/,
    bands: 1,
  },
  {
    file: 'landsat_ny_2018/LC08_L1TP_014032_20180311_B4.TIF',
    transform: [3015.974025974026, 0, 394485, 0, -3019.6153846153848, 4581915],
    crs: /^EPSG:32618$/,
    bands: 1,
  },
  {
    file: 'sentinel2/sentinel-b08.tif',
    transform: [10, 0, 539660, 0, -10, 1838980],
    crs: /^EPSG:32636$/,
    bands: 1,
  },
  {
    file: 'hls/hls_l30_like_10band_T14R.tif',
    transform: [30, 0, 440280, 0, -30, 3159720],
    crs: /^EPSG:32614$/,
    bands: 10,
  },
  {
    file: 'hls/HLS.S30.T10TGS.2018285.v1.4.burnscar_mask.tif',
    transform: [30, 0, 699960, 0, -30, 5200020],
    crs: /^user:/,
    bands: 1,
  },
  {
    file: 'dem/elevation-f32-nan.tif',
    transform: [0.05, 0, 30.041666667, 0, -0.05, 17.341666667],
    crs: /^EPSG:4326$/,
    bands: 1,
  },
  {
    file: 'dem/elevation-i16-9999.tif',
    transform: [0.05, 0, 30.041666667, 0, -0.05, 17.341666667],
    crs: /^EPSG:4326$/,
    bands: 1,
  },
  {
    file: 'dem/olinda_dem_utm25s.tif',
    transform: [89.99406734945116, 0, 288776.25000080315, 0, -89.99406734945116, 9120760.750028737],
    crs: /^user:/,
    bands: 1,
  },
  {
    file: 'edge/cog_rgb_internal_mask.tif',
    transform: [0.14981552941953233, 0, 519467.4957275815, 0, -0.1499978958645129, 4311669.7657353515],
    crs: /^EPSG:26913$/,
    bands: 3,
  },
  {
    file: 'edge/cog_scale_offset.tif',
    transform: [428.90624999999994, 0, 300000, 0, -428.90624999999994, 4200000],
    crs: /^user:/,
    bands: 2,
  },
  {
    file: 'edge/float_nan.tif',
    transform: [100, 0, 0, 0, 100, 0],
    crs: /^unknown$/,
    bands: 1,
  },
  {
    file: 'edge/rotated.tif',
    transform: [17.320508075688775, 4.999999999999999, 100, 9.999999999999998, -8.660254037844387, 200],
    crs: /^unknown$/,
    bands: 1,
  },
]

const open = async (file: string) => {
  const path = sharedPath('data', 'scenes', ...file.split('/'))
  return openRaster(await fileBytes(path), file)
}

describe.skipIf(!hasShared)('openRaster on the shared scenes', () => {
  it.each(FILES)('places $file as GDAL does', async (expected) => {
    const file = await open(expected.file)
    const { grid, bands } = file.header
    for (const [index, value] of expected.transform.entries())
      expect(grid.transform[index]).toBeCloseTo(value, 9)
    expect(grid.crs.id).toMatch(expected.crs)
    expect(bands).toHaveLength(expected.bands)
  })

  it('keeps a south-up grid as it is', async () => {
    const { grid } = (await open('edge/inverted_lat_southup.tif')).header
    expect(grid.transform).toEqual([0.5, 0, -180, 0, 0.5, -90])
  })

  it('applies scale and offset of each band', async () => {
    const file = await open('edge/cog_scale_offset.tif')
    const at = { col: 100, row: 60, width: 1, height: 1 }
    for (const { index, scale, offset, nodata } of file.header.bands) {
      const [raw] = await file.source(index, { scale: 1, offset: 0, nodata }).read(at)
      const [value] = await file.source(index, { scale: scale!, offset: offset!, nodata }).read(at)
      expect(raw).not.toBe(0)
      expect(value).toBe(Math.fround(raw! * [0.0001, 0.001][index]! + [1000, 2000][index]!))
    }
  })

  it('keeps the pixels of edge/non-square-pixels.tif twice as wide as high', async () => {
    const [a, b, , d, e] = (await open('edge/non-square-pixels.tif')).header.grid.transform
    expect([a, b, d, e].map((value) => Number(value.toFixed(6)))).toEqual([0.36, 0, 0, -0.18])
  })
})
