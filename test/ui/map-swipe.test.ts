import { describe, expect, it } from 'vitest'
import { fractionAt, steppedBy } from '../../src/ui/map/swipe.ts'

describe('fractionAt', () => {
  it('is the share of the width, within the map', () => {
    expect(fractionAt(150, { left: 100, width: 200 })).toBe(0.25)
    expect(fractionAt(20, { left: 100, width: 200 })).toBe(0)
    expect(fractionAt(900, { left: 100, width: 200 })).toBe(1)
    expect(fractionAt(900, { left: 0, width: 0 })).toBe(0.5)
  })
})

describe('steppedBy', () => {
  it('moves by arrows, in wide steps with Shift, and to the ends', () => {
    expect(steppedBy('ArrowRight', 0.5, false)).toBe(0.52)
    expect(steppedBy('ArrowLeft', 0.5, true)).toBe(0.4)
    expect(steppedBy('PageUp', 0.95, false)).toBe(1)
    expect(steppedBy('Home', 0.5, false)).toBe(0)
    expect(steppedBy('Tab', 0.5, false)).toBeNull()
  })

  it('comes back to where it began', () => {
    let fraction = 0.5
    for (let step = 0; step < 7; step++) fraction = steppedBy('ArrowRight', fraction, false)!
    for (let step = 0; step < 7; step++) fraction = steppedBy('ArrowLeft', fraction, false)!
    expect(fraction).toBe(0.5)
  })
})
