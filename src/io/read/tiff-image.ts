import { throwIfAborted } from '../../lib/abort.ts'
import type { Window } from '../../raster/source.ts'
import type { ByteSource } from '../types.ts'
import { sharedBlocks, type BlockCache } from './block-cache.ts'
import { blockDecoder, cutOff } from './block-decoder.ts'
import { blockRows, readBlockTable, type BlockTable } from './block-table.ts'
import { readLayout, type Layout } from './layout.ts'
import { toSamples, type Samples } from './samples.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Decoded bytes that one read asks for at once; the shared cache holds them and those of its neighbours. */
const READ_BYTES = 16 * 1024 * 1024
/** Bytes of the file fetched at once; neighbouring blocks are fetched together up to this. */
const FETCH_BYTES = 1024 * 1024
/** Unneeded bytes between two blocks that are cheaper to fetch than to skip. */
const FETCH_GAP = 16 * 1024
/** Groups of blocks under way at a time, so that packed bytes in memory stay few and a stop is soon obeyed. */
const GROUPS = 16

/**
 * `length` samples of one row: data[start], data[start + stride], … belong to target, target + 1, … of the window.
 * A stride of 0 repeats one sample.
 */
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
  /** Lets go of decoded blocks. */
  release(): void
}

export async function openImage(from: {
  readonly bytes: ByteSource
  readonly directory: TiffDirectory
  readonly littleEndian: boolean
  /** Value of the pixels of blocks that were never written. */
  readonly empty: number
  /** Default: the one of this thread. */
  readonly cache?: BlockCache
}): Promise<TiffImage> {
  const { bytes, directory, littleEndian, cache = sharedBlocks } = from
  const layout = await readLayout(directory, littleEndian)
  const table = lazy(() => readBlockTable(directory, layout))

  /** The one sample that stands for all of the blocks that were never written. */
  const empty = toSamples(
    new Uint8Array(8),
    { ...layout, predictor: 1 },
    { rows: 1, perRow: 1, stride: 1 },
  ).fill(from.empty)

  /** Blocks by index, fetched and decoded where they are not cached. */
  async function load(
    indices: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, Promise<Samples>>> {
    const { offsets, counts } = await table()
    const blocks = new Map<number, Promise<Samples>>()
    const keep = (index: number, block: Promise<Samples>) => {
      cache.set(layout, index, block)
      blocks.set(index, block)
    }
    const stored: number[] = []
    for (const index of indices) {
      const known = cache.get(layout, index)
      if (known) blocks.set(index, known)
      else if (counts[index]) stored.push(index)
      else blocks.set(index, Promise.resolve(empty))
    }
    stored.sort((a, b) => offsets[a]! - offsets[b]!)
    const groups = fetchGroups(stored, { offsets, counts })
    for (let at = 0; at < groups.length; at += GROUPS) {
      throwIfAborted(signal)
      const decoding = groups.slice(at, at + GROUPS).map((group) => {
        const start = offsets[group[0]!]!
        const last = group.at(-1)!
        // No signal is handed on: another reader may be waiting for the same blocks.
        const decoded = blockDecoder().decode(bytes, layout, {
          start,
          length: offsets[last]! + counts[last]! - start,
          blocks: group.map((index) => ({
            offset: offsets[index]! - start,
            length: counts[index]!,
            rows: blockRows(layout, index),
          })),
        })
        group.forEach((index, position) =>
          keep(
            index,
            decoded.then((samples) => samples[position]!),
          ),
        )
        return decoded
      })
      await Promise.all(decoding)
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
      const perGroup = Math.max(1, Math.floor(READ_BYTES / blockBytes(layout)))
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
          const isEmpty = data === empty
          for (let at = Math.max(fromRow, row); at < bottom; at++) {
            visit({
              data,
              start: isEmpty ? 0 : ((at - row) * block.width + left - col) * stride + shift,
              stride: isEmpty ? 0 : stride,
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
    release: () => cache.drop(layout),
  }
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

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => (value ??= make())
}
