import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { isSameGrid } from '../blocks.ts'
import {
  INT_NODATA,
  type AreaResampling,
  type PointResampling,
  type RasterSource,
  type ReadOptions,
  type Resampling,
  type Window,
} from '../source.ts'
import { compose } from './affine.ts'
import { blankOutside } from './blank-outside.ts'
import type { Grid } from './grid.ts'
import { pixelMapper, type Axis, type PixelMapper } from './pixel-mapper.ts'
import {
  boxRun,
  isPointMethod,
  pixelHolding,
  REACH,
  sampleRun,
  TOUCHED,
  type Positions,
  type Values,
} from './resample.ts'
import { spanOf, tallyOf, type Tally } from './tally.ts'

/** Source pixels read at once; a target window that needs more is halved. */
const HELD_PIXELS = 1 << 22
/** Positions held at once. */
const HELD_POSITIONS = 1 << 19
/** Rows of the aligned grid that walks take at once: those of the mapper's cells. */
const BLOCK_ROWS = 128
/** Target pixels a side that are cut into the same number of parts where areas cross to another system. */
const AREA_CELL = 32

/** Source pixels by which positions between systems may be off where nothing else is said: that of gdalwarp. */
export const DEFAULT_MAX_ERROR = 0.125

export interface AlignOptions {
  /**
   * Source pixels by which a position may be off where the systems differ, by default DEFAULT_MAX_ERROR; 0 projects
   * every pixel by itself. Within one system positions are always exact.
   */
  readonly maxError?: number
}

/**
 * A source on another grid, in the same or another CRS, resampled lazily window by window. A pixel that the source does
 * not cover is NaN, and so is one whose place the source's system cannot tell. Point methods look at pixel centres, area
 * methods at the whole of the new pixel: exactly where the axes agree, else by boxes of less than a source pixel.
 * Longitudes count modulo 360°. A source that is on the grid already is given back as it is; pixels that are only counted
 * from elsewhere are copied, whatever the method. Throws crs_unknown where the systems differ, or may differ, and one is
 * not known.
 */
export function alignTo(
  source: RasterSource,
  grid: Grid,
  resampling: Resampling,
  { maxError = DEFAULT_MAX_ERROR }: AlignOptions = {},
): RasterSource {
  if (isSameGrid(source.grid, grid)) return source
  assertPlaced(source.grid, grid)
  if (!(maxError >= 0)) {
    throw new AppError('invalid_input', `a greatest error of ${maxError} pixels; give 0 or more`)
  }
  const shift = wholeShift(source.grid, grid)
  if (shift?.turn === 0) return shifted(source, grid, shift)
  const method = shift ? 'nearest' : resampling

  const filled = async (window: Window, options: ReadOptions, out: Values, load: Job['load']) => {
    const { size, signal } = options
    const target = size ? resizedGrid(grid, window, size) : grid
    const whole = size ? { col: 0, row: 0, ...size } : window
    const mapper = pixelMapper(target, source.grid, maxError)
    const job = { source: source.grid, target, mapper, maxError, load, signal, out, whole }
    if (isPointMethod(method)) await fillByCentres({ ...job, method }, whole)
    else await fillByAreas({ ...job, method })
    if (size) blankOutside(out, { grid, window, size })
  }
  const lengthOf = (window: Window, { size = window }: ReadOptions) => size.width * size.height
  const aligned: RasterSource = {
    grid,
    blockSize: { width: grid.width, height: Math.min(grid.height, BLOCK_ROWS) },
    async read(window, options = {}) {
      const out = new Float32Array(lengthOf(window, options)).fill(NaN)
      await filled(window, options, out, (box) => source.read(box, { signal: options.signal }))
      return out
    },
  }
  if (!source.readInts) return aligned
  return {
    ...aligned,
    async readInts(window, options = {}) {
      if (!KEEPS_CODES.has(method)) {
        throw new AppError(
          'invalid_input',
          `classes cannot be resampled by '${method}'; use 'nearest' or 'mode'`,
        )
      }
      const out = new Float64Array(lengthOf(window, options)).fill(NaN)
      await filled(window, options, out, async (box) => {
        const codes = await source.readInts!(box, { signal: options.signal })
        return Float64Array.from(codes, (code) => (code === INT_NODATA ? NaN : code))
      })
      return Int32Array.from(out, (code) => (Number.isNaN(code) ? INT_NODATA : code))
    },
  }
}

/** Methods that make no number which is not a pixel's. */
const KEEPS_CODES: ReadonlySet<Resampling> = new Set(['nearest', 'mode', 'min', 'max', 'median'])

/**
 * Columns and rows of `from` before the first pixel of `to`, where both have the same pixels and only count them from
 * elsewhere (to a thousandth of a pixel); null where they differ. `turn` is the pixels of a whole turn of longitude
 * where that has to be taken off for some of them, else 0.
 */
export function wholeShift(
  from: Grid,
  to: Grid,
): { readonly col: number; readonly row: number; readonly turn: number } | null {
  if (from.crs.id !== to.crs.id || from.crs.id === 'unknown') return null
  const { axes } = pixelMapper(to, from, 0)
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-3
  const isSame = ({ step, start, turn }: Axis, length: number) =>
    Math.abs(step - 1) * length < 1e-3 && isWhole(start) && isWhole(turn)
  if (!axes || !isSame(axes.x, to.width) || !isSame(axes.y, to.height)) return null
  return { col: Math.round(axes.x.start), row: Math.round(axes.y.start), turn: Math.round(axes.x.turn) }
}

function shifted(
  source: RasterSource,
  grid: Grid,
  by: { readonly col: number; readonly row: number },
): RasterSource {
  const moved = (window: Window): Window => ({
    ...window,
    col: window.col + by.col,
    row: window.row + by.row,
  })
  const read: RasterSource['read'] = async (window, options) => {
    const out = await source.read(moved(window), options)
    return blankOutside(out, { grid, window, size: options?.size ?? window })
  }
  const blockSize = {
    width: Math.min(grid.width, source.blockSize.width),
    height: Math.min(grid.height, source.blockSize.height),
  }
  if (!source.readInts) return { grid, blockSize, read }
  return {
    grid,
    blockSize,
    read,
    async readInts(window, options) {
      const out = await source.readInts!(moved(window), options)
      return blankOutside(out, { grid, window, size: options?.size ?? window })
    },
  }
}

/** Two grids that both say 'unknown' may lie anywhere: the same name is no evidence then. */
function assertPlaced(first: Grid, second: Grid): void {
  if (first.crs.id === 'unknown' || second.crs.id === 'unknown') {
    throw new AppError(
      'crs_unknown',
      'one of the rasters has no known coordinate reference system, so they cannot be laid over each other; set its EPSG code in the details of the scene, or give data that carries one',
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
  readonly source: Grid
  readonly target: Grid
  readonly mapper: PixelMapper
  readonly maxError: number
  readonly load: (box: Window) => Promise<Values>
  readonly signal: AbortSignal | undefined
  readonly out: Values
  /** The window of the target that `out` holds. */
  readonly whole: Window
}

/** Fills the part of `out` that `window` is, by bands of rows whose positions can be held. */
async function fillByCentres(job: Job & { readonly method: PointResampling }, window: Window): Promise<void> {
  const { mapper, whole, method } = job
  const bands = bandsOf(window)
  const positions = positionsFor(bands)
  for (const band of bands) {
    mapper.centres(band, positions)
    await eachLoaded({ ...job, positions, band, reach: REACH[method] }, band, (pixels, box, part) => {
      for (let row = part.row; row < part.row + part.height; row++) {
        const from = (row - band.row) * band.width + part.col - band.col
        const to = (row - whole.row) * whole.width + part.col - whole.col
        const { col: left, row: top, width, height } = box
        const run = { ...positions, from, count: part.width, col: left, row: top, to }
        sampleRun(method, { data: pixels, width, height }, run, job.out)
      }
    })
  }
}

/** Bands of rows of at most HELD_POSITIONS pixels, or of one row; they end where the mapper's cells do. */
function bandsOf(window: Window): Window[] {
  const most = Math.max(1, Math.floor(HELD_POSITIONS / window.width))
  const step = most >= BLOCK_ROWS ? most - (most % BLOCK_ROWS) : most
  const bands: Window[] = []
  const end = window.row + window.height
  for (let row = window.row; row < end;) {
    const next = Math.min(end, step * (Math.floor(row / step) + 1))
    bands.push({ ...window, row, height: next - row })
    row = next
  }
  return bands
}

/** Lists that hold the positions of any one of some bands. */
function positionsFor(bands: readonly Window[]): Positions {
  const length = Math.max(0, ...bands.map(({ width, height }) => width * height))
  return { xs: new Float64Array(length), ys: new Float64Array(length) }
}

interface Loading {
  readonly source: Grid
  readonly load: (box: Window) => Promise<Values>
  readonly signal: AbortSignal | undefined
  readonly positions: Positions
  /** The window whose positions these are. */
  readonly band: Window
  readonly reach: number
}

/** Loads the source under a window and visits it, by halves where that is too large to hold. */
async function eachLoaded(
  job: Loading,
  window: Window,
  visit: (pixels: Values, box: Window, part: Window) => void,
): Promise<void> {
  throwIfAborted(job.signal)
  const box = boxUnder(job, window)
  if (!box) return
  const isSingle = window.width === 1 && window.height === 1
  if (box.width * box.height > HELD_PIXELS && !isSingle) {
    for (const half of halves(window)) await eachLoaded(job, half, visit)
  } else visit(await job.load(box), box, window)
}

/** The part of the source that positions of a window fall on, with what lies in reach around; null where none does. */
function boxUnder({ source, positions: { xs, ys }, band, reach }: Loading, window: Window): Window | null {
  const { width, height } = source
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (let row = window.row; row < window.row + window.height; row++) {
    const start = (row - band.row) * band.width + window.col - band.col
    for (let at = start; at < start + window.width; at++) {
      const x = xs[at]!
      const y = ys[at]!
      // A little beyond the edge still counts as on it. NaN fails.
      if (!(x >= -1 && y >= -1 && x <= width + 1 && y <= height + 1)) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
  }
  const col = Math.max(0, pixelHolding(left) - reach)
  const row = Math.max(0, pixelHolding(top) - reach)
  const box = {
    col,
    row,
    width: Math.min(width, pixelHolding(right) + 1 + reach) - col,
    height: Math.min(height, pixelHolding(bottom) + 1 + reach) - row,
  }
  return box.width > 0 && box.height > 0 ? box : null
}

function halves(window: Window): readonly [Window, Window] {
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

type AreaJob = Job & { readonly method: AreaResampling }

async function fillByAreas(job: AreaJob): Promise<void> {
  const { axes } = job.mapper
  const window = intersection(job.whole, { col: 0, row: 0, ...sizeOf(job.target) })
  if (!window) return
  if (axes) return fillBySpans({ ...job, axes }, window)
  const end = { col: window.col + window.width, row: window.row + window.height }
  for (let row = AREA_CELL * Math.floor(window.row / AREA_CELL); row < end.row; row += AREA_CELL) {
    for (let col = AREA_CELL * Math.floor(window.col / AREA_CELL); col < end.col; col += AREA_CELL) {
      const cell = { col, row, width: AREA_CELL, height: AREA_CELL }
      await fillByParts(job, cell, intersection(cell, window)!)
    }
  }
}

const sizeOf = ({ width, height }: Grid) => ({ width, height })

function intersection(a: Window, b: Window): Window | null {
  const [col, row] = [Math.max(a.col, b.col), Math.max(a.row, b.row)]
  const width = Math.min(a.col + a.width, b.col + b.width) - col
  const height = Math.min(a.row + a.height, b.row + b.height) - row
  return width > 0 && height > 0 ? { col, row, width, height } : null
}

type SpanJob = AreaJob & { readonly axes: NonNullable<PixelMapper['axes']> }

/** Where columns and rows of both grids run along each other: exact shares of area. */
async function fillBySpans(job: SpanJob, window: Window): Promise<void> {
  throwIfAborted(job.signal)
  const { source, axes, method } = job
  const columns = rangeOf(axes.x, window.col, window.width, source.width)
  const rows = rangeOf(axes.y, window.row, window.height, source.height)
  if (!columns || !rows) return
  const isSingle = window.width === 1 && window.height === 1
  if (columns.length * rows.length > HELD_PIXELS && !isSingle) {
    for (const half of halves(window)) await fillBySpans(job, half)
    return
  }
  const tally = tallyOf(method, window.width * window.height)
  // One pixel may cover more than can be held: then its rows are taken in turn.
  const step = Math.max(1, Math.floor(HELD_PIXELS / columns.length))
  for (let row = rows.start; row < rows.start + rows.length; row += step) {
    const height = Math.min(step, rows.start + rows.length - row)
    const box = { col: columns.start, row, width: columns.length, height }
    const pixels = { data: await job.load(box), width: box.width, height }
    const across = Array.from({ length: window.width }, (_, index) => {
      const [from, to] = reachOf(axes.x, window.col + index, source.width)
      return spanOf(from - box.col, to - box.col, box.width)
    })
    for (let index = 0; index < window.height; index++) {
      const [from, to] = reachOf(axes.y, window.row + index, source.height)
      const down = spanOf(from - box.row, to - box.row, height)
      if (!down) continue
      for (const [at, span] of across.entries()) {
        if (span) tally.addPatch(index * window.width + at, pixels, span, down)
      }
    }
  }
  write(job, window, tally)
}

/** Where a pixel of the target's axis begins and ends on the source's of `length` pixels. */
function reachOf({ step, start, turn }: Axis, index: number, length: number): readonly [number, number] {
  const middle = (index + 0.5) * step + start
  const back = turn === 0 ? 0 : turn * Math.round((middle - length / 2) / turn)
  const half = Math.abs(step) / 2
  return [middle - half - back, middle + half - back]
}

/** The pixels of the source's axis under `count` pixels of the target's; null where there are none. */
function rangeOf(
  axis: Axis,
  first: number,
  count: number,
  length: number,
): { readonly start: number; readonly length: number } | null {
  let [least, most] = [length, 0]
  // Where whole turns may come off in between, all are asked, else both ends.
  const step = axis.turn === 0 ? Math.max(1, count - 1) : 1
  for (let index = first; index < first + count; index += step) {
    const [from, to] = reachOf(axis, index, length)
    if (axis.turn !== 0 && (to <= 0 || from >= length)) continue
    least = Math.min(least, Math.max(0, Math.floor(from)))
    most = Math.max(most, Math.min(length, Math.ceil(to)))
  }
  return most > least ? { start: least, length: most - least } : null
}

/**
 * Elsewhere: each new pixel is cut into parts that are smaller than a source pixel, as many for a whole cell of them, and
 * each part is taken for a box along the source's axes.
 */
async function fillByParts(job: AreaJob, cell: Window, window: Window): Promise<void> {
  const { target, source, mapper, maxError, method } = job
  const whole = mapper.footprint(cell)
  const parts = Math.ceil(Math.max(whole.width, whole.height)) + 1
  const partBox = { width: whole.width / parts, height: whole.height / parts }
  const finer = pixelMapper(finerGrid(target, parts), source, maxError)
  const fine = {
    col: window.col * parts,
    row: window.row * parts,
    width: window.width * parts,
    height: window.height * parts,
  }
  const tally = tallyOf(method, window.width * window.height)
  // A new pixel may have more parts than can be held: they come stripe by stripe of columns, too.
  for (const stripe of stripesOf(fine)) {
    const bands = bandsOf(stripe)
    const positions = positionsFor(bands)
    const count = stripe.width * TOUCHED
    const run = { values: new Float64Array(count), weights: new Float64Array(count), each: parts * TOUCHED }
    for (const band of bands) {
      finer.centres(band, positions)
      const loading = { ...job, positions, band, reach: 1 }
      await eachLoaded(loading, band, (data, { col, row, width, height }, part) => {
        for (let at = part.row; at < part.row + part.height; at++) {
          const from = (at - band.row) * band.width + part.col - band.col
          const places = { ...positions, from, count: part.width, col, row, to: 0 }
          boxRun({ data, width, height }, places, partBox, run)
          const down = Math.floor(at / parts) - window.row
          const index = down * window.width + Math.floor(part.col / parts) - window.col
          const phase = (part.col % parts) * TOUCHED
          tally.addRun({ ...run, count: part.width * TOUCHED, index, phase })
        }
      })
    }
  }
  write(job, window, tally)
}

function stripesOf(window: Window): Window[] {
  const count = Math.ceil(window.width / HELD_POSITIONS)
  return Array.from({ length: count }, (_, index) => {
    const col = window.col + index * HELD_POSITIONS
    return { ...window, col, width: Math.min(HELD_POSITIONS, window.col + window.width - col) }
  })
}

/** The grid of `parts` × `parts` parts of each pixel. */
function finerGrid(grid: Grid, parts: number): Grid {
  const step = [1 / parts, 0, 0, 0, 1 / parts, 0] as const
  return {
    width: grid.width * parts,
    height: grid.height * parts,
    crs: grid.crs,
    transform: compose(step, grid.transform),
  }
}

function write({ out, whole }: Job, window: Window, tally: Tally): void {
  for (let row = 0; row < window.height; row++) {
    const start = (window.row + row - whole.row) * whole.width + window.col - whole.col
    for (let col = 0; col < window.width; col++) out[start + col] = tally.value(row * window.width + col)
  }
}
