import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { openRaster } from '../../src/io/read/open-raster.ts'
import { memorySource } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Grid } from '../../src/raster/grid/grid.ts'
import { INT_NODATA, wholeWindow, type RasterSource } from '../../src/raster/source.ts'
import { exportLayerTool } from '../../src/tools/output/export-layer.ts'
import { MemoryContext, runTool } from './memory-context.ts'

const GRID: Grid = {
  width: 4,
  height: 3,
  crs: crsFromEpsg(32633),
  transform: [100, 0, 500000, 0, -100, 4200000],
}
const MASK = [1, 1, 0, 0, 1, NaN, 0, 1, 0, 0, 0, 1]

/** A mask, an index and a class raster with a code that float32 would round. */
function given(): MemoryContext {
  const context = new MemoryContext()
  context.addRaster('mask-1', memorySource(GRID, Float32Array.from(MASK)), {
    quantity: 'mask',
    meaning: 'burned',
    date: '2019-08-25',
  })
  context.addRaster(
    'index-1',
    memorySource(
      GRID,
      Float32Array.from(MASK, (_, index) => index / 10),
    ),
    {
      quantity: 'index',
      meaning: 'nbr',
    },
  )
  const codes: RasterSource = {
    ...memorySource(GRID, Float32Array.from(MASK)),
    readInts: () => Promise.resolve(Int32Array.from(MASK, (value) => (value === 1 ? 16777217 : INT_NODATA))),
  }
  context.addRaster('classes-1', codes, { quantity: 'class' })
  return context
}

async function exported(context: MemoryContext, layer: string, format?: string) {
  const result = await runTool(exportLayerTool, format === undefined ? { layer } : { layer, format }, context)
  const names = result.labels!.map(({ value }) => value)
  const bytes = async (name: string) => {
    const file = context.files.get(name)!
    return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file
  }
  return {
    names,
    first: await bytes(names[0]!),
    text: async (name: string) => new TextDecoder().decode(await bytes(name)),
  }
}

async function pixelsOf(bytes: Uint8Array) {
  const file = await openRaster(bufferBytes(bytes), 'a.tif')
  const [band] = file.header.bands
  const source = file.source(0, { scale: 1, offset: 0, nodata: band!.nodata })
  return { band: band!, values: [...(await source.read(wholeWindow(GRID)))], grid: file.header.grid }
}

describe('export_layer', () => {
  it('writes values as float32 and whole codes of a dropped file exactly', async () => {
    const context = given()
    const index = await exported(context, 'index-1')
    expect(index.names).toEqual(['nbr-index-1.tif'])
    const read = await pixelsOf(index.first)
    expect(read.band.sampleType).toBe('float32')
    expect(read.values).toEqual(MASK.map((_, at) => Math.fround(at / 10)))
    expect(read.grid).toEqual(GRID)
    const classes = await pixelsOf((await exported(context, 'classes-1', 'geotiff')).first)
    expect(classes.band).toMatchObject({ sampleType: 'int32', nodata: INT_NODATA })
  })

  it('writes the outlines of a mask, its parts by size', async () => {
    const { names, text } = await exported(given(), 'mask-1', 'geojson')
    expect(names).toEqual(['burned-2019-08-25-mask-1.geojson'])
    const { type, features } = JSON.parse(await text(names[0]!)) as {
      type: string
      features: { geometry: { type: string; coordinates: number[][][] }; properties: unknown }[]
    }
    expect(type).toBe('FeatureCollection')
    // By hand: three pixels in the upper left, two on the right, of one hectare each.
    expect(features.map(({ properties }) => properties)).toMatchObject([
      { id: 1, class: 1, pixels: 3 },
      { id: 2, class: 1, pixels: 2 },
    ])
    expect(features.map(({ geometry }) => geometry.coordinates[0]!.length)).toEqual([7, 5])
  })

  it('writes a picture with its place and system', async () => {
    const { names, first, text } = await exported(given(), 'mask-1', 'png')
    const stem = 'burned-2019-08-25-mask-1'
    expect(names).toEqual([`${stem}.png`, `${stem}.pgw`, `${stem}.png.aux.xml`])
    expect([...first.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    expect(await text(`${stem}.pgw`)).toBe('100\n0\n0\n-100\n500050\n4199950\n')
    expect(await text(`${stem}.png.aux.xml`)).toContain('EPSG:32633')
  })

  it('writes the table of a vector layer, points with their place', async () => {
    const context = given()
    const layer = {
      title: 'parts',
      port: { kind: 'vector' },
      unit: 'ha',
      date: null,
      style: { ramp: 'none' },
    } as const
    const point = (coordinates: readonly number[], properties: Record<string, number | string | null>) =>
      ({ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }) as const
    const saved = await context.saveVector(layer, {
      type: 'FeatureCollection',
      features: [point([15.5, 38.25], { rank: 1, name: '=cmd' }), point([-1, 2], { rank: 2, area_ha: 0.5 })],
    })
    const { names, text } = await exported(context, saved.id, 'csv')
    expect(await text(names[0]!)).toBe(
      "rank,name,area_ha,longitude,latitude\r\n1,'=cmd,,15.5,38.25\r\n2,,0.5,-1,2\r\n",
    )
    expect((await exported(context, saved.id)).names[0]).toMatch(/\.geojson$/)
  })

  it.each([
    ['index-1', 'geojson', 'geotiff or png'],
    ['mask-1', 'csv', 'geotiff or png or geojson'],
  ])('says what %s can be written as instead of %s', async (layer, format, formats) => {
    await expect(exported(given(), layer, format)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(formats) as string,
    })
  })

  it('says that a GeoTIFF carries no coordinate system where there is none to carry', async () => {
    const context = given()
    const placeless = memorySource({ ...GRID, crs: UNKNOWN_CRS }, Float32Array.from(MASK))
    context.addRaster('placeless', placeless, { quantity: 'mask' })
    const warnings = async (layer: string) =>
      (await runTool(exportLayerTool, { layer, format: 'geotiff' }, context)).warnings
    expect((await warnings('placeless'))?.join()).toContain('no coordinate reference system')
    expect(await warnings('mask-1')).toEqual([])
  })
})
