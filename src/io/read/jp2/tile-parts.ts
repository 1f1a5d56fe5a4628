const SOT = 0xff90
const SOD = 0xff93
const PLT = 0xff58
const COM = 0xff64
/** Bytes of a SOT marker segment, the least that a tile-part has. */
const SOT_BYTES = 12

export interface TilePartBytes {
  readonly start: number
  /** First byte of the packets. */
  readonly body: number
  /** May lie beyond the bytes that are there. */
  readonly end: number
  /** True where the header says nothing of how the tile is coded. */
  readonly isPlain: boolean
}

/** The parts of a tile that follow each other in `bytes`. Throws where they are not those of tile `index`. */
export function tilePartsOf(bytes: Uint8Array, index: number): readonly TilePartBytes[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: TilePartBytes[] = []
  for (let at = 0; at < bytes.byteLength;) {
    const isNext =
      bytes.byteLength - at > SOT_BYTES &&
      view.getUint16(at) === SOT &&
      view.getUint16(at + 4) === index &&
      view.getUint8(at + 10) === parts.length
    if (!isNext) throw new Error(`tile ${index} does not begin where the file says`)
    // The last tile-part of a codestream may leave its length to the end of the file.
    const end = at + Math.max(SOT_BYTES, view.getUint32(at + 6) || bytes.byteLength - at)
    let isPlain = true
    let body = at + SOT_BYTES
    for (; body + 4 <= bytes.byteLength && view.getUint16(body) !== SOD;) {
      const marker = view.getUint16(body)
      if (marker !== PLT && marker !== COM) isPlain = false
      body += 2 + view.getUint16(body + 2)
    }
    parts.push({ start: at, body: body + 2, end, isPlain })
    at = end
  }
  return parts
}

/** Makes the parts those of the first tile of a codestream. */
export function renumber(bytes: Uint8Array, parts: readonly TilePartBytes[]): void {
  for (const { start } of parts) bytes.fill(0, start + 4, start + 6)
}

/** The beginning of the one part of tile 0 whose packets take `length` bytes. */
export function tilePartHead(length: number): Uint8Array {
  const head = new Uint8Array(SOT_BYTES + 2)
  const view = new DataView(head.buffer)
  view.setUint16(0, SOT)
  view.setUint16(2, SOT_BYTES - 2)
  view.setUint32(6, head.byteLength + length)
  view.setUint8(11, 1)
  view.setUint16(SOT_BYTES, SOD)
  return head
}
