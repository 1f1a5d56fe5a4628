import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { isSameGrid } from '../blocks.ts'
import { INT_NODATA, type RasterSource, type ReadOptions, type Resampling, type Window } from '../source.ts'
import { compose } from './affine.ts'
import type { Grid } from './grid.ts'
import { pixelMapper, type PixelMapper } from './pixel-mapper.ts'
import {
  averageOver,
  bilinearAt,
  heaviest,
  modeOver,
  nearestAt,
  spanOf,
  type Pixels,
  type Values,
} from './resample.ts'

/** Source pixels read at once; a target window that needs more is halved. */
const HELD_PIXELS = 1 << 22
/** Rows of the aligned grid that walks take at once. */
const BLOCK_ROWS = 128
/** Points a side that a pixel is sampled at where averages cross to another system. */
const MAX_POINTS = 64

/**
 * A source on another grid, in the same or another CRS, resampled lazily window by window. A pixel that the source does
 * not cover is NaN. 'nearest' and 'bilinear' look at pixel centres; 'average' and 'mode' at the whole area of the new
 * pixel: exactly where the axes agree, else by points at half the source's pixel. A source that is on the grid already
 * is given back as it is. Throws crs_unknown where the systems differ, or may differ, and one is not known.
 */
export function alignTo(source: RasterSource, grid: Grid, resampling: Resampling): RasterSource {
  if (isSameGrid(source.grid, grid)) return source
  assertPlaced(source.grid, grid)
  const read = async (window: Window, options: ReadOptions = {}) => {
    const { size, signal } = options
    const target = size ? resizedGrid(grid, window, size) : grid
    const part = size ? { col: 0, row: 0, ...size } : window
    const mapper = pixelMapper(target, source.grid)
    const out = new Float32Array(part.width * part.height).fill(NaN)
    const load = (box: Window) => source.read(box, { signal })
    await fill({ source, mapper, resampling, load, signal, out, whole: part }, part)
    return out
  }
  const aligned: RasterSource = {
    grid,
    blockSize: { width: grid.width, height: Math.min(grid.height, BLOCK_ROWS) },
    read,
  }
  if (!source.readInts) return aligned
  return {
    ...aligned,
    async readInts(window, options = {}) {
      if (resampling !== 'nearest' && resampling !== 'mode') {
        throw new AppError(
          'invalid_input',
          `classes cannot be resampled by '${resampling}'; use 'nearest' or 'mode'`,
        )
      }
      const { size, signal } = options
      const target = size ? resizedGrid(grid, window, size) : grid
      const part = size ? { col: 0, row: 0, ...size } : window
      const mapper = pixelMapper(target, source.grid)
      const out = new Float64Array(part.width * part.height).fill(NaN)
      const load = async (box: Window) => {
        const codes = await source.readInts!(box, { signal })
        return Float64Array.from(codes, (code) => (code === INT_NODATA ? NaN : code))
      }
      await fill({ source, mapper, resampling, load, signal, out, whole: part }, part)
      return Int32Array.from(out, (code) => (Number.isNaN(code) ? INT_NODATA : code))
    },
  }
}

/** Two grids that both say 'unknown' may lie anywhere: the same name is no evidence then. */
function assertPlaced(first: Grid, second: Grid): void {
  if (first.crs.id === 'unknown' || second.crs.id === 'unknown') {
    throw new AppError(
      'crs_unknown',
      'one of the rasters has no known coordinate reference system, so they cannot be laid over each other; give data that carries one',
    )
  }
}

/** The grid whose pixels are `size` equal parts of a window of another. */
function resizedGrid(
  grid: Grid,
  window: Window,
  size: { readonly width: number; readonly height: number },
): Grid {
  const step = [window.width / size.width, 0, window.col, 0, window.height / size.height, window.row] as const
  return { ...size, crs: grid.crs, transform: compose(step, grid.transform) }
}

interface Job {
  readonly source: RasterSource
  readonly mapper: PixelMapper
  readonly resampling: Resampling
  readonly load: (box: Window) => Promise<Values>
  readonly signal: AbortSignal | undefined
  readonly out: Values
  readonly whole: Window
}

/** Fills the part of `out` that `window` is, by halves where the source's part is too large to hold. */
async function fill(job: Job, window: Window): Promise<void> {
  throwIfAborted(job.signal)
  const box = job.mapper.boxOf(window)
  if (!box) return
  const isSingle = window.width === 1 && window.height === 1
  if (box.width * box.height > HELD_PIXELS && !isSingle) {
    for (const half of halves(window)) await fill(job, half)
    return
  }
  const pixels = { data: await job.load(box), width: box.width, height: box.height }
  const { mapper, resampling, out, whole } = job
  const place = (row: number) => (row - whole.row) * whole.width - whole.col
  if (resampling === 'nearest' || resampling === 'bilinear') {
    const at = resampling === 'nearest' ? nearestAt : bilinearAt
    mapper.forCentres(window, (col, row, x, y) => {
      out[place(row) + col] = at(pixels, x - box.col, y - box.row)
    })
  } else if (mapper.scales) fillBySpans({ ...job, pixels, box, window, scales: mapper.scales })
  else fillByPoints({ ...job, pixels, box, window })
}

function halves(window: Window): [Window, Window] {
  if (window.height >= window.width) {
    const height = Math.floor(window.height / 2)
    return [
      { ...window, height },
      { ...window, row: window.row + height, height: window.height - height },
    ]
  }
  const width = Math.floor(window.width / 2)
  return [
    { ...window, width },
    { ...window, col: window.col + width, width: window.width - width },
  ]
}

interface Filling extends Job {
  readonly pixels: Pixels
  readonly box: Window
  readonly window: Window
}

/** Where columns and rows of both grids run along each other: exact shares of area. */
function fillBySpans(job: Filling & { readonly scales: NonNullable<PixelMapper['scales']> }): void {
  const { pixels, box, window, whole, out, scales, resampling } = job
  const over = resampling === 'average' ? averageOver : modeOver
  const span = (
    index: number,
    axis: { readonly step: number; readonly start: number },
    shift: number,
    length: number,
  ) => {
    const [first, second] = [
      index * axis.step + axis.start - shift,
      (index + 1) * axis.step + axis.start - shift,
    ]
    return spanOf(Math.min(first, second), Math.max(first, second), length)
  }
  const across = Array.from({ length: window.width }, (_, index) =>
    span(window.col + index, scales.x, box.col, box.width),
  )
  for (let row = window.row; row < window.row + window.height; row++) {
    const down = span(row, scales.y, box.row, box.height)
    if (!down) continue
    const start = (row - whole.row) * whole.width + window.col - whole.col
    for (const [index, columns] of across.entries()) {
      if (columns) out[start + index] = over(pixels, columns, down)
    }
  }
}

/** Elsewhere: the source's pixels under evenly spread points of the new pixel. */
function fillByPoints(job: Filling): void {
  const { pixels, box, window, whole, out, mapper, resampling } = job
  const points = Math.max(1, Math.min(MAX_POINTS, Math.ceil(2 * mapper.coarsening(window))))
  const finer = mapper.refined(points)
  const fine = {
    col: window.col * points,
    row: window.row * points,
    width: window.width * points,
    height: window.height * points,
  }
  const sums = new Float64Array(window.width * window.height)
  const counts = new Float64Array(window.width * window.height)
  const codes: Map<number, number>[] =
    resampling === 'mode' ? Array.from(sums, () => new Map<number, number>()) : []
  finer.forCentres(fine, (col, row, x, y) => {
    const value = nearestAt(pixels, x - box.col, y - box.row)
    if (Number.isNaN(value)) return
    const index =
      (Math.floor(row / points) - window.row) * window.width + Math.floor(col / points) - window.col
    const own = codes[index]
    if (own) own.set(value, (own.get(value) ?? 0) + 1)
    else {
      sums[index] = sums[index]! + value
      counts[index] = counts[index]! + 1
    }
  })
  for (let index = 0; index < sums.length; index++) {
    const row = window.row + Math.floor(index / window.width)
    const at = (row - whole.row) * whole.width + window.col - whole.col + (index % window.width)
    const own = codes[index]
    out[at] = own ? heaviest(own) : sums[index]! / counts[index]!
  }
}
