import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

interface Expected {
  readonly file: string
  readonly transform: readonly number[]
  readonly crs: RegExp
  readonly bands: number
  /** Of the last band: count, sum, least and greatest of the valid pixels. */
  readonly count: number
  readonly sum: number
  readonly range: readonly [number, number]
}

/**
 * Oracle (rasterio 1.4.4, GDAL 3.10.3), for each file:
 * python3 -c "import rasterio,sys; d=rasterio.open(sys.argv[1]); v=d.read(d.count,masked=True).compressed().astype('f8');
 * print(list(d.transform)[:6],d.crs,d.count,v.size,v.sum(),v.min(),v.max())" FILE   (NaN left out where the nodata is NaN)
 */
const FILES: readonly Expected[] = [
  {
    file: 'corumba_fire_2019/LC08_L1TP_227074_20190825_20200826_02_T1_B5.TIF',
    transform: [30, 0, 440985, 0, -30, -2188005],
    crs: /^EPSG:32621$/,
    bands: 1,
    count: 600967,
    sum: 7211713136,
    range: [6584, 26896],
  },
  {
    file: 'landsat_ny_2018/LC08_L1TP_014032_20180311_B4.TIF',
    transform: [3015.974025974026, 0, 394485, 0, -3019.6153846153848, 4581915],
    crs: /^EPSG:32618$/,
    bands: 1,
    count: 6006,
    sum: 47624680,
    range: [0, 34600],
  },
  {
    file: 'sentinel2/sentinel-b08.tif',
    transform: [10, 0, 539660, 0, -10, 1838980],
    crs: /^EPSG:32636$/,
    bands: 1,
    count: 150519,
    sum: 623195552,
    range: [1176, 6480],
  },
  {
    file: 'hls/hls_l30_like_10band_T14R.tif',
    transform: [30, 0, 440280, 0, -30, 3159720],
    crs: /^EPSG:32614$/,
    bands: 10,
    count: 50176,
    sum: 157613354,
    range: [0, 3676],
  },
  {
    file: 'hls/HLS.S30.T10TGS.2018285.v1.4.burnscar_mask.tif',
    transform: [30, 0, 699960, 0, -30, 5200020],
    crs: /^user:/,
    bands: 1,
    count: 262144,
    sum: 50504,
    range: [0, 1],
  },
  {
    file: 'dem/elevation-f32-nan.tif',
    transform: [0.05, 0, 30.041666667, 0, -0.05, 17.341666667],
    crs: /^EPSG:4326$/,
    bands: 1,
    count: 87100,
    sum: 78112766,
    range: [-158, 4232],
  },
  {
    file: 'dem/elevation-i16-9999.tif',
    transform: [0.05, 0, 30.041666667, 0, -0.05, 17.341666667],
    crs: /^EPSG:4326$/,
    bands: 1,
    count: 87100,
    sum: 78112766,
    range: [-158, 4232],
  },
  {
    file: 'dem/olinda_dem_utm25s.tif',
    transform: [89.99406734945116, 0, 288776.25000080315, 0, -89.99406734945116, 9120760.750028737],
    crs: /^user:/,
    bands: 1,
    count: 12321,
    sum: 266937,
    range: [-1, 88],
  },
  {
    file: 'edge/cog_rgb_internal_mask.tif',
    transform: [0.14981552941953233, 0, 519467.4957275815, 0, -0.1499978958645129, 4311669.7657353515],
    crs: /^EPSG:26913$/,
    bands: 3,
    count: 86117,
    sum: 9518335,
    range: [19, 252],
  },
  {
    file: 'edge/cog_scale_offset.tif',
    transform: [428.90624999999994, 0, 300000, 0, -428.90624999999994, 4200000],
    crs: /^user:/,
    bands: 2,
    count: 65530,
    sum: 320952198,
    range: [-894, 13413],
  },
  {
    file: 'edge/float_nan.tif',
    transform: [100, 0, 0, 0, 100, 0],
    crs: /^unknown$/,
    bands: 1,
    count: 5,
    sum: 0.8499999791383743,
    range: [-1.8799999952316284, 1.409999966621399],
  },
  {
    file: 'edge/rotated.tif',
    transform: [17.320508075688775, 4.999999999999999, 100, 9.999999999999998, -8.660254037844387, 200],
    crs: /^unknown$/,
    bands: 1,
    count: 150,
    sum: 11175,
    range: [0, 149],
  },
]

const open = async (file: string) => {
  const path = sharedPath('data', 'scenes', ...file.split('/'))
  return openRaster(await fileBytes(path), file)
}

describe.skipIf(!hasShared)('openRaster on the shared scenes', () => {
  it.each(FILES)('reads $file as GDAL does', async (expected) => {
    const file = await open(expected.file)
    const { grid, bands } = file.header
    for (const [index, value] of expected.transform.entries())
      expect(grid.transform[index]).toBeCloseTo(value, 9)
    expect(grid.crs.id).toMatch(expected.crs)
    expect(bands).toHaveLength(expected.bands)
    const last = bands.at(-1)!
    const data = await file
      .source(last.index, { scale: 1, offset: 0, nodata: last.nodata })
      .read(wholeWindow(grid))
    const valid = data.filter((value) => !Number.isNaN(value))
    expect(valid.length).toBe(expected.count)
    expect(valid.reduce((sum, value) => sum + value, 0)).toBeCloseTo(expected.sum, 6)
    expect([valid.reduce((a, b) => Math.min(a, b)), valid.reduce((a, b) => Math.max(a, b))]).toEqual(
      expected.range,
    )
  })

  it('finds every pixel nodata where all are', async () => {
    const file = await open('edge/all-nodata.tif')
    const data = await file.source(0, { scale: 1, offset: 0, nodata: 0 }).read(wholeWindow(file.header.grid))
    expect(data.every((value) => Number.isNaN(value))).toBe(true)
  })

  it('keeps a south-up grid as it is', async () => {
    const { grid } = (await open('edge/inverted_lat_southup.tif')).header
    expect(grid.transform).toEqual([0.5, 0, -180, 0, 0.5, -90])
  })

  it('reads scale and offset of each band', async () => {
    const { bands } = (await open('edge/cog_scale_offset.tif')).header
    expect(bands.map(({ scale, offset, nodata }) => [scale, offset, nodata])).toEqual([
      [0.0001, 1000, 0],
      [0.001, 2000, 0],
    ])
  })

  it('decodes YCbCr JPEG within its rounding', async () => {
    const file = await open('edge/non-square-pixels.tif')
    const data = await file
      .source(0, { scale: 1, offset: 0, nodata: null })
      .read(wholeWindow(file.header.grid))
    // GDAL: sum 140060614 over 1,000,000 pixels; JPEG decoders differ in the last bits.
    expect(data.reduce((sum, value) => sum + value, 0) / 140060614).toBeCloseTo(1, 2)
  })

  it('refuses complex samples by name', async () => {
    await expect(open('edge/cint16_complex.tif')).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringContaining('complex') as string,
    })
  })
})
