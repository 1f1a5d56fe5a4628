import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { DroppedFile, RasterClient } from '../../bridge/index.ts'
import { isAbort } from '../../lib/abort.ts'
import { makeId } from '../../lib/ids.ts'
import type { AddResult, Legend, SceneOverride } from '../../trace/data.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { messageOf } from '../parts/format.ts'
import { fetchSample } from './sample.ts'
import { save } from './save.ts'

/** A long job of the data panel. */
export interface Work {
  readonly title: string
  readonly fraction: number
  readonly note: string
  readonly stop: () => void
}

/** Loaded data and results, and how the map shows them. */
export class DataState {
  layers = $state.raw<readonly Layer[]>([])
  /** Layers that the map can draw, topmost first. */
  order = $state.raw<readonly LayerId[]>([])
  loaded = $state(false)
  selected = $state<LayerId | null>(null)
  problems = $state.raw<AddResult['problems']>([])
  fault = $state<string | null>(null)
  work = $state.raw<Work | null>(null)
  readonly #hidden = new SvelteSet<LayerId>()
  readonly #opacity = new SvelteMap<LayerId, number>()
  readonly #raster: RasterClient

  readonly scenes = $derived(this.layers.filter((layer) => layer.scene !== null))
  readonly stack = $derived(
    this.order.map((id) => this.layer(id)).filter((layer): layer is Layer => layer !== undefined),
  )

  constructor(raster: RasterClient) {
    this.#raster = raster
  }

  layer(id: LayerId): Layer | undefined {
    return this.layers.find((layer) => layer.id === id)
  }

  isVisible(id: LayerId): boolean {
    return !this.#hidden.has(id)
  }

  setVisible(id: LayerId, visible: boolean): void {
    if (visible) this.#hidden.delete(id)
    else this.#hidden.add(id)
  }

  opacity(id: LayerId): number {
    return this.#opacity.get(id) ?? 1
  }

  setOpacity(id: LayerId, opacity: number): void {
    this.#opacity.set(id, opacity)
  }

  /** Moves a layer one place up (−1) or down (1) in the stack. */
  move(id: LayerId, by: -1 | 1): void {
    const from = this.order.indexOf(id)
    const to = from + by
    if (from < 0 || to < 0 || to >= this.order.length) return
    const order = this.order.filter((entry) => entry !== id)
    this.order = [...order.slice(0, to), id, ...order.slice(to)]
  }

  async refresh(): Promise<void> {
    const layers = await this.#raster.layers()
    const drawn = layers.filter((layer) => layer.kind === 'raster' || layer.kind === 'vector')
    const fresh = drawn
      .filter((layer) => !this.order.includes(layer.id))
      .sort((a, b) => b.createdAt - a.createdAt)
    const scenes = fresh.filter((layer) => layer.scene !== null)
    const results = fresh.filter((layer) => layer.scene === null)
    // Results go on top of scenes; of many that arrive at once the newest of each kind is shown.
    for (const hidden of [...scenes.slice(1), ...results.slice(1)]) this.#hidden.add(hidden.id)
    this.layers = layers
    this.order = [
      ...results.map((layer) => layer.id),
      ...this.order.filter((id) => drawn.some((layer) => layer.id === id)),
      ...scenes.map((layer) => layer.id),
    ]
    this.loaded = true
  }

  async add(files: readonly DroppedFile[]): Promise<void> {
    if (files.length === 0) return
    await this.#working('Reading files', async (progress, signal) => {
      const result = await this.#raster.addFiles(files, progress, signal)
      this.problems = result.problems
      await this.refresh()
    })
  }

  async loadSample(seed: number): Promise<void> {
    await this.#working('Loading the sample', async (progress, signal) => {
      const files = await fetchSample(seed, (fraction, note) => progress(fraction * 0.5, note), signal)
      const half = (fraction: number, note: string) => progress(0.5 + fraction * 0.5, note)
      const result = await this.#raster.addFiles(files, half, signal)
      this.problems = result.problems
      await this.refresh()
    })
  }

  /** The colours of a layer as the worker paints them; null where the style alone says all, or none can be had. */
  legend(layer: Layer): Promise<Legend | null> {
    return this.#raster.legend(layer.id, layer.style).catch(() => null)
  }

  async remove(id: LayerId): Promise<void> {
    await this.#reported(async () => {
      await this.#raster.removeLayer(id)
      await this.refresh()
    })
  }

  /** True where the change was taken. */
  async override(id: LayerId, change: SceneOverride): Promise<boolean> {
    return this.#reported(async () => {
      await this.#raster.override(id, change)
      await this.refresh()
    })
  }

  async exportLayer(id: LayerId, format: 'geotiff' | 'geojson'): Promise<void> {
    await this.#working('Writing the file', async (progress, signal) => {
      const callId = makeId('export')
      signal.addEventListener('abort', () => void this.#raster.cancel(callId))
      const call = { tool: 'export_layer', args: { layer: id, format } }
      const outcome = await this.#raster.runTool(call, callId, progress)
      if (!outcome.ok) {
        this.fault = outcome.error.message
        return
      }
      const file = outcome.observation.labels.find((label) => label.name === 'file')
      if (file) save(await this.#raster.file(file.value), file.value)
    })
  }

  async download(name: string): Promise<void> {
    await this.#reported(async () => save(await this.#raster.file(name), name))
  }

  async #working(
    title: string,
    job: (progress: (fraction: number, note: string) => void, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.work) return
    const controller = new AbortController()
    const stop = () => controller.abort()
    this.work = { title, fraction: 0, note: '', stop }
    const progress = (fraction: number, note: string) => {
      if (this.work) this.work = { title, fraction, note, stop }
    }
    await this.#reported(() => job(progress, controller.signal))
    this.work = null
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
