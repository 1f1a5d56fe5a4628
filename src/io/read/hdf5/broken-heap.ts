const SIGNATURE = [0x47, 0x43, 0x4f, 0x4c] // GCOL
const HEADER = 16

/**
 * True for the bytes of a global heap (HDF5 format, III.E) with an object that reaches beyond it: the library goes
 * round such a one for ever.
 */
export function isBrokenHeap(bytes: Uint8Array): boolean {
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Lengths of 8 bytes, as all but the oldest tools write them.
  const lengthAt = (at: number) => (at + 8 <= bytes.length ? Number(view.getBigUint64(at, true)) : 0)
  const whole = lengthAt(8)
  for (let at = HEADER; at + HEADER <= Math.min(whole, bytes.length);) {
    const length = lengthAt(at + 8)
    // Object 0 is the free space, counted with its header.
    if (view.getUint16(at, true) === 0) return length > whole - at
    if (length > whole - at - HEADER) return true
    at += HEADER + Math.ceil(length / 8) * 8
  }
  return false
}
