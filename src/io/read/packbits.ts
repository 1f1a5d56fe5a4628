/** Undoes PackBits (TIFF 6.0, §9), at most `size` bytes; gives fewer where the stream ends earlier. */
export function decodePackBits(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size)
  let end = 0
  for (let at = 0; at < packed.length && end < size;) {
    const head = packed[at++]!
    if (head < 128) {
      const part = packed.subarray(at, at + Math.min(head + 1, size - end))
      out.set(part, end)
      end += part.length
      at += head + 1
    } else if (head > 128 && at < packed.length) {
      const stop = Math.min(size, end + 257 - head)
      out.fill(packed[at++]!, end, stop)
      end = stop
    }
    // 128 stands for nothing.
  }
  return end === size ? out : out.slice(0, end)
}
