import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import { formatBytes, formatNumber, formatQuantity, messageOf } from '../../src/ui/parts/format.ts'
import { scaleBar } from '../../src/ui/map/scale-bar.ts'

describe('formatNumber', () => {
  it('keeps the digits that fit the size of a number', () => {
    expect(formatNumber(8026.13)).toBe('8,026.1')
    expect(formatNumber(27.1834)).toBe('27.18')
    expect(formatNumber(0.27)).toBe('0.27')
    expect(formatNumber(0.0001)).toBe('0.0001')
    expect(formatNumber(-0.41236)).toBe('−0.4124')
  })

  it('says where there is no value', () => {
    expect(formatNumber(NaN)).toBe('no value')
  })
})

describe('formatQuantity', () => {
  it('writes units as people do', () => {
    expect(formatQuantity(12.5, 'km2')).toBe('12.5\u00a0km²')
    expect(formatQuantity(49.5, 'deg')).toBe('49.5°')
    expect(formatQuantity(109, 'count')).toBe('109')
    expect(formatQuantity('NE', null)).toBe('NE')
  })
})

describe('formatBytes', () => {
  it('steps up by thousands', () => {
    expect(formatBytes(999)).toBe('999 B')
    expect(formatBytes(18_400_000)).toBe('18.4 MB')
  })
})

describe('messageOf', () => {
  it('gives our own words as they are, and says of a bug that it is one', () => {
    expect(messageOf(new AppError('read_failed', 'notes.tif is text'))).toBe('notes.tif is text')
    expect(messageOf(new TypeError('x is undefined'))).toContain('did not expect (x is undefined)')
  })
})

describe('scaleBar', () => {
  it('is the longest of 1, 2, 5 times a power of ten that fits', () => {
    // 100 pixels of 23 m span 2,300 m
    expect(scaleBar(23, 100)).toEqual({ length: 2000, pixels: 2000 / 23 })
    // 100 pixels of 7 m span 700 m
    expect(scaleBar(7, 100).length).toBe(500)
    expect(scaleBar(1.2, 100).length).toBe(100)
  })
})
