const CLEAR = 256
const END = 257
const FIRST = 258
const TABLE = 4096

/**
 * Undoes TIFF's LZW (TIFF 6.0, §13), at most `size` bytes; gives fewer where the stream ends or breaks earlier.
 * Every string of the table is a stretch of the output itself, so an entry is a place and a length.
 */
export function decodeLzw(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size)
  const starts = new Int32Array(TABLE)
  const lengths = new Int32Array(TABLE)
  let next = FIRST
  let width = 9
  let previous = 0
  let previousLength = 0
  let end = 0
  let at = 0
  let held = 0
  let heldBits = 0
  while (end < size) {
    while (heldBits < width && at < packed.length) {
      held = ((held & 0xffff) << 8) | packed[at++]!
      heldBits += 8
    }
    if (heldBits < width) break
    heldBits -= width
    const code = (held >> heldBits) & ((1 << width) - 1)
    if (code === END) break
    if (code === CLEAR) {
      next = FIRST
      width = 9
      previousLength = 0
      continue
    }
    if (previousLength > 0 && next < TABLE) {
      // The string before and the first byte of this one, which is about to follow it.
      starts[next] = previous
      lengths[next] = previousLength + 1
      next++
      // Codes widen one entry early, as in every TIFF since 5.0.
      if (next + 1 >= 1 << width && width < 12) width++
    }
    const start = end
    if (code < CLEAR) out[end++] = code
    else {
      if (code >= next) break
      const from = starts[code]!
      const stop = Math.min(size, end + lengths[code]!)
      for (let source = from; end < stop; source++, end++) out[end] = out[source]!
    }
    previous = start
    previousLength = end - start
  }
  return end === size ? out : out.slice(0, end)
}
