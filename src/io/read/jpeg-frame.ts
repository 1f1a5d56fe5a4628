import type { Layout } from './layout.ts'

const START = 0xd8
const SCAN = 0xda
const END = 0xd9
/** Progressive pictures have ten or so; each costs a walk over the whole picture, however short it is. */
const MAX_SCANS = 64

/**
 * Throws a plain Error where a JPEG block, or the tables of its image, state another size or number of components than
 * the image: the decoder makes room for all that is stated, however small the block.
 */
export function assertJpegFits(
  bytes: Uint8Array,
  layout: Pick<Layout, 'block' | 'planar' | 'samples' | 'jpegTables'>,
): void {
  const { block, planar, samples, jpegTables } = layout
  let [frames, scans] = [0, 0]
  for (const { marker, at } of segmentsOf(bytes)) {
    if (marker === SCAN) scans++
    if (!isFrame(marker)) continue
    frames++
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [height, width, components] = [view.getUint16(at + 5), view.getUint16(at + 7), bytes[at + 9]!]
    if (width > block.width || height > block.height || components !== (planar ? 1 : samples)) {
      throw new Error(`the JPEG block holds ${width} × ${height} × ${components}`)
    }
  }
  if (frames !== 1 || scans > MAX_SCANS)
    throw new Error(`a JPEG block of ${frames} frames and ${scans} scans`)
  for (const { marker } of segmentsOf(jpegTables ?? new Uint8Array(0))) {
    if (isFrame(marker)) throw new Error('the JPEG tables hold a picture')
  }
}

/** Markers with a length, in order; what lies between a scan and the next marker is passed over. */
function* segmentsOf(bytes: Uint8Array): Generator<{ readonly marker: number; readonly at: number }> {
  let at = 0
  while (at + 10 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new Error('a marker of the JPEG block is damaged')
    const marker = bytes[at + 1]!
    if (marker === END) return
    if (marker === 0xff) at++
    else if (marker === START) at += 2
    else {
      yield { marker, at }
      at += 2 + (bytes[at + 2]! << 8) + bytes[at + 3]!
      if (marker === SCAN) while (at < bytes.length && !isMarker(bytes, at)) at++
    }
  }
}

/** In the data of a scan, 255 stands before 0 where it is data, and before D0 to D7 where decoding may restart. */
const isMarker = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0xff && bytes[at + 1] !== 0 && (bytes[at + 1]! & 0xf8) !== 0xd0

/** Start of frame, any process: C0 to CF but tables, reserved and arithmetic conditioning. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
