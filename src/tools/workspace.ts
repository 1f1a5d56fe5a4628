import { isAbort, throwIfAborted } from '../lib/abort.ts'
import { AppError, isAppError } from '../lib/errors.ts'
import { watchDamage } from '../io/read/damaged-blocks.ts'
import type { ResultFiles } from '../io/types.ts'
import { apply, invert } from '../raster/grid/affine.ts'
import type { Grid } from '../raster/grid/grid.ts'
import type { RasterSource } from '../raster/source.ts'
import type { Observation, ToolCall, ToolOutcome } from '../trace/call.ts'
import type { AddResult, LayerAbout, Probe, SceneOverride } from '../trace/data.ts'
import type { Layer, LayerId, LayerStyle, Lineage } from '../trace/layer.ts'
import type { Table } from '../trace/table.ts'
import type { Recipe } from '../trace/recipe.ts'
import { toolSpec, type FeatureCollection, type Tool, type ToolResult, type ToolSpec } from './tool.ts'
import { aboutLayer } from './workspace/about-layer.ts'
import { checkCall } from './workspace/check-call.ts'
import { damageWarnings } from './workspace/damage-warnings.ts'
import { isDocumentLayer } from './workspace/documents.ts'
import type { GivenFile } from './workspace/given-files.ts'
import { RunContext, type RunOptions } from './workspace/run-context.ts'
import { Recipes } from './workspace/recipes.ts'
import { restyled } from './workspace/restyled.ts'
import { bandUnit } from './workspace/scene-layer.ts'
import { bandSource, findBand } from './workspace/scene-source.ts'
import { Scenes } from './workspace/scenes.ts'
import { StoredResults } from './workspace/stored-results.ts'

/** Raised when a tool's results change, so that stored layers tell how they were made. */
const TOOLS_VERSION = '1'

export interface WorkspaceOptions {
  readonly results: ResultFiles
  readonly tools: readonly Tool[]
  /** Called with every new or changed layer before it is listed; where it rejects, the layer is not kept. */
  readonly onLayer?: (layer: Layer) => Promise<void>
  readonly onRemove?: (id: LayerId) => Promise<void>
}

/** Scenes, results and the tools that work on them: everything the raster worker, Node and tests hold of data. */
export class Workspace {
  readonly #options: WorkspaceOptions
  readonly #scenes = new Scenes()
  readonly #results: StoredResults
  readonly #recipes: Recipes
  readonly #layers = new Map<LayerId, Layer>()
  readonly #counters = { scene: 0, layer: 0 }

  constructor(options: WorkspaceOptions) {
    this.#options = options
    this.#results = new StoredResults(options.results)
    this.#recipes = new Recipes(options.tools)
  }

  /**
   * Opens files, groups them into scenes and lists these. Files that belong to a listed scene complete it; a file
   * that a scene lost is found again by its fingerprint. Gives new and changed layers; where it fails or is stopped,
   * nothing is left of it.
   */
  async addFiles(files: readonly GivenFile[], options: RunOptions = {}): Promise<AddResult> {
    const before = this.layers()
    try {
      return await this.#addFiles(files, options)
    } catch (error) {
      await this.takeBack(
        files.map(({ id }) => id),
        before,
      )
      throw error
    }
  }

  /** Undoes an import: scenes that use its files go or stand again as in `before`, and the files are closed. */
  async takeBack(fileIds: readonly string[], before: readonly Layer[]): Promise<void> {
    const given = new Set(fileIds)
    const earlier = new Map(before.map((layer) => [layer.id, layer]))
    for (const layer of this.layers()) {
      if (layer.storage.where !== 'files' || !layer.storage.fileIds.some((id) => given.has(id))) continue
      const old = earlier.get(layer.id)
      if (old) {
        await this.#keep(old)
        continue
      }
      await this.#options.onRemove?.(layer.id)
      this.#layers.delete(layer.id)
      // Scenes come by imports alone, so that the last numbers given are those taken back.
      if (layer.id.startsWith('scene-')) this.#counters.scene--
    }
    await this.#scenes.drop(fileIds)
  }

  async #addFiles(files: readonly GivenFile[], options: RunOptions): Promise<AddResult> {
    const problems = await this.#scenes.open(files, options)
    const changed: Layer[] = []
    for (const layer of this.#scenes.healed(this.layers())) {
      await this.#keep(layer)
      changed.push(layer)
    }
    const { layers, problems: others } = await this.#scenes.sense(this.layers(), (kind) => this.#nextId(kind))
    const documents = this.#scenes.newDocuments(this.layers(), (kind) => this.#nextId(kind))
    for (const layer of [...layers, ...documents]) {
      throwIfAborted(options.signal)
      await this.#keep(layer)
      changed.push(layer)
    }
    return {
      layers: [...new Map(changed.map((layer) => [layer.id, layer])).values()],
      problems: [...problems, ...others],
    }
  }

  /**
   * Takes up stored layers again; counters go on after them. Layers whose pixels are not there any more are marked.
   * Gives all layers as they stand now; `onLayer` is not called.
   */
  async restore(
    layers: readonly Layer[],
    files: readonly GivenFile[],
    options: RunOptions & { readonly overrides?: Readonly<Record<string, SceneOverride>> } = {},
  ): Promise<readonly Layer[]> {
    this.#scenes.remember(options.overrides ?? {})
    // What cannot be opened shows in the layers that need it.
    await this.#scenes.open(files, options)
    const results = new Set(await this.#options.results.list())
    for (const layer of layers) {
      const found =
        layer.storage.where === 'files' ? this.#scenes.checked(layer) : checkedResult(layer, results)
      this.#layers.set(layer.id, found)
      for (const id of [layer.id, ...(layer.lineage?.inputs ?? []).map((input) => input.id)])
        this.#countPast(id)
    }
    return this.layers()
  }

  layers(): readonly Layer[] {
    return [...this.#layers.values()]
  }

  specs(): readonly ToolSpec[] {
    return this.#recipes.all.map(toolSpec)
  }

  /** Takes a recipe as one more tool. Throws invalid_input for a name that is taken or no name; unknown_tool. */
  addRecipe(recipe: Recipe): void {
    this.#recipes.add(recipe)
  }

  removeRecipe(name: string): void {
    this.#recipes.remove(name)
  }

  /** Takes up stored recipes in place of all others; those that cannot run are told by `whyUnusable`. */
  restoreRecipes(recipes: readonly Recipe[]): void {
    this.#recipes.replace(recipes)
  }

  /** Why a recipe cannot run, null for one that can. */
  whyUnusable(name: string): string | null {
    return this.#recipes.reason(name) ?? null
  }

  /** What persons changed about scenes, by fingerprints of the scenes' files; for `restore`. */
  overrides(): Readonly<Record<string, SceneOverride>> {
    return this.#scenes.overrides()
  }

  /** Changes what is assumed of a scene. Throws layer_missing, invalid_input; read_failed for a reset without the files. */
  async override(id: LayerId, change: SceneOverride): Promise<Layer> {
    const layer = this.#layer(id)
    if (!layer.scene) {
      throw new AppError('invalid_input', `${id} is a result; only dropped data can be changed`)
    }
    const changed = await this.#scenes.changed(layer, change)
    await this.#keep(changed)
    this.#scenes.rememberFor(changed, change)
    return changed
  }

  /** Draws a layer in another way, or as it was made for null. Throws layer_missing. */
  async restyle(id: LayerId, style: LayerStyle | null): Promise<Layer> {
    const layer = restyled(this.#layer(id), style)
    await this.#keep(layer)
    return layer
  }

  /** What is known of a layer beyond its record. Throws layer_missing. */
  about(id: LayerId): Promise<LayerAbout> {
    return aboutLayer(this.#layer(id), this.#scenes.files, this.#options.results)
  }

  /** Forgets a layer, its result file or its open files. Throws layer_missing. */
  async remove(id: LayerId): Promise<void> {
    const { storage } = this.#layer(id)
    await this.#options.onRemove?.(id)
    this.#layers.delete(id)
    if (storage.where === 'results') await this.#results.remove(storage.file)
    else await this.#scenes.drop(storage.fileIds.filter((file) => !this.#isUsed(file)))
  }

  /**
   * Runs one tool. A failure is an outcome and leaves neither layer nor file behind.
   * Rejects with AbortError alone, when the signal is aborted.
   */
  async run(call: ToolCall, options: RunOptions = {}): Promise<ToolOutcome> {
    const started = performance.now()
    const milliseconds = () => Math.round(performance.now() - started)
    let context: RunContext | undefined
    const damage = watchDamage()
    try {
      throwIfAborted(options.signal)
      const unusable = this.#recipes.reason(call.tool)
      const isThere = this.#recipes.all.some(({ name }) => name === call.tool)
      if (unusable !== undefined && !isThere) throw new AppError('unknown_tool', unusable)
      const checked = checkCall(call, this.#recipes.all, (id) => this.#layer(id))
      const { tool, args } = checked
      const inputs = checked.inputs.map(({ id, fingerprint }) => ({ id, fingerprint }))
      context = this.#context({ tool: tool.name, version: TOOLS_VERSION, args, inputs }, options)
      const result = await tool.run(args, context)
      throwIfAborted(options.signal)
      assertFinite(tool.name, result)
      const layers = ordered(result, context.pending)
      await this.#commit(context.pending)
      const warnings = [...(result.warnings ?? []), ...damageWarnings(checked.inputs, damage)]
      return {
        ok: true,
        observation: observation({ ...result, warnings }, layers),
        layers,
        milliseconds: milliseconds(),
      }
    } catch (error) {
      await context?.discard()
      if (isAbort(error)) throw error
      return { ok: false, error: plainError(error), milliseconds: milliseconds() }
    } finally {
      damage.stop()
    }
  }

  /** One band of a layer in physical units; `band` is needed for scenes of several. Throws as `ToolContext.raster`. */
  source(id: LayerId, band?: string): Promise<RasterSource> {
    return this.#raster(this.#layer(id), band)
  }

  features(id: LayerId): Promise<FeatureCollection> {
    return this.#features(this.#layer(id))
  }

  table(id: LayerId): Promise<Table> {
    return this.#table(this.#layer(id))
  }

  /** Values at a place in the layer's own CRS; null beyond its grid and for layers without pixels. */
  async probe(id: LayerId, x: number, y: number): Promise<Probe | null> {
    const layer = this.#layer(id)
    if (layer.kind !== 'raster' || !layer.grid) return null
    const at = pixelAt(layer.grid, x, y)
    if (!at) return null
    const { scene } = layer
    const values = scene
      ? await Promise.all(
          scene.bands.map(async (band) => ({
            band: `${band.designation} ${band.name}`,
            value: await valueAt(bandSource(this.#scenes.files, band, layer), x, y),
            unit: bandUnit(band.name, scene, !Number.isNaN(band.scale)),
          })),
        )
      : [{ band: '', value: await valueAt(await this.#results.source(layer), x, y), unit: layer.unit }]
    return { layer: id, ...at, values }
  }

  /** Closes all open files. */
  async close(): Promise<void> {
    await this.#results.close()
    await this.#scenes.close()
  }

  #context(lineage: Lineage, options: RunOptions): RunContext {
    return new RunContext(
      {
        results: this.#options.results,
        lineage,
        layers: () => this.layers(),
        layer: (id) => this.#layer(id),
        nextId: () => this.#nextId('layer'),
        removeFile: (name) => this.#results.remove(name),
        raster: (layer, band) => this.#raster(layer, band),
        features: (layer) => this.#features(layer),
        table: (layer) => this.#table(layer),
      },
      options,
    )
  }

  /** Lists all layers of a run, or none: those recorded before one failed are taken back. */
  async #commit(layers: readonly Layer[]): Promise<void> {
    const kept: LayerId[] = []
    try {
      for (const layer of layers) {
        await this.#keep(layer)
        kept.push(layer.id)
      }
    } catch (error) {
      for (const id of kept) {
        this.#layers.delete(id)
        await this.#options.onRemove?.(id)
      }
      throw error
    }
  }

  async #keep(layer: Layer): Promise<void> {
    await this.#options.onLayer?.(layer)
    this.#layers.set(layer.id, layer)
  }

  #isUsed(fileId: string): boolean {
    return this.layers().some(({ storage }) => storage.where === 'files' && storage.fileIds.includes(fileId))
  }

  #layer(id: LayerId): Layer {
    const layer = this.#layers.get(id)
    if (!layer) {
      const there = [...this.#layers.keys()].join(', ') || 'none'
      throw new AppError('layer_missing', `there is no layer of that id; the layers are: ${there}`, {
        layer: id,
      })
    }
    return layer
  }

  async #raster(layer: Layer, band?: string): Promise<RasterSource> {
    if (layer.missing !== undefined) {
      throw new AppError('read_failed', `the pixels of ${layer.id} cannot be reached: ${layer.missing}`, {
        layer: layer.id,
      })
    }
    return layer.scene
      ? bandSource(this.#scenes.files, findBand(layer, band), layer)
      : this.#results.source(layer)
  }

  async #features(layer: Layer): Promise<FeatureCollection> {
    if (!isDocumentLayer(layer)) return this.#results.features(layer)
    const document = this.#scenes.document(layer)
    if (document.kind === 'vector') return document.features
    throw new AppError('invalid_input', `${layer.id} is a table; a vector is needed here`, {
      layer: layer.id,
    })
  }

  async #table(layer: Layer): Promise<Table> {
    if (!isDocumentLayer(layer)) return this.#results.table(layer)
    const document = this.#scenes.document(layer)
    if (document.kind === 'table') return document.table
    throw new AppError('invalid_input', `${layer.id} is a vector; a table is needed here`, {
      layer: layer.id,
    })
  }

  #nextId(kind: 'scene' | 'layer'): LayerId {
    return `${kind}-${++this.#counters[kind]}`
  }

  #countPast(id: LayerId): void {
    const [, kind, number] = /^(scene|layer)-(\d+)$/.exec(id) ?? []
    if (kind !== 'scene' && kind !== 'layer') return
    this.#counters[kind] = Math.max(this.#counters[kind], Number(number))
  }
}

function checkedResult(layer: Layer, results: ReadonlySet<string>): Layer {
  const { missing: _missing, ...rest } = layer
  const isThere = layer.storage.where === 'results' && results.has(layer.storage.file)
  return isThere ? rest : { ...rest, missing: 'its file is no longer stored; run its step again' }
}

/** The tool's own order first, then anything it saved and did not mention. */
function ordered(result: ToolResult, pending: readonly Layer[]): readonly Layer[] {
  const named = result.layers ?? []
  const ids = new Set(named.map((layer) => layer.id))
  return [...named, ...pending.filter((layer) => !ids.has(layer.id))]
}

/** An answer must not stand on NaN: such a run leaves nothing behind. */
function assertFinite(tool: string, { numbers = [] }: ToolResult): void {
  const odd = numbers.find(({ value }) => !Number.isFinite(value))
  if (!odd) return
  throw new AppError(
    'nothing_valid',
    `${tool} found no finite number for ${odd.name}; look at the values of the layer with statistics first`,
  )
}

function observation(result: ToolResult, layers: readonly Layer[]): Observation {
  const { text, numbers = [], labels = [], places = [], warnings = [], facts = {}, chart } = result
  return {
    text,
    numbers,
    labels,
    places,
    layers: layers.map((layer) => layer.id),
    warnings,
    facts,
    ...(chart && { chart }),
  }
}

function plainError(error: unknown): Extract<ToolOutcome, { ok: false }>['error'] {
  if (isAppError(error)) return { code: error.code, message: error.message, details: error.details }
  return {
    code: 'internal',
    message:
      'the tool failed for a reason that was not foreseen; this is a fault of the program, not of the data',
    details: { cause: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  }
}

function pixelAt(grid: Grid, x: number, y: number): { readonly col: number; readonly row: number } | null {
  const [col, row] = apply(invert(grid.transform), x, y).map(Math.floor) as [number, number]
  return col >= 0 && row >= 0 && col < grid.width && row < grid.height ? { col, row } : null
}

async function valueAt(source: RasterSource, x: number, y: number): Promise<number | null> {
  const at = pixelAt(source.grid, x, y)
  if (!at) return null
  const [value] = await source.read({ ...at, width: 1, height: 1 })
  return value === undefined || Number.isNaN(value) ? null : value
}
