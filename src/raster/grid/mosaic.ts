import { AppError } from '../../lib/errors.ts'
import { describeGrid, isSameGrid } from '../blocks.ts'
import { INT_NODATA, type RasterSource, type ReadOptions, type Resampling, type Window } from '../source.ts'
import { compose, invert } from './affine.ts'
import { alignTo, wholeShift } from './align.ts'
import type { Grid } from './grid.ts'
import { overlap } from './overlap.ts'
import { readResized } from './resize.ts'
import { unionGrid } from './union-grid.ts'

/** Which of the valid pixels of one place stands: that of the first or last source, or their mean, least or greatest. */
export type MosaicRule = 'first' | 'last' | 'mean' | 'min' | 'max'

export interface MosaicOptions {
  readonly rule: MosaicRule
  /** By default `unionGrid` of the sources' grids. */
  readonly grid?: Grid
  /** How sources come on to the grid whose pixels are not the grid's own; without it they are refused. */
  readonly resampling?: Resampling
  /** As for `alignTo`. */
  readonly maxError?: number
}

/**
 * Sources laid side by side and over each other, read lazily: a window reads the sources that it touches and no others.
 * Nodata never hides a valid pixel. Throws grid_mismatch, with what differs, where a source needs resampling and no
 * method is named; crs_unknown where systems differ and one is not known.
 */
export function mosaicOf(sources: readonly RasterSource[], options: MosaicOptions): RasterSource {
  const { rule } = options
  const grid = options.grid ?? unionGrid(sources.map((source) => source.grid))
  const parts = sources.map((source, index) => ({
    source: onto(grid, source, { ...options, name: `raster ${index + 1} of ${sources.length}` }),
    footprints: footprintsOf(grid, source.grid),
  }))
  // The last source hides the others as the first does, seen from the other end.
  if (rule === 'last') parts.reverse()
  const touched = (window: Window) =>
    parts
      .filter(({ footprints }) => footprints.some((each) => meet(each, window)))
      .map(({ source }) => source)

  const atFullSize = (window: Window, options: ReadOptions) =>
    combined(
      rule,
      touched(window).map((source) => () => source.read(window, options)),
      sizeOf(window, options),
    )
  const mosaic: RasterSource = {
    grid,
    blockSize: blockSizeOf(grid, parts[0]!.source),
    read(window, options = {}) {
      const { size, resampling = 'nearest', signal } = options
      // The nearest pixel of what covers a place covers it too; other methods are not the same on parts.
      if (!size || (resampling === 'nearest' && isPick(rule))) return atFullSize(window, options)
      const read = (part: Window) => atFullSize(part, { signal })
      return readResized(read, { window, size, resampling, signal })
    },
  }
  if (sources.some((source) => !source.readInts)) return mosaic
  return {
    ...mosaic,
    async readInts(window, options = {}) {
      if (!isPick(rule)) {
        throw new AppError('invalid_input', `classes have no '${rule}'; lay them by 'first' or 'last'`)
      }
      const out = new Int32Array(sizeOf(window, options)).fill(INT_NODATA)
      for (const source of touched(window)) {
        if (!out.includes(INT_NODATA)) break
        const codes = await source.readInts!(window, options)
        for (let index = 0; index < out.length; index++) {
          if (out[index] === INT_NODATA) out[index] = codes[index]!
        }
      }
      return out
    },
  }
}

const isPick = (rule: MosaicRule) => rule === 'first' || rule === 'last'

const sizeOf = (window: Window, { size = window }: ReadOptions) => size.width * size.height

async function combined(
  rule: MosaicRule,
  reads: readonly (() => Promise<Float32Array>)[],
  length: number,
): Promise<Float32Array> {
  if (rule === 'mean') return meanOf(reads, length)
  const out = new Float32Array(length).fill(NaN)
  let missing = length
  for (const read of reads) {
    if (isPick(rule) && missing === 0) break
    const values = await read()
    for (let index = 0; index < length; index++) {
      const value = values[index]!
      if (Number.isNaN(value)) continue
      const held = out[index]!
      if (Number.isNaN(held)) missing--
      else if (rule === 'min' ? value >= held : rule === 'max' ? value <= held : true) continue
      out[index] = value
    }
  }
  return out
}

async function meanOf(
  reads: readonly (() => Promise<Float32Array>)[],
  length: number,
): Promise<Float32Array> {
  const sums = new Float64Array(length)
  const counts = new Int32Array(length)
  for (const read of reads) {
    const values = await read()
    for (let index = 0; index < length; index++) {
      const value = values[index]!
      if (Number.isNaN(value)) continue
      sums[index] = sums[index]! + value
      counts[index] = counts[index]! + 1
    }
  }
  return Float32Array.from(sums, (sum, index) => sum / counts[index]!)
}

/** A source on the grid: as it is, counted from elsewhere, or resampled by the method that is named. */
function onto(
  grid: Grid,
  source: RasterSource,
  how: MosaicOptions & { readonly name: string },
): RasterSource {
  const isCopied = isSameGrid(grid, source.grid) || wholeShift(source.grid, grid) !== null
  if (!how.resampling && !isCopied) {
    throw new AppError(
      'grid_mismatch',
      `${how.name} is ${describeGrid(source.grid)}, the mosaic ${describeGrid(grid)}: ${difference(source.grid, grid)}; name a resampling method`,
    )
  }
  const options = how.maxError === undefined ? {} : { maxError: how.maxError }
  return alignTo(source, grid, how.resampling ?? 'nearest', options)
}

function difference(from: Grid, to: Grid): string {
  if (from.crs.id !== to.crs.id) return 'the coordinate reference systems differ'
  if (from.crs.id === 'unknown') return 'neither coordinate reference system is known'
  const [a, b, c, d, e, f] = compose(to.transform, invert(from.transform))
  if (Math.abs(b) > 1e-9 || Math.abs(d) > 1e-9) return 'the rows run in other directions'
  if (Math.abs(a - 1) * to.width > 1e-3 || Math.abs(e - 1) * to.height > 1e-3)
    return 'the pixels differ in size'
  const part = (shift: number) => Math.abs(shift - Math.round(shift)).toFixed(2)
  return `the pixels are offset by ${part(c)} of a column and ${part(f)} of a row`
}

function blockSizeOf(grid: Grid, { blockSize }: RasterSource): RasterSource['blockSize'] {
  return { width: Math.min(grid.width, blockSize.width), height: Math.min(grid.height, blockSize.height) }
}

/** Windows of the grid outside which a source has no pixel. */
function footprintsOf(grid: Grid, source: Grid): readonly Window[] {
  // Between systems outlines may hold a pole or a seam: there the aligned source looks for itself.
  if (grid.crs.id !== source.crs.id) return [{ col: 0, row: 0, width: grid.width, height: grid.height }]
  const turns = grid.crs.kind === 'geographic' ? [-1, 0, 1] : [0]
  return turns.map((turn) => overlap(grid, turned(source, turn))).filter((footprint) => footprint !== null)
}

function turned(grid: Grid, turns: number): Grid {
  const [a, b, c, d, e, f] = grid.transform
  return { ...grid, transform: [a, b, c + 360 * turns, d, e, f] }
}

function meet(a: Window, b: Window): boolean {
  return (
    a.col < b.col + b.width && b.col < a.col + a.width && a.row < b.row + b.height && b.row < a.row + a.height
  )
}
