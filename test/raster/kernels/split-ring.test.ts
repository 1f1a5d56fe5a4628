import { describe, expect, it } from 'vitest'
import { joinRings, splitRing } from '../../../src/raster/kernels/split-ring.ts'

/** An eight: two squares that meet in (1, 1). */
const EIGHT = [1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 2, 1, 2, 2, 1, 2]

describe('splitRing and joinRings', () => {
  it('cuts an eight in two and makes it one again', () => {
    const parts = splitRing(EIGHT)
    expect(parts).toEqual([
      [1, 1, 0, 1, 0, 0, 1, 0],
      [1, 1, 2, 1, 2, 2, 1, 2],
    ])
    expect(joinRings(parts)).toEqual([[1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 0, 1, 0, 0, 1, 0]])
  })

  it('leaves rings without shared places as they are', () => {
    expect(splitRing([0, 0, 1, 0, 1, 1])).toEqual([[0, 0, 1, 0, 1, 1]])
    const apart = [
      [0, 0, 9, 0, 9, 9],
      [4, 3, 5, 3, 5, 4],
    ]
    expect(joinRings(apart)).toEqual(apart)
  })
})
