import { AppError } from '../../lib/errors.ts'
import type { ByteSource } from '../types.ts'
import { codecOf, streamInflate, type Codec, type Inflate } from './codecs.ts'
import type { Layout } from './layout.ts'
import { toSamples, type Samples } from './samples.ts'

/** Blocks of one image that lie close together in its file, fetched with one read. */
export interface BlockGroup {
  /** First byte of the group in the file, and its length. */
  readonly start: number
  readonly length: number
  readonly blocks: readonly {
    /** First byte, counted from `start`. */
    readonly offset: number
    readonly length: number
    /** Rows of pixels that the block holds. */
    readonly rows: number
  }[]
}

/** Fetches and decodes blocks, here or on other threads. */
export interface BlockDecoder {
  /** The samples of each block, in the order of the group. Rejects with read_failed where one cannot be decoded. */
  decode(bytes: ByteSource, layout: Layout, group: BlockGroup): Promise<readonly Samples[]>
}

/** Blocks decompressed at a time: the platform's inflate may run on threads of its own. */
const AT_ONCE = 4

/** Decodes on the calling thread, with the platform's inflate. */
export function decoderWith(inflate: Inflate): BlockDecoder {
  return {
    async decode(bytes, layout, { start, length, blocks }) {
      const [unpack, fetched] = await Promise.all([codecOf(layout, inflate), bytes.read(start, length)])
      if (fetched.byteLength < length) throw cutOff()
      const samples: Samples[] = []
      for (let at = 0; at < blocks.length; at += AT_ONCE) {
        const some = blocks.slice(at, at + AT_ONCE).map(({ offset, length: size, rows }) => {
          const packed = fetched.subarray(offset, offset + size)
          return decodeBlock(packed, { layout, rows, unpack })
        })
        samples.push(...(await Promise.all(some)))
      }
      return samples
    },
  }
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
