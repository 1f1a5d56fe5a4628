import { throwIfAborted } from '../../lib/abort.ts'
import type { Window } from '../../raster/source.ts'
import type { ByteSource } from '../types.ts'
import { sharedBlocks as cache } from './block-cache.ts'
import { blockDecoder, cutOff } from './block-decoder.ts'
import { blockRows, readBlockTable, type BlockTable } from './block-table.ts'
import { readLayout, type Layout } from './layout.ts'
import { toSamples, type Samples } from './samples.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Decoded bytes that one read asks for at once; the shared cache holds them and those of its neighbours. */
const READ_BYTES = 16 * 1024 * 1024
/** Rows of blocks read ahead, so that decoders have work while what they gave is used; fewer where rows are large. */
const ROWS_AHEAD = 2
const AHEAD_BYTES = 64 * 1024 * 1024
/** Bytes of the file fetched at once; neighbouring blocks are fetched together up to this. */
const FETCH_BYTES = 2 * 1024 * 1024
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

/**
 * Blocks that one reader goes through row of blocks by row of blocks. They stay here for as long as it reads within
 * them, however little the shared cache has room for; the row below is read ahead.
 */
export interface BlockHold {
  blocks: Blocks
  /** By row of blocks. */
  readonly ahead: Map<number, Promise<Blocks>>
}

type Blocks = ReadonlyMap<number, Promise<Samples>>

export const newHold = (): BlockHold => ({ blocks: new Map(), ahead: new Map() })

/** One image of a TIFF (full size, overview or mask), read by windows. */
export interface TiffImage {
  readonly layout: Layout
  /** Hands every run of pixels of the window that lies within the image to `visit`, block by block. */
  readRows(
    at: {
      readonly window: Window
      readonly sample: number
      readonly signal?: AbortSignal | undefined
      /** The reader's own, for reads that follow each other downwards. */
      readonly hold?: BlockHold
    },
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
}): Promise<TiffImage> {
  const { bytes, directory, littleEndian } = from
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
    { signal, held }: { readonly signal?: AbortSignal | undefined; readonly held?: Blocks },
  ): Promise<Blocks> {
    const { offsets, counts } = await table()
    const blocks = new Map<number, Promise<Samples>>()
    const keep = (index: number, block: Promise<Samples>) => {
      cache.set(layout, index, block)
      blocks.set(index, block)
    }
    const stored: number[] = []
    for (const index of indices) {
      const known = held?.get(index) ?? cache.get(layout, index)
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

  /** The blocks of one row of blocks. */
  function placesOf(down: number, [from, to]: readonly [number, number], sample: number): Place[] {
    const { block, blocksAcross, blocksDown, planar } = layout
    const plane = planar ? sample * blocksAcross * blocksDown : 0
    return Array.from({ length: to - from }, (_, position) => ({
      index: plane + down * blocksAcross + from + position,
      col: (from + position) * block.width,
      row: down * block.height,
    }))
  }

  /** What a reader holds already; the rows of blocks below its own are begun where it reads across the whole image. */
  async function takeUp(
    hold: BlockHold,
    at: {
      readonly first: number
      readonly last: number
      readonly across: readonly [number, number]
      readonly sample: number
    },
  ): Promise<Blocks> {
    const { first, last, across, sample } = at
    const isWhole = across[0] === 0 && across[1] === layout.blocksAcross
    const rows = Math.min(ROWS_AHEAD, Math.floor(AHEAD_BYTES / blockBytes(layout) / layout.blocksAcross))
    const end = isWhole ? Math.min(layout.blocksDown, last + 1 + rows) : 0
    for (let down = last + 1; down < end; down++) {
      if (hold.ahead.has(down)) continue
      const blocks = load(
        placesOf(down, across, sample).map(({ index }) => index),
        {},
      )
      hold.ahead.set(down, blocks)
      // What fails is tried again by the read that needs it.
      blocks.catch(() => {
        if (hold.ahead.get(down) === blocks) hold.ahead.delete(down)
      })
    }
    const held = [hold.blocks]
    for (const [down, blocks] of hold.ahead) {
      if (down > last) continue
      hold.ahead.delete(down)
      if (down >= first) held.push(await blocks)
    }
    return new Map(held.flatMap((blocks) => [...blocks]))
  }

  return {
    layout,
    async readRows({ window, sample, signal, hold }, visit) {
      const { block, planar, samples, width, height } = layout
      const fromCol = Math.max(0, window.col)
      const toCol = Math.min(width, window.col + window.width)
      const fromRow = Math.max(0, window.row)
      const toRow = Math.min(height, window.row + window.height)
      if (toCol <= fromCol || toRow <= fromRow) return
      const [stride, shift] = planar ? [1, 0] : [samples, sample]
      const across = [Math.floor(fromCol / block.width), Math.ceil(toCol / block.width)] as const
      const [first, last] = [Math.floor(fromRow / block.height), Math.floor((toRow - 1) / block.height)]
      const wanted: Place[] = []
      for (let down = first; down <= last; down++) wanted.push(...placesOf(down, across, sample))
      const isHeld = hold !== undefined && last - first <= 1
      const held = isHeld ? await takeUp(hold, { first, last, across, sample }) : undefined
      const perGroup = isHeld ? wanted.length : Math.max(1, Math.floor(READ_BYTES / blockBytes(layout)))
      for (let start = 0; start < wanted.length; start += perGroup) {
        throwIfAborted(signal)
        const group = wanted.slice(start, start + perGroup)
        const blocks = await load(
          group.map(({ index }) => index),
          { signal, ...(held && { held }) },
        )
        if (isHeld) hold.blocks = blocks
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
      // Whoever reads downwards is done.
      if (isHeld && toRow === height) {
        hold.blocks = new Map()
        hold.ahead.clear()
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

interface Place {
  readonly index: number
  /** Of its first pixel. */
  readonly col: number
  readonly row: number
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
