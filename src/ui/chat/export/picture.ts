import type { RasterClient } from '../../../bridge/index.ts'
import type { Grid } from '../../../raster/grid/grid.ts'
import type { Layer, LayerId } from '../../../trace/layer.ts'
import { extentOf } from '../../layers/extent.ts'
import { centreText } from '../../layers/grid-text.ts'
import { lengthWords } from '../../map/length-words.ts'
import { scaleBar } from '../../map/scale-bar.ts'
import { formatQuantity } from '../../parts/format.ts'
import { drawOutlines } from '../../map/draw-outlines.ts'
import type { ReportPicture } from './run-report.ts'

/** Pixels of the longer side at most. */
const LONGEST = 900

/**
 * The whole of a raster layer as the map shows it, painted by the raster worker, with the outlines of `areas`, layers of polygons; null where it cannot be read any more: a
 * report without a picture is better than none.
 */
export async function pictureOf(
  raster: Pick<RasterClient, 'renderTile' | 'legend' | 'about' | 'features'>,
  layer: Layer,
  areas: readonly LayerId[],
): Promise<ReportPicture | null> {
  const { grid, style, title, unit } = layer
  if (layer.kind !== 'raster' || grid === null || layer.missing !== undefined) return null
  const extent = extentOf(grid)
  const [across, up] = [extent[2] - extent[0], extent[3] - extent[1]]
  const scale = LONGEST / Math.max(across, up)
  const [width, height] = [across, up].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  try {
    const bitmap = await raster.renderTile({ layer: layer.id, style, extent, width, height })
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    bitmap.close()
    for (const area of areas) {
      const features = await raster.features(area).catch(() => null)
      if (features !== null) drawOutlines(context, features, { crs: grid.crs, extent })
    }
    const centre = (await raster.about(layer.id).catch(() => null))?.centre ?? null
    drawScale(context, metresPerUnit(grid, centre?.[1] ?? null) / scale)
    const url = await dataUrl(await canvas.convertToBlob({ type: 'image/png' }))
    const ramp = style.classes ? null : await raster.legend(layer.id, style).catch(() => null)
    const classes = (style.classes ?? []).map(({ color, label }) => ({ color, label }))
    const colours = ramp?.colors ?? []
    const steps = colours.map((color, at) => ({
      color,
      label: formatQuantity(
        Number((ramp!.min + ((ramp!.max - ramp!.min) * at) / Math.max(1, colours.length - 1)).toPrecision(3)),
        unit,
      ),
    }))
    return {
      ...{ title, url, width, height },
      place: [...(centre ? [centreText(centre)] : []), grid.crs.id].join('; '),
      legend: [...classes, ...fewOf(steps)],
    }
  } catch {
    return null
  }
}

/** Both ends and what lies evenly between: a ramp has hundreds of colours. */
function fewOf<Item>(steps: readonly Item[]): readonly Item[] {
  const most = 5
  if (steps.length <= most) return steps
  return Array.from({ length: most }, (_, at) => steps[Math.round((at * (steps.length - 1)) / (most - 1))]!)
}

/** Mean metres of a degree on the meridian. */
const METRES_PER_DEGREE = 111_320

/** NaN where the place on Earth is not known. */
function metresPerUnit({ crs }: Grid, latitude: number | null): number {
  if (crs.kind === 'projected') return crs.metresPerUnit
  return crs.kind === 'geographic' && latitude !== null
    ? METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
    : NaN
}

/** Pixels of the scale bar at most, and from it to the edges. */
const [LONGEST_BAR, MARGIN] = [160, 14]

/** A bar of a round length in the lower left corner, light around dark so that it is seen on any ground. */
function drawScale(context: OffscreenCanvasRenderingContext2D, metresPerPixel: number): void {
  const { width, height } = context.canvas
  const room = Math.min(LONGEST_BAR, width - 2 * MARGIN)
  if (!Number.isFinite(metresPerPixel) || room < 20) return
  const { length, pixels } = scaleBar(metresPerPixel, room)
  const bottom = height - MARGIN
  context.font = `13px ${getComputedStyle(document.body).fontFamily}`
  context.lineJoin = 'round'
  for (const [color, line] of [
    ['#ffffff', 5],
    ['#1b1b1b', 2],
  ] as const) {
    context.strokeStyle = context.fillStyle = color
    context.lineWidth = line
    context.beginPath()
    context.moveTo(MARGIN, bottom - 6)
    context.lineTo(MARGIN, bottom)
    context.lineTo(MARGIN + pixels, bottom)
    context.lineTo(MARGIN + pixels, bottom - 6)
    context.stroke()
    const text = lengthWords(length, true)
    if (line > 2) context.strokeText(text, MARGIN + 4, bottom - 10)
    else context.fillText(text, MARGIN + 4, bottom - 10)
  }
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'))
    reader.readAsDataURL(blob)
  })
}
