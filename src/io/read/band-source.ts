import { AppError } from '../../lib/errors.ts'
import { blockBuffers } from '../../raster/block-buffers.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { isPointMethod } from '../../raster/grid/resample.ts'
import { readResized, resize, type Size } from '../../raster/grid/resize.ts'
import { INT_NODATA, type RasterSource, type ReadOptions, type Window } from '../../raster/source.ts'
import { newHold, type BlockImage } from './block-image.ts'
import { copier } from './copy-values.ts'

/** physical = scale · number + offset. A NaN scale stands for unknown: numbers are read as they are. */
export interface Scaling {
  readonly scale: number
  readonly offset: number
  readonly nodata: number | null
  /** Numbers as stored, both ends valid; those beyond are nodata too. */
  readonly valid?: readonly [min: number, max: number] | undefined
}

export interface Level {
  readonly image: BlockImage
  /** 0 marks pixels without data; of the size of the image. */
  readonly mask: BlockImage | null
  /** Sample of the image that is 0 where there is no data. */
  readonly alpha: number | null
}

const BAND_PIXELS = 1 << 18
const INT_TYPES: ReadonlySet<string> = new Set(['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32'])
const LARGEST_INT = 2 ** 31 - 1

/** One band of a file as a source. */
export function bandSource(of: {
  readonly grid: Grid
  /** Full size first, then overviews, largest first. */
  readonly levels: readonly Level[]
  readonly bandIndex: number
  readonly scaling: Scaling
}): RasterSource {
  const { grid, levels, bandIndex } = of
  const full = levels[0]!
  const { sampleType, block } = full.image.layout
  const scale = Number.isNaN(of.scaling.scale) ? 1 : of.scaling.scale
  const offset = Number.isNaN(of.scaling.scale) ? 0 : of.scaling.offset
  // The tag of a float32 file is decimal text, its pixels are float32: compare as the pixels are.
  const nodata =
    of.scaling.nodata === null
      ? NaN
      : sampleType === 'float32'
        ? Math.fround(of.scaling.nodata)
        : of.scaling.nodata

  const hold = newHold()
  const copy = copier(sampleType, { scale, offset, nodata, valid: of.scaling.valid })

  async function hide(level: Level, window: Window, signal: AbortSignal | undefined, hidden: Hidden) {
    const { image, mask, alpha } = level
    await mask?.readRows({ window, sample: maskSample(mask, bandIndex), signal }, maskOut(hidden))
    if (alpha !== null) await image.readRows({ window, sample: alpha, signal }, maskOut(hidden))
  }

  async function readLevel(level: Level, window: Window, signal: AbortSignal | undefined) {
    const { image } = level
    const out = blockBuffers.take(window.width * window.height)
    if (!isWithin(window, image.layout)) out.fill(NaN)
    // One source reads one level again and again: overviews serve single pictures.
    const at = { window, sample: bandIndex, signal, ...(level === full && { hold }) }
    await image.readRows(at, (row) => copy(row, out))
    await hide(level, window, signal, { out, empty: NaN })
    return out
  }

  async function read(window: Window, options: ReadOptions = {}): Promise<Float32Array> {
    const { size, signal, resampling = 'nearest' } = options
    assertWindow(window, size ?? window)
    if (!size || (size.width === window.width && size.height === window.height)) {
      return readLevel(full, window, signal)
    }
    if (isPointMethod(resampling)) {
      const found = coarserLevel(levels, window, size)
      if (found)
        return resize(await readLevel(found.level, found.window, signal), found.window, size, resampling)
    }
    // From the full image, so that averages and modes are exact, whatever the overviews were made with.
    return readResized((part) => readLevel(full, part, signal), { window, size, resampling, signal })
  }

  async function readInts(window: Window, options: ReadOptions = {}): Promise<Int32Array> {
    const { size, signal } = options
    assertWindow(window, window)
    if (!INT_TYPES.has(sampleType)) {
      throw new AppError(
        'invalid_input',
        `the file holds ${sampleType} numbers; classes and bits need integers`,
      )
    }
    const out = new Int32Array(window.width * window.height).fill(INT_NODATA)
    let largest = 0
    await full.image.readRows(
      { window, sample: bandIndex, signal },
      ({ data, start, stride, length, target }) => {
        if (data === null) return
        for (let at = start, to = target; to < target + length; at += stride, to++) {
          const value = data[at]!
          if (value === nodata) continue
          out[to] = value
          if (value > largest) largest = value
        }
      },
    )
    if (largest > LARGEST_INT) {
      throw new AppError(
        'invalid_input',
        `the file holds the number ${largest}; classes and bits are read up to ${LARGEST_INT} (31 bits): ` +
          'write the bits that are needed as a file of fewer bits',
      )
    }
    await hide(full, window, signal, { out, empty: INT_NODATA })
    return size ? pickInts(out, window, size) : out
  }

  return {
    grid,
    blockSize: { width: block.width, height: bandHeight(block.height, grid.width) },
    read,
    readInts,
  }
}

/**
 * Rows that are read at once: a part of a block where blocks are high and the image is wide, so that what is computed
 * from them stays in the processor's cache. The source holds the rest of the blocks.
 */
function bandHeight(blockHeight: number, width: number): number {
  const most = Math.max(1, Math.floor(BAND_PIXELS / width))
  if (blockHeight <= most) return blockHeight
  for (let height = most; height > most / 4; height--) if (blockHeight % height === 0) return height
  return most
}

function isWithin({ col, row, width, height }: Window, image: Size): boolean {
  return col >= 0 && row >= 0 && col + width <= image.width && row + height <= image.height
}

const maskSample = (mask: BlockImage, bandIndex: number) => (mask.layout.samples > bandIndex ? bandIndex : 0)

interface Hidden {
  readonly out: Float32Array | Int32Array
  readonly empty: number
}

function maskOut({ out, empty }: Hidden): Parameters<BlockImage['readRows']>[1] {
  return ({ data, start, stride, length, target }) => {
    if (data === null) {
      out.fill(empty, target, target + length)
      return
    }
    for (let at = start, to = target; to < target + length; at += stride, to++) {
      if (data[at] === 0) out[to] = empty
    }
  }
}

/**
 * The smallest overview that is still as fine as asked, and the window on it; null where the full image is needed.
 * Windows that do not fall on whole pixels of the overview are widened to those that do only up to half a pixel.
 */
function coarserLevel(
  levels: readonly Level[],
  window: Window,
  size: { readonly width: number; readonly height: number },
): { readonly level: Level; readonly window: Window } | null {
  const full = levels[0]!.image.layout
  for (const level of levels.slice(1).reverse()) {
    const { width, height } = level.image.layout
    // Products of whole numbers: a quotient may miss the very size of the overview by its last bit.
    if (window.width * width < size.width * full.width) continue
    if (window.height * height < size.height * full.height) continue
    const [byX, byY] = [width / full.width, height / full.height]
    const [left, top] = [Math.round(window.col * byX), Math.round(window.row * byY)]
    const right = Math.round((window.col + window.width) * byX)
    const bottom = Math.round((window.row + window.height) * byY)
    if (right <= left || bottom <= top) continue
    return { level, window: { col: left, row: top, width: right - left, height: bottom - top } }
  }
  return null
}

function pickInts(
  data: Int32Array,
  from: { readonly width: number; readonly height: number },
  to: { readonly width: number; readonly height: number },
): Int32Array {
  if (from.width === to.width && from.height === to.height) return data
  const out = new Int32Array(to.width * to.height)
  for (let row = 0; row < to.height; row++) {
    const start = Math.floor(((row + 0.5) * from.height) / to.height) * from.width
    for (let col = 0; col < to.width; col++) {
      out[row * to.width + col] = data[start + Math.floor(((col + 0.5) * from.width) / to.width)]!
    }
  }
  return out
}

/** `result` is what is held at once: a window of any size can be read at a small one. */
function assertWindow({ col, row, width, height }: Window, result: Size): void {
  const isWhole = [col, row, width, height, result.width, result.height].every((value) =>
    Number.isSafeInteger(value),
  )
  const isFilled = Math.min(width, height, result.width, result.height) >= 1
  if (!isWhole || !isFilled || result.width * result.height > 2 ** 29) {
    throw new AppError(
      'invalid_input',
      `a window of ${width} × ${height} pixels at (${col}, ${row}) cannot be read as ${result.width} × ${result.height}; ` +
        'ask for whole pixels, at most 2^29 at once',
    )
  }
}
