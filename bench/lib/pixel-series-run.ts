import { rmSync } from 'node:fs'
import { folderResults } from '../../src/io/node/folder-results.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { RasterSource } from '../../src/raster/source.ts'
import { pixelseriesTools } from '../../src/tools/pixelseries/index.ts'
import { RunContext } from '../../src/tools/workspace/run-context.ts'
import { StoredResults } from '../../src/tools/workspace/stored-results.ts'
import type { Layer } from '../../src/trace/layer.ts'
import { seconds } from './ndvi-walk.ts'
import { syntheticSource } from './synthetic.ts'

/**
 * `node --import tsx pixel-series-run.ts TOOL DATES SIDE FOLDER` runs a tool over that many dates that are made as they are
 * read, writes what it makes into the folder, and prints seconds, CPU seconds, how often it told of its progress and the most memory
 * that a process of its own held.
 */
const [name, dates, side, folder] = [
  process.argv[2],
  Number(process.argv[3]),
  Number(process.argv[4]),
  process.argv[5]!,
]
/** Rows by which the pattern of one date is moved from that of the one before. */
const STEP = 37
const MONTH = 30.4375 * 86_400_000

const tool = pixelseriesTools.find((each) => each.name === name)
if (!tool) throw new Error(`there is no tool ${name}`)
const pattern = syntheticSource(side)

const layers = new Map<string, { readonly layer: Layer; readonly source: RasterSource }>()
for (let date = 0; date < dates; date++) {
  const id = `layer-${date + 1}`
  const source: RasterSource = {
    ...pattern,
    read: (window, options) => pattern.read({ ...window, row: window.row + date * STEP }, options),
  }
  const layer: Layer = {
    id,
    kind: 'raster',
    title: id,
    port: { kind: 'raster', quantity: 'index', meaning: 'ndvi' },
    grid: pattern.grid,
    date: new Date(Date.UTC(2010, 0, 15) + date * MONTH).toISOString().slice(0, 10),
    unit: '1',
    scene: null,
    lineage: null,
    style: { ramp: 'gray' },
    storage: { where: 'results', file: `${id}.tif` },
    fingerprint: id,
    createdAt: 0,
  }
  layers.set(id, { layer, source })
}

const find = (id: string) => {
  const found = layers.get(id)
  if (!found) throw new AppError('layer_missing', `there is no layer ${id}`)
  return found
}
let made = 0
let told = 0
const results = folderResults(folder)
const stored = new StoredResults(results)
const context = new RunContext(
  {
    results,
    lineage: { tool: tool.name, version: '1', args: {}, inputs: [] },
    layers: () => [...layers.values()].map(({ layer }) => layer),
    layer: (id) => find(id).layer,
    nextId: () => `result-${++made}`,
    removeFile: (file) => results.remove(file),
    raster: (layer) => (layer.lineage ? stored.source(layer) : Promise.resolve(find(layer.id).source)),
    features: () => Promise.reject(new Error('no features')),
    table: () => Promise.reject(new Error('no tables')),
  },
  { progress: () => told++ },
)
const start = seconds()
const before = process.cpuUsage()
await tool.run(tool.input.parse({ layers: [...layers.keys()] }), context)
const { user, system } = process.cpuUsage(before)
console.log(
  JSON.stringify({
    seconds: seconds() - start,
    cpuSeconds: (user + system) / 1e6,
    told,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
)
await stored.close()
rmSync(folder, { recursive: true, force: true })
