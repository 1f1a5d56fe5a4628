import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/lib/random.ts'
import { TopK } from '../../src/memory/top-k.ts'

describe('TopK', () => {
  it('gives what a full sort begins with, for 300 random lists', () => {
    const next = seededRandom(3)
    const compare = (a: number, b: number) => b - a
    for (let round = 0; round < 300; round++) {
      const values = Array.from({ length: Math.floor(next() * 40) }, next)
      const size = Math.floor(next() * 12)
      const best = new TopK(size, compare)
      for (const value of values) best.offer(value)
      expect(best.sorted()).toEqual([...values].sort(compare).slice(0, size))
    }
  })
})
