import { AppError } from '../../lib/errors.ts'
import type { ByteSource } from '../types.ts'
import { codecOf, streamInflate, type Codec, type Inflate } from './codecs.ts'
import type { TileRecipe } from './jp2/tile-recipe.ts'
import type { Layout } from './layout.ts'
import { toSamples, type Samples } from './samples.ts'

/** What decoding needs to know of an image: of a TIFF, or of a JPEG 2000 file at one resolution. */
export type BlockRecipe = Layout | TileRecipe

/** Blocks of one image that lie close together in its file, fetched together. */
export interface BlockGroup {
  /** Bytes of the file, which follow each other in memory. */
  readonly ranges: readonly { readonly start: number; readonly length: number }[]
  readonly blocks: readonly {
    /** Its place in the image. */
    readonly index: number
    /** First byte, counted from the start of the first range. */
    readonly offset: number
    readonly length: number
    /** Rows of pixels that the block holds. */
    readonly rows: number
  }[]
}

/** Fetches and decodes blocks, here or on other threads. */
export interface BlockDecoder {
  /** The samples of each block, in the order of the group. Rejects with read_failed where one cannot be decoded. */
  decode(bytes: ByteSource, recipe: BlockRecipe, group: BlockGroup): Promise<readonly Samples[]>
  /** Fetches what such an image is decoded with, while its file is still being opened. */
  prepare?(recipe: BlockRecipe): void
}

/** Blocks decompressed at a time: the platform's inflate may run on threads of its own. */
const AT_ONCE = 4

/** Decodes on the calling thread, with the platform's inflate. */
export function decoderWith(inflate: Inflate): BlockDecoder {
  return {
    async decode(bytes, recipe, group) {
      const [decode, fetched] = await Promise.all([unpacker(recipe, inflate), fetchRanges(bytes, group)])
      const samples: Samples[] = []
      for (let at = 0; at < group.blocks.length; at += AT_ONCE) {
        const some = group.blocks.slice(at, at + AT_ONCE).map((block) => {
          const packed = fetched.subarray(block.offset, block.offset + block.length)
          return decode(packed, block)
        })
        samples.push(...(await Promise.all(some)))
      }
      return samples
    },
  }
}

type Unpack = (
  packed: Uint8Array<ArrayBuffer>,
  block: { readonly index: number; readonly rows: number },
) => Promise<Samples>

async function unpacker(recipe: BlockRecipe, inflate: Inflate): Promise<Unpack> {
  if ('codestream' in recipe) return (await import('./jp2/decode-tile.ts')).tileDecoder(recipe)
  const unpack = await codecOf(recipe, inflate)
  return (packed, { rows }) => decodeBlock(packed, { layout: recipe, rows, unpack })
}

/** The bytes of a group, one range after the other. Throws read_failed where the file ends before. */
export async function fetchRanges(
  bytes: ByteSource,
  { ranges }: BlockGroup,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Promise.all(
    ranges.map(async ({ start, length }) => {
      const part = await bytes.read(start, length)
      if (part.byteLength < length) throw cutOff()
      return part
    }),
  )
  if (parts.length === 1) return parts[0]!
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

export const inlineDecoder = decoderWith(streamInflate)

let current = inlineDecoder

/** Gives all files of this thread another decoder, such as a pool of workers. */
export function decodeWith(decoder: BlockDecoder): void {
  current = decoder
}

/** The decoder of this thread. */
export const blockDecoder = (): BlockDecoder => current

async function decodeBlock(
  packed: Uint8Array<ArrayBuffer>,
  how: { readonly layout: Layout; readonly rows: number; readonly unpack: Codec },
): Promise<Samples> {
  const { layout, rows, unpack } = how
  const stride = layout.planar ? 1 : layout.samples
  const perRow = layout.block.width * stride
  const needed = rows * Math.ceil((perRow * layout.bits) / 8)
  const unpacked = await unpack(packed, needed)
  if (unpacked.byteLength < needed) {
    throw new AppError(
      'read_failed',
      `a block of the file holds ${unpacked.byteLength} bytes instead of ${needed}; the file is damaged, copy it again`,
    )
  }
  return toSamples(unpacked, layout, { rows, perRow, stride })
}

export function cutOff(): AppError {
  return new AppError('read_failed', 'the file ends before its last pixels; it is cut off, copy it again')
}
