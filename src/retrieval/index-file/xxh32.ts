const [P1, P2, P3, P4, P5] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const

/**
 * XXH32 (Collet, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md): finds damage, keeps no secrets. Bytes
 * begin at a multiple of four of their buffer, which is read as the machine has it: little-endian, as all browsers' are.
 */
export function xxh32(bytes: Uint8Array, seed = 0): number {
  const { length } = bytes
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, length >>> 2)
  let at = 0
  let hash: number
  if (length >= 16) {
    let a = (seed + P1 + P2) | 0
    let b = (seed + P2) | 0
    let c = seed | 0
    let d = (seed - P1) | 0
    for (const end = words.length - 3; at < end; at += 4) {
      a = round(a, words[at]!)
      b = round(b, words[at + 1]!)
      c = round(c, words[at + 2]!)
      d = round(d, words[at + 3]!)
    }
    hash = (turn(a, 1) + turn(b, 7) + turn(c, 12) + turn(d, 18)) | 0
  } else hash = (seed + P5) | 0
  hash = (hash + length) | 0
  for (; at < words.length; at++) {
    hash = Math.imul(turn((hash + Math.imul(words[at]!, P3)) | 0, 17), P4)
  }
  for (let byte = 4 * at; byte < length; byte++) {
    hash = Math.imul(turn((hash + Math.imul(bytes[byte]!, P5)) | 0, 11), P1)
  }
  hash = Math.imul(hash ^ (hash >>> 15), P2)
  hash = Math.imul(hash ^ (hash >>> 13), P3)
  return (hash ^ (hash >>> 16)) >>> 0
}

const turn = (value: number, by: number) => (value << by) | (value >>> (32 - by))
const round = (sum: number, word: number) => Math.imul(turn((sum + Math.imul(word, P2)) | 0, 13), P1)
