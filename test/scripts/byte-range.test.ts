import { describe, expect, it } from 'vitest'
import { byteRange } from '../../scripts/lib/byte-range.ts'

describe('byteRange', () => {
  it('gives the bytes asked for, both ends inclusive', () => {
    expect(byteRange('bytes=0-9', 100)).toEqual({ start: 0, end: 9 })
    expect(byteRange('bytes=99-99', 100)).toEqual({ start: 99, end: 99 })
  })

  it('stops at the end of the file', () => {
    expect(byteRange('bytes=90-500', 100)).toEqual({ start: 90, end: 99 })
    expect(byteRange('bytes=90-', 100)).toEqual({ start: 90, end: 99 })
  })

  it('counts a suffix from the end', () => {
    expect(byteRange('bytes=-10', 100)).toEqual({ start: 90, end: 99 })
    expect(byteRange('bytes=-500', 100)).toEqual({ start: 0, end: 99 })
  })

  it('refuses what lies outside', () => {
    expect(byteRange('bytes=100-', 100)).toBe('unsatisfiable')
    expect(byteRange('bytes=-0', 100)).toBe('unsatisfiable')
    expect(byteRange('bytes=0-0', 0)).toBe('unsatisfiable')
  })

  it.each([undefined, 'bytes=0-1,4-5', 'bytes=-', 'bytes=9-3', 'rows=1-2', 'bytes=a-b'])(
    'sends the whole file for %s',
    (header) => {
      expect(byteRange(header, 100)).toBeNull()
    },
  )
})
