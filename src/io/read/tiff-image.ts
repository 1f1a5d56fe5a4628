import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import type { Window } from '../../raster/source.ts'
import type { ByteSource } from '../types.ts'
import { codecOf, type Codec } from './codecs.ts'
import { readLayout, type Layout } from './layout.ts'
import { toSamples, type Samples } from './samples.ts'
import { Tag } from './tags.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Decoded blocks kept for the next read; a row of tiles of a wide scene fits. */
const KEPT_BYTES = 32 * 1024 * 1024
/** Bytes of the file fetched at once; neighbouring blocks are fetched together up to this. */
const FETCH_BYTES = 4 * 1024 * 1024
/** Unneeded bytes between two blocks that are cheaper to fetch than to skip. */
const FETCH_GAP = 16 * 1024
/** Blocks decompressed at a time: the platform's inflate runs on threads of its own. */
const DECODERS = 4

/** `length` samples of one row: data[start], data[start + stride], … belong to target, target + 1, … of the window. */
export type RowVisitor = (row: {
  readonly data: Samples
  readonly start: number
  readonly stride: number
  readonly length: number
  readonly target: number
}) => void

/** One image of a TIFF (full size, overview or mask), read by windows. */
export interface TiffImage {
  readonly layout: Layout
  /** Hands every run of pixels of the window that lies within the image to `visit`, block by block. */
  readRows(
    at: { readonly window: Window; readonly sample: number; readonly signal?: AbortSignal | undefined },
    visit: RowVisitor,
  ): Promise<void>
  /** Throws read_failed where blocks lie beyond the end of the file. */
  assertWhole(): Promise<void>
}

/** Where blocks lie; byte count 0 stands for a block that was never written (all 0, or nodata). */
interface BlockTable {
  readonly offsets: readonly number[]
  readonly counts: readonly number[]
}

export async function openImage(from: {
  readonly bytes: ByteSource
  readonly directory: TiffDirectory
  readonly littleEndian: boolean
  /** Value of the pixels of blocks that were never written. */
  readonly empty: number
}): Promise<TiffImage> {
  const { bytes, directory, littleEndian } = from
  const layout = await readLayout(directory, littleEndian)
  const table = lazy(() => readBlockTable(directory, layout))
  const codec = lazy(() => codecOf(layout))
  const cache = new BlockCache()

  async function decode(index: number, packed: Uint8Array<ArrayBuffer>, unpack: Codec): Promise<Samples> {
    const { block } = layout
    const stride = layout.planar ? 1 : layout.samples
    const blockRow = Math.floor((index % (layout.blocksAcross * layout.blocksDown)) / layout.blocksAcross)
    const rows = layout.tiled ? block.height : Math.min(block.height, layout.height - blockRow * block.height)
    const needed = rows * Math.ceil((block.width * stride * layout.bits) / 8)
    const unpacked = await unpack(packed, needed)
    if (unpacked.byteLength < needed) {
      throw new AppError(
        'read_failed',
        `a block of the file holds ${unpacked.byteLength} bytes instead of ${needed}; the file is damaged, copy it again`,
      )
    }
    return toSamples(unpacked, layout, { rows, perRow: block.width * stride, stride })
  }

  function emptyBlock(): Samples {
    const stride = layout.planar ? 1 : layout.samples
    const zero = toSamples(
      new Uint8Array(layout.block.height * Math.ceil((layout.block.width * stride * layout.bits) / 8)),
      { ...layout, predictor: 1 },
      { rows: layout.block.height, perRow: layout.block.width * stride, stride },
    )
    return from.empty === 0 ? zero : zero.fill(from.empty)
  }

  /** Blocks by index, fetched and decoded where they are not cached. */
  async function load(
    indices: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, Promise<Samples>>> {
    const { offsets, counts } = await table()
    const unpack = await codec()
    const blocks = new Map<number, Promise<Samples>>()
    const keep = (index: number, block: Promise<Samples>) => {
      cache.set(index, block)
      blocks.set(index, block)
    }
    const stored: number[] = []
    for (const index of indices) {
      const known = cache.get(index)
      if (known) blocks.set(index, known)
      else if (counts[index]) stored.push(index)
      else keep(index, Promise.resolve(emptyBlock()))
    }
    stored.sort((a, b) => offsets[a]! - offsets[b]!)
    for (const group of fetchGroups(stored, { offsets, counts })) {
      throwIfAborted(signal)
      const [first, last] = [group[0]!, group.at(-1)!]
      const start = offsets[first]!
      // The fetch has no signal: another reader may be waiting for the same blocks.
      const fetched = bytes.read(start, offsets[last]! + counts[last]! - start)
      for (let at = 0; at < group.length; at += DECODERS) {
        const decoding = group.slice(at, at + DECODERS).map(async (index) => {
          const from = offsets[index]! - start
          const packed = (await fetched).slice(from, from + counts[index]!)
          if (packed.byteLength < counts[index]!) throw cutOff()
          return decode(index, packed, unpack)
        })
        decoding.forEach((block, position) => keep(group[at + position]!, block))
        await Promise.all(decoding)
      }
    }
    return blocks
  }

  return {
    layout,
    async readRows({ window, sample, signal }, visit) {
      const { block, blocksAcross, blocksDown, planar, samples, width, height } = layout
      const fromCol = Math.max(0, window.col)
      const toCol = Math.min(width, window.col + window.width)
      const fromRow = Math.max(0, window.row)
      const toRow = Math.min(height, window.row + window.height)
      if (toCol <= fromCol || toRow <= fromRow) return
      const plane = planar ? sample * blocksAcross * blocksDown : 0
      const [stride, shift] = planar ? [1, 0] : [samples, sample]
      const wanted: { readonly index: number; readonly col: number; readonly row: number }[] = []
      for (let down = Math.floor(fromRow / block.height); down * block.height < toRow; down++) {
        for (let across = Math.floor(fromCol / block.width); across * block.width < toCol; across++) {
          wanted.push({
            index: plane + down * blocksAcross + across,
            col: across * block.width,
            row: down * block.height,
          })
        }
      }
      const perGroup = Math.max(1, Math.floor(KEPT_BYTES / 2 / blockBytes(layout)))
      for (let start = 0; start < wanted.length; start += perGroup) {
        throwIfAborted(signal)
        const group = wanted.slice(start, start + perGroup)
        const blocks = await load(
          group.map(({ index }) => index),
          signal,
        )
        for (const { index, col, row } of group) {
          const data = await blocks.get(index)!
          const [left, right] = [Math.max(fromCol, col), Math.min(toCol, col + block.width)]
          const bottom = Math.min(toRow, row + block.height)
          for (let at = Math.max(fromRow, row); at < bottom; at++) {
            visit({
              data,
              start: ((at - row) * block.width + left - col) * stride + shift,
              stride,
              length: right - left,
              target: (at - window.row) * window.width + left - window.col,
            })
          }
        }
      }
    },
    async assertWhole() {
      const { offsets, counts } = await table()
      for (const [index, count] of counts.entries()) {
        if (count && offsets[index]! + count > bytes.size) throw cutOff()
      }
    },
  }
}

function cutOff(): AppError {
  return new AppError('read_failed', 'the file ends before its last pixels; it is cut off, copy it again')
}

async function readBlockTable(directory: TiffDirectory, layout: Layout): Promise<BlockTable> {
  const [offsets, counts] = await Promise.all([
    directory.numbers(layout.tiled ? Tag.TileOffsets : Tag.StripOffsets),
    directory.numbers(layout.tiled ? Tag.TileByteCounts : Tag.StripByteCounts),
  ])
  const needed = layout.blocksAcross * layout.blocksDown * (layout.planar ? layout.samples : 1)
  if (offsets.length >= needed && counts.length >= needed) return { offsets, counts }
  if (offsets.length >= needed && counts.length === 0 && layout.compression === 1) {
    // Old writers leave out the sizes of uncompressed strips.
    return { offsets, counts: offsets.map(() => blockBytes(layout)) }
  }
  throw new AppError(
    'read_failed',
    `the file lists ${Math.min(offsets.length, counts.length)} of its ${needed} blocks; it is damaged`,
  )
}

function blockBytes({ block, planar, samples, bits }: Layout): number {
  return block.width * block.height * (planar ? 1 : samples) * Math.max(1, bits / 8)
}

/** Runs of blocks that lie close together in the file, each at most FETCH_BYTES (or one block). */
function fetchGroups(sorted: readonly number[], { offsets, counts }: BlockTable): number[][] {
  const groups: number[][] = []
  let start = 0
  let end = 0
  for (const index of sorted) {
    const [from, to] = [offsets[index]!, offsets[index]! + counts[index]!]
    const group = groups.at(-1)
    if (group && from >= end && from - end <= FETCH_GAP && to - start <= FETCH_BYTES) group.push(index)
    else {
      groups.push([index])
      start = from
    }
    end = to
  }
  return groups
}

/** Decoded blocks, least recently used out first; failed ones are forgotten. */
class BlockCache {
  readonly #blocks = new Map<number, Promise<Samples>>()
  readonly #sizes = new Map<number, number>()
  #bytes = 0

  get(index: number): Promise<Samples> | undefined {
    const block = this.#blocks.get(index)
    if (block) {
      this.#blocks.delete(index)
      this.#blocks.set(index, block)
    }
    return block
  }

  set(index: number, block: Promise<Samples>): void {
    this.#blocks.set(index, block)
    block.then(
      (samples) => {
        this.#sizes.set(index, samples.byteLength)
        this.#bytes += samples.byteLength
        this.#trim()
      },
      () => this.#blocks.delete(index),
    )
  }

  #trim(): void {
    for (const index of this.#blocks.keys()) {
      if (this.#bytes <= KEPT_BYTES) return
      const size = this.#sizes.get(index)
      if (size === undefined) continue
      this.#blocks.delete(index)
      this.#sizes.delete(index)
      this.#bytes -= size
    }
  }
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= make())
}
