import type OlMap from 'ol/Map.js'
import type TileLayer from 'ol/layer/Tile.js'
import { getRenderPixel } from 'ol/render.js'
import type RenderEvent from 'ol/render/Event.js'
import type ImageTile from 'ol/source/ImageTile.js'
import type { RasterClient } from '../../bridge/index.ts'
import type { Layer } from '../../trace/layer.ts'
import type { MapController } from './map-controller.ts'
import { rasterLayer } from './raster-layer.ts'

export type CompareMode = 'swipe' | 'side' | 'blink'

/** Over everything that the list shows but the mark of the probe and what is drawn. */
const ABOVE = 5000

type Tiles = TileLayer<ImageTile>

/**
 * Two layers against each other, in layers of its own: those of the list stay as they are and are only out of sight
 * meanwhile, so that nothing shines through where one of the two has no data.
 */
export class Compare {
  readonly #controller: MapController
  readonly #raster: RasterClient
  #sides: readonly [left: Tiles, right: Tiles] | null = null
  #second: OlMap | null = null
  #mode: CompareMode = 'swipe'
  #fraction = 0.5
  #showsRight = false

  constructor(controller: MapController, raster: RasterClient) {
    this.#controller = controller
    this.#raster = raster
  }

  /** Shows two layers; `host` takes the second map where they lie side by side. */
  show(left: Layer, right: Layer, mode: CompareMode, host: HTMLElement | null): void {
    this.#clear()
    const [one, other] = [rasterLayer(left, this.#raster), rasterLayer(right, this.#raster)]
    if (!one || !other) return
    this.#mode = mode
    this.#sides = [one, other]
    const { map } = this.#controller
    for (const layer of this.#sides) layer.setZIndex(ABOVE)
    one.on('prerender', (event) => this.#clip(event, 'left'))
    other.on('prerender', (event) => this.#clip(event, 'right'))
    for (const layer of this.#sides) layer.on('postrender', restore)
    map.addLayer(one)
    if (mode === 'side' && host) {
      this.#second = this.#controller.linkedMap(host)
      this.#second.addLayer(other)
    } else map.addLayer(other)
    this.#controller.hideRasters(true)
    this.#blink()
  }

  /** Where the line between the two is, from 0 at the left edge to 1. */
  setFraction(fraction: number): void {
    this.#fraction = fraction
    this.#controller.map.render()
  }

  /** Of a blinking pair the one that is seen. */
  showRight(isRight: boolean): void {
    this.#showsRight = isRight
    this.#blink()
  }

  close(): void {
    this.#clear()
    this.#controller.hideRasters(false)
  }

  #clear(): void {
    const { map } = this.#controller
    this.#second?.setTarget()
    this.#second?.setLayers([])
    this.#second?.dispose()
    this.#second = null
    for (const layer of this.#sides ?? []) {
      map.removeLayer(layer)
      layer.dispose()
    }
    this.#sides = null
  }

  #blink(): void {
    if (!this.#sides) return
    const isBlinking = this.#mode === 'blink'
    this.#sides[0].setVisible(!isBlinking || !this.#showsRight)
    this.#sides[1].setVisible(!isBlinking || this.#showsRight)
  }

  #clip(event: RenderEvent, side: 'left' | 'right'): void {
    const context = event.context as CanvasRenderingContext2D
    context.save()
    if (this.#mode !== 'swipe') return
    const [width = 0, height = 0] = this.#controller.map.getSize() ?? []
    const line = width * this.#fraction
    const [from, to] = side === 'left' ? [0, line] : [line, width]
    const corners = [
      [from, 0],
      [to, 0],
      [to, height],
      [from, height],
    ].map((corner) => getRenderPixel(event, corner))
    context.beginPath()
    corners.forEach(([x = 0, y = 0], at) => (at === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
    context.closePath()
    context.clip()
  }
}

const restore = (event: RenderEvent): void => (event.context as CanvasRenderingContext2D).restore()
