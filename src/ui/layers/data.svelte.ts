import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { DroppedFile, RasterClient } from '../../bridge/index.ts'
import { isAbort } from '../../lib/abort.ts'
import { makeId } from '../../lib/ids.ts'
import type { FileProblem, Legend, SceneOverride } from '../../trace/data.ts'
import type { ExportFormat } from '../../trace/export-formats.ts'
import type { Layer, LayerId, LayerStyle } from '../../trace/layer.ts'
import type { MadeRaster } from '../../trace/made-raster.ts'
import { messageOf } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'
import type { LayerShelf } from './layer-shelf.ts'
import { LayerFacts } from './layer-facts.ts'
import { newestFirst, SHOWN_KINDS, stacked } from './layer-order.ts'
import { problemsAfter } from './problems.ts'
import { fetchSample } from './sample.ts'
import { save } from './save.ts'

/** A long job of the data panel. */
export interface Work {
  readonly title: string
  readonly fraction: number
  readonly note: string
  readonly stop: () => void
}

type Progress = (fraction: number, note: string) => void

/** Loaded data and results, and how the map shows them. */
export class DataState {
  layers = $state.raw<readonly Layer[]>([])
  /** Layers that the map can draw, topmost first. */
  order = $state.raw<readonly LayerId[]>([])
  loaded = $state(false)
  selected = $state<LayerId | null>(null)
  /** Files that were not taken, until a person dismisses them or gives them again. */
  problems = $state.raw<readonly FileProblem[]>([])
  fault = $state<string | null>(null)
  work = $state.raw<Work | null>(null)
  readonly facts: LayerFacts
  readonly #hidden = new SvelteSet<LayerId>()
  readonly #opacity = new SvelteMap<LayerId, number>()
  /** Layers that were shown without a person's asking. */
  readonly #unasked = new SvelteSet<LayerId>()
  #queue: Promise<void> = Promise.resolve()
  readonly #raster: RasterClient
  readonly #onAdded: (layers: readonly Layer[]) => void
  readonly #shelf: LayerShelf | null

  readonly scenes = $derived(this.layers.filter((layer) => layer.scene !== null))
  readonly tables = $derived(this.layers.filter((layer) => layer.kind === 'table'))
  readonly stack = $derived(
    this.order.map((id) => this.layer(id)).filter((layer): layer is Layer => layer !== undefined),
  )

  constructor(
    raster: RasterClient,
    onAdded: (layers: readonly Layer[]) => void,
    shelf: LayerShelf | null = null,
  ) {
    this.#raster = raster
    this.#onAdded = onAdded
    this.#shelf = shelf
    this.facts = new LayerFacts(raster)
    const looks = shelf?.read()
    if (!looks) return
    this.order = looks.order
    for (const id of looks.hidden) this.#hidden.add(id)
    for (const id of looks.unasked) this.#unasked.add(id)
    for (const [id, opacity] of Object.entries(looks.opacity)) this.#opacity.set(id, opacity)
  }

  layer(id: LayerId): Layer | undefined {
    return this.layers.find((layer) => layer.id === id)
  }

  isVisible(id: LayerId): boolean {
    return !this.#hidden.has(id)
  }

  /** What a person shows or hides stays so; what was shown on its own gives way to newer layers. */
  setVisible(id: LayerId, visible: boolean): void {
    this.#unasked.delete(id)
    this.#show(id, visible)
    this.#keep()
  }

  opacity(id: LayerId): number {
    return this.#opacity.get(id) ?? 1
  }

  setOpacity(id: LayerId, opacity: number): void {
    this.#opacity.set(id, opacity)
    this.#keep()
  }

  /** Moves a layer over the one above it (−1) or under the one below it (1), among those that are listed together. */
  move(id: LayerId, by: -1 | 1, listed: readonly LayerId[] = this.order): void {
    const neighbour = listed[listed.indexOf(id) + by]
    if (neighbour === undefined || !listed.includes(id)) return
    const order = this.order.filter((entry) => entry !== id)
    const to = order.indexOf(neighbour) + (by === 1 ? 1 : 0)
    this.order = [...order.slice(0, to), id, ...order.slice(to)]
    this.#keep()
  }

  /** Lays the main layers of a finished run on top, topmost first; results shown before without asking give way. */
  present(main: readonly LayerId[]): void {
    const there = main.filter((id) => this.order.includes(id))
    if (there.length === 0) return
    for (const { id, scene } of this.stack) if (scene === null && this.#unasked.has(id)) this.#show(id, false)
    for (const id of there) {
      this.#show(id, true)
      this.#unasked.add(id)
    }
    this.order = [...there, ...this.order.filter((id) => !there.includes(id))]
    this.#keep()
  }

  async refresh(): Promise<void> {
    const layers = await this.#raster.layers()
    const drawn = layers.filter((layer) => layer.kind === 'raster' || layer.kind === 'vector')
    const fresh = drawn.filter((layer) => !this.order.includes(layer.id)).sort(newestFirst)
    const kept = this.order
      .map((id) => drawn.find((layer) => layer.id === id))
      .filter((layer) => layer !== undefined)
    this.layers = layers
    for (const group of SHOWN_KINDS) this.#showNewest(fresh.filter(group), kept.filter(group))
    this.#hideOldFeatures(fresh, kept)
    this.order = stacked(fresh, kept).map((layer) => layer.id)
    this.loaded = true
    this.#keep()
  }

  async add(files: readonly DroppedFile[]): Promise<void> {
    if (files.length === 0) return
    await this.#working(words.layers.work.reading, (progress, signal) => this.#take(files, progress, signal))
  }

  async loadSample(seed: number): Promise<void> {
    await this.#working(words.layers.work.sample, async (progress, signal) => {
      const files = await fetchSample(seed, (fraction, note) => progress(fraction * 0.5, note), signal)
      await this.#take(files, (fraction, note) => progress(0.5 + fraction * 0.5, note), signal)
    })
  }

  /** Scenes that are made here go through the door of dropped files. */
  async addMade(rasters: readonly MadeRaster[]): Promise<void> {
    await this.#working(words.layers.work.making, async (progress, signal) => {
      await this.#take(await this.#raster.makeFiles(rasters), progress, signal)
    })
  }

  /** The colours of a layer as the worker paints them; null where the style alone says all, or none can be had. */
  legend(layer: Layer): Promise<Legend | null> {
    return this.#raster.legend(layer.id, layer.style).catch(() => null)
  }

  /** Draws a layer in another way from now on, as it was made for null. */
  async restyle(id: LayerId, style: LayerStyle | null): Promise<void> {
    await this.#reported(async () => {
      await this.#raster.restyle(id, style)
      // Who chooses colours wants to see them.
      this.setVisible(id, true)
      await this.refresh()
    })
  }

  dismiss(problem: FileProblem): void {
    this.problems = this.problems.filter((each) => each !== problem)
  }

  async remove(id: LayerId): Promise<void> {
    await this.#reported(async () => {
      await this.#raster.removeLayer(id)
      await this.refresh()
    })
  }

  /** Removes several layers; those before one that cannot be removed stay removed. */
  async removeAll(ids: readonly LayerId[]): Promise<void> {
    await this.#reported(async () => {
      try {
        for (const id of ids) await this.#raster.removeLayer(id)
      } finally {
        await this.refresh()
      }
    })
  }

  /** True where the change was taken. */
  async override(id: LayerId, change: SceneOverride): Promise<boolean> {
    return this.#reported(async () => {
      await this.#raster.override(id, change)
      // The map goes where the scene is now: it must not be empty there.
      if (change.epsg !== undefined) this.setVisible(id, true)
      await this.refresh()
    })
  }

  /** Writes a layer and saves all files that make it: a picture has its place in two more. */
  async exportLayer(id: LayerId, format: ExportFormat): Promise<void> {
    await this.#working(words.layers.work.writing, async (progress, signal) => {
      const callId = makeId('export')
      signal.addEventListener('abort', () => void this.#raster.cancel(callId))
      const call = { tool: 'export_layer', args: { layer: id, format } }
      const outcome = await this.#raster.runTool(call, callId, progress)
      if (!outcome.ok) {
        this.fault = outcome.error.message
        return
      }
      for (const { name, value } of outcome.observation.labels) {
        if (name === 'file') save(await this.#raster.file(value), value)
      }
    })
  }

  async download(name: string): Promise<void> {
    await this.#reported(async () => save(await this.#raster.file(name), name))
  }

  /** Of a kind of layer the map shows the newest, and whatever a person asked for. */
  #showNewest(fresh: readonly Layer[], kept: readonly Layer[]): void {
    const unasked = kept.filter(({ id }) => this.#unasked.has(id))
    const [newest] = [...fresh, ...unasked].sort(newestFirst)
    if (fresh.length === 0 || newest === undefined) return
    for (const { id } of [...fresh, ...unasked]) {
      this.#show(id, id === newest.id)
      this.#unasked.delete(id)
    }
    this.#unasked.add(newest.id)
  }

  /** Points of an older result say nothing about a newer one under them. */
  #hideOldFeatures(fresh: readonly Layer[], kept: readonly Layer[]): void {
    if (!fresh.some((layer) => layer.kind === 'raster' && layer.scene === null)) return
    for (const { id, kind } of kept) if (kind === 'vector' && this.#unasked.has(id)) this.#show(id, false)
  }

  /** Hands how the layers are shown to the shelf; what is gone is forgotten. */
  #keep(): void {
    const isThere = (id: LayerId) => this.order.includes(id)
    this.#shelf?.write({
      order: [...this.order],
      hidden: [...this.#hidden].filter(isThere),
      unasked: [...this.#unasked].filter(isThere),
      opacity: Object.fromEntries([...this.#opacity].filter(([id]) => isThere(id))),
    })
  }

  #show(id: LayerId, visible: boolean): void {
    if (visible) this.#hidden.delete(id)
    else this.#hidden.add(id)
  }

  async #take(files: readonly DroppedFile[], progress: Progress, signal: AbortSignal): Promise<void> {
    const result = await this.#raster.addFiles(files, progress, signal)
    this.problems = problemsAfter(this.problems, files, result.problems)
    await this.refresh()
    this.#onAdded(result.layers)
  }

  /** One job at a time, in the order asked for: what is dropped while another runs waits for it. */
  #working(title: string, job: (progress: Progress, signal: AbortSignal) => Promise<void>): Promise<void> {
    const done = this.#queue.then(async () => {
      const controller = new AbortController()
      const stop = () => controller.abort()
      this.work = { title, fraction: 0, note: '', stop }
      const progress = (fraction: number, note: string) => {
        if (this.work) this.work = { title, fraction, note, stop }
      }
      await this.#reported(() => job(progress, controller.signal))
      this.work = null
    })
    this.#queue = done
    return done
  }

  async #reported(job: () => Promise<void>): Promise<boolean> {
    this.fault = null
    try {
      await job()
      return true
    } catch (error) {
      if (!isAbort(error)) this.fault = messageOf(error)
      return false
    }
  }
}
