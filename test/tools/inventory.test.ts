import { describe, expect, it } from 'vitest'
import { loadCrs } from '../../src/raster/grid/crs.ts'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { openRaster } from '../../src/io/read/open-raster.ts'
import { componentsTool } from '../../src/tools/masks/components.ts'
import { describeLayerTool } from '../../src/tools/inventory/describe-layer.ts'
import { exportLayerTool } from '../../src/tools/output/export-layer.ts'
import { listDataTool } from '../../src/tools/inventory/list-data.ts'
import type { FeatureCollection } from '../../src/tools/tool.ts'
import { LONLAT, pixels, raster } from '../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from './memory-context.ts'

describe('list_data', () => {
  it('counts scenes, dates and layers and never says a title', async () => {
    const made = new MemoryContext()
    made.addScene('s1', { red: raster([[1]]) }, { date: '2020-01-01', sensor: 'landsat-8' })
    made.addScene('s2', { red: raster([[1]]) }, { date: '2020-01-01' })
    made.addRaster('m', raster(['#']), { quantity: 'mask', meaning: 'water' })
    const result = await runTool(listDataTool, {}, made)
    expect(['scene_count', 'date_count', 'layer_count'].map((name) => number(result, name))).toEqual([
      2, 1, 3,
    ])
    expect(result.labels).toEqual([
      { name: 'sensors', value: 'Landsat 8' },
      { name: 'dates', value: '2020-01-01' },
      { name: 'bands', value: 'red' },
    ])
    expect(result.text).toMatch(/s1: scene of landsat-8; 2020-01-01; reflectance; bands red/)
    expect(result.text).toMatch(/s2: scene of an unknown sensor;/)
    expect(result.text).toMatch(/m: raster of water/)
    expect(result.text).not.toContain('foreign')
  })

  it('says that nothing is loaded', async () => {
    expect((await runTool(listDataTool, {}, new MemoryContext())).text).toContain('No data')
  })
})

describe('describe_layer', () => {
  it('says sensor, date and bands of a scene, and how many bands', async () => {
    const made = new MemoryContext()
    const bands = { red: raster([[1]]), nir: raster([[1]]) }
    made.addScene('s1', bands, { date: '2020-01-01', sensor: 'landsat-8' })
    const result = await runTool(describeLayerTool, { layer: 's1' }, made)
    expect(number(result, 'band_count')).toBe(2)
    expect(result.labels).toEqual([
      { name: 'sensors', value: 'Landsat 8' },
      { name: 'dates', value: '2020-01-01' },
      { name: 'bands', value: 'red, nir' },
    ])
  })

  it('gives size, pixel size and area', async () => {
    const made = new MemoryContext()
    made.addRaster('r', raster(['...', '...']), { quantity: 'mask' })
    const result = await runTool(describeLayerTool, { layer: 'r' }, made)
    expect(['width', 'height', 'pixel_size', 'area'].map((name) => number(result, name))).toEqual([
      3, 2, 10, 0.06,
    ])
  })

  it('gives both sides of a pixel in degrees, in metres at the middle of the grid', async () => {
    const made = new MemoryContext()
    const source = raster(['.'], { transform: [0.001, 0, 10, 0, -0.001, 45.0005], crs: LONLAT })
    made.addRaster('r', source, { quantity: 'mask' })
    const result = await runTool(describeLayerTool, { layer: 'r' }, made)
    expect(number(result, 'pixel_size', 'across')).toBeCloseTo(78.847, 2)
    expect(number(result, 'pixel_size', 'down')).toBeCloseTo(111.132, 2)
  })

  it('says why there is no area where the coordinate system is unknown', async () => {
    const made = new MemoryContext()
    const crs = { id: 'unknown', kind: 'unknown', name: 'unknown', proj4: null, metresPerUnit: NaN } as const
    made.addRaster('r', raster(['.'], { crs }), { quantity: 'mask' })
    const result = await runTool(describeLayerTool, { layer: 'r' }, made)
    expect(number(result, 'area')).toBeNaN()
    expect(result.warnings?.join()).toContain('No area')
    expect(result.warnings?.join()).toContain('The place on the globe is not known')
  })

  it('says how far places may be off where the datum is approximated', async () => {
    const made = new MemoryContext()
    // NAD27: its grids are not carried.
    made.addRaster('r', raster(['.'], { crs: await loadCrs(26711) }), { quantity: 'mask' })
    const result = await runTool(describeLayerTool, { layer: 'r' }, made)
    expect(result.warnings?.join()).toMatch(/off by up to 60 m.*EPSG:26711/)
  })
})

describe('export_layer', () => {
  it('writes a GeoTIFF that reads back as the layer', async () => {
    const made = new MemoryContext()
    const source = raster([[0.5, NaN], [-1, 2]]) // prettier-ignore
    made.addRaster('r', source, { quantity: 'index', meaning: 'ndvi' })
    await runTool(exportLayerTool, { layer: 'r' }, made)
    const file = await openRaster(bufferBytes(made.files.get('ndvi-r.tif') as Uint8Array), 'r.tif')
    const read = file.source(0, { scale: 1, offset: 0, nodata: file.header.bands[0]!.nodata })
    expect(await pixels(read)).toEqual([0.5, NaN, -1, 2])
    expect(read.grid.transform).toEqual(source.grid.transform)
    expect(read.grid.crs.id).toBe('EPSG:32633')
  })

  it('writes GeoJSON of a vector layer and refuses it for a raster of values', async () => {
    const made = new MemoryContext()
    made.addRaster('m', raster(['#.#']), { quantity: 'mask', meaning: 'water' })
    await runTool(componentsTool, { mask: 'm' }, made)
    const { id } = made.saved[0]!
    await runTool(exportLayerTool, { layer: id }, made)
    const bytes = made.files.get(`tool-${id}.geojson`) as Uint8Array
    const parsed = JSON.parse(new TextDecoder().decode(bytes)) as FeatureCollection
    expect(parsed.features).toHaveLength(2)
    made.addRaster('r', raster([[0.5]]), { quantity: 'index', meaning: 'ndvi' })
    await expect(runTool(exportLayerTool, { layer: 'r', format: 'geojson' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})
