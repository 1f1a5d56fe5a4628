import { AppError } from '../../lib/errors.ts'
import { cutOff } from './block-decoder.ts'
import type { Layout } from './layout.ts'
import { Tag } from './tags.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Where blocks lie in the file; byte count 0 stands for a block that was never written (all 0, or nodata). */
export interface BlockTable {
  readonly offsets: readonly number[]
  readonly counts: readonly number[]
}

/** Blocks of one image; both lists of so many take 64 MB. */
const MAX_BLOCKS = 2 ** 22
/** No codec makes a block larger than this share of its size and these bytes; what a file claims beyond is not read. */
const MOST_GROWTH = 2
const MOST_EXTRA = 64 * 1024

/** Rows of pixels that a block holds: strips end with the image, tiles are filled up. */
export function blockRows({ block, tiled, height, blocksAcross, blocksDown }: Layout, index: number): number {
  const down = Math.floor((index % (blocksAcross * blocksDown)) / blocksAcross)
  return tiled ? block.height : Math.min(block.height, height - down * block.height)
}

/** Bytes of a block before compression. */
function plainBytes(layout: Layout, rows: number): number {
  const { block, planar, samples, bits } = layout
  return rows * Math.ceil((block.width * (planar ? 1 : samples) * bits) / 8)
}

/**
 * The blocks of an image in a file of `size` bytes. Nothing is read where the file lists fewer than the image needs;
 * more than it needs are left alone. Throws read_failed where blocks are missing, unsupported_file where they are too many.
 */
export async function readBlockTable(directory: TiffDirectory, layout: Layout): Promise<BlockTable> {
  const { block, height, listedRows } = layout
  if (block.height === listedRows) return readListed(directory, layout)
  const strips = {
    ...layout,
    block: { ...block, height: listedRows },
    blocksDown: Math.ceil(height / listedRows),
  }
  return splitStrips(await readListed(directory, strips), { layout, strips })
}

/** The parts of each strip; one that its strip is too short for is left with a byte, which reading finds to be too few. */
function splitStrips(
  listed: BlockTable,
  { layout, strips }: { readonly layout: Layout; readonly strips: Layout },
): BlockTable {
  const [offsets, counts]: [number[], number[]] = [[], []]
  for (const [strip, count] of listed.counts.entries()) {
    const rows = blockRows(strips, strip)
    for (let row = 0; row < rows; row += layout.block.height) {
      const start = plainBytes(layout, row)
      const length = plainBytes(layout, Math.min(layout.block.height, rows - row))
      offsets.push(listed.offsets[strip]! + start)
      counts.push(count === 0 ? 0 : Math.max(1, Math.min(length, count - start)))
    }
  }
  return { offsets, counts }
}

async function readListed(directory: TiffDirectory, layout: Layout): Promise<BlockTable> {
  const [offsetTag, countTag] = layout.tiled
    ? [Tag.TileOffsets, Tag.TileByteCounts]
    : [Tag.StripOffsets, Tag.StripByteCounts]
  const needed = layout.blocksAcross * layout.blocksDown * (layout.planar ? layout.samples : 1)
  // Old writers leave out the sizes of uncompressed strips.
  const hasCounts = directory.has(countTag) || layout.compression !== 1
  const listed = Math.min(directory.count(offsetTag), hasCounts ? directory.count(countTag) : Infinity)
  if (listed < needed) {
    throw new AppError('read_failed', `the file lists ${listed} of its ${needed} blocks; it is damaged`)
  }
  if (needed > MAX_BLOCKS) {
    throw new AppError(
      'unsupported_file',
      `the image has ${needed} blocks, more than GeoForge can keep track of; convert it to larger tiles`,
    )
  }
  const offsets = await directory.numbers(offsetTag, needed)
  const most = plainBytes(layout, layout.block.height) * MOST_GROWTH + MOST_EXTRA
  const counts = hasCounts
    ? (await directory.numbers(countTag, needed)).map((count) => Math.min(count, most))
    : offsets.map((_, index) => plainBytes(layout, blockRows(layout, index)))
  const isPlace = (value: number) => Number.isSafeInteger(value) && value >= 0
  if (offsets.length < needed || counts.length < needed) {
    throw new AppError('read_failed', 'the file lists its blocks in an unknown type of number; it is damaged')
  }
  for (let index = 0; index < needed; index++) {
    if (counts[index] !== 0 && !(isPlace(offsets[index]!) && isPlace(counts[index]!))) throw cutOff()
  }
  return { offsets, counts }
}
