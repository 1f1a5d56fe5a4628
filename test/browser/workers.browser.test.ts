import { beforeEach, describe, expect, it } from 'vitest'
import type { RunEvent, RunRecord } from '../../src/trace/events.ts'
import type { Recipe } from '../../src/trace/recipe.ts'
import { BURNED_HECTARES, burnedField, EXTENT } from './burned-field.ts'
import { cleanStorage, openWorkers, opfsDirectory, opfsNames } from './open-workers.ts'
import type { OpenWorkers } from './open-workers.ts'

const QUESTION = 'How many hectares burned between the two dates (dNBR at least 0.27)?'
const NOTHING = () => undefined
/** The dev server hands a worker its modules one by one, which takes seconds on a busy machine. */
const PATIENT = { timeout: 20_000 }

beforeEach(cleanStorage)

async function withField(): Promise<OpenWorkers> {
  const workers = openWorkers()
  const { problems } = await workers.raster.addFiles(await burnedField(), NOTHING)
  expect(problems).toEqual([])
  return workers
}

/** All entries and transitions, in an order of its own. */
async function wholeMemory({ memory }: OpenWorkers) {
  const rest = {
    text: '',
    state: null,
    origin: null,
    tool: null,
    offset: 0,
    limit: 1000,
    reveal: null,
    at: null,
  }
  const tables = ['skills', 'workflows', 'experiences'] as const
  const { edges } = await memory.graph(null, 1000)
  return {
    entries: await Promise.all(
      tables.map(async (table) => (await memory.entries({ ...rest, table, sort: 'newest' })).entries),
    ),
    edges: [...edges].sort((a, b) => a.id.localeCompare(b.id)),
  }
}

const runNbr = (workers: OpenWorkers, scene = 'scene-1') =>
  workers.raster.runTool({ tool: 'nbr', args: { scene } }, 'call-1', NOTHING)

async function tilePixels(workers: OpenWorkers, layer: string): Promise<Uint8ClampedArray> {
  const { style } = (await workers.raster.layers()).find(({ id }) => id === layer)!
  const bitmap = await workers.raster.renderTile({ layer, style, extent: EXTENT, width: 40, height: 40 })
  const context = new OffscreenCanvas(40, 40).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, 40, 40).data
}

/** Mean NBR of a scene as a tool of a person's. */
const MY_NBR: Recipe = {
  name: 'my_nbr',
  steps: [{ tool: 'nbr', args: {}, layers: { scene: { from: 'input', input: 'input_1' } } }],
  inputs: [
    { name: 'input_1', port: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] } },
  ],
}

describe('recipes', () => {
  it('are tools at once and after a reload, and go when they are removed', async () => {
    const first = await withField()
    await first.raster.saveRecipe(MY_NBR, ' <b>Mine</b> ')
    const call = { tool: 'my_nbr', args: { input_1: 'scene-1' } }
    expect((await first.raster.runTool(call, 'call-1', NOTHING)).ok).toBe(true)
    await expect(first.raster.saveRecipe(MY_NBR, '')).rejects.toHaveProperty('code', 'invalid_input')
    first.close()
    const second = openWorkers()
    expect(await second.raster.recipes()).toEqual([
      { recipe: MY_NBR, title: '<b>Mine</b>', createdAt: expect.any(Number) as number, unusable: null },
    ])
    expect((await second.raster.runTool(call, 'call-2', NOTHING)).ok).toBe(true)
    await second.raster.removeRecipe('my_nbr')
    expect(await second.raster.recipes()).toEqual([])
    expect(await second.raster.runTool(call, 'call-3', NOTHING)).toMatchObject({
      ok: false,
      error: { code: 'unknown_tool' },
    })
  })

  it('are asked for by name at the very next question', async () => {
    const workers = await withField()
    await workers.raster.saveRecipe(MY_NBR, '')
    const record = await workers.agent.ask('Run my_nbr on scene-1', NOTHING)
    expect(record.status).toBe('answered')
    expect(record.events.flatMap((event) => (event.type === 'step-start' ? [event.call.tool] : []))).toEqual([
      'my_nbr',
    ])
  })

  it('are seen and not changed by a second tab', async () => {
    const first = await withField()
    await first.raster.layers()
    const second = openWorkers()
    await second.raster.layers()
    await expect(second.raster.saveRecipe(MY_NBR, '')).rejects.toHaveProperty('code', 'read_only')
    await first.raster.saveRecipe(MY_NBR, '')
    expect((await second.raster.recipes()).map(({ recipe }) => recipe.name)).toEqual(['my_nbr'])
    await expect.poll(() => second.changes, PATIENT).toContain('recipes')
    await expect(second.raster.removeRecipe('my_nbr')).rejects.toHaveProperty('code', 'read_only')
  })
})

describe('raster worker', () => {
  it('reads dropped files, runs a tool on them and draws what came of it', async () => {
    const workers = await withField()
    expect((await workers.raster.layers()).map(({ id, date }) => [id, date])).toEqual([
      ['scene-1', '2024-08-01'],
      ['scene-2', '2024-09-01'],
    ])
    const outcome = await runNbr(workers, 'scene-2')
    expect(outcome.ok).toBe(true)
    const [layer] = outcome.ok ? outcome.layers : []
    const pixels = await tilePixels(workers, layer!.id)
    const [west, east] = [pixels.slice(0, 4), pixels.slice(4 * 39, 4 * 40)]
    expect([west[3], east[3]]).toEqual([255, 255])
    expect(Array.from(west)).not.toEqual(Array.from(east))
    const legend = await workers.raster.legend(layer!.id, { ramp: 'viridis' })
    expect(legend!.min).toBeCloseTo(-0.3, 1)
    expect(legend!.max).toBeCloseTo(0.63, 1)
    expect(legend!.colors).toHaveLength(16)
    const probe = await workers.raster.probe(layer!.id, EXTENT[0] + 1, EXTENT[3] - 1)
    expect(probe).toMatchObject({ col: 0, row: 0 })
    expect(probe!.values[0]!.value).toBeCloseTo(-1 / 3, 4)
  })

  it('names a file that is no raster and goes on with the rest', async () => {
    const workers = openWorkers()
    const bad = { name: 'letter.tif', file: new File(['Dear reader'], 'letter.tif') }
    const { layers, problems } = await workers.raster.addFiles([bad, ...(await burnedField())], NOTHING)
    expect(layers).toHaveLength(2)
    expect(problems.map(({ fileName }) => fileName)).toEqual(['letter.tif'])
  })

  it('has everything again after a reload, files and results', async () => {
    const first = await withField()
    await runNbr(first)
    const before = await first.raster.layers()
    first.close()
    const second = openWorkers()
    expect(await second.raster.layers()).toEqual(before)
    expect((await runNbr(second, 'scene-2')).ok).toBe(true)
    expect((await tilePixels(second, before[2]!.id))[3]).toBe(255)
  })

  it('says which layers lost their file, and takes the same file again', async () => {
    const first = await withField()
    first.close()
    const files = await opfsDirectory('files')
    for (const name of await opfsNames('files')) await files.removeEntry(name)
    const second = openWorkers()
    const lost = await second.raster.layers()
    expect(lost.map(({ missing }) => missing)).toEqual([expect.any(String), expect.any(String)])
    expect(await runNbr(second)).toMatchObject({ ok: false, error: { code: 'read_failed' } })
    await second.raster.addFiles(await burnedField(), NOTHING)
    const healed = await second.raster.layers()
    expect(healed.map(({ id, missing }) => [id, missing])).toEqual([
      ['scene-1', undefined],
      ['scene-2', undefined],
    ])
    expect(await opfsNames('files')).toHaveLength(6)
    expect((await runNbr(second)).ok).toBe(true)
  })

  it('clears away files without a record when it starts', async () => {
    const first = await withField()
    await runNbr(first)
    await first.raster.runTool({ tool: 'export_layer', args: { layer: 'layer-1' } }, 'call-2', NOTHING)
    first.close()
    const results = await opfsDirectory('results')
    const kept = await opfsNames('results')
    for (const name of ['layer-99.tif', `${kept[0]!}.part-x-1`]) {
      await results.getFileHandle(name, { create: true })
    }
    await openWorkers().raster.layers()
    expect(await opfsNames('results')).toEqual(kept)
    expect(kept).toEqual(['layer-1.tif', 'nbr-2024-08-01-layer-1.tif'])
  })

  it('forgets a removed layer with its files', async () => {
    const workers = await withField()
    await runNbr(workers)
    for (const { id } of await workers.raster.layers()) await workers.raster.removeLayer(id)
    expect(await workers.raster.layers()).toEqual([])
    expect(await opfsNames('results')).toEqual([])
    expect(await opfsNames('files')).toEqual([])
  })

  it('remembers what a person changed about a scene', async () => {
    const first = await withField()
    await first.raster.override('scene-1', { date: '2020-02-02' })
    first.close()
    const second = openWorkers()
    expect((await second.raster.layers())[0]).toMatchObject({ id: 'scene-1', date: '2020-02-02' })
  })

  it('rejects a stopped import with AbortError', async () => {
    const workers = openWorkers()
    const stopped = workers.raster.addFiles(await burnedField(), NOTHING, AbortSignal.abort())
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('leaves nothing of an import that is stopped while files are copied', async () => {
    const workers = openWorkers()
    const [first, ...others] = await burnedField()
    // Bytes behind the picture, which no reader looks at, make the copying last long enough to be stopped.
    const long = new File([first!.file, new Uint8Array(64 << 20)], first!.name)
    const stop = new AbortController()
    const stopped = workers.raster.addFiles(
      [{ ...first!, file: long }, ...others],
      (_fraction, note) => {
        if (note === 'keeping a copy') stop.abort()
      },
      stop.signal,
    )
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(await workers.raster.layers()).toEqual([])
    expect(await opfsNames('files')).toEqual([])
    workers.close()
    expect(await openWorkers().raster.layers()).toEqual([])
  })

  it('forgets what a person changed where it is taken back', async () => {
    const first = await withField()
    const [before] = await first.raster.layers()
    await first.raster.override('scene-1', { date: '2020-02-02' })
    expect(await first.raster.override('scene-1', { reset: true })).toEqual(before)
    first.close()
    const second = openWorkers()
    await second.raster.removeLayer('scene-1')
    const { layers } = await second.raster.addFiles(await burnedField(), NOTHING)
    expect(layers[0]!.date).toBe(before!.date)
  })

  it('comes back with its layers after it was killed', async () => {
    const workers = await withField()
    workers.kill('raster')
    await expect.poll(() => workers.changes, PATIENT).toContain('restarted')
    expect(await workers.raster.layers()).toHaveLength(2)
    const record = await workers.agent.ask(QUESTION, NOTHING)
    expect(record.status).toBe('answered')
  })
})

describe('agent worker', () => {
  it('answers from the pixels, in events, and keeps run and journal', async () => {
    const workers = await withField()
    const events: RunEvent[] = []
    const record = await workers.agent.ask(QUESTION, (event) => events.push(event))
    expect(record.status).toBe('answered')
    expect(events.filter(({ type }) => type !== 'step-progress')).toEqual(record.events)
    const answer = events.find((event) => event.type === 'answer')!.answer
    expect(answer.unit).toBe('ha')
    expect(answer.value).toBeCloseTo(BURNED_HECTARES, 6)
    workers.close()
    const again = openWorkers()
    expect(await again.agent.runs()).toEqual([record])
    const { rows } = await again.memory.journal({ offset: 0, limit: 10 })
    expect(rows.map(({ cause }) => cause)).toEqual(['run', 'seed'])
  })

  it('takes a verdict once, and a change and its undoing back', async () => {
    const workers = await withField()
    const { id } = await workers.agent.ask(QUESTION, NOTHING)
    const learned = await wholeMemory(workers)
    await workers.agent.verdict(id, 'down')
    const judged = await wholeMemory(workers)
    expect(judged).not.toEqual(learned)
    const { lastChange } = await workers.memory.overview(null)
    await workers.agent.verdict(id, 'down')
    expect((await workers.memory.overview(null)).lastChange).toBe(lastChange)
    const { seq } = await workers.memory.undo(lastChange, [])
    expect(await wholeMemory(workers)).toEqual(learned)
    await workers.memory.undo(seq, [])
    expect(await wholeMemory(workers)).toEqual(judged)
  })

  it('leaves the memory whole where it is killed in the middle of a run', async () => {
    const workers = await withField()
    const before = await wholeMemory(workers)
    const asked = workers.agent.ask(QUESTION, ({ type }) => {
      if (type === 'step-start') workers.kill('agent')
    })
    await expect(asked).rejects.toMatchObject({ code: 'worker_lost' })
    const runs = await workers.agent.runs()
    expect(runs.map(({ status }) => status)).toEqual(['stopped'])
    expect(await wholeMemory(workers)).toEqual(before)
    expect((await workers.agent.ask(QUESTION, NOTHING)).status).toBe('answered')
  })

  it('goes on with a stopped run, and measures nothing twice', PATIENT, async () => {
    const { raster, agent } = await withField()
    let stops = 0
    const stopped = await agent.ask(QUESTION, (event) => {
      if (event.type !== 'step-end') return
      stops += 1
      if (stops === 2) void agent.stop()
    })
    expect(stopped.status).toBe('stopped')
    const ends = (record: RunRecord) => record.events.filter((event) => event.type === 'step-end')
    const before = ends(stopped).filter(({ status }) => status === 'ok')
    expect(before.length).toBeGreaterThanOrEqual(2)
    const layers = (await raster.layers()).length
    const resumed = await agent.resume(stopped.id, NOTHING)
    expect(resumed.status).toBe('answered')
    expect(resumed.id).not.toBe(stopped.id)
    // The very observations of the run before, with the layers that it made.
    expect(ends(resumed).slice(0, before.length)).toEqual(
      before.map((end) => ({ ...end, at: expect.any(Number) as number })),
    )
    const made = ends(resumed)
      .slice(before.length)
      .flatMap(({ observation }) => observation?.layers ?? [])
    expect((await raster.layers()).length).toBe(layers + made.length)
    const answer = resumed.events.find((event) => event.type === 'answer')!.answer
    expect(answer.value).toBeCloseTo(BURNED_HECTARES, 6)
  })

  it('stops a run when it is told to', async () => {
    const workers = await withField()
    const record = await workers.agent.ask(QUESTION, ({ type }) => {
      if (type === 'step-start') void workers.agent.stop()
    })
    expect(record.status).toBe('stopped')
    expect((await workers.agent.runs()).map(({ status }) => status)).toEqual(['stopped'])
  })
})

describe('a second tab', () => {
  it('reads what the first one has stored, however soon it asks', async () => {
    const first = await withField()
    const second = openWorkers()
    expect(await second.raster.layers()).toHaveLength(2)
    for (const scene of ['scene-1', 'scene-2', 'scene-1']) {
      await runNbr(first, scene)
      expect(await second.raster.layers()).toEqual(await first.raster.layers())
    }
    await first.raster.removeLayer('layer-2')
    expect((await second.raster.layers()).map(({ id }) => id)).toEqual(
      ['scene-1', 'scene-2', 'layer-1', 'layer-3'], // prettier-ignore
    )
  })

  it('reads along, refuses to write, and takes over when the first one closes', async () => {
    const first = openWorkers()
    expect((await first.agent.writeState()).writable).toBe(true)
    const second = openWorkers()
    expect(await second.agent.writeState()).toMatchObject({ writable: false, problem: null })
    await first.raster.addFiles(await burnedField(), NOTHING)
    await expect.poll(() => second.changes, PATIENT).toContain('layers')
    const reachable = async () => (await second.raster.layers()).filter(({ missing }) => !missing).length
    await expect.poll(reachable, PATIENT).toBe(2)
    await expect(second.raster.addFiles(await burnedField(), NOTHING)).rejects.toMatchObject({
      code: 'read_only',
    })
    await expect(second.agent.ask(QUESTION, NOTHING)).rejects.toMatchObject({ code: 'read_only' })
    expect(await runNbr(second)).toMatchObject({ ok: false, error: { code: 'read_only' } })
    expect(await opfsNames('results')).toEqual([])

    first.close()
    await expect.poll(async () => (await second.agent.writeState()).writable, PATIENT).toBe(true)
    expect(second.changes.filter((change) => change === 'role').length).toBeGreaterThan(1)
    expect((await second.agent.ask(QUESTION, NOTHING)).status).toBe('answered')
  })
})
