import type { Layout } from './layout.ts'

const START = 0xd8
const SCAN = 0xda
const END = 0xd9

/**
 * Throws a plain Error where a JPEG block states another size or number of components than its image: the decoder
 * makes room for what is stated, however small the block.
 */
export function assertJpegFits(
  bytes: Uint8Array,
  { block, planar, samples }: Pick<Layout, 'block' | 'planar' | 'samples'>,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new Error('a marker of the JPEG block is damaged')
    const marker = bytes[at + 1]!
    if (marker === SCAN || marker === END) break
    if (marker === START || marker === 0xff) {
      at += marker === START ? 2 : 1
      continue
    }
    const length = view.getUint16(at + 2)
    if (isFrame(marker)) {
      if (at + 10 > bytes.length) break
      const [height, width, components] = [view.getUint16(at + 5), view.getUint16(at + 7), bytes[at + 9]!]
      if (width > block.width || height > block.height || components !== (planar ? 1 : samples)) {
        throw new Error(`the JPEG block holds ${width} × ${height} × ${components}`)
      }
      return
    }
    at += 2 + length
  }
  throw new Error('the JPEG block has no frame')
}

/** Start of frame, any process: C0 to CF but tables, reserved and arithmetic conditioning. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
