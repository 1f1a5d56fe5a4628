import { describe, expect, it } from 'vitest'
import type { Chart } from '../../src/trace/call.ts'
import { tableOf } from '../../src/ui/charts/chart-table.ts'
import { captionOf, describeChart } from '../../src/ui/charts/chart-words.ts'
import { atBearing, reachOf, wedge } from '../../src/ui/charts/rose.ts'

const ROSE: Chart = {
  kind: 'rose',
  title: 'Share by direction',
  unit: '%',
  north: 'grid',
  sectors: [
    { label: 'N', bearing: 0, value: 10 },
    { label: 'E', bearing: 90, value: 60 },
    { label: 'S', bearing: 180, value: 30 },
    { label: 'W', bearing: 270, value: 0 },
  ],
}
const SERIES: Chart = {
  kind: 'series',
  title: 'NDVI',
  unit: '1',
  points: [
    { date: '2020-01-01', value: 0.25 },
    { date: '2021-01-01', value: 0.5 },
  ],
  trend: [
    { date: '2020-01-01', value: 0.25 },
    { date: '2021-01-01', value: 0.5 },
  ],
  levels: [
    { from: '2020-01-01', to: '2020-01-01', value: 0.25 },
    { from: '2021-01-01', to: '2021-01-01', value: 0.5 },
  ],
}
const HISTOGRAM: Chart = {
  kind: 'histogram',
  title: 'dNBR',
  unit: '1',
  edges: [0, 0.5, 1],
  counts: [7, 3],
  marks: [0.27],
}

const rounded = (point: readonly number[]) => point.map((each) => Math.round(each * 1e6) / 1e6 + 0)

describe('atBearing', () => {
  it('goes clockwise from the top, as bearings do', () => {
    expect(rounded(atBearing(0, 10))).toEqual([0, -10])
    expect(rounded(atBearing(90, 10))).toEqual([10, 0])
    expect(rounded(atBearing(180, 10))).toEqual([0, 10])
    expect(rounded(atBearing(270, 10))).toEqual([-10, 0])
    // 3-4-5 triangle: tan = 3/4 east over north.
    expect(rounded(atBearing((Math.atan2(3, 4) * 180) / Math.PI, 5))).toEqual([3, -4])
  })
})

describe('wedge', () => {
  it('opens half its width to either side of its bearing, along the arc in the way of the clock', () => {
    expect(wedge(90, 90, 10)).toBe('M0,0L7.071,-7.071A10,10 0 0 1 7.071,7.071Z')
    expect(wedge(0, 180, 10)).toBe('M0,0L-10,0A10,10 0 0 1 10,0Z')
    expect(wedge(0, 270, 10)).toContain('0 1 1')
  })
})

describe('reachOf', () => {
  it('lets the area of a wedge go with its value', () => {
    expect(reachOf(25, 100, 80)).toBe(40)
    expect(reachOf(100, 100, 80)).toBe(80)
    expect(reachOf(0, 0, 80)).toBe(0)
  })
})

describe('tableOf', () => {
  it('holds every number of the chart', () => {
    expect(tableOf(ROSE).rows).toContainEqual(['E', '90', '60'])
    expect(tableOf(ROSE).columns[1]).toContain('clockwise from grid north')
    expect(tableOf(HISTOGRAM).rows).toEqual([
      ['0', '0.5', '7'],
      ['0.5', '1', '3'],
      ['0.27', 'limit', ''],
    ])
    expect(tableOf(SERIES).rows).toEqual([
      ['2020-01-01', '0.25'],
      ['2021-01-01', '0.5'],
      ['trend, 2020-01-01', '0.25'],
      ['trend, 2021-01-01', '0.5'],
      ['mean of the part, 2020-01-01 – 2020-01-01', '0.25'],
      ['mean of the part, 2021-01-01 – 2021-01-01', '0.5'],
    ])
  })
})

describe('describeChart', () => {
  it('says what is drawn, with units, limits, trend, breaks and which north', () => {
    expect(describeChart(ROSE)).toBe(
      'Share by direction, clockwise from grid north: N 10 %, E 60 %, S 30 %, W 0 %',
    )
    expect(describeChart(HISTOGRAM)).toBe('dNBR: 2 bins from 0 to 1, most pixels around 0.25; limits at 0.27')
    expect(describeChart(SERIES)).toContain('trend from 0.25 to 0.5; breaks at 2021-01-01')
  })
})

describe('captionOf', () => {
  it('writes the unit as people do, and none for plain numbers', () => {
    expect(captionOf({ kind: 'bars', title: 'Area', unit: 'km2', rows: [] })).toBe('Area (km²)')
    expect(captionOf(SERIES)).toBe('NDVI')
  })
})
