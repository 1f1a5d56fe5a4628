import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openFile } from '../../../src/io/read/open-file.ts'
import { wholeWindow } from '../../../src/raster/source.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'envi')
const RAW = { scale: 1, offset: 0, nodata: null }

interface Case {
  readonly name: string
  readonly type: string
  readonly interleave: string
  readonly epsg: number
  readonly nodata: number
  readonly bands: readonly string[]
  readonly transform: readonly number[]
  readonly values: readonly number[]
}

const cases = JSON.parse(readFileSync(join(FOLDER, 'files.json'), 'utf8')) as Case[]
const fileOf = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)))
const headerOf = (name: string) => new TextDecoder().decode(fileOf(`${name}.hdr`))

async function open(header: string, pixels: Uint8Array | null, pixelsName = 'a.img') {
  const [file] = await openFile({
    bytes: bufferBytes(new TextEncoder().encode(header)),
    name: 'x/a.hdr',
    beside: (path) =>
      pixels && path === pixelsName ? { id: 'file-2', bytes: bufferBytes(pixels) } : undefined,
  })
  return file!
}

describe('openFile of an ENVI header', () => {
  it.each(cases)('$name, $interleave: pixels, place and bands are those of GDAL', async (given) => {
    const { header, companions, ...file } = await open(headerOf(given.name), fileOf(`${given.name}.img`))
    expect(companions).toEqual(['file-2'])
    expect(header.grid.transform.map((value) => value + 0)).toEqual(given.transform.map((value) => value + 0))
    expect(header.bands.map(({ description }) => description)).toEqual(given.bands)
    expect(header.bands[0]).toMatchObject({ sampleType: given.type, nodata: given.nodata })
    const values: number[] = []
    for (const { index } of header.bands)
      values.push(...(await file.source(index, RAW).read(wholeWindow(header.grid))))
    expect(values).toEqual(given.values)
  })

  it.each(cases.filter(({ epsg }) => epsg !== 6933))(
    '$name: is placed in EPSG:$epsg',
    async ({ name, epsg }) => {
      const { header } = await open(headerOf(name), fileOf(`${name}.img`))
      expect(header.grid.crs.id).toBe(`EPSG:${epsg}`)
    },
  )

  it('says of a projection it cannot place that it is one in metres', async () => {
    const { header } = await open(headerOf('f64'), fileOf('f64.img'))
    expect(header.grid.crs).toMatchObject({ id: 'unknown', kind: 'projected', proj4: null, metresPerUnit: 1 })
  })

  it('places by map info alone, pixels of reference being counted from 1', async () => {
    const text = headerOf('u8')
      .replace(/coordinate system string.*\n/, '')
      .replace(
        /map info.*\n/,
        'map info = {UTM, 2, 3, 390020, 8099960, 20, 20, 21, South, WGS-84, units=Meters}\n',
      )
    const { header } = await open(text, fileOf('u8.img'))
    expect(header.grid.crs.id).toBe('EPSG:32721')
    expect(header.grid.transform).toEqual([20, 0, 390000, 0, -20, 8100000])
  })

  it('names bands by their wavelengths where they have no names, and reads the date', async () => {
    const text = headerOf('u8')
      .replace(/band names = \{[^}]*\}/, 'wavelength = {665, 842, 2190}\nwavelength units = Nanometers')
      .concat('\nacquisition time = 2019-08-21T13:45:00Z\n')
    const { header } = await open(text, fileOf('u8.img'))
    expect(header.bands.map(({ description }) => description)).toEqual([
      '665 Nanometers',
      '842 Nanometers',
      '2190 Nanometers',
    ])
    expect(header.date).toBe('2019-08-21')
  })

  it.each(['a', 'a.dat', 'a.bsq', 'a.raw'])('finds its pixels in %s', async (name) => {
    expect((await open(headerOf('u8'), fileOf('u8.img'), name)).companions).toEqual(['file-2'])
  })

  it.each([
    ['no pixels beside it', (text: string) => text, null, /drop both together/],
    ['pixels that are cut off', (text: string) => text, 230, /tells of 231 bytes, there are 230/],
    ['complex numbers', (text: string) => text.replace('data type = 1', 'data type = 6'), 231, /complex/],
    ['no size', (text: string) => text.replace('samples', 'sample'), 231, /lacks "samples"/],
    [
      'a size that is none',
      (text: string) => text.replace('= 11', '= -11'),
      231,
      /no valid number for "samples"/,
    ],
    ['compressed pixels', (text: string) => `${text}\nfile compression = 1\n`, 231, /is compressed/],
    [
      'a turned grid',
      (text: string) => text.replace('WGS-84}', 'WGS-84, rotation=30}'),
      231,
      /turn it north/,
    ],
    ['an open brace', (text: string) => `${text}\nwavelength = {1, 2`, 231, /never closed/],
  ])('refuses %s', async (_, change, length, words) => {
    const pixels = length === null ? null : fileOf('u8.img').subarray(0, length)
    await expect(open(change(headerOf('u8')), pixels)).rejects.toThrow(words)
  })
})
