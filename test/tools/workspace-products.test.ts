import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import type { ByteSource } from '../../src/io/types.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { memorySource } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import { wholeWindow } from '../../src/raster/source.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import { buildTiff, doubles, short } from '../helpers/tiff-builder.ts'

const text = (content: string) => bufferBytes(new TextEncoder().encode(content))

async function add(files: readonly { readonly name: string; readonly bytes: ByteSource }[]) {
  const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
  const { problems } = await workspace.addFiles(files.map((file, at) => ({ id: `file-${at}`, ...file })))
  return { workspace, problems }
}

const grid = { width: 2, height: 2, crs: crsFromEpsg(32621), transform: [30, 0, 0, 0, -30, 0] } as const

async function geotiff(values: readonly number[]) {
  const results = memoryResults()
  const sink = await results.create('x')
  await writeGeoTiff(sink, memorySource(grid, Float32Array.from(values)), {
    sampleType: 'uint16',
    nodata: null,
  })
  await sink.close()
  return results.open('x')
}

const landsat = 'LC08_L1TP_227074_20190809_20200827_02_T1'
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PRODUCT_CONTENTS: { PROCESSING_LEVEL: 'L1TP' },
  IMAGE_ATTRIBUTES: {
    SPACECRAFT_ID: 'LANDSAT_8', WRS_PATH: '227', WRS_ROW: '74', DATE_ACQUIRED: '2019-08-09', CLOUD_COVER: '13.57', SUN_ELEVATION: '30',
  },
  LEVEL1_RADIOMETRIC_RESCALING: { RADIANCE_MULT_BAND_10: '3.3420E-04', RADIANCE_ADD_BAND_10: '0.10000' },
  LEVEL1_THERMAL_CONSTANTS: { K1_CONSTANT_BAND_10: '774.8853', K2_CONSTANT_BAND_10: '1321.0789' },
} // prettier-ignore
const lines = (write: (key: string, value: string) => string, group: string) =>
  Object.entries(GROUPS[group]!).map(([key, value]) => write(key, value))
const MTL = {
  txt: Object.keys(GROUPS)
    .map((group) => `GROUP = ${group}\n${lines((key, value) => `${key} = ${value}`, group).join('\n')}\nEND_GROUP = ${group}`)
    .join('\n'),
  json: JSON.stringify({ LANDSAT_METADATA_FILE: GROUPS }),
  xml: `<?xml version="1.0"?><LANDSAT_METADATA_FILE>${Object.keys(GROUPS)
    .map((group) => `<${group}>${lines((key, value) => `<${key}>${value}</${key}>`, group).join('')}</${group}>`)
    .join('')}</LANDSAT_METADATA_FILE>`,
} // prettier-ignore

describe('a Landsat bundle of level 1', () => {
  it.each(Object.entries(MTL))('holds its thermal band in kelvin by the _MTL.%s', async (form, content) => {
    const { workspace, problems } = await add([
      { name: `${landsat}/${landsat}_B10.TIF`, bytes: await geotiff([25_000, 30_000, 0, 1]) },
      { name: `${landsat}/${landsat}_MTL.${form}`, bytes: text(content) },
      { name: `${landsat}/${landsat}_ANG.txt`, bytes: text('GROUP = FILE_HEADER') },
      { name: `${landsat}/${landsat}_thumb_small.jpeg`, bytes: text('picture') },
      {
        name: `${landsat}/${landsat}_stac.json`,
        bytes: text('{"type":"Feature","properties":{},"geometry":null}'),
      },
    ])
    expect(problems.map(({ code }) => code)).toEqual(['left_aside', 'left_aside', 'left_aside'])
    const [layer] = workspace.layers()
    expect(layer).toMatchObject({ unit: 'K', date: '2019-08-09', scene: { cloudPercent: 13.57 } })
    const source = await workspace.source(layer!.id, 'thermal1')
    const [first, second, fill, dark] = await source.read(wholeWindow(source.grid))
    // L = 3.342e-4 · DN + 0.1 is 8.455 and 10.126; T = 1321.0789 / ln(774.8853 / L + 1).
    expect(first).toBeCloseTo(291.7056, 3)
    expect(second).toBeCloseTo(303.655, 3)
    expect(fill).toBeNaN()
    // L = 0.1003342: ln(7724.05) = 8.95210 (774.8853 / 0.1003342 + 1), so that T = 147.572.
    expect(dark).toBeCloseTo(147.572, 2)
    const outcome = await workspace.run({
      tool: 'surface_temperature',
      args: { scene: layer!.id, clouds: 'keep' },
    })
    expect(outcome.ok && outcome.observation.warnings.join()).toContain(
      'this is brightness temperature at the sensor',
    )
  })

  it('refuses metadata that declares entities, by name, and keeps the bands', async () => {
    const bomb = MTL.xml.replace('?>', '?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>')
    const { workspace, problems } = await add([
      { name: `${landsat}_B10.TIF`, bytes: await geotiff([25_000, 30_000, 0, 1]) },
      { name: `${landsat}_MTL.xml`, bytes: text(bomb) },
    ])
    expect(problems).toMatchObject([{ fileName: `${landsat}_MTL.xml`, code: 'unsupported_file' }])
    expect(problems[0]!.message).toContain('DOCTYPE')
    expect(workspace.layers()).toHaveLength(1)
  })
})

describe('a measurement of Sentinel-1 GRD', () => {
  const product = 'S1A_IW_GRDH_1SDV_20200101T053045_20200101T053110_030612_0381B5_1234.SAFE'
  const measured = 's1a-iw-grd-vv-20200101t053045-20200101t053110-030612-0381b5-001'

  it('is refused by name with the way to a map of backscatter, what lies beside it left aside', async () => {
    const fields = {
      256: short(2), 257: short(2), 258: short(16), 259: short(1), 262: short(1), 277: short(1), 278: short(2), 339: short(1),
      // Four ground control points and no transform.
      33922: doubles(0, 0, 0, 10, 45, 0, 1, 0, 0, 11, 45, 0, 0, 1, 0, 10, 44, 0, 1, 1, 0, 11, 44, 0),
    } // prettier-ignore
    const { workspace, problems } = await add([
      { name: `${product}/measurement/${measured}.tiff`, bytes: bufferBytes(buildTiff([{ fields, blocks: [new Uint8Array(8)] }])) },
      { name: `${product}/manifest.safe`, bytes: text('<xfdu/>') },
      { name: `${product}/annotation/${measured}.xml`, bytes: text('<product/>') },
      { name: `${product}/annotation/calibration/calibration-${measured}.xml`, bytes: text('<calibration/>') },
      { name: `${product}/preview/quick-look.png`, bytes: text('picture') },
      { name: `${product}/preview/map-overlay.kml`, bytes: text('<kml/>') },
    ]) // prettier-ignore
    expect(workspace.layers()).toEqual([])
    expect(problems.map(({ code }) => code)).toEqual([
      'invalid_input',
      ...Array<string>(5).fill('left_aside'),
    ])
    expect(problems[0]!.message).toMatch(/Sentinel-1 GRD.*SNAP.*Calibration.*Terrain Correction/)
  })
})
