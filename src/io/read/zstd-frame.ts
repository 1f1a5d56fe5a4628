const MAGIC = 0xfd2fb528

/**
 * A Zstandard frame (RFC 8878, §3.1.1) that states its unpacked size, so that the decoder holds as much and no more.
 * libtiff leaves the size out, and what is unpacked then grows with whatever a damaged block asks for.
 * Null where the bytes are no frame, or one of more than `size` bytes.
 */
export function withContentSize(
  packed: Uint8Array<ArrayBuffer>,
  size: number,
): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  if (packed.byteLength < 9 || view.getUint32(0, true) !== MAGIC) return null
  const descriptor = packed[4]!
  const sizeFlag = descriptor >> 6
  const isSingle = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!
  const sizeAt = 5 + (isSingle ? 0 : 1) + dictionaryBytes
  if (sizeFlag > 0 || isSingle) {
    const stated =
      sizeFlag === 0
        ? packed[sizeAt]!
        : sizeFlag === 1
          ? view.getUint16(sizeAt, true) + 256
          : sizeFlag === 2
            ? view.getUint32(sizeAt, true)
            : Number(view.getBigUint64(sizeAt, true))
    return stated <= size ? packed : null
  }
  const framed = new Uint8Array(packed.byteLength + 4)
  framed.set(packed.subarray(0, sizeAt))
  framed[4] = descriptor | 0x80
  new DataView(framed.buffer).setUint32(sizeAt, size, true)
  framed.set(packed.subarray(sizeAt), sizeAt + 4)
  return framed
}
