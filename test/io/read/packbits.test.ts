import { describe, expect, it } from 'vitest'
import { decodePackBits } from '../../../src/io/read/packbits.ts'

/** The example of TIFF 6.0, §9 (after Apple's TN1023). */
const PACKED = [0xfe, 0xaa, 0x02, 0x80, 0x00, 0x2a, 0xfd, 0xaa, 0x03, 0x80, 0x00, 0x2a, 0x22, 0xf7, 0xaa]
const PLAIN = [
  0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0xaa, 0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0x22, 0xaa, 0xaa, 0xaa, 0xaa,
  0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
]

describe('decodePackBits', () => {
  it('undoes literal and repeated runs', () => {
    expect([...decodePackBits(Uint8Array.from(PACKED), PLAIN.length)]).toEqual(PLAIN)
  })

  it('takes 128 for nothing', () => {
    expect([...decodePackBits(Uint8Array.of(0x80, 0x00, 7, 0x80, 0xff, 9), 3)]).toEqual([7, 9, 9])
  })

  it('gives no more than was asked for, and less where the stream ends', () => {
    expect([...decodePackBits(Uint8Array.from(PACKED), 5)]).toEqual(PLAIN.slice(0, 5))
    expect([...decodePackBits(Uint8Array.of(0x05, 1, 2), 6)]).toEqual([1, 2])
    expect([...decodePackBits(Uint8Array.of(0x81), 6)]).toEqual([])
  })
})
