import { describe, expect, it } from 'vitest'
import { percentileStretch } from '../../../src/raster/render/stretch.ts'

describe('percentileStretch', () => {
  it('leaves the outer two percent and what is not a number out', () => {
    // 0, 1, …, 100 and a cloud of NaN and infinities: nearest ranks 2 and 98.
    const values = Float32Array.from({ length: 101 }, (_, index) => 100 - index)
    expect(percentileStretch(values)).toEqual({ min: 2, max: 98 })
    expect(percentileStretch(Float32Array.of(...values, NaN, NaN, Infinity))).toEqual({ min: 2, max: 98 })
  })

  it('centres a symmetric stretch on zero', () => {
    expect(percentileStretch(Float32Array.of(-1, 0, 3), { symmetric: true })).toEqual({ min: -3, max: 3 })
  })

  it('lets much snow be white in a picture, and keeps the ground apart', () => {
    // 90 ground pixels of 0.00 to 0.89 and ten of snow at 9: all but the brightest 15 % reach 0.85,
    // so white begins at 0.02 + 2.5 · 0.83.
    const values = Float32Array.from({ length: 101 }, (_, index) => (index < 91 ? index / 100 : 9))
    expect(percentileStretch(values).max).toBe(9)
    const { min, max } = percentileStretch(values, { picture: true })
    expect(min).toBeCloseTo(0.02, 6)
    expect(max).toBeCloseTo(2.095, 5)
  })

  it('spreads between the percentiles that are asked for, in a picture too', () => {
    // 0, 1, …, 100 has its percentiles at themselves.
    const values = Float32Array.from({ length: 101 }, (_, index) => 100 - index)
    expect(percentileStretch(values, { percentiles: [5, 90], picture: true })).toEqual({ min: 5, max: 90 })
    expect(percentileStretch(values, { percentiles: [0, 100] })).toEqual({ min: 0, max: 100 })
  })

  it('has a range where all values are one, and where there is none', () => {
    expect(percentileStretch(Float32Array.of(4, 4, 4))).toEqual({ min: 3.5, max: 4.5 })
    expect(percentileStretch(Float32Array.of(NaN))).toEqual({ min: 0, max: 1 })
    expect(percentileStretch(Float32Array.of(0, 0), { symmetric: true })).toEqual({ min: -0.5, max: 0.5 })
  })

  it('stays within a shade on more pixels than it sorts', () => {
    const values = Float32Array.from({ length: 1_000_003 }, (_, index) => (index * 7919) % 1000)
    const { min, max } = percentileStretch(values)
    expect(Math.abs(min - 20)).toBeLessThan(4)
    expect(Math.abs(max - 980)).toBeLessThan(4)
  })
})
