import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { datesOf } from '../../../src/io/read/cf/time.ts'
import type { RasterFile } from '../../../src/io/read/format.ts'
import { openFile } from '../../../src/io/read/open-file.ts'
import { toLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { wholeWindow } from '../../../src/raster/source.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'cf')
const RAW = { scale: NaN, offset: 0, nodata: null }

interface Place {
  readonly size: readonly [number, number]
  readonly transform: readonly [number, number, number, number, number, number]
}
type Told = Readonly<Record<string, readonly number[]>> & {
  readonly place: Place
  readonly epsg: number | null
  readonly corner: readonly [number, number]
}

const told = JSON.parse(readFileSync(join(FOLDER, 'files.json'), 'utf8')) as Readonly<Record<string, Told>>

const open = async (name: string): Promise<readonly RasterFile[]> =>
  openFile({ bytes: await fileBytes(join(FOLDER, name)), name, beside: () => undefined })

const openBytes = (bytes: Uint8Array, name: string) =>
  openFile({ bytes: bufferBytes(bytes), name, beside: () => undefined })

async function numbers(raster: RasterFile, index: number): Promise<number[]> {
  return [...(await raster.source(index, RAW).read(wholeWindow(raster.header.grid)))]
}

const bandOf = ({ header }: RasterFile, name: string) =>
  header.bands.find(({ description }) => description === name)!

/** Of GDAL: left, width, turn, top, turn, height. */
function expectPlace({ header: { grid } }: RasterFile, { size, transform }: Place): void {
  const [c, a, b, f, d, e] = transform
  expect([grid.width, grid.height]).toEqual(size)
  for (const [at, value] of [a, b, c, d, e, f].entries()) expect(grid.transform[at]).toBeCloseTo(value, 9)
}

describe.each(['months.nc', 'months-classic.nc', 'months-offset.nc', 'months-data.nc'])('%s', (name) => {
  it('has a raster for each time, and one of what has no time', async () => {
    const rasters = await open(name)
    expect(new Set(rasters.map(({ header }) => header.part))).toEqual(
      new Set(['2020-01-15', '2020-02-15', '2020-03-15', 'undated']),
    )
    const dates = rasters.map(({ header }) => header.date)
    expect(new Set(dates)).toEqual(new Set(['2020-01-15', '2020-02-15', '2020-03-15', undefined]))
    expect(new Set(rasters.map(({ header }) => header.fingerprint)).size).toBe(4)
    for (const raster of rasters) {
      expectPlace(raster, told[name]!.place)
      expect(raster.header.grid.crs.id).toBe('EPSG:4326')
    }
  })

  it('holds the numbers that the NetCDF library reads', async () => {
    const rasters = await open(name)
    const read = new Map<string, number[]>()
    for (const raster of rasters) read.set(raster.header.part!, await numbers(raster, 0))
    // Beyond the valid range there is no data.
    const series = told[name]!.ndvi!.map((value) => (value < -2000 || value > 10000 ? NaN : value))
    for (const [at, part] of ['2020-01-15', '2020-02-15', '2020-03-15'].entries()) {
      expect(read.get(part)).toEqual(series.slice(at * 600, (at + 1) * 600))
    }
    expect(series.filter(Number.isNaN)).toHaveLength(4)
    expect(read.get('undated')).toEqual(told[name]!.land)
  })

  it('tells scale, offset and nodata', async () => {
    const january = (await open(name)).find(({ header }) => header.part === '2020-01-15')!
    expect(january.header.bands).toEqual([
      { index: 0, sampleType: 'int16', nodata: -3000, scale: 0.0001, offset: 0.01, description: 'ndvi' },
    ])
  })

  it('is refused in clear words where it is cut off', async () => {
    const bytes = readFileSync(join(FOLDER, name))
    for (const share of [0.05, 0.5, 0.9]) {
      const cut = new Uint8Array(bytes.subarray(0, Math.floor(bytes.length * share)))
      await expect(openBytes(cut, name)).rejects.toMatchObject({
        code: 'read_failed',
        message: expect.stringMatching(/cut off or damaged/) as string,
      })
    }
  })
})

describe.each(['globe.nc', 'globe-classic.nc'])('%s', (name) => {
  it('lies from -180 to 180 degrees, rows from the south as the file has them', async () => {
    const [raster] = await open(name)
    expect(raster!.header.grid.transform).toEqual([10, 0, -180, 0, 10, -90])
  })

  it.each(['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'f4', 'f8', 'unsigned'])('type %s', async (kind) => {
    const [raster] = await open(name)
    const band = bandOf(raster!, kind)
    const given = told[name]![kind]!.map(Math.fround)
    const turned = given.map((_, pixel) => given[pixel - (pixel % 36) + (((pixel % 36) + 18) % 36)])
    expect(await numbers(raster!, band.index)).toEqual(turned)
    expect(band.nodata).toBe(kind === 'unsigned' ? 255 : band.nodata)
  })
})

describe.each(['utm.nc', 'utm-classic.nc', 'albers.nc', 'polar.nc', 'laea.nc'])(
  '%s, written by GDAL',
  (name) => {
    it('lies where GDAL says and holds its numbers', async () => {
      const [raster, ...others] = await open(name)
      const { place, epsg, Band1 } = told[name]!
      expect(others).toEqual([])
      const [c, a, , f, , e] = place.transform
      const { grid } = raster!.header
      const bottom = f + e * grid.height
      // GDAL writes rows from the south and shows them turned.
      const transform = grid.transform[4] > 0 ? [a, 0, c, 0, -e, bottom] : [a, 0, c, 0, e, f]
      for (const [at, value] of transform.entries()) expect(grid.transform[at]).toBeCloseTo(value, 6)
      if (epsg !== null) expect(grid.crs.id).toBe(`EPSG:${epsg}`)
      expect(grid.crs.proj4).not.toBeNull()
      const { nodata } = raster!.header.bands[0]!
      const values = await raster!.source(0, { ...RAW, nodata }).read(wholeWindow(grid))
      expect([...values]).toEqual(Band1!.map((value) => (value === nodata ? NaN : value)))
    })
  },
)

describe('a mapping that is told by its parameters alone', () => {
  const corners = (told as unknown as { readonly mappings: Readonly<Record<string, readonly number[][]>> })
    .mappings

  it.each(Object.keys(corners))('%s: corners lie where PROJ puts them', async (name) => {
    const [raster] = await open(`mapping-${name}.nc`)
    const { grid } = raster!.header
    expect(grid.transform).toEqual([1000, 0, 2099500, 0, -1000, 2300500])
    const place = toLonLat(grid.crs)
    const found = [place(2099500, 2300500), place(2105500, 2296500)]
    for (const [at, corner] of corners[name]!.entries()) {
      // A millionth of a degree is 11 cm.
      for (const [axis, degrees] of corner.entries()) expect(found[at]![axis]).toBeCloseTo(degrees, 6)
    }
  })

  it('geostationary: is refused by name with the command that warps it', async () => {
    await expect(open('mapping-geostationary.nc')).rejects.toThrow(/mapping geostationary.*gdalwarp/)
  })
})

describe('an HDF-EOS 5 file of VIIRS', () => {
  it('lies where GDAL puts the same sinusoidal grid', async () => {
    const sinusoidal = (await open('viirs.h5')).find(({ header }) => header.grid.width === 48)!
    expectPlace(sinusoidal, told['viirs.h5']!.place)
    const { grid } = sinusoidal.header
    const [a, , c, , e, f] = grid.transform
    const [longitude, latitude] = toLonLat(grid.crs)(c + a * grid.width, f + e * grid.height)
    expect(longitude).toBeCloseTo(told['viirs.h5']!.corner[0], 9)
    expect(latitude).toBeCloseTo(told['viirs.h5']!.corner[1], 9)
  })

  it('gives unlike grids as rasters, packed degrees as degrees', async () => {
    const rasters = await open('viirs.h5')
    expect(rasters.map(({ header }) => header.part)).toEqual(['grid-1', 'grid-2'])
    const night = rasters.find(({ header }) => header.grid.width === 24)!
    const { transform, crs } = night.header.grid
    expect(crs.id).toBe('EPSG:4326')
    // 10° 30' in the packed form.
    expect(transform).toEqual([10 / 24, 0, -60, 0, -10.5 / 12, 10.5])
    expect(await numbers(night, 0)).toEqual(told['viirs.h5']!.DNB)
  })

  it('holds the numbers that h5py wrote, in chunks, in one piece and with the high byte first', async () => {
    const sinusoidal = (await open('viirs.h5')).find(({ header }) => header.grid.width === 48)!
    expect(sinusoidal.header.bands.map(({ description }) => description)).toEqual([
      'SurfReflect_I1_1',
      'SurfReflect_I2_1',
    ])
    for (const index of [0, 1]) {
      expect(await numbers(sinusoidal, index)).toEqual(told['viirs.h5']!.SurfReflect_I1_1)
    }
    expect(sinusoidal.header.bands[0]).toMatchObject({ nodata: -28672, scale: 0.0001, offset: 0 })
  })
})

describe('an HDF5 file', () => {
  it('is read after a user block', async () => {
    const [raster] = await open('user-block.h5')
    expect(raster!.header.grid.transform).toEqual([1, 0, -0.5, 0, -1, 3.5])
    expect(await numbers(raster!, 0)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it('is read at a coarse size and by windows', async () => {
    const rasters = await open('months.nc')
    const land = rasters.find(({ header }) => header.part === 'undated')!
    const all = told['months.nc']!.land!
    const window = { col: 9, row: 6, width: 12, height: 8 }
    const part = await land.source(0, RAW).read(window)
    expect([...part]).toEqual(
      Array.from({ length: 96 }, (_, at) => all[(6 + Math.floor(at / 12)) * 30 + 9 + (at % 12)]),
    )
    const mean = await land
      .source(0, RAW)
      .read(wholeWindow(land.header.grid), { size: { width: 1, height: 1 }, resampling: 'average' })
    expect(mean[0]).toBeCloseTo(all.reduce((sum, value) => sum + value, 0) / 600, 6)
  })
})

describe('what is refused', () => {
  it('a heap of dimension scales that points beyond itself, which the HDF5 library would read for ever', async () => {
    const bytes = new Uint8Array(readFileSync(join(FOLDER, 'polar.nc')))
    bytes.fill(255, 10807, 10831)
    await expect(openBytes(bytes, 'polar.nc')).rejects.toThrow(/damaged|no coordinates/)
  })

  it.each([
    ['no-scales.h5', /ndvi: its last two dimensions have no coordinates/],
    ['lzf.h5', /compressed with LZF.*h5repack/],
    ['curved.nc', /two-dimensional latitudes and longitudes.*gdalwarp/],
    ['uneven.nc', /coordinate lat is not evenly spaced.*gdalwarp/],
    ['noleap.nc', /calendar noleap/],
    ['crossing.nc', /run across 180 degrees.*gdalwarp/],
  ])('%s', async (name, words) => {
    await expect(open(name)).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(words) as string,
    })
  })

  it('HDF4, with the command that converts it', async () => {
    const bytes = new Uint8Array(600)
    bytes.set([0x0e, 0x03, 0x13, 0x01])
    await expect(openBytes(bytes, 'MOD13Q1.hdf')).rejects.toThrow(/HDF4.*gdal_translate -of COG HDF4_EOS/)
  })

  it('a page that was saved under the name of a file', async () => {
    const page = new TextEncoder().encode('<!doctype html><title>Sign in</title>'.padEnd(2000, ' '))
    await expect(openBytes(page, 'a.nc')).rejects.toThrow(/holds neither.*fetch it again/)
  })
})

describe('datesOf', () => {
  it.each([
    // By cftime's num2date; the last one is a rounding short of midnight.
    [59, 'days since 2020-01-01', 'standard', '2020-02-29'],
    [1, 'hours since 2019-12-31T23:00:00Z', 'gregorian', '2020-01-01'],
    [1577836800, 'seconds since 1970-01-01', null, '2020-01-01'],
    [737425, 'days since 0001-01-01', 'standard', '2019-12-31'],
    [737425, 'days since 0001-01-01', 'proleptic_gregorian', '2020-01-02'],
    [1051896, 'hours since 1900-01-01 00:00:0.0', 'gregorian', '2020-01-01'],
    [0, 'days since 2020-01-01 01:00 +02:00', 'standard', '2019-12-31'],
    [31.9999999, 'days since 2020-01-01', 'standard', '2020-02-02'],
  ])('%d %s (%s) is %s', (value, units, calendar, date) => {
    expect(datesOf([value], units, calendar)).toEqual([date])
  })

  it.each(['months since 2020-01-01', 'days', 'fortnights since 2020-01-01'])('refuses %s', (units) => {
    expect(() => datesOf([1], units, null)).toThrow(/seconds, minutes, hours or days since/)
  })
})
