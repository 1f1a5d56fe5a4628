import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isAbort } from '../../src/lib/abort.ts'
import { AppError } from '../../src/lib/errors.ts'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import type { ByteSource, ResultFiles } from '../../src/io/types.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { mapSources, memorySource } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'
import { wholeWindow } from '../../src/raster/source.ts'
import type { Layer } from '../../src/trace/layer.ts'
import { defineTool, layerRef, type Tool } from '../../src/tools/tool.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const grid: Grid = {
  width: 3,
  height: 2,
  crs: crsFromEpsg(32633),
  transform: [20, 0, 500_000, 0, -20, 5_000_000],
}

/** A 3 × 2 GeoTIFF of reflectances as Sentinel-2 stores them; NaN is written as 0. */
async function bandFile(values: readonly number[], isStated = true): Promise<ByteSource> {
  const results = memoryResults()
  const sink = await results.create('band')
  const stored = isStated ? values : values.map((value) => Math.round((value + 0.1) / 0.0001))
  await writeGeoTiff(sink, memorySource(grid, Float32Array.from(stored)), {
    sampleType: 'uint16',
    nodata: 0,
    ...(isStated && { scale: 0.0001, offset: -0.1 }),
  })
  await sink.close()
  return results.open('band')
}

const RED = [0.05, 0.1, 0.15, 0.2, NaN, 0.3]
const NIR = [0.4, 0.3, 0.45, 0.2, 0.5, 0.1]

async function givenScene(date = '20230712', isStated = true) {
  const name = (band: string) => `T33TWN_${date}T100031_${band}_20m.tif`
  return [
    { id: `red-${date}`, name: name('B04'), bytes: await bandFile(RED, isStated) },
    { id: `nir-${date}`, name: name('B8A'), bytes: await bandFile(NIR, isStated) },
  ]
}

/** Red times two; with `fail` it saves and then fails as told. */
const double = defineTool({
  name: 'double',
  family: 'test',
  title: 'Double',
  summary: 'Doubles the red band.',
  source: 'https://example.org',
  needs: { scene: { kind: 'raster', quantity: 'reflectance', bands: ['red'] } },
  gives: { kind: 'raster', quantity: 'index', meaning: 'double' },
  input: z.object({
    scene: layerRef('scene'),
    fail: z.enum(['no', 'app', 'bug', 'abort']).default('no').describe('how to fail'),
  }),
  examples: [],
  async run({ scene, fail }, context) {
    const source = mapSources([await context.raster(scene, 'red')], ([red], out) => {
      for (let index = 0; index < out.length; index++) out[index] = 2 * red![index]!
    })
    const port = { kind: 'raster', quantity: 'index', meaning: 'double' } as const
    const style = { ramp: 'gray' }
    const layer = await context.saveRaster(
      { title: 'Doubled', port, unit: '1', date: null, style },
      source,
      'float32',
    )
    await context.saveFile('notes.csv', new TextEncoder().encode('a'))
    const first = (await (await context.raster(layer.id)).read(wholeWindow(grid)))[0]!
    if (fail === 'app') throw new AppError('nothing_valid', 'no pixel is left')
    if (fail === 'bug') throw new TypeError('x is undefined in T33TWN_secret.tif')
    if (fail === 'abort') throw new DOMException('Stopped', 'AbortError')
    return {
      text: `${layer.id} is made`,
      numbers: [{ name: 'first', value: first, unit: '1', dimension: 'value' }],
    }
  },
})

const needsSwir: Tool = defineTool({
  ...double,
  name: 'needs_swir',
  needs: { scene: { kind: 'raster', quantity: 'reflectance', bands: ['red', 'swir2'] } },
})

function recorded() {
  const results = memoryResults()
  const records = new Map<string, Layer>()
  const workspace = new Workspace({
    results,
    tools: [double, needsSwir],
    onLayer: (layer) => Promise.resolve(void records.set(layer.id, layer)),
    onRemove: (id) => Promise.resolve(void records.delete(id)),
  })
  return { results, records, workspace }
}

async function read(workspace: Workspace, id: string, ...band: Parameters<Workspace['source']>[1][]) {
  const source = await workspace.source(id, ...band)
  return Array.from(await source.read(wholeWindow(source.grid)))
}

describe('Workspace.addFiles', () => {
  it('makes one scene of the bands of a date and reads them in physical units with nodata as NaN', async () => {
    const { workspace, records } = recorded()
    const { layers, problems } = await workspace.addFiles(await givenScene())
    expect(problems).toEqual([])
    expect(layers.map((layer) => layer.id)).toEqual(['scene-1'])
    expect(records.get('scene-1')).toEqual(layers[0])
    const red = await read(workspace, 'scene-1', 'red')
    expect(red[4]).toBeNaN()
    expect(red[3]).toBeCloseTo(0.2, 6)
  })

  it('numbers scenes by date and completes a scene that is listed', async () => {
    const { workspace } = recorded()
    const [red, nir] = await givenScene('20230712')
    const later = await givenScene('20230801')
    await workspace.addFiles([...later, red!])
    expect(workspace.layers().map((layer) => [layer.id, layer.date])).toEqual([
      ['scene-1', '2023-07-12'],
      ['scene-2', '2023-08-01'],
    ])
    const { layers } = await workspace.addFiles([nir!])
    expect(layers.map((layer) => layer.id)).toEqual(['scene-1'])
    expect(layers[0]!.scene!.bands.map((band) => band.name)).toEqual(['red', 'nir_narrow'])
  })

  it('refuses broken files by name and keeps the other bands of their scene', async () => {
    const { workspace } = recorded()
    const [red, nir] = await givenScene()
    const whole = await nir!.bytes.read(0, nir!.bytes.size)
    const { layers, problems } = await workspace.addFiles([
      red!,
      { ...nir!, bytes: bufferBytes(whole.slice(0, whole.length - 40)) },
      { id: 'text', name: 'notes.tif', bytes: bufferBytes(new TextEncoder().encode('no image at all')) },
      { id: 'json', name: 'golden.json', bytes: bufferBytes(new TextEncoder().encode('{}')) },
    ])
    expect(problems.map((problem) => problem.fileName)).toEqual([nir!.name, 'notes.tif', 'golden.json'])
    expect(problems.every((problem) => problem.message.length > 20)).toBe(true)
    expect(layers).toHaveLength(1)
    expect(layers[0]!.scene!.bands.map((band) => band.designation)).toEqual(['B04'])
    expect(layers[0]!.scene!.assumptions).toContainEqual(
      expect.objectContaining({ field: 'bands', value: 'without B8A' }),
    )
  })

  it('leaves a file aside that is loaded already', async () => {
    const { workspace } = recorded()
    await workspace.addFiles(await givenScene())
    const again = (await givenScene()).map((file) => ({ ...file, id: 'again-' + file.id }))
    const { layers, problems } = await workspace.addFiles(again)
    expect(layers).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual(
      Array(2).fill('the same file is loaded already; it was left aside'),
    )
  })

  it('keeps equal files of unlike names apart', async () => {
    const { workspace } = recorded()
    const { layers, problems } = await workspace.addFiles([
      ...(await givenScene('20230712')),
      ...(await givenScene('20230801')),
    ])
    expect(problems).toEqual([])
    expect(layers.map((layer) => layer.scene!.bands.length)).toEqual([2, 2])
  })

  it('stops when told', async () => {
    const { workspace } = recorded()
    const adding = workspace.addFiles(await givenScene(), { signal: AbortSignal.abort() })
    await expect(adding).rejects.toSatisfy(isAbort)
    expect(workspace.layers()).toEqual([])
  })
})

describe('Workspace.takeBack', () => {
  it('leaves layers, records and numbers as they were before the import', async () => {
    const { workspace, records } = recorded()
    const [red, nir] = await givenScene()
    await workspace.addFiles([red!])
    const before = workspace.layers()
    const more = await givenScene('20230801')
    await workspace.addFiles([nir!, ...more])
    expect(workspace.layers()[0]!.scene!.bands).toHaveLength(2)
    await workspace.takeBack([nir!, ...more].map(({ id }) => id), before) // prettier-ignore
    expect(workspace.layers()).toEqual(before)
    expect([...records.values()]).toEqual(before)
    // The same files can be given again, under the same numbers.
    const again = await workspace.addFiles([
      ...(await givenScene()).slice(1),
      ...(await givenScene('20230801')),
    ])
    expect(again.problems).toEqual([])
    expect(again.layers.map(({ id }) => id)).toEqual(['scene-1', 'scene-2'])
  })

  it('is done by an import that is stopped between two scenes', async () => {
    const stop = new AbortController()
    const records = new Map<string, Layer>()
    const workspace = new Workspace({
      results: memoryResults(),
      tools: [],
      onLayer(layer) {
        records.set(layer.id, layer)
        stop.abort()
        return Promise.resolve()
      },
      onRemove: (id) => Promise.resolve(void records.delete(id)),
    })
    const files = [...(await givenScene()), ...(await givenScene('20230801'))]
    const stopped = workspace.addFiles(files, { signal: stop.signal })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect([workspace.layers(), [...records]]).toEqual([[], []])
  })
})

describe('Workspace.source', () => {
  it('gives the narrow near infrared for the near infrared, and names the bands there are', async () => {
    const { workspace } = recorded()
    await workspace.addFiles(await givenScene())
    expect((await read(workspace, 'scene-1', 'nir'))[0]).toBeCloseTo(0.4, 6)
    await expect(workspace.source('scene-1', 'swir2')).rejects.toMatchObject({ code: 'band_missing' })
    await expect(workspace.source('scene-1')).rejects.toThrow(/B04 \(red\), B8A \(nir_narrow\)/)
    await expect((async () => workspace.source('scene-9'))()).rejects.toMatchObject({ code: 'layer_missing' })
  })

  it('reads raw numbers where the scaling is unknown', async () => {
    const { workspace } = recorded()
    await workspace.addFiles(await givenScene('20230712', false))
    expect((await read(workspace, 'scene-1', 'red'))[0]).toBe(1500)
  })
})

describe('Workspace.run', () => {
  it('lists what the tool saved with lineage and fingerprints, and can read it', async () => {
    const { workspace, records } = recorded()
    await workspace.addFiles(await givenScene())
    const outcome = await workspace.run({ tool: 'double', args: { scene: 'scene-1' } })
    expect(outcome).toMatchObject({
      ok: true,
      observation: { text: 'layer-1 is made', layers: ['layer-1'], warnings: [], facts: {} },
    })
    const layer = records.get('layer-1')!
    expect(layer.lineage).toEqual({
      tool: 'double',
      version: '1',
      args: { scene: 'scene-1', fail: 'no' },
      inputs: [{ id: 'scene-1', fingerprint: records.get('scene-1')!.fingerprint }],
    })
    expect((await read(workspace, 'layer-1'))[3]).toBeCloseTo(0.4, 6)
    expect((await read(workspace, 'layer-1'))[4]).toBeNaN()
  })

  it('gives the same fingerprint for the same work in another session', async () => {
    const prints = await Promise.all(
      [[], ['20200101']].map(async (others) => {
        const { workspace, records } = recorded()
        for (const date of [...others, '20230712']) await workspace.addFiles(await givenScene(date))
        const scene = workspace.layers().find((layer) => layer.date === '2023-07-12')!
        await workspace.run({ tool: 'double', args: { scene: scene.id } })
        return records.get('layer-1')!.fingerprint
      }),
    )
    expect(prints[0]).toBe(prints[1])
  })

  it.each(['app', 'bug', 'abort'])(
    'leaves neither layer nor file behind after a failure (%s)',
    async (fail) => {
      const { workspace, records, results } = recorded()
      await workspace.addFiles(await givenScene())
      const running = workspace.run({ tool: 'double', args: { scene: 'scene-1', fail } })
      if (fail === 'abort') await expect(running).rejects.toSatisfy(isAbort)
      else {
        const outcome = await running
        if (outcome.ok) throw new Error('the run was to fail')
        expect(outcome.error.code).toBe(fail === 'app' ? 'nothing_valid' : 'internal')
        expect(outcome.error.message).not.toContain('secret')
      }
      expect([...records.keys()]).toEqual(['scene-1'])
      expect(workspace.layers().map((layer) => layer.id)).toEqual(['scene-1'])
      expect(await results.list()).toEqual([])
    },
  )

  it('keeps nothing where the record cannot be stored', async () => {
    const results = memoryResults()
    const workspace = new Workspace({
      results,
      tools: [double],
      onLayer: (layer) =>
        layer.scene ? Promise.resolve() : Promise.reject(new AppError('storage_full', 'the disk is full')),
    })
    await workspace.addFiles(await givenScene())
    const outcome = await workspace.run({ tool: 'double', args: { scene: 'scene-1' } })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'storage_full' } })
    expect(workspace.layers()).toHaveLength(1)
    expect(await results.list()).toEqual([])
  })

  it('names what was found and what was needed', async () => {
    const { workspace } = recorded()
    await workspace.addFiles(await givenScene())
    await workspace.addFiles(await givenScene('20230801', false))
    await workspace.run({ tool: 'double', args: { scene: 'scene-1' } })
    const error = async (tool: string, args: Record<string, unknown>) => {
      const outcome = await workspace.run({ tool, args })
      return outcome.ok ? null : outcome.error
    }
    expect(await error('triple', {})).toMatchObject({
      code: 'unknown_tool',
      message: /double, needs_swir/ as never,
    })
    expect((await error('double', { scene: 'scene-1', fail: 'maybe' }))!.code).toBe('invalid_input')
    expect((await error('double', { scene: 'scene-1', colour: 'red' }))!.message).toContain(
      'does not take colour',
    )
    expect((await error('double', { scene: 'scene-7' }))!.message).toContain('scene-1, scene-2, layer-1')
    expect(await error('needs_swir', { scene: 'scene-1' })).toMatchObject({
      code: 'band_missing',
      details: { missing: ['swir2'] },
    })
    expect((await error('double', { scene: 'scene-2' }))!.code).toBe('scaling_unknown')
    expect((await error('double', { scene: 'layer-1' }))!.message).toContain(
      'layer-1 is a raster of index (double)',
    )
  })
})

describe('Workspace.override', () => {
  it('changes how a scene is read and is remembered by the fingerprint of its files', async () => {
    const { workspace, records } = recorded()
    await workspace.addFiles(await givenScene('20230712', false))
    const before = records.get('scene-1')!.fingerprint
    const layer = await workspace.override('scene-1', { scaling: { scale: 0.0001, offset: -0.1 } })
    expect(layer.port).toMatchObject({ quantity: 'reflectance' })
    expect(layer.fingerprint).not.toBe(before)
    expect((await read(workspace, 'scene-1', 'red'))[0]).toBeCloseTo(0.05, 6)
    const other = recorded().workspace
    await other.restore([], [], { overrides: workspace.overrides() })
    const { layers } = await other.addFiles(await givenScene('20230712', false))
    expect(layers[0]!.scene!.quantity).toBe('reflectance')
  })
})

describe('Workspace.override with reset', () => {
  it('takes back all that was set, here and for the next session, and reads again what the files say', async () => {
    const { workspace, records } = recorded()
    const {
      layers: [first],
    } = await workspace.addFiles(await givenScene('20230712', false))
    await workspace.override('scene-1', {
      date: '2020-01-01',
      scaling: { scale: 0.0001, offset: -0.1 },
      bands: { B04: 'blue' },
    })
    expect(await workspace.override('scene-1', { reset: true })).toEqual(first)
    expect(records.get('scene-1')).toEqual(first)
    expect(workspace.overrides()).toEqual({})
    const next = recorded().workspace
    await next.restore([], [], { overrides: workspace.overrides() })
    const again = await next.addFiles(await givenScene('20230712', false))
    expect(again.layers[0]).toMatchObject({ date: '2023-07-12', scene: { quantity: 'raw' } })
  })

  it('keeps what is set anew with it', async () => {
    const { workspace } = recorded()
    await workspace.addFiles(await givenScene('20230712', false))
    await workspace.override('scene-1', { date: '2020-01-01', nodata: 7 })
    const layer = await workspace.override('scene-1', { reset: true, date: '2021-01-01' })
    expect(layer.date).toBe('2021-01-01')
    expect(layer.scene!.bands.map(({ nodata }) => nodata)).toEqual([0, 0])
    expect(Object.values(workspace.overrides())).toEqual([{ date: '2021-01-01' }, { date: '2021-01-01' }])
  })

  it('is refused where a file of the scene is not at hand', async () => {
    const { workspace } = recorded()
    const files = await givenScene('20230712', false)
    const { layers } = await workspace.addFiles(files)
    const other = recorded().workspace
    await other.restore(layers, files.slice(1))
    await expect(other.override('scene-1', { reset: true })).rejects.toMatchObject({ code: 'read_failed' })
  })
})

describe('Workspace.restore', () => {
  async function stored() {
    const first = recorded()
    await first.workspace.addFiles(await givenScene())
    await first.workspace.run({ tool: 'double', args: { scene: 'scene-1' } })
    return { layers: first.workspace.layers(), results: first.results }
  }
  const reopened = (results: ResultFiles) => new Workspace({ results, tools: [double] })

  it('takes up layers and counts on after them', async () => {
    const { layers, results } = await stored()
    const workspace = reopened(results)
    expect(await workspace.restore(layers, await givenScene())).toEqual(layers)
    const outcome = await workspace.run({ tool: 'double', args: { scene: 'scene-1' } })
    expect(outcome).toMatchObject({ ok: true, observation: { layers: ['layer-2'] } })
  })

  it('marks layers that lost their pixels and heals a scene by the same files under other ids', async () => {
    const { layers } = await stored()
    const workspace = reopened(memoryResults())
    const [scene, result] = await workspace.restore(layers, [])
    expect(scene!.missing).toContain('2 of 2 bands')
    expect(result!.missing).toContain('run its step again')
    const outcome = await workspace.run({ tool: 'double', args: { scene: 'scene-1' } })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'read_failed' } })
    const renamed = (await givenScene()).map((file, index) => ({ ...file, id: `new-${index}` }))
    await workspace.addFiles(renamed)
    const healed = workspace.layers().find((layer) => layer.id === 'scene-1')!
    expect(healed.missing).toBeUndefined()
    expect(healed.fingerprint).toBe(layers[0]!.fingerprint)
    expect(workspace.layers()).toHaveLength(2)
    expect((await read(workspace, 'scene-1', 'red'))[0]).toBeCloseTo(0.05, 6)
  })

  it('does not take another file under the same id for the lost one', async () => {
    const { layers, results } = await stored()
    const [red, nir] = await givenScene()
    const workspace = reopened(results)
    const others = [{ ...red!, bytes: await bandFile([1, 1, 1, 1, 1, 1]) }, nir!]
    const [scene] = await workspace.restore(layers, others)
    expect(scene!.missing).toContain('1 of 2 bands')
  })
})

describe('Workspace.run of export_layer', () => {
  it('exports masks and their parts under names that say what and when, the second time in place of the first', async () => {
    const results = memoryResults()
    const workspace = new Workspace({ results, tools: TOOLS })
    await workspace.addFiles(await givenScene())
    const run = async (tool: string, args: Record<string, unknown>) => {
      const outcome = await workspace.run({ tool, args })
      if (!outcome.ok) throw new Error(outcome.error.message)
      return outcome.observation
    }
    await run('ndvi', { scene: 'scene-1' })
    await run('threshold_mask', { layer: 'layer-1' })
    await run('components', { mask: 'layer-2' })
    const fileOf = async (layer: string) => (await run('export_layer', { layer })).labels
    const mask = [{ name: 'file', value: 'vegetation-2023-07-12-layer-2.tif' }]
    expect(await fileOf('layer-2')).toEqual(mask)
    const before = await results.list()
    expect(await fileOf('layer-2')).toEqual(mask)
    expect(await results.list()).toEqual(before)
    const parts = 'components-vegetation-2023-07-12-layer-3.geojson'
    expect(await fileOf('layer-3')).toEqual([{ name: 'file', value: parts }])
    const bytes = await results.open(parts)
    const text = new TextDecoder().decode(await bytes.read(0, bytes.size))
    // By hand: NDVI is 0.78, 0.5 and 0.5 in the upper row, and below 0.3 in the lower one.
    expect((JSON.parse(text) as { features: unknown[] }).features).toHaveLength(1)
  })

  it('refuses a scene of several bands and says what it takes', async () => {
    const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
    await workspace.addFiles(await givenScene())
    const outcome = await workspace.run({ tool: 'export_layer', args: { layer: 'scene-1' } })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    expect(outcome.ok ? '' : outcome.error.message).toContain('needs one raster, vector or table')
  })
})

describe('Workspace.remove', () => {
  it('forgets a result and its file, and a scene whose files can be given again', async () => {
    const { workspace, records, results } = recorded()
    await workspace.addFiles(await givenScene())
    await workspace.run({ tool: 'double', args: { scene: 'scene-1' } })
    await workspace.remove('layer-1')
    expect(await results.list()).toEqual(['notes.csv'])
    await workspace.remove('scene-1')
    expect(records.size).toBe(0)
    await expect(workspace.remove('scene-1')).rejects.toMatchObject({ code: 'layer_missing' })
    const { layers } = await workspace.addFiles(await givenScene())
    expect(layers.map((layer) => layer.id)).toEqual(['scene-2'])
  })
})

describe('Workspace.probe', () => {
  it('gives the values of all bands at a place and nothing outside', async () => {
    const { workspace } = recorded()
    await workspace.addFiles(await givenScene())
    // Column 1, row 1 is the nodata pixel of red.
    const probe = await workspace.probe('scene-1', 500_030, 4_999_970)
    expect([probe!.col, probe!.row]).toEqual([1, 1])
    expect(probe!.values.map(({ band, unit }) => [band, unit])).toEqual([
      ['B04 red', '1'],
      ['B8A nir_narrow', '1'],
    ])
    expect(probe!.values[0]!.value).toBeNull()
    expect(probe!.values[1]!.value).toBeCloseTo(0.5, 6)
    expect(await workspace.probe('scene-1', 499_990, 4_999_970)).toBeNull()
  })
})

describe.skipIf(!hasShared)('Workspace on real scenes (skipped where the shared folder is not there)', () => {
  async function loaded(...folder: readonly string[]) {
    const path = sharedPath('data', 'scenes', ...folder)
    const { workspace } = recorded()
    const files = await Promise.all(
      readdirSync(path).map(async (name) => ({ id: name, name, bytes: await fileBytes(join(path, name)) })),
    )
    return { workspace, ...(await workspace.addFiles(files)) }
  }

  it('finds two scaled Landsat 8 dates of six bands in the Corumbá files', async () => {
    const { workspace, layers, problems } = await loaded('corumba_fire_2019')
    expect(layers.map(({ date, scene }) => [date, scene!.sensor, scene!.level, scene!.quantity])).toEqual([
      ['2019-08-09', 'landsat-8', 'L1TP', 'reflectance'],
      ['2019-08-25', 'landsat-8', 'L1TP', 'reflectance'],
    ])
    expect(layers[0]!.scene!.bands.map((band) => band.name)).toEqual(
      ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'], // prettier-ignore
    )
    // 2e-5 / sin(42.61713919°) and −0.1 / sin(42.61713919°), by python3 -c 'from math import *; …'
    expect(layers[0]!.scene!.bands[3]!.scale).toBeCloseTo(2.9537903193e-5, 14)
    expect(layers[0]!.scene!.bands[3]!.offset).toBeCloseTo(-0.1476895159662, 12)
    expect(problems.map((problem) => problem.fileName)).toEqual(['golden.json'])
    // NaN only where DN is 0: golden.json counts 600967 valid pixels of NBR on the first date.
    const [nir, swir2] = [await read(workspace, 'scene-1', 'nir'), await read(workspace, 'scene-1', 'swir2')]
    expect(nir.filter((value, index) => !Number.isNaN(value + swir2[index]!))).toHaveLength(600_967)
    await workspace.close()
  })

  it('finds 8,026.1 ha burned at Corumbá without any _MTL.txt, and with that of one date alone', async () => {
    // golden.json counts 89179 pixels of 900 m² by numpy from files scaled by their _MTL.txt; ratios need no sun.
    const path = sharedPath('data', 'scenes', 'corumba_fire_2019')
    for (const kept of [/_B[57]\.TIF$/, /_B[57]\.TIF$|20190825.*_MTL\.txt$/]) {
      const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
      const names = readdirSync(path).filter((name) => kept.test(name))
      const { layers } = await workspace.addFiles(
        await Promise.all(
          names.map(async (name) => ({ id: name, name, bytes: await fileBytes(join(path, name)) })),
        ),
      )
      expect(layers[0]!.scene!.quantity).toBe('raw')
      const run = async (tool: string, args: Record<string, unknown>) => {
        const outcome = await workspace.run({ tool, args })
        if (!outcome.ok) throw new Error(outcome.error.message)
        return outcome
      }
      const before = await run('nbr', { scene: 'scene-1' })
      expect(before.observation.warnings).toContain(
        'scene-1 is not divided by the sine of the sun elevation, which cancels in nbr.',
      )
      const after = await run('nbr', { scene: 'scene-2' })
      const [first, second] = [before, after].map(({ layers: made }) => made[0]!.id)
      const change = await run('difference', { before: first, after: second })
      const mask = await run('threshold_mask', { layer: change.layers[0]!.id })
      const area = await run('mask_area', { mask: mask.layers[0]!.id })
      expect(area.observation.numbers.find(({ name }) => name === 'area')!.value).toBeCloseTo(8026.11, 6)
      await workspace.close()
    }
  }, 30_000)

  it('takes the New York series for Landsat not divided by the sun with a Collection 1 quality band', async () => {
    const { workspace, layers } = await loaded('landsat_ny_2018')
    expect(layers).toHaveLength(6)
    expect(new Set(layers.map(({ scene }) => `${scene!.sensor} ${scene!.level} ${scene!.quantity}`))).toEqual(
      new Set(['landsat-8 L1TP raw']),
    )
    const quality = await workspace.source('scene-1', 'qa_pixel')
    const codes = await quality.readInts!(wholeWindow(quality.grid))
    expect(codes.some((code) => (code & 64) !== 0)).toBe(true)
    await workspace.close()
  })

  it('takes the Sentinel-2 pair for one undated raw scene of red and near infrared', async () => {
    const { workspace, layers } = await loaded('sentinel2')
    expect(layers.map(({ date, scene }) => [date, scene!.quantity, scene!.bands.map((b) => b.name)])).toEqual(
      [[null, 'raw', ['red', 'nir']]],
    )
    await workspace.close()
  })

  it('refuses complex pixels and takes other edge files for unknown', async () => {
    const { workspace, layers, problems } = await loaded('edge')
    expect(problems.map((problem) => problem.fileName)).toEqual(['cint16_complex.tif'])
    expect(new Set(layers.map(({ scene }) => scene!.sensor))).toEqual(new Set(['unknown']))
    await workspace.close()
  })

  it('takes DEMs for elevation and the burn-scar file for classes', async () => {
    const dem = await loaded('dem')
    expect(dem.layers.map(({ unit, port }) => [unit, port])).toEqual(
      Array(3).fill(['m', { kind: 'raster', quantity: 'elevation', meaning: 'elevation' }]),
    )
    const hls = await loaded('hls')
    expect(hls.layers.map(({ scene }) => scene!.quantity).sort()).toEqual(['class', 'raw'])
    await Promise.all([dem.workspace.close(), hls.workspace.close()])
  })
})
