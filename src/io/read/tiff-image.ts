import type { ByteSource } from '../types.ts'
import { blockDecoder, cutOff, type BlockGroup } from './block-decoder.ts'
import { blockImage, type BlockImage } from './block-image.ts'
import { blockRows, readBlockTable, type BlockTable } from './block-table.ts'
import { readLayout, type Layout } from './layout.ts'
import { toSamples } from './samples.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Bytes of the file fetched at once; neighbouring blocks are fetched together up to this. */
const FETCH_BYTES = 2 * 1024 * 1024
/** Unneeded bytes between two blocks that are cheaper to fetch than to skip. */
const FETCH_GAP = 16 * 1024

/** One image of a TIFF (full size, overview or mask). */
export interface TiffImage extends BlockImage {
  readonly layout: Layout
  /** Throws read_failed where blocks lie beyond the end of the file. */
  assertWhole(): Promise<void>
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
  const empty = toSamples(
    new Uint8Array(8),
    { ...layout, predictor: 1 },
    { rows: 1, perRow: 1, stride: 1 },
  ).fill(from.empty)
  const image = blockImage({
    layout,
    empty,
    async grouping() {
      const { offsets, counts } = await table()
      return (indices) => {
        const stored = indices.filter((index) => counts[index]).sort((a, b) => offsets[a]! - offsets[b]!)
        return fetchGroups(stored, { offsets, counts }).map((group) => ({
          indices: group,
          decode: () => blockDecoder().decode(bytes, layout, blockGroup(group, { layout, offsets, counts })),
        }))
      }
    },
  })
  return {
    ...image,
    layout,
    async assertWhole() {
      const { offsets, counts } = await table()
      for (const [index, count] of counts.entries()) {
        if (count && offsets[index]! + count > bytes.size) throw cutOff()
      }
    },
  }
}

function blockGroup(
  indices: readonly number[],
  { layout, offsets, counts }: BlockTable & { readonly layout: Layout },
): BlockGroup {
  const start = offsets[indices[0]!]!
  const last = indices.at(-1)!
  return {
    ranges: [{ start, length: offsets[last]! + counts[last]! - start }],
    blocks: indices.map((index) => ({
      index,
      offset: offsets[index]! - start,
      length: counts[index]!,
      rows: blockRows(layout, index),
    })),
  }
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
