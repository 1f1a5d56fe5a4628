import { AppError } from '../../src/lib/errors.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { memorySource } from '../../src/raster/blocks.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'
import { wholeWindow } from '../../src/raster/source.ts'
import type { RasterSource } from '../../src/raster/source.ts'
import type { Layer, SceneBand, SceneFacts } from '../../src/trace/layer.ts'
import type { BandName, Port, RasterQuantity } from '../../src/trace/port.ts'
import type { Unit } from '../../src/trace/quantity.ts'
import type { Table } from '../../src/trace/table.ts'
import type { FeatureCollection, NewLayer, Tool, ToolContext, ToolResult } from '../../src/tools/tool.ts'

/** Holds layers and pixels in memory and stores results as the real context does: float32 or bytes with 255 for no data. */
export class MemoryContext implements ToolContext {
  readonly saved: Layer[] = []
  readonly files = new Map<string, Uint8Array<ArrayBuffer> | Blob>()
  signal: AbortSignal | undefined
  private readonly entries = new Map<string, { layer: Layer; sources: ReadonlyMap<string, RasterSource> }>()
  private readonly tables = new Map<string, Table>()
  private readonly collections = new Map<string, FeatureCollection>()

  /** Lists a scene of the given bands. */
  addScene(
    id: string,
    bands: Partial<Record<BandName, RasterSource>>,
    facts: { readonly date?: string | null } & Partial<SceneFacts> = {},
  ): Layer {
    const { date = null, ...given } = facts
    const sources = Object.entries(bands)
    const quantity = given.quantity ?? 'reflectance'
    const scene: SceneFacts = {
      sensor: 'unknown',
      level: 'unknown',
      quantity,
      sunElevationDegrees: null,
      assumptions: [],
      bands: sources.map(([name, { grid }], bandIndex) =>
        sceneBand(name as BandName, grid, { bandIndex, scale: quantity === 'raw' ? NaN : 1 }),
      ),
      ...given,
    }
    const port: Port = { kind: 'raster', quantity, bands: scene.bands.map((band) => band.name) }
    const unit = scene.isDecibel ? 'dB' : '1'
    const layer = this.layerOf(id, { port, grid: sources[0]![1].grid, date, scene, unit })
    this.entries.set(id, { layer, sources: new Map(sources) })
    return layer
  }

  /** Lists a single raster. */
  addRaster(
    id: string,
    source: RasterSource,
    facts: {
      readonly quantity: RasterQuantity
      readonly meaning?: string
      readonly date?: string | null
      readonly unit?: Unit
    },
  ): Layer {
    const { quantity, meaning, date = null, unit = '1' } = facts
    const port: Port = { kind: 'raster', quantity, ...(meaning === undefined ? {} : { meaning }) }
    const layer = this.layerOf(id, { port, grid: source.grid, date, scene: null, unit })
    this.entries.set(id, { layer, sources: new Map([['', source]]) })
    return layer
  }

  layers(): readonly Layer[] {
    return [...this.entries.values()].map(({ layer }) => layer)
  }

  layer(id: string): Layer {
    return this.entry(id).layer
  }

  raster(id: string, band?: BandName): Promise<RasterSource> {
    const { sources } = this.entry(id)
    const source = sources.get(band ?? '')
    if (!source) return Promise.reject(new AppError('band_missing', `${id} has no band ${band ?? ''}`))
    return Promise.resolve(source)
  }

  features(id: string): Promise<FeatureCollection> {
    return Promise.resolve(this.collections.get(id)!)
  }

  async saveRaster(
    layer: NewLayer | (() => NewLayer | Promise<NewLayer>),
    source: RasterSource,
    sampleType: 'float32' | 'uint8',
  ): Promise<Layer> {
    this.signal?.throwIfAborted()
    const values = await source.read(wholeWindow(source.grid), { signal: this.signal })
    const stored =
      sampleType === 'float32'
        ? values
        : Float32Array.from(
            Uint8Array.from(values, (value) => (Number.isNaN(value) ? 255 : value)),
            (code) => (code === 255 ? NaN : code),
          )
    const id = `result-${this.saved.length + 1}`
    const described = typeof layer === 'function' ? await layer() : layer
    const listed = this.layerOf(id, { ...described, grid: source.grid, scene: null })
    this.entries.set(id, { layer: listed, sources: new Map([['', memorySource(source.grid, stored)]]) })
    this.saved.push(listed)
    return listed
  }

  saveVector(layer: NewLayer, features: FeatureCollection): Promise<Layer> {
    this.signal?.throwIfAborted()
    const id = `result-${this.saved.length + 1}`
    const listed = this.layerOf(id, { ...layer, grid: null, scene: null })
    this.entries.set(id, { layer: listed, sources: new Map() })
    this.collections.set(id, features)
    this.saved.push(listed)
    return Promise.resolve(listed)
  }

  table(id: string): Promise<Table> {
    this.entry(id)
    return Promise.resolve(this.tables.get(id)!)
  }

  saveTable(layer: NewLayer, table: Table): Promise<Layer> {
    this.signal?.throwIfAborted()
    const listed = this.addTable(`result-${this.saved.length + 1}`, table, layer)
    this.saved.push(listed)
    return Promise.resolve(listed)
  }

  /** Lists a table. */
  addTable(id: string, table: Table, layer?: NewLayer): Layer {
    const given = layer ?? { port: { kind: 'table' as const }, date: null, unit: '1' as const }
    const listed = this.layerOf(id, { ...given, grid: null, scene: null })
    this.entries.set(id, { layer: listed, sources: new Map() })
    this.tables.set(id, table)
    return listed
  }

  /** Lists a vector layer; coordinates in lon/lat. */
  addVector(id: string, features: FeatureCollection): Layer {
    const port: Port = { kind: 'vector' }
    const listed = this.layerOf(id, { port, date: null, unit: '1', grid: null, scene: null })
    this.entries.set(id, { layer: listed, sources: new Map() })
    this.collections.set(id, features)
    return listed
  }

  async saveFile(name: string, content: Parameters<ToolContext['saveFile']>[1]): Promise<string> {
    if (typeof content === 'function') {
      const results = memoryResults()
      await content(results)
      const bytes = await results.open(name)
      this.files.set(name, await bytes.read(0, bytes.size))
    } else this.files.set(name, content)
    return name
  }

  progress(): void {
    // Nobody watches.
  }

  private entry(id: string) {
    const entry = this.entries.get(id)
    if (!entry) {
      throw new AppError(
        'layer_missing',
        `there is no layer ${id}; there are ${[...this.entries.keys()].join(', ')}`,
      )
    }
    return entry
  }

  private layerOf(
    id: string,
    given: Pick<Layer, 'port' | 'grid' | 'date' | 'scene' | 'unit'> & Partial<Layer>,
  ): Layer {
    const result = given.scene === null && given.style !== undefined
    return {
      id,
      kind: given.port.kind === 'vector' || given.port.kind === 'table' ? given.port.kind : 'raster',
      title: '<b>foreign title</b>',
      lineage: result ? { tool: 'tool', version: '1', args: {}, inputs: [] } : null,
      style: { ramp: 'grey' },
      storage: { where: 'results', file: `${id}.tif` },
      fingerprint: id,
      createdAt: 0,
      ...given,
    }
  }
}

function sceneBand(
  name: BandName,
  grid: Grid,
  { bandIndex, scale }: Pick<SceneBand, 'bandIndex' | 'scale'>,
): SceneBand {
  return {
    name,
    designation: `B${bandIndex}`,
    grid,
    fileId: 'file',
    bandIndex,
    scale,
    offset: 0,
    nodata: null,
  }
}

/** Runs a tool as the workspace does: arguments parsed by its schema first. */
export function runTool(
  tool: Tool,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  return Promise.resolve().then(() => tool.run(tool.input.parse(args), context))
}

/** The value of a figure; NaN where the result has none of that name and group. */
export function number(result: ToolResult, name: string, group?: string): number {
  return result.numbers?.find((each) => each.name === name && each.group === group)?.value ?? NaN
}
