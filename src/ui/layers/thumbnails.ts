import type { RasterClient } from '../../bridge/index.ts'
import type { Layer } from '../../trace/layer.ts'
import { whenIdle } from '../parts/idle.ts'
import { extentOf } from './extent.ts'

/** Longer side in pixels: shown at half of it on a fine screen. */
const SIDE = 96
/** Kept at once, 37 kB each. */
const KEPT = 100

/** Small pictures of layers, drawn by the raster worker one after another while the page has nothing better to do. */
export class Thumbnails {
  readonly #raster: RasterClient
  readonly #pictures = new Map<string, Promise<ImageBitmap | null>>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor(raster: RasterClient) {
    this.#raster = raster
  }

  /** Null for what cannot be drawn. `isWanted` is asked when its turn has come. */
  get(layer: Layer, isWanted: () => boolean): Promise<ImageBitmap | null> {
    const key = JSON.stringify([layer.id, layer.fingerprint, layer.style])
    const known = this.#pictures.get(key)
    if (known) return known
    const picture = this.#queue.then(async () => {
      await whenIdle()
      if (isWanted()) return this.#draw(layer)
      this.#pictures.delete(key)
      return null
    })
    this.#queue = picture
    this.#pictures.set(key, picture)
    const [oldest] = this.#pictures.keys()
    if (this.#pictures.size > KEPT && oldest !== undefined) this.#pictures.delete(oldest)
    return picture
  }

  async #draw({ id, style, grid, missing }: Layer): Promise<ImageBitmap | null> {
    if (grid === null || missing !== undefined) return null
    const extent = extentOf(grid)
    const [across, down] = [extent[2] - extent[0], extent[3] - extent[1]]
    const longer = Math.max(across, down)
    if (!(longer > 0)) return null
    const side = (length: number) => Math.max(1, Math.round((SIDE * length) / longer))
    const size = { width: side(across), height: side(down) }
    // What keeps it from being drawn is told where the map draws it.
    return this.#raster.renderTile({ layer: id, style, extent, ...size, isThumbnail: true }).catch(() => null)
  }
}
