import { AppError } from '../lib/errors.ts'
import { throwIfAborted } from '../lib/abort.ts'
import { blockBuffers } from './block-buffers.ts'
import type { Grid } from './grid/grid.ts'
import { readResized, resize, type Size } from './grid/resize.ts'
import type { RasterSource, ReadOptions, Window } from './source.ts'

/** Pixels of one block held at once by a walk; with a handful of inputs this keeps a scene's work under 50 MB. */
const BLOCK_PIXELS = 1 << 18

/** True where pixel (col, row) of both lies at the same place: same size, CRS and transform (to 1e-6 of a pixel). */
export function isSameGrid(a: Grid, b: Grid): boolean {
  if (a.width !== b.width || a.height !== b.height || a.crs.id !== b.crs.id) return false
  const step = Math.max(Math.abs(a.transform[0]), Math.abs(a.transform[1]), Math.abs(a.transform[4]))
  const [width, height] = [a.width, a.height]
  return [0, 1, 2, 3, 4, 5].every((index) => {
    const reach = index % 3 === 0 ? width : index % 3 === 1 ? height : 1
    return Math.abs(a.transform[index]! - b.transform[index]!) * reach <= step * 1e-6
  })
}

/** Throws grid_mismatch naming both grids where the sources do not share one. */
export function assertSameGrid(first: Grid, ...others: readonly Grid[]): void {
  for (const other of others) {
    if (!isSameGrid(first, other)) {
      throw new AppError(
        'grid_mismatch',
        `one raster is ${describeGrid(first)}, the other ${describeGrid(other)}; align one to the other first`,
      )
    }
  }
}

/** '667 × 901 pixels of 30 × 30 in EPSG:32621'. */
export function describeGrid(grid: Grid): string {
  const [a, b, , d, e] = grid.transform
  const size = [Math.hypot(a, d), Math.hypot(b, e)].map((value) => Number(value.toPrecision(6)))
  return `${grid.width} × ${grid.height} pixels of ${size[0]} × ${size[1]} in ${grid.crs.id}`
}

/**
 * A lazy source that applies `kernel` to blocks of its inputs, which must share one grid.
 * The kernel fills `out` from the inputs' blocks, all row-major and of one length; NaN is nodata.
 */
export function mapSources(
  inputs: readonly RasterSource[],
  kernel: (blocks: readonly Float32Array[], out: Float32Array, window: Window) => void | Promise<void>,
): RasterSource {
  const [first, ...rest] = inputs
  if (!first) throw new AppError('invalid_input', 'mapSources was given no raster; give at least one')
  assertSameGrid(first.grid, ...rest.map((source) => source.grid))
  return {
    grid: first.grid,
    blockSize: first.blockSize,
    async read(window, options = {}) {
      const { size, resampling = 'nearest', signal } = options
      const full = async (part: Window) => {
        const blocks = await Promise.all(inputs.map((source) => source.read(part, { signal })))
        const out = blockBuffers.take(part.width * part.height)
        await kernel(blocks, out, part)
        blockBuffers.giveBack(blocks)
        return out
      }
      // A kernel is not linear in general: compute at full size, then resample what it gives.
      return size && !isSameSize(size, window)
        ? readResized(full, { window, size, resampling, signal })
        : full(window)
    },
  }
}

/** A source over an array in memory: row-major, `length = width · height`, NaN is nodata. */
export function memorySource(grid: Grid, data: Float32Array): RasterSource {
  if (data.length !== grid.width * grid.height) {
    throw new AppError('invalid_input', `${data.length} values for ${describeGrid(grid)}`)
  }
  return {
    grid,
    blockSize: {
      width: grid.width,
      height: Math.max(1, Math.min(grid.height, Math.floor(BLOCK_PIXELS / grid.width))),
    },
    read(window: Window, options?: ReadOptions) {
      const out = new Float32Array(window.width * window.height).fill(NaN)
      const from = Math.max(0, window.col)
      const to = Math.min(grid.width, window.col + window.width)
      for (
        let row = Math.max(0, window.row);
        row < Math.min(grid.height, window.row + window.height);
        row++
      ) {
        if (to > from) {
          const target = (row - window.row) * window.width + (from - window.col)
          out.set(data.subarray(row * grid.width + from, row * grid.width + to), target)
        }
      }
      const { size, resampling = 'nearest' } = options ?? {}
      return Promise.resolve(size ? resize(out, window, size, resampling) : out)
    },
  }
}

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height
}

/** Full-width row bands of a grid, a whole number of blocks high, at most BLOCK_PIXELS pixels (or one block row). */
export function rowBands(source: Pick<RasterSource, 'grid' | 'blockSize'>): Window[] {
  const { width, height } = source.grid
  const step = source.blockSize.height
  const rows = Math.max(1, Math.floor(BLOCK_PIXELS / width / step)) * step
  const windows: Window[] = []
  for (let row = 0; row < height; row += rows) {
    windows.push({ col: 0, row, width, height: Math.min(rows, height - row) })
  }
  return windows
}

export interface WalkOptions {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((fraction: number) => void) | undefined
}

/**
 * Reads sources of one grid band of rows by band of rows, top to bottom, each row once, and hands each band to
 * `visit` with one row-major block a source. The next band is read while one is visited, so that decoders on other
 * threads stay busy. Peak memory is set by two bands, not by the scene.
 */
export async function walkBlocks(
  sources: readonly RasterSource[],
  visit: (blocks: readonly Float32Array[], window: Window) => void | Promise<void>,
  options: WalkOptions = {},
): Promise<void> {
  const [first, ...rest] = sources
  if (!first) throw new AppError('invalid_input', 'walkBlocks was given no raster; give at least one')
  assertSameGrid(first.grid, ...rest.map((source) => source.grid))
  const { signal, progress } = options
  const windows = rowBands(first)
  const read = (index: number) => {
    const reading = Promise.all(sources.map((source) => source.read(windows[index]!, { signal })))
    // A band that is read ahead may fail, or be given up, before anybody waits for it.
    reading.catch(() => undefined)
    return reading
  }
  await blockBuffers.during(async () => {
    let ahead = read(0)
    for (const [index, window] of windows.entries()) {
      throwIfAborted(signal)
      const blocks = await ahead
      if (index + 1 < windows.length) ahead = read(index + 1)
      await visit(blocks, window)
      blockBuffers.giveBack(blocks)
      progress?.((index + 1) / windows.length)
    }
  })
}
