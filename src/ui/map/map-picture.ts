import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import type BaseLayer from 'ol/layer/Base.js'
import type { RasterClient } from '../../bridge/index.ts'
import { landLayer } from './land.ts'
import { fitsOn, type MapController, type MapSituation, type Shown } from './map-controller.ts'
import { pictureLayout, type LegendEntry, type PictureLayout } from './picture-layout.ts'
import { isOnEarth } from './projection.ts'
import { rasterLayer } from './raster-layer.ts'
import { scaleBar } from './scale-bar.ts'
import { vectorLayer } from './vector-layer.ts'

export interface PictureWords {
  readonly title: string
  /** Dates and CRS of what is shown. */
  readonly facts: string
  readonly made: string
  readonly north: string
  readonly length: (metres: number) => string
}

export interface Picture {
  readonly blob: Blob
  /** False where tiles were still missing when time was up. */
  readonly whole: boolean
}

/** Longest wait for tiles, which the worker renders at the size of the picture. */
const PATIENCE_MS = 45_000
const fontOfPage = () => getComputedStyle(document.body).fontFamily
// A picture is for paper and slides: it has one look, whatever the theme of the page.
const INK = '#16201d'
const MUTED = '#51605b'
const LAND = '#c9d3cd'
const GROUND = '#dde3e0'

/** The map as it is in view, drawn anew `factor` times as large, with all that a reader needs to read it alone. */
export async function mapPicture(given: {
  readonly controller: MapController
  readonly raster: RasterClient
  readonly stack: readonly Shown[]
  readonly situation: MapSituation
  readonly legend: readonly LegendEntry[]
  readonly factor: number
  readonly words: PictureWords
}): Promise<Picture> {
  const { controller, factor, legend, situation, words } = given
  const [width = 0, height = 0] = controller.map.getSize() ?? []
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const layout = pictureLayout({ width, height, factor, legend, wrap: wrapping(context) })
  canvas.width = layout.width
  canvas.height = layout.height
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, layout.width, layout.height)
  const whole = await drawMap(context, layout, given)
  drawWords(context, layout, { situation, words, factor })
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('no picture')
  return { blob, whole }
}

const wrapping =
  (context: CanvasRenderingContext2D) =>
  (text: string, width: number): readonly string[] => {
    context.font = `13px ${fontOfPage()}`
    const lines: string[] = []
    for (const word of text.split(/(?<=[\s_/,-])/)) {
      const longer = (lines.at(-1) ?? '') + word
      if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

async function drawMap(
  context: CanvasRenderingContext2D,
  { map: box }: PictureLayout,
  { controller, raster, stack, factor }: Parameters<typeof mapPicture>[0],
): Promise<boolean> {
  const { projection } = controller
  const view = controller.map.getView()
  const [centre, resolution] = [view.getCenter(), view.getResolution()]
  if (!projection || !centre || resolution === undefined) throw new Error('no view')
  const host = document.createElement('div')
  Object.assign(host.style, {
    position: 'fixed',
    left: '-30000px',
    width: `${box.width}px`,
    height: `${box.height}px`,
  })
  document.body.append(host)
  const layers: BaseLayer[] = []
  if (isOnEarth(projection)) {
    const place = controller.lonLat(centre)
    const land = place && (await landLayer(projection, place, () => LAND).catch(() => null))
    if (land) layers.push(land)
  }
  for (const [place, { layer, visible, opacity }] of stack.entries()) {
    if (!visible || layer.missing !== undefined || !fitsOn(layer, projection)) continue
    const features = layer.kind === 'vector' ? raster.features(layer.id) : null
    const shown = features ? vectorLayer(features, projection) : rasterLayer(layer, raster)
    await features?.catch(() => undefined)
    shown?.setProperties({ opacity, zIndex: stack.length - place })
    if (shown) layers.push(shown)
  }
  const map = new OlMap({
    target: host,
    controls: [],
    interactions: [],
    layers,
    pixelRatio: 1,
    maxTilesLoading: 6,
    view: new View({ projection, center: centre, resolution: resolution / factor, enableRotation: false }),
  })
  try {
    map.setSize([box.width, box.height])
    const whole = await new Promise<boolean>((done) => {
      map.once('rendercomplete', () => done(true))
      setTimeout(() => done(false), PATIENCE_MS)
      map.renderSync()
    })
    context.save()
    context.beginPath()
    context.rect(box.x, box.y, box.width, box.height)
    context.clip()
    context.fillStyle = GROUND
    context.fillRect(box.x, box.y, box.width, box.height)
    for (const drawn of host.querySelectorAll('canvas')) {
      if (drawn.width === 0) continue
      const opacity = drawn.parentElement?.style.opacity || drawn.style.opacity
      context.globalAlpha = opacity ? Number(opacity) : 1
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = (
        /^matrix\(([^)]*)\)$/.exec(drawn.style.transform)?.[1] ?? ''
      )
        .split(',')
        .filter((part) => part.trim() !== '')
        .map(Number)
      context.setTransform(a, b, c, d, e + box.x, f + box.y)
      context.drawImage(drawn, 0, 0)
    }
    context.restore()
    return whole
  } finally {
    map.setTarget()
    map.dispose()
    for (const layer of layers) layer.dispose()
    host.remove()
  }
}

function drawWords(
  context: CanvasRenderingContext2D,
  layout: PictureLayout,
  { situation, words, factor }: { situation: MapSituation; words: PictureWords; factor: number },
): void {
  const { map, title, footer, legend, width } = layout
  const px = (length: number) => length * factor
  const write = (
    text: string,
    x: number,
    y: number,
    look: { size?: number; weight?: number; color?: string; most?: number } = {},
  ) => {
    const { size = 13, weight = 400, color = INK, most } = look
    context.font = `${weight} ${px(size)}px ${fontOfPage()}`
    context.fillStyle = color
    context.fillText(text, x, y, most)
  }
  context.textBaseline = 'top'
  context.textAlign = 'left'
  write(words.title, title.x, title.y, { size: 20, weight: 650, most: width - 2 * title.x })
  context.strokeStyle = INK
  context.lineWidth = px(1)
  context.strokeRect(map.x, map.y, map.width, map.height)
  for (const line of legend?.lines ?? []) {
    if (line.kind === 'title') write(line.text, line.x, line.y, { weight: 600 })
    else if (line.kind === 'text') write(line.text, line.x, line.y, { color: MUTED })
    else if (line.kind === 'class') {
      context.fillStyle = line.color
      context.fillRect(line.x, line.y + px(1), px(13), px(13))
      context.strokeRect(line.x, line.y + px(1), px(13), px(13))
      write(line.text, line.x + px(20), line.y, { most: px(196) })
    } else {
      const gradient = context.createLinearGradient(line.x, 0, line.x + px(200), 0)
      line.colors.forEach((color, at) =>
        gradient.addColorStop(at / Math.max(1, line.colors.length - 1), color),
      )
      context.fillStyle = gradient
      context.fillRect(line.x, line.y, px(200), px(12))
      write(line.low, line.x, line.y + px(15), { size: 12, color: MUTED })
      context.textAlign = 'right'
      write(line.high, line.x + px(200), line.y + px(15), { size: 12, color: MUTED })
      context.textAlign = 'left'
    }
  }
  const bar = scaleBar(situation.metresPerPixel, 140)
  const y = footer.y + px(12)
  context.fillStyle = INK
  context.fillRect(footer.x, y + px(6), px(bar.pixels), px(4))
  context.fillRect(footer.x, y, px(1.5), px(10))
  context.fillRect(footer.x + px(bar.pixels) - px(1.5), y, px(1.5), px(10))
  write(words.length(bar.length), footer.x + px(bar.pixels + 8), y - px(2))
  write(words.facts, footer.x, y + px(17), { size: 12, color: MUTED, most: footer.width * 0.7 })
  context.textAlign = 'right'
  write(words.made, footer.x + footer.width, y + px(17), { size: 12, color: MUTED })
  context.textAlign = 'left'
  if (situation.onEarth)
    drawNorth(context, { x: map.x + map.width - px(30), y: map.y + px(34) }, { situation, words, factor })
}

function drawNorth(
  context: CanvasRenderingContext2D,
  at: { readonly x: number; readonly y: number },
  { situation, words, factor }: { situation: MapSituation; words: PictureWords; factor: number },
): void {
  context.save()
  context.translate(at.x, at.y)
  context.fillStyle = 'rgb(255 255 255 / 85%)'
  context.beginPath()
  context.arc(0, 0, 24 * factor, 0, 2 * Math.PI)
  context.fill()
  context.rotate(situation.north)
  context.scale(factor, factor)
  context.fillStyle = INK
  context.beginPath()
  for (const [x, y] of [[0, -6], [7, 17], [0, 12], [-7, 17]] as const) context.lineTo(x, y) // prettier-ignore
  context.closePath()
  context.fill()
  context.font = `700 12px ${fontOfPage()}`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.fillText(words.north, 0, -9)
  context.restore()
}
