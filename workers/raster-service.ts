import { expose, transfer } from 'comlink'
import type { DroppedFile, RasterApi, WorkerLife } from '../src/bridge/api.ts'
import { AppError } from '../src/lib/errors.ts'
import { PreviewCache } from '../src/raster/render/preview.ts'
import { rampColors } from '../src/raster/render/ramps.ts'
import { renderTile } from '../src/raster/render/render-tile.ts'
import { stretchesOf, stretchOf } from '../src/raster/render/style-stretch.ts'
import { areaOf, shapeOf } from '../src/raster/vector/shape.ts'
import { pointFacts } from '../src/sensing/point-facts.ts'
import { WriterGate } from '../src/store/index.ts'
import type { ToolCall } from '../src/trace/call.ts'
import type { DrawnGeometry, SceneOverride, TileRequest } from '../src/trace/data.ts'
import type { Layer, LayerId, LayerStyle } from '../src/trace/layer.ts'
import type { MadeRaster } from '../src/trace/made-raster.ts'
import type { Recipe } from '../src/trace/recipe.ts'
import { tableView, type TableOrder } from '../src/trace/table.ts'
import { DataRoom } from './data-room.ts'
import { holdLifeLock } from './life.ts'
import { openStoreParts } from './open-store.ts'
import { madeFile } from './made-files.ts'
import { Stops } from './stops.ts'
import { tileSources } from './tile-sources.ts'

type Progress = (fraction: number, note: string) => void

/** What workers/raster.ts exposes. Calls wait until the page has said whether this tab may write. */
export class RasterService implements RasterApi, WorkerLife {
  private readonly gate = new WriterGate()
  private readonly previews = new PreviewCache()
  private readonly stops = new Stops()
  private opening: Promise<DataRoom> | null = null
  /** While the role changes the workspace is read anew: what is asked meanwhile waits, else it would go with the old one. */
  private becoming: Promise<unknown> = Promise.resolve()
  private ready: () => void = () => undefined
  private readonly started = new Promise<void>((resolve) => {
    this.ready = resolve
  })

  async begin(lifeLock: string, onProblem: (message: string) => void): Promise<void> {
    this.opening = openStoreParts(this.gate, onProblem).then((parts) => DataRoom.open(parts))
    this.opening.catch(() => this.ready())
    await holdLifeLock(lifeLock)
  }

  async setWritable(writable: boolean): Promise<void> {
    const turn = this.becoming.then(async () => (await this.opening!).become(writable))
    this.becoming = turn.catch(() => undefined)
    try {
      await turn
    } finally {
      this.ready()
    }
  }

  addFiles(files: readonly DroppedFile[], onProgress: Progress, callId?: string) {
    return this.stops.during(callId, async (signal) =>
      (await this.room()).add(files, { signal, progress: onProgress }),
    )
  }

  makeFiles(rasters: readonly MadeRaster[]): Promise<readonly DroppedFile[]> {
    return Promise.all(
      rasters.map(async (raster) => ({
        name: raster.name,
        file: new File([await madeFile(raster)], raster.name),
      })),
    )
  }

  async layers() {
    return (await this.room()).layers()
  }

  async removeLayer(id: LayerId) {
    await (await this.room()).remove(id)
    this.previews.forget(id + '/')
  }

  async override(id: LayerId, change: SceneOverride) {
    const layer = await (await this.room()).override(id, change)
    this.previews.forget(id + '/')
    return layer
  }

  async restyle(id: LayerId, style: LayerStyle | null) {
    return (await this.room()).restyle(id, style)
  }

  async specs() {
    return (await this.room()).workspace.specs()
  }

  async recipes() {
    return (await this.room()).recipes()
  }

  async saveRecipe(recipe: Recipe, title: string) {
    await (await this.room()).saveRecipe(recipe, title)
  }

  async removeRecipe(name: string) {
    await (await this.room()).removeRecipe(name)
  }

  runTool(call: ToolCall, callId: string, onProgress: Progress) {
    return this.stops.during(callId, async (signal) =>
      (await this.room()).workspace.run(call, { signal, progress: onProgress }),
    )
  }

  cancel(callId: string): Promise<void> {
    this.stops.stop(callId)
    return Promise.resolve()
  }

  renderTile(request: TileRequest, callId?: string): Promise<ImageBitmap> {
    return this.stops.during(callId, async (signal) => {
      const { layer: id, style, extent, width, height, isThumbnail } = request
      const sources = await this.sources(id, style)
      const pixels = await renderTile({
        sources,
        style,
        extent,
        width,
        height,
        previews: isThumbnail ? this.previews.aside() : this.previews,
        signal,
      })
      const bitmap = await createImageBitmap(new ImageData(pixels, width, height))
      return transfer(bitmap, [bitmap])
    })
  }

  async legend(id: LayerId, style: LayerStyle) {
    if (['rgb', 'classes', 'mask', 'none'].includes(style.ramp)) return null
    const [source] = await this.sources(id, style)
    if (!source) return null
    return { ...(await stretchOf(source, style, this.previews)), colors: rampColors(style.ramp, 16) }
  }

  async ranges(id: LayerId, style: LayerStyle) {
    const sources = await this.sources(id, style)
    return style.ramp === 'rgb' && sources.length === 3
      ? stretchesOf(sources, style, this.previews)
      : Promise.all(sources.map((source) => stretchOf(source, style, this.previews)))
  }

  async about(id: LayerId) {
    return (await this.room()).workspace.about(id)
  }

  async probe(id: LayerId, x: number, y: number) {
    const { workspace } = await this.room()
    const probe = await workspace.probe(id, x, y)
    const scene = workspace.layers().find((layer) => layer.id === id)?.scene
    if (!probe || !scene) return probe
    const values = probe.values.map(({ value }) => value)
    return { ...probe, facts: pointFacts(scene, values) }
  }

  areaOf(geometry: DrawnGeometry) {
    return Promise.resolve(areaOf(shapeOf(geometry)))
  }

  async features(id: LayerId) {
    return JSON.stringify(await (await this.room()).workspace.features(id))
  }

  async table(id: LayerId, order: TableOrder) {
    return tableView(await (await this.room()).workspace.table(id), order)
  }

  async file(name: string) {
    return (await this.room()).results.blob(name)
  }

  connect(port: MessagePort): void {
    expose(this, port)
  }

  private async room(): Promise<DataRoom> {
    await this.started
    await this.becoming
    return this.opening!
  }

  private async sources(id: LayerId, style: LayerStyle) {
    const { workspace } = await this.room()
    const layer = workspace.layers().find((each: Layer) => each.id === id)
    if (!layer) throw new AppError('layer_missing', `there is no layer ${id}; it was removed`)
    return tileSources(layer, style, (each, band) => workspace.source(each, band))
  }
}
