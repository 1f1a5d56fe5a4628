import { describe, expect, it } from 'vitest'
import { largestFactor, pictureLayout, type LegendEntry } from '../../src/ui/map/picture-layout.ts'

const wrap = (text: string) => [text]
const classes: LegendEntry = {
  kind: 'classes',
  title: 'severity',
  classes: [
    { label: 'low', color: '#ffff00' },
    { label: 'high', color: '#ff0000' },
  ],
}

describe('pictureLayout', () => {
  it('gives the map its pixels times the factor, inside the picture', () => {
    const { map, width, height, legend, footer } = pictureLayout({
      width: 600,
      height: 400,
      factor: 2,
      legend: [],
      wrap,
    })
    expect(legend).toBeNull()
    expect([map.width, map.height]).toEqual([1200, 800])
    // 16 on each side; 56 over the map, 52 under it.
    expect([width, height]).toEqual([1264, 1016])
    expect(footer.y).toBe(map.y + map.height)
  })

  it('sets the legend beside the map, line under line', () => {
    const { map, legend, width } = pictureLayout({
      width: 600,
      height: 400,
      factor: 1,
      legend: [classes, { kind: 'text', title: 'scene', text: 'Red, green, blue' }],
      wrap,
    })
    expect(legend!.x).toBeGreaterThanOrEqual(map.x + map.width)
    expect(legend!.x + legend!.width).toBeLessThanOrEqual(width)
    expect(legend!.lines.map(({ kind }) => kind)).toEqual(['title', 'class', 'class', 'title', 'text'])
    const tops = legend!.lines.map(({ y }) => y)
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
    expect(new Set(tops).size).toBe(tops.length)
  })

  it('grows where the legend is longer than the map', () => {
    const many = Array.from({ length: 40 }, () => classes)
    const { height, footer, legend } = pictureLayout({
      width: 600,
      height: 400,
      factor: 1,
      legend: many,
      wrap,
    })
    expect(legend!.y + legend!.height).toBeLessThanOrEqual(footer.y)
    expect(footer.y + footer.height).toBe(height)
  })
})

describe('largestFactor', () => {
  it('stays within what browsers draw', () => {
    expect(largestFactor(700, 800)).toBe(4)
    expect(largestFactor(3000, 1500)).toBe(2)
    expect(largestFactor(9000, 1500)).toBe(1)
  })
})
