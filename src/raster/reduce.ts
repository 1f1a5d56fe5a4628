import { throwIfAborted } from '../lib/abort.ts'
import { AppError } from '../lib/errors.ts'
import { blockBuffers } from './block-buffers.ts'
import { assertSameGrid, rowBands, walkBlocks } from './blocks.ts'
import type { WalkOptions } from './blocks.ts'
import { readResized } from './grid/resize.ts'
import type { RasterSource, Window } from './source.ts'

/**
 * A figure computed from the blocks of one walk. `add` is given full-width bands of rows, top to bottom, each row
 * once: row-major, NaN is nodata, not to be changed or kept. What it keeps between blocks must not grow with the
 * number of pixels. `result` may be asked for once all rows have been added.
 */
export interface Reducer<Result> {
  add(block: Float32Array, window: Window): void
  result(): Result
}

export type Reducers = Readonly<Record<string, Reducer<unknown>>>

export type Results<Named extends Reducers> = {
  readonly [Name in keyof Named]: Named[Name] extends Reducer<infer Result> ? Result : never
}

/** Feeds all reducers from one walk over the source. */
export async function reduce<Named extends Reducers>(
  source: RasterSource,
  reducers: Named,
  options?: WalkOptions,
): Promise<Results<Named>> {
  const all = Object.values(reducers)
  await walkBlocks(
    [source],
    ([block], window) => {
      for (const reducer of all) reducer.add(block!, window)
    },
    options,
  )
  return resultsOf(reducers)
}

/** A source whose pixels are counted as somebody else reads them. */
export interface Tapped<Result> {
  readonly source: RasterSource
  /** Walks the rows that nobody has read in order so far, then gives the result. */
  readonly finish: (options?: WalkOptions) => Promise<Result>
}

/** The same source; what is read of it in order, as a writer does, feeds the reducers on its way. */
export function tap<Named extends Reducers>(source: RasterSource, reducers: Named): Tapped<Results<Named>> {
  const all = Object.values(reducers)
  return tapSources([source], {
    kernel: null,
    feed: (_, out, window) => {
      for (const reducer of all) reducer.add(out, window)
    },
    result: () => resultsOf(reducers),
  })
}

export interface TapHooks<Result> {
  /** As that of `mapSources`; null hands the first input on as it is. */
  readonly kernel:
    ((blocks: readonly Float32Array[], out: Float32Array, window: Window) => void | Promise<void>) | null
  /** Given each row once, in order, in full-width bands: the blocks of the inputs and what the kernel made of them. */
  readonly feed: (blocks: readonly Float32Array[], out: Float32Array, window: Window) => void
  readonly result: () => Result
}

/**
 * A kernel over sources of one grid, like `mapSources`, whose rows are fed to a reduction as they are read. Rows read
 * twice, out of order, resampled or by less than the full width are fed by none of these reads; `finish` fetches them.
 */
export function tapSources<Result>(
  inputs: readonly RasterSource[],
  { kernel, feed, result }: TapHooks<Result>,
): Tapped<Result> {
  const [first, ...rest] = inputs
  if (!first) throw new AppError('invalid_input', 'a tap was given no raster; give at least one')
  assertSameGrid(first.grid, ...rest.map((source) => source.grid))
  const { grid, blockSize } = first
  let claimed = 0
  let fed = 0
  let turn = Promise.resolve()

  const load = async (window: Window, signal: AbortSignal | undefined) => {
    const blocks = await Promise.all(inputs.map((source) => source.read(window, { signal })))
    if (!kernel) return { blocks, out: blocks[0]! }
    const out = blockBuffers.take(window.width * window.height)
    await kernel(blocks, out, window)
    return { blocks, out }
  }

  const read = async (window: Window, signal: AbortSignal | undefined): Promise<Float32Array> => {
    const from = claimed
    const end = Math.min(grid.height, window.row + window.height)
    const isNext = window.col === 0 && window.width === grid.width && window.row <= from && from < end
    if (!isNext) return (await load(window, signal)).out
    claimed = end
    // Reads may overlap in time; each waits for the rows above it before it feeds its own.
    const feeding = Promise.all([load(window, signal), turn]).then(([{ blocks, out }]) => {
      // Where a read above has failed its rows are missing: `finish` fetches them, and these after them.
      if (fed === from) {
        const cut = (block: Float32Array) =>
          block.subarray((from - window.row) * grid.width, (end - window.row) * grid.width)
        feed(blocks.map(cut), cut(out), { col: 0, row: from, width: grid.width, height: end - from })
        fed = end
      }
      if (kernel) blockBuffers.giveBack(blocks)
      return out
    })
    turn = feeding.then(nothing, nothing)
    return feeding
  }

  return {
    source: {
      grid,
      blockSize,
      read(window, options = {}) {
        const { size, resampling = 'nearest', signal } = options
        if (!size || (size.width === window.width && size.height === window.height))
          return read(window, signal)
        if (!kernel) return first.read(window, options)
        const full = async (part: Window) => (await load(part, signal)).out
        return readResized(full, { window, size, resampling, signal })
      },
    },
    async finish({ signal, progress } = {}) {
      await turn
      claimed = fed
      for (const window of rowBands(first)) {
        throwIfAborted(signal)
        if (window.row + window.height > fed) await read(window, signal)
        progress?.((window.row + window.height) / grid.height)
      }
      return result()
    },
  }
}

const nothing = () => undefined

function resultsOf<Named extends Reducers>(reducers: Named): Results<Named> {
  const results = Object.entries(reducers).map(([name, reducer]) => [name, reducer.result()] as const)
  return Object.fromEntries(results) as Results<Named>
}
