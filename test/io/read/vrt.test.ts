import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openFile } from '../../../src/io/read/open-file.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import type { GivenFile } from '../../../src/tools/workspace/given-files.ts'
import { neighboursAmong } from '../../../src/tools/workspace/given-files.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures')
const FOLDER = join(FIXTURES, 'vrt')

interface Case {
  readonly name: string
  readonly epsg: number
  readonly transform: readonly number[]
  readonly types: readonly string[]
  readonly nodata: number | null
  readonly width: number
  readonly height: number
  readonly values: readonly (readonly number[])[]
}

const cases = JSON.parse(readFileSync(join(FOLDER, 'files.json'), 'utf8')) as Case[]
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** The text as `name`, with files of the folder beside it. */
function open(text: string, name = 'x/made.vrt', texts: Readonly<Record<string, string>> = {}) {
  const beside = (path: string) => {
    const given = texts[path]
    if (given !== undefined) return { id: path, bytes: bufferBytes(new TextEncoder().encode(given)) }
    const file = join(FOLDER, path)
    return existsSync(file) ? { id: path, bytes: bufferBytes(new Uint8Array(readFileSync(file))) } : undefined
  }
  return openFile({ bytes: bufferBytes(new TextEncoder().encode(text)), name, beside })
}

async function pixelsOf(text: string, band = 0) {
  const [file] = await open(text)
  const { header } = file!
  const { nodata } = header.bands.find(({ index }) => index === band)!
  return file!.source(band, { scale: 1, offset: 0, nodata }).read(wholeWindow(header.grid))
}

const source = (inner: string, kind = 'SimpleSource') =>
  `<${kind}><SourceFilename relativeToVRT="1">bare-1.tif</SourceFilename><SourceBand>1</SourceBand>${inner}</${kind}>`
const rects = (from: string, to: string) => {
  const rect = (name: string, text: string) => {
    const [x, y, width, height] = text.split(' ')
    return `<${name} xOff="${x}" yOff="${y}" xSize="${width}" ySize="${height}"/>`
  }
  return rect('SrcRect', from) + rect('DstRect', to)
}
const vrt = (inner: string, { band = 'dataType="Byte"', root = '' } = {}) =>
  `<VRTDataset rasterXSize="3" rasterYSize="3"${root}><VRTRasterBand ${band} band="1">${inner}</VRTRasterBand></VRTDataset>`

describe('openFile of a VRT', () => {
  it.each(cases)('$name: pixels, place and types are those of GDAL', async (given) => {
    const [file] = await open(textOf(given.name), given.name)
    const { header } = file!
    expect(header.grid.transform.map((value) => value + 0)).toEqual(given.transform.map((value) => value + 0))
    expect(header.grid).toMatchObject({ width: given.width, height: given.height })
    expect(header.grid.crs.id).toBe(`EPSG:${given.epsg}`)
    expect(header.bands.map(({ sampleType }) => sampleType)).toEqual(given.types)
    for (const { index, nodata } of header.bands) {
      const data = await file!.source(index, { scale: 1, offset: 0, nodata }).read(wholeWindow(header.grid))
      // Where GDAL has nodata we have no number; where nothing lies and no nodata is said GDAL has 0.
      const wanted = given.values[index]!.map((value) => (value === given.nodata ? NaN : value))
      const found = [...data].map((value) => (given.nodata === null && Number.isNaN(value) ? 0 : value))
      expect(found).toEqual(wanted.map((value) => Math.fround(value)))
    }
  })

  it('has no data where no source lies, though no nodata is said', async () => {
    const data = await pixelsOf(textOf('gap.vrt'))
    // West 14 columns from row 4 on, east 14 from column 16, rows 0 to 10 of 15.
    const isCovered = (index: number) => {
      const [row, col] = [Math.floor(index / 30), index % 30]
      return (col < 14 && row >= 4) || (col >= 16 && row < 11)
    }
    expect([...data].map((value) => !Number.isNaN(value))).toEqual(
      [...data].map((_, index) => isCovered(index)),
    )
  })

  it('takes along its members, also those of a VRT in it and the header of ENVI pixels', async () => {
    expect((await open(textOf('nested.vrt')))[0]!.companions).toEqual([
      'mosaic.vrt',
      'west.tif',
      'part/east.tif',
    ])
    expect((await open(textOf('envi.vrt')))[0]!.companions).toEqual(['plain.hdr', 'plain.img'])
  })

  it('reads the name, scale and offset of a band', async () => {
    const [file] = await open(textOf('named.vrt'))
    expect(file!.header.bands[0]).toEqual({
      index: 0,
      sampleType: 'int16',
      nodata: -9999,
      scale: 0.0001,
      offset: -0.1,
      description: 'B08',
    })
  })

  it('reads classes as integers, nodata beside them', async () => {
    const [file] = await open(textOf('mosaic.vrt'))
    const window = wholeWindow(file!.header.grid)
    const band = file!.source(0, { scale: 1, offset: 0, nodata: -9999 })
    const [numbers, integers] = [await band.read(window), await band.readInts!(window)]
    expect([...integers]).toEqual([...numbers].map((value) => (Number.isNaN(value) ? -2147483648 : value)))
  })

  it.each(['u8-mask', 'u8-alpha-straight'])('leaves out what %s hides', async (name) => {
    const bytes = bufferBytes(new Uint8Array(readFileSync(join(FIXTURES, `${name}.tif`))))
    const plain = (await openFile({ bytes, name: 'a.tif', beside: () => undefined }))[0]!
    const text = `<VRTDataset rasterXSize="40" rasterYSize="30"><VRTRasterBand dataType="Byte" band="1">${source('').replace('bare-1.tif', 'a.tif')}</VRTRasterBand></VRTDataset>`
    const [file] = await openFile({
      bytes: bufferBytes(new TextEncoder().encode(text)),
      name: 'a.vrt',
      beside: (path) => (path === 'a.tif' ? { id: 'file-2', bytes } : undefined),
    })
    const scaling = { scale: 1, offset: 0, nodata: null }
    const window = { col: 0, row: 0, width: 40, height: 30 }
    const expected = await plain.source(0, scaling).read(window)
    expect(expected.slice(0, 400).every((value) => Number.isNaN(value))).toBe(true)
    expect(await file!.source(0, scaling).read(window)).toEqual(expected)
  })

  it('keeps a member open that another VRT still reads', async () => {
    let closed = 0
    const data = bufferBytes(new Uint8Array(readFileSync(join(FOLDER, 'bare-1.tif'))))
    const close = () => {
      closed++
      return Promise.resolve()
    }
    const bytes = { size: data.size, read: data.read.bind(data), close }
    const openOne = () =>
      openFile({
        bytes: bufferBytes(new TextEncoder().encode(vrt(source('')))),
        name: 'a.vrt',
        beside: () => ({ id: 'file-2', bytes }),
      })
    const [[first], [second]] = [await openOne(), await openOne()]
    await first!.close()
    expect(closed).toBe(0)
    await second!.close()
    expect(closed).toBe(1)
  })

  it.each([
    ['a member that is not there', vrt(source('').replace('bare-1', 'gone')), /came without gone\.tif/],
    ['an absolute path', vrt(source('').replace('bare-1.tif', '/data/a.tif')), /relative to itself/],
    ['a path of Windows', vrt(source('').replace('bare-1.tif', 'C:\\data\\a.tif')), /relative to itself/],
    ['a part of a file', vrt(source('').replace('bare-1.tif', 'NETCDF:a.nc:b')), /relative to itself/],
    ['a remote file', vrt(source('').replace('bare-1.tif', 'https://a.org/a.tif')), /relative to itself/],
    ['a warped one', vrt('', { root: ' subClass="VRTWarpedDataset"' }), /is warped as it is read/],
    ['a pansharpened one', vrt('', { root: ' subClass="VRTPansharpenedDataset"' }), /pansharpened/],
    ['a derived band', vrt('', { band: 'subClass="VRTDerivedRasterBand"' }), /computed as it is read/],
    ['raw bytes', vrt('', { band: 'subClass="VRTRawRasterBand"' }), /raw bytes/],
    ['complex numbers', vrt('', { band: 'dataType="CFloat32"' }), /complex numbers/],
    ['a filter', vrt(source('', 'KernelFilteredSource')), /neither simple nor complex/],
    ['a table of values', vrt(source('<LUT>0:0,1:1</LUT>', 'ComplexSource')), /a table of values/],
    ['a mask as a band', vrt(source('').replace('>1<', '>mask,1<')), /is no band/],
    ['a band that the member lacks', vrt(source('').replace('>1<', '>4<')), /takes band 4 .* bands 1/],
    ['half a rectangle', vrt(source('<SrcRect xOff="0" yOff="0" xSize="2" ySize="2"/>')), /not both/],
    ['an endless rectangle', vrt(source(rects('0 0 1e12 2', '0 0 3 3'))), /sound rectangle/],
    [
      'another way to resample',
      vrt(source(rects('0 0 6 6', '0 0 3 3')).replace('<SimpleSource', '<SimpleSource resampling="average"')),
      /nearest neighbour/,
    ],
    ['vectors', '<OGRVRTDataSource/>', /is one of vectors/],
    ['no XML', 'II*', /damaged/],
    ['an entity', '<!DOCTYPE a [<!ENTITY b "c">]><VRTDataset/>', /DOCTYPE/],
    ['no size', '<VRTDataset/>', /how many pixels/],
  ])('refuses %s by name', async (_, text, message) => {
    await expect(open(text)).rejects.toThrow(message)
  })

  it('refuses one that is made of itself, and one that lies too deep', async () => {
    const over = (name: string) => vrt(source('').replace('bare-1.tif', name))
    await expect(
      open(over('b.vrt'), 'a.vrt', { 'b.vrt': over('a.vrt'), 'a.vrt': over('b.vrt') }),
    ).rejects.toThrow(/made of itself/)
    const texts = { 'b.vrt': over('c.vrt'), 'c.vrt': over('d.vrt'), 'd.vrt': over('bare-1.tif') }
    await expect(open(over('b.vrt'), 'a.vrt', texts)).rejects.toThrow(/lies within 3 others/)
    expect(await open(over('c.vrt'), 'b.vrt', texts)).toHaveLength(1)
  })

  it('finds members by the folders they were given in, not beyond', async () => {
    const bytes = bufferBytes(new Uint8Array(readFileSync(join(FOLDER, 'bare-1.tif'))))
    const files: GivenFile[] = [{ id: 'file-1', name: 'scene/tiles/A.TIF', bytes }]
    const beside = neighboursAmong(files)
    const openAt = (path: string) =>
      openFile({
        bytes: bufferBytes(new TextEncoder().encode(vrt(source('').replace('bare-1.tif', path)))),
        name: 'scene/lists/a.vrt',
        beside: (inner) => beside('scene/lists/a.vrt', inner),
      })
    expect((await openAt('../tiles/a.tif'))[0]!.companions).toEqual(['file-1'])
    await expect(openAt('../../../tiles/a.tif')).rejects.toThrow(/came without/)
  })
})
