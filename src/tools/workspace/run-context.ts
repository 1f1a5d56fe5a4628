import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import type { ResultFiles } from '../../io/types.ts'
import { writeGeoTiff } from '../../io/write/write-geotiff.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { Layer, LayerId, Lineage } from '../../trace/layer.ts'
import type { Table } from '../../trace/table.ts'
import type { FeatureCollection, NewLayer, ToolContext } from '../tool.ts'
import { hashOf } from './fingerprint.ts'

/** Code of nodata in masks and classes. */
const CODE_NODATA = 255

/** What a run needs of the workspace; `layer` and the readers see pending layers through the run's own context. */
export interface RunSurroundings {
  readonly results: ResultFiles
  readonly lineage: Lineage
  layers(): readonly Layer[]
  layer(id: LayerId): Layer
  nextId(): LayerId
  removeFile(name: string): Promise<void>
  raster(layer: Layer, band: Parameters<ToolContext['raster']>[1]): ReturnType<ToolContext['raster']>
  features(layer: Layer): Promise<FeatureCollection>
  table(layer: Layer): Promise<Table>
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((fraction: number, note: string) => void) | undefined
}

/**
 * The context of one run. What it saves is pending: files are whole, but no layer is listed until the run has
 * succeeded; `discard` deletes everything it wrote.
 */
export class RunContext implements ToolContext {
  readonly signal: AbortSignal | undefined
  readonly #around: RunSurroundings
  readonly #progress: RunOptions['progress']
  readonly #pending: Layer[] = []
  readonly #files: string[] = []

  constructor(around: RunSurroundings, options: RunOptions) {
    this.#around = around
    this.signal = options.signal
    this.#progress = options.progress
  }

  /** Layers saved so far, in order. */
  get pending(): readonly Layer[] {
    return this.#pending
  }

  layers(): readonly Layer[] {
    return [...this.#around.layers(), ...this.#pending]
  }

  layer(id: LayerId): Layer {
    return this.#pending.find((layer) => layer.id === id) ?? this.#around.layer(id)
  }

  async raster(id: LayerId, band?: Parameters<ToolContext['raster']>[1]) {
    throwIfAborted(this.signal)
    return this.#around.raster(this.layer(id), band)
  }

  async features(id: LayerId) {
    throwIfAborted(this.signal)
    return this.#around.features(this.layer(id))
  }

  async table(id: LayerId) {
    throwIfAborted(this.signal)
    return this.#around.table(this.layer(id))
  }

  async saveRaster(...[layer, source, sampleType]: Parameters<ToolContext['saveRaster']>): Promise<Layer> {
    const id = this.#around.nextId()
    const file = `${id}.tif`
    const sink = await this.#around.results.create(file)
    try {
      const isCodes = sampleType === 'uint8'
      await writeGeoTiff(sink, source, {
        sampleType,
        nodata: isCodes ? CODE_NODATA : NaN,
        // Packing measured values takes most of the time of a step and saves a fifth of the room.
        compression: isCodes ? 'deflate' : 'none',
        overviews: isCodes ? 'nearest' : 'average',
        signal: this.signal,
        progress: (fraction) => this.progress(fraction, 'writing'),
      })
      await sink.close()
    } catch (error) {
      await sink.abandon()
      throw error
    }
    this.#files.push(file)
    const described = typeof layer === 'function' ? await layer() : layer
    return this.#keep(id, { layer: described, kind: 'raster', grid: source.grid, file })
  }

  async saveVector(layer: NewLayer, features: FeatureCollection): Promise<Layer> {
    const id = this.#around.nextId()
    const file = `${id}.geojson`
    await this.#write(file, new TextEncoder().encode(JSON.stringify(features)))
    return this.#keep(id, { layer, kind: 'vector', grid: null, file })
  }

  async saveTable(layer: NewLayer, table: Table): Promise<Layer> {
    const id = this.#around.nextId()
    const file = `${id}.json`
    await this.#write(file, new TextEncoder().encode(JSON.stringify(table)))
    return this.#keep(id, { layer, kind: 'table', grid: null, file })
  }

  async saveFile(name: string, content: Parameters<ToolContext['saveFile']>[1]): Promise<string> {
    this.#assertUsable(name)
    if (typeof content === 'function') {
      throwIfAborted(this.signal)
      await content(this.#around.results)
      this.#files.push(name)
    } else {
      await this.#write(name, content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content)
    }
    return name
  }

  progress(fraction: number, note = ''): void {
    this.#progress?.(Math.min(1, Math.max(0, fraction)), note)
  }

  /** Deletes what the run wrote; for a run that failed or was stopped. */
  async discard(): Promise<void> {
    for (const file of this.#files) await this.#around.removeFile(file)
    this.#files.length = 0
    this.#pending.length = 0
  }

  async #keep(
    id: LayerId,
    made: {
      readonly layer: NewLayer
      readonly kind: Layer['kind']
      readonly grid: Grid | null
      readonly file: string
    },
  ): Promise<Layer> {
    const { lineage } = this.#around
    const layer: Layer = {
      ...made.layer,
      id,
      kind: made.kind,
      grid: made.grid,
      scene: null,
      lineage,
      storage: { where: 'results', file: made.file },
      fingerprint: await hashOf([
        lineage.tool,
        lineage.version,
        // Layer ids differ between sessions; what the inputs hold does not.
        argsWithFingerprints(lineage),
        this.#pending.length,
      ]),
      createdAt: Date.now(),
    }
    this.#pending.push(layer)
    return layer
  }

  async #write(file: string, bytes: Uint8Array): Promise<void> {
    throwIfAborted(this.signal)
    const sink = await this.#around.results.create(file)
    try {
      await sink.write(0, bytes)
      await sink.close()
    } catch (error) {
      await sink.abandon()
      throw error
    }
    this.#files.push(file)
  }

  #assertUsable(name: string): void {
    if (!/^[a-z0-9][a-z0-9_-]{0,120}(\.[a-z0-9]{1,8}){1,3}$/i.test(name)) {
      throw new AppError('invalid_input', 'a file name must be letters, digits, - or _ and an extension')
    }
    if (this.layers().some(({ storage }) => storage.where === 'results' && storage.file === name)) {
      throw new AppError('invalid_input', 'a file of that name holds a layer; give the file another name')
    }
  }
}

function argsWithFingerprints({ args, inputs }: Lineage): unknown {
  const fingerprints = new Map(inputs.map(({ id, fingerprint }) => [id, fingerprint]))
  const swap = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(swap)
      : typeof value === 'string'
        ? (fingerprints.get(value) ?? value)
        : value
  return Object.entries(args)
    .map(([name, value]) => [name, swap(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
