import { throwIfAborted } from '../../lib/abort.ts'
import type { Window } from '../../raster/source.ts'
import { sharedBlocks as cache } from './block-cache.ts'
import type { BlockLayout } from './layout.ts'
import type { Samples } from './samples.ts'

/** Decoded bytes that one read asks for at once; the shared cache holds them and those of its neighbours. */
const READ_BYTES = 16 * 1024 * 1024
/** Rows of blocks read ahead, so that decoders have work while what they gave is used; fewer where rows are large. */
const ROWS_AHEAD = 2
const AHEAD_BYTES = 64 * 1024 * 1024
/** Groups of blocks under way at a time, so that packed bytes in memory stay few and a stop is soon obeyed. */
const GROUPS = 16

/** Stands for a block whose bytes are damaged, where the rest of the image can be read. */
export const DAMAGED: Samples = new Uint8Array(0)

/**
 * `length` samples of one row: data[start], data[start + stride], … belong to target, target + 1, … of the window.
 * A stride of 0 repeats one sample. Without `data` the pixels are nodata.
 */
export type RowVisitor = (row: {
  readonly data: Samples | null
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

export type Blocks = ReadonlyMap<number, Promise<Samples>>

export const newHold = (): BlockHold => ({ blocks: new Map(), ahead: new Map() })

/** One image of a file at one size, read by windows. */
export interface BlockImage {
  readonly layout: BlockLayout
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
  /** Lets go of decoded blocks. */
  release(): void
}

/** Blocks that are being decoded together. */
export interface DecodingGroup {
  readonly indices: readonly number[]
  /** In the order of `indices`; DAMAGED for those that cannot be. */
  decode(): Promise<readonly Samples[]>
}

/** An image whose blocks come from anywhere. */
export function blockImage(from: {
  readonly layout: BlockLayout
  /** One sample that stands for all samples of blocks that were never written. */
  readonly empty?: Samples
  /** Parts blocks into groups that are best fetched together, in the order of the file; left out are those not stored. */
  grouping(): Promise<(indices: readonly number[]) => readonly DecodingGroup[]>
  /** Told whenever pixels of a damaged block were asked for. */
  onDamage?(index: number): void
}): BlockImage {
  const { layout, empty } = from

  /** Blocks by index, fetched and decoded where they are not cached. */
  async function load(
    indices: readonly number[],
    { signal, held }: { readonly signal?: AbortSignal | undefined; readonly held?: Blocks },
  ): Promise<Blocks> {
    const groupsOf = await from.grouping()
    const blocks = new Map<number, Promise<Samples>>()
    const missing: number[] = []
    for (const index of indices) {
      const known = held?.get(index) ?? cache.get(layout, index)
      if (known) blocks.set(index, known)
      else missing.push(index)
    }
    const groups = groupsOf(missing)
    for (let at = 0; at < groups.length; at += GROUPS) {
      throwIfAborted(signal)
      const decoding = groups.slice(at, at + GROUPS).map((group) => {
        // No signal is handed on: another reader may be waiting for the same blocks.
        const decoded = group.decode()
        group.indices.forEach((index, position) => {
          const block = decoded.then((samples) => samples[position]!)
          cache.set(layout, index, block)
          blocks.set(index, block)
        })
        return decoded
      })
      await Promise.all(decoding)
    }
    if (empty) for (const index of missing) if (!blocks.has(index)) blocks.set(index, Promise.resolve(empty))
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
          if (data === DAMAGED) from.onDamage?.(index)
          for (let at = Math.max(fromRow, row); at < bottom; at++) {
            visit({
              data: data === DAMAGED ? null : data,
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
    release: () => cache.drop(layout),
  }
}

interface Place {
  readonly index: number
  /** Of its first pixel. */
  readonly col: number
  readonly row: number
}

function blockBytes({ block, planar, samples, bits }: BlockLayout): number {
  return block.width * block.height * (planar ? 1 : samples) * Math.max(1, bits / 8)
}
