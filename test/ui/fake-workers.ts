import type { GeoForge, ModelState, WriteState } from '../../src/bridge/index.ts'
import type { Suggestion } from '../../src/agent/index.ts'
import type { Layer } from '../../src/trace/layer.ts'
import type { RunEvent, RunRecord } from '../../src/trace/events.ts'
import type { ListedRecipe } from '../../src/trace/recipe.ts'
import type { ToolSpec } from '../../src/tools/tool.ts'
import { tableView, type Table } from '../../src/trace/table.ts'
import { NO_MEMORY, servedMemory, type FakeMemory } from './fake-memory.ts'
import { fakeAbout } from './fake-layers.ts'
import { fakeModels, MACHINE, type FakeModelsOptions } from './fake-models.ts'
import { RECORD } from './fake-run.ts'

export interface FakeOptions {
  readonly layers?: readonly Layer[]
  readonly runs?: readonly RunRecord[]
  readonly events?: readonly RunEvent[]
  readonly memory?: FakeMemory
  readonly store?: Partial<WriteState>
  /** What every table layer holds. */
  readonly table?: Table
  /** Names of the files that an export writes. */
  readonly exports?: readonly string[]
  readonly recipes?: readonly ListedRecipe[]
  readonly specs?: readonly ToolSpec[]
  /** A run never ends: it stays at its last event. */
  readonly hangs?: boolean
  readonly models?: FakeModelsOptions
  readonly page?: GeoForge['page']
  /** What the engine finds fitting. */
  readonly suggestions?: readonly Suggestion[]
  /** Another tab of the site is open. */
  readonly otherTab?: boolean
  /** What comes of preparing the language model. */
  readonly model?: ModelState
}

const SUGGESTIONS: readonly Suggestion[] = [
  {
    question: 'How many hectares burned between the two dates (dNBR at least 0.27)?',
    taskType: 'burned-area',
    follows: false,
  },
  { question: 'What data is loaded?', taskType: 'inventory', follows: false },
]

/** The workers as recorded answers, for looking at the screen without them. `asked` and `calls` say what the screen did. */
export function fakeWorkers(options: FakeOptions = {}) {
  const {
    layers = [],
    runs = [],
    events = [],
    memory = NO_MEMORY,
    store = {},
    exports,
    table,
    specs = [],
    hangs = false,
  } = options
  let recipes = options.recipes ?? []
  const asked: string[] = []
  const calls: string[] = []
  /** What the engine was told when it was asked for fitting questions: the last run and the memory's mode. */
  const told: string[] = []
  const note = (call: string) => {
    calls.push(call)
    return Promise.resolve()
  }
  const workers: GeoForge = {
    raster: {
      addFiles: (files) => {
        void note(`addFiles ${files.map((file) => file.name).join(' ')}`)
        return Promise.resolve({ layers: [], problems: [] })
      },
      makeFiles: (rasters) => {
        void note(`makeFiles ${rasters.length}`)
        return Promise.resolve(rasters.map(({ name }) => ({ name, file: new File([], name) })))
      },
      layers: () => Promise.resolve(layers),
      removeLayer: (id) => note(`removeLayer ${id}`),
      override: (id, change) => {
        void note(`override ${id} ${JSON.stringify(change)}`)
        return Promise.resolve(layers.find((layer) => layer.id === id)!)
      },
      restyle: (id, style) => {
        void note(`restyle ${id} ${JSON.stringify(style)}`)
        return Promise.resolve(layers.find((layer) => layer.id === id)!)
      },
      specs: () => Promise.resolve(specs),
      recipes: () => Promise.resolve(recipes),
      saveRecipe: (recipe, title) => {
        recipes = [...recipes, { recipe, title, createdAt: Date.now(), unusable: null }]
        return note(`saveRecipe ${JSON.stringify(recipe)} ${title}`)
      },
      removeRecipe: (name) => {
        recipes = recipes.filter(({ recipe }) => recipe.name !== name)
        return note(`removeRecipe ${name}`)
      },
      runTool: ({ tool, args }) => {
        if (!exports) return Promise.reject(new Error('no tools here'))
        void note(`${tool} ${JSON.stringify(args)}`)
        const labels = exports.map((value) => ({ name: 'file', value }))
        const observation = { text: '', numbers: [], labels, places: [], layers: [], warnings: [], facts: {} }
        return Promise.resolve({ ok: true, observation, layers: [], milliseconds: 1 })
      },
      cancel: () => Promise.resolve(),
      renderTile: ({ extent, width, height, layer }) => paint(extent, width, height, layer),
      legend: (_, style) =>
        Promise.resolve(
          style.ramp === 'diverging' ? { min: -1, max: 1, colors: ['#2a6b8f', '#f4f1ea', '#9c2f1f'] } : null,
        ),
      ranges: (_, { ramp }) =>
        Promise.resolve(Array.from({ length: ramp === 'rgb' ? 3 : 1 }, () => ({ min: 0.02, max: 0.31 }))),
      about: (id) => Promise.resolve(fakeAbout(layers.find((layer) => layer.id === id)!)),
      probe: (id) =>
        Promise.resolve({
          layer: id,
          col: 412,
          row: 300,
          values: [
            { band: 'B04', value: 0.0712, unit: '1' },
            { band: 'B8A', value: 0.3125, unit: '1' },
            { band: 'B12', value: null, unit: '1' },
          ],
        }),
      areaOf: () => Promise.resolve(4_000_000),
      features: () => Promise.resolve('{"type":"FeatureCollection","features":[]}'),
      table: (_, order) => Promise.resolve(tableView(table ?? { columns: [], rows: [] }, order)),
      file: () => Promise.resolve(new Blob()),
    },
    agent: {
      ask: async (question, onEvent, memoryMode) => {
        asked.push(question)
        if (memoryMode !== undefined && memoryMode !== 'on') void note(`memory ${memoryMode}`)
        for (const event of events) onEvent(event)
        if (hangs) await new Promise(() => undefined)
        return { ...RECORD, question, events }
      },
      resume: (runId, onEvent) => {
        void note(`resume ${runId}`)
        for (const event of events) onEvent(event)
        return Promise.resolve({ ...RECORD, events })
      },
      stop: () => note('stop'),
      prepareModel: (again) => {
        void note(`prepareModel ${again}`)
        return Promise.resolve(options.model ?? { state: 'none' })
      },
      leaveModel: () => note('leaveModel'),
      modelState: () => Promise.resolve(options.model ?? { state: 'none' }),
      verdict: (runId, verdict) => {
        void note(`verdict ${runId} ${verdict}`)
        const at = Date.now()
        return Promise.resolve({ ...RECORD, events: [...RECORD.events, { type: 'verdict', at, verdict }] })
      },
      runs: () => Promise.resolve(runs),
      run: (runId) => Promise.resolve(runs.find(({ id }) => id === runId) ?? null),
      suggestions: (lastRunId, memoryMode) => {
        told.push(`${lastRunId} ${memoryMode}`)
        return Promise.resolve(options.suggestions ?? (layers.length > 0 ? SUGGESTIONS : []))
      },
      writeState: () =>
        Promise.resolve({
          writable: true,
          persisted: false,
          usageBytes: 18_400_000,
          quotaBytes: 4_200_000_000,
          keeps: 'everything',
          problem: null,
          ...store,
        }),
    },
    ...servedMemory(memory, runs, note),
    models: fakeModels(note, options.models),
    site: {
      machine: () => Promise.resolve(MACHINE),
      usage: () =>
        Promise.resolve({
          files: 12_400_000,
          results: 3_100_000,
          models: 98_400_000,
          toolIndex: 900_000,
          records: 2_000_000,
          app: 24_000_000,
        }),
      persist: () => note('persist').then(() => true),
      otherTab: () => Promise.resolve(options.otherTab ?? false),
      reset: (ask) => note(`reset ${JSON.stringify(ask)}`),
    },
    page: options.page ?? 'sealed',
    outbound: {
      request: () => Promise.reject(new Error('no network here')),
      requests: [],
      onRequest: () => () => undefined,
    },
    ledger: { view: { since: 0, hosts: [], latest: [] }, onView: () => () => undefined },
    onChange: () => () => undefined,
    close: () => undefined,
  }
  return { workers, asked, calls, told }
}

/** A smooth made-up landscape, the same wherever a tile is cut from it. */
function paint(
  [left, bottom, right, top]: readonly [number, number, number, number],
  width: number,
  height: number,
  layer: string,
): Promise<ImageBitmap> {
  const image = new ImageData(width, height)
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const x = (left + ((right - left) * col) / width - 430000) / 24000
      const y = (top - ((top - bottom) * row) / height - 7882000) / 18000
      const inside = x >= 0 && x <= 1 && y >= 0 && y <= 1
      const wave = Math.sin(x * 23 + Math.sin(y * 17) * 2) * Math.cos(y * 19 + Math.sin(x * 11))
      const scar = Math.hypot(x - 0.55 + wave * 0.03, (y - 0.45) * 0.8) < 0.2
      const shade = 90 + wave * 40
      const mask = layer === 'burned'
      const colour = scar ? [mask ? 210 : 120, mask ? 70 : 50, 45] : [shade * 0.7, shade, shade * 0.6]
      const alpha = inside && (scar || !mask) ? 255 : 0
      image.data.set([...colour, alpha], (row * width + col) * 4)
    }
  }
  return createImageBitmap(image)
}
