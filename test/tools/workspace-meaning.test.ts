import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import type { ByteSource } from '../../src/io/types.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { memorySource } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import { fixtureBytes } from '../helpers/fixtures.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

async function workspaceWith(files: readonly { readonly name: string; readonly bytes: ByteSource }[]) {
  const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
  const { problems } = await workspace.addFiles(files.map((file, at) => ({ id: `file-${at}`, ...file })))
  expect(problems).toEqual([])
  return workspace
}

async function run(workspace: Workspace, tool: string, args: Record<string, unknown>) {
  const outcome = await workspace.run({ tool, args })
  return outcome.ok ? outcome.observation : expect.fail(outcome.error.message)
}

const grid = { width: 4, height: 2, crs: crsFromEpsg(32614), transform: [30, 0, 0, 0, -30, 0] } as const

async function geotiff(values: readonly number[], sampleType: 'int16' | 'uint8', nodata: number) {
  const results = memoryResults()
  const sink = await results.create('x')
  await writeGeoTiff(sink, memorySource(grid, Float32Array.from(values)), { sampleType, nodata })
  await sink.close()
  return results.open('x')
}

describe('an HLS scene', () => {
  it('leaves out what Fmask hides and what is fill', async () => {
    const name = (band: string) => `HLS.L30.T14RNV.2020001T170729.v2.0.${band}.tif`
    const workspace = await workspaceWith([
      {
        name: name('B04'),
        bytes: await geotiff([1000, 1000, 1000, 1000, 1000, 1000, 1000, NaN], 'int16', -9999),
      },
      {
        name: name('B05'),
        bytes: await geotiff([3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000], 'int16', -9999),
      },
      // Clear, water with high aerosol, snow; then cloud, adjacent, shadow; fill is the tag's 255; last one clear.
      { name: name('Fmask'), bytes: await geotiff([64, 224, 16, 66, 68, 72, NaN, 64], 'uint8', 255) },
    ])
    const { numbers } = await run(workspace, 'ndvi', { scene: 'scene-1' })
    const leftOut = (group: string) =>
      numbers.find((each) => each.name === 'pixels_left_out' && each.group === group)?.value
    expect([leftOut('cloud'), leftOut('nodata')]).toEqual([4, 1])
    const { numbers: figures } = await run(workspace, 'statistics', { layer: 'layer-1' })
    // (0.3 − 0.1) / (0.3 + 0.1)
    expect(figures.find((each) => each.name === 'mean')?.value).toBeCloseTo(0.5, 6)
    expect(figures.find((each) => each.name === 'valid')?.value).toBe(3)
  })
})

describe('a MODIS index', () => {
  it('is a layer of its own in the unit of the index, without what lies beyond its valid numbers', async () => {
    const workspace = await workspaceWith([
      {
        name: 'MOD13Q1.A2020001.h10v05.061.2020018001022.250m_16_days_NDVI.tif',
        bytes: await geotiff([8000, 4000, 12000, NaN, 2000, 2000, 2000, 2000], 'int16', -3000),
      },
    ])
    const [layer] = workspace.layers()
    expect(layer).toMatchObject({
      id: 'layer-1',
      date: '2020-01-01',
      port: { kind: 'raster', quantity: 'index', meaning: 'ndvi' },
      style: { ramp: 'vegetation' },
    })
    const { numbers } = await run(workspace, 'statistics', { layer: 'layer-1' })
    const figure = (name: string) => numbers.find((each) => each.name === name)?.value
    // 0.8, 0.4 and four times 0.2.
    expect(figure('valid')).toBe(6)
    expect(figure('mean')).toBeCloseTo(2 / 6, 6)
  })
})

describe('describe_layer', () => {
  it.each([
    ['u8-alpha-straight.tif', /Read mask: alpha band \(pixels that are wholly transparent are no data/],
    ['u8-alpha-premultiplied.tif', /Read mask: alpha band, premultiplied \(.*this is not undone/],
    ['u8-mask.tif', /Read mask: of the file \(the file carries an internal mask/],
    ['u8-sparse.tif', /Read nodata: 7 \(the nodata tag of the file says so/],
  ])('says of %s what hides pixels', async (name, words) => {
    const workspace = await workspaceWith([{ name, bytes: bufferBytes(fixtureBytes(name)) }])
    const { text } = await run(workspace, 'describe_layer', { layer: workspace.layers()[0]!.id })
    expect(text).toMatch(words)
  })
})

describe.skipIf(!hasShared)('shared scenes (skipped where the shared folder is not there)', () => {
  const shared = async (...path: string[]) => ({
    name: path.at(-1)!,
    bytes: await fileBytes(sharedPath('data', 'scenes', ...path)),
  })

  it('names the bands of the stack of HLS by an assumption that is said with every index', async () => {
    const workspace = await workspaceWith([await shared('hls', 'hls_l30_like_10band_T14R.tif')])
    const { warnings } = await run(workspace, 'ndvi', { scene: 'scene-1' })
    expect(warnings.join(' ')).toMatch(
      /raw numbers whose scaling is unknown.*which is assumed from the usual order/,
    )
    const refused = await workspace.run({ tool: 'evi', args: { scene: 'scene-1' } })
    expect(refused.ok || refused.error.code).toBe('scaling_unknown')
    const bands = { 'band 4': 'red' } as const
    await workspace.override('scene-1', { bands, scaling: { scale: 1e-4, offset: 0 } })
    expect((await run(workspace, 'evi', { scene: 'scene-1' })).warnings.join(' ')).not.toMatch(/assumed|raw/)
  })

  it('takes a mask made of HLS for classes with the day of its name', async () => {
    const workspace = await workspaceWith([
      await shared('hls', 'HLS.S30.T10TGS.2018285.v1.4.burnscar_mask.tif'),
    ])
    expect(workspace.layers()).toMatchObject([
      { id: 'layer-1', date: '2018-10-12', port: { quantity: 'class' } },
    ])
  })
})
