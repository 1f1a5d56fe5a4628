import type { RasterClient } from '../../../bridge/index.ts'
import type { Grid } from '../../../raster/grid/grid.ts'
import type { Layer } from '../../../trace/layer.ts'
import { formatQuantity } from '../../parts/format.ts'
import type { ReportPicture } from './run-report.ts'

/** Pixels of the longer side at most. */
const LONGEST = 900

/**
 * The whole of a raster layer as the map shows it, painted by the raster worker; null where it cannot be read any more: a
 * report without a picture is better than none.
 */
export async function pictureOf(
  raster: Pick<RasterClient, 'renderTile' | 'legend'>,
  layer: Layer,
): Promise<ReportPicture | null> {
  const { grid, style, title, unit } = layer
  if (layer.kind !== 'raster' || grid === null || layer.missing !== undefined) return null
  const extent = boundsOf(grid)
  const [across, up] = [extent[2] - extent[0], extent[3] - extent[1]]
  const scale = LONGEST / Math.max(across, up)
  const [width, height] = [across, up].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  try {
    const bitmap = await raster.renderTile({ layer: layer.id, style, extent, width, height })
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap)
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
    return { title, url, width, height, legend: [...classes, ...fewOf(steps)] }
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

/** minX, minY, maxX, maxY of a grid, whichever way it is turned. */
function boundsOf({ width, height, transform: [a, b, c, d, e, f] }: Grid) {
  const xs = [c, c + a * width, c + b * height, c + a * width + b * height]
  const ys = [f, f + d * width, f + e * height, f + d * width + e * height]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'))
    reader.readAsDataURL(blob)
  })
}
