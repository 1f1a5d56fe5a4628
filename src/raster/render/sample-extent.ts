import { throwIfAborted } from '../../lib/abort.ts'
import { apply, invert } from '../grid/affine.ts'
import type { Affine } from '../grid/grid.ts'
import type { RasterSource, Window } from '../source.ts'
import type { Preview } from './preview.ts'

/** minX, minY, maxX, maxY in the CRS of the grid. */
export type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number]

interface Size {
  readonly width: number
  readonly height: number
}

export interface SampleOptions {
  readonly extent: Extent
  /** Of the image: row 0 is the top of the extent. */
  readonly size: Size
  readonly signal?: AbortSignal | undefined
  /** Reads the whole source at a small size, once; serves images that are coarser than it. */
  readonly preview?: () => Promise<Preview>
}

/** An array of values and the transform from source pixels to its own. */
interface Block {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly perCol: number
  readonly perRow: number
}

/**
 * Values of a source at the pixel centres of a north-up image over an extent: the nearest pixel through the inverse of
 * the grid's transform, so rotated and south-up grids land where they belong. NaN outside the grid. Reads no finer
 * than the image shows.
 */
export async function sampleExtent(source: RasterSource, options: SampleOptions): Promise<Float32Array> {
  const { extent, size, signal } = options
  const toPixel = imageToPixel(source.grid.transform, extent, size)
  const out = new Float32Array(size.width * size.height).fill(NaN)
  const window = windowUnder(toPixel, size, source.grid)
  if (!window) return out
  const block = await readBlock(source, { window, toPixel, options })
  throwIfAborted(signal)

  const [a, b, c, d, e, f] = toPixel
  const { width, height } = source.grid
  for (let row = 0; row < size.height; row++) {
    for (let col = 0; col < size.width; col++) {
      const x = a * (col + 0.5) + b * (row + 0.5) + c
      const y = d * (col + 0.5) + e * (row + 0.5) + f
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const blockCol = Math.min(block.width - 1, Math.max(0, Math.floor((x - block.left) * block.perCol)))
      const blockRow = Math.min(block.height - 1, Math.max(0, Math.floor((y - block.top) * block.perRow)))
      out[row * size.width + col] = block.data[blockRow * block.width + blockCol]!
    }
  }
  return out
}

/** From positions in the image (edges at whole numbers) to positions in the grid. */
function imageToPixel(transform: Affine, [minX, minY, maxX, maxY]: Extent, size: Size): Affine {
  const stepX = (maxX - minX) / size.width
  const stepY = (minY - maxY) / size.height
  const [a, b, c, d, e, f] = invert(transform)
  return [a * stepX, b * stepY, a * minX + b * maxY + c, d * stepX, e * stepY, d * minX + e * maxY + f]
}

/** The whole pixels of the grid that the image touches; null where it lies beside the grid. */
function windowUnder(toPixel: Affine, size: Size, grid: Size): Window | null {
  const corners = [
    apply(toPixel, 0, 0),
    apply(toPixel, size.width, 0),
    apply(toPixel, 0, size.height),
    apply(toPixel, size.width, size.height),
  ]
  const cols = corners.map(([col]) => col)
  const rows = corners.map(([, row]) => row)
  const left = Math.max(0, Math.floor(snap(Math.min(...cols))))
  const top = Math.max(0, Math.floor(snap(Math.min(...rows))))
  const width = Math.min(grid.width, Math.ceil(snap(Math.max(...cols)))) - left
  const height = Math.min(grid.height, Math.ceil(snap(Math.max(...rows)))) - top
  return width > 0 && height > 0 ? { col: left, row: top, width, height } : null
}

async function readBlock(
  source: RasterSource,
  read: { readonly window: Window; readonly toPixel: Affine; readonly options: SampleOptions },
): Promise<Block> {
  const { window, toPixel, options } = read
  // Source pixels for one image pixel; below 1 the image shows each pixel more than once.
  const [a, b, , d, e] = toPixel
  const coarsening = Math.min(Math.hypot(a, d), Math.hypot(b, e))
  const preview = coarsening > 1 ? await options.preview?.() : undefined
  if (preview && preview.coarsening <= coarsening * 1.001) {
    const { data, width, height } = preview
    return {
      data,
      width,
      height,
      left: 0,
      top: 0,
      perCol: width / source.grid.width,
      perRow: height / source.grid.height,
    }
  }
  const size =
    coarsening > 1
      ? {
          width: Math.max(1, Math.round(window.width / coarsening)),
          height: Math.max(1, Math.round(window.height / coarsening)),
        }
      : { width: window.width, height: window.height }
  const data = await source.read(window, { size, resampling: 'nearest', signal: options.signal })
  return {
    data,
    ...size,
    left: window.col,
    top: window.row,
    perCol: size.width / window.width,
    perRow: size.height / window.height,
  }
}

/** An edge that falls on a pixel border up to rounding must not pull in the next pixel. */
function snap(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) < 1e-6 ? whole : value
}
