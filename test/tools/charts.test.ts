import { describe, expect, it } from 'vitest'
import { maskDirectionTool } from '../../src/tools/direction/mask-direction.ts'
import { sectorSharesTool } from '../../src/tools/direction/sector-shares.ts'
import { spreadBetweenTool } from '../../src/tools/direction/spread-between.ts'
import { thresholdMaskTool } from '../../src/tools/masks/threshold-mask.ts'
import { changePointsTool } from '../../src/tools/series/change-points.ts'
import { linearTrendTool } from '../../src/tools/series/linear-trend.ts'
import { pettittTestTool } from '../../src/tools/series/pettitt-test.ts'
import { sensSlopeTool } from '../../src/tools/series/sens-slope.ts'
import { aspectTool } from '../../src/tools/terrain/aspect.ts'
import type { ToolResult } from '../../src/tools/tool.ts'
import type { Chart } from '../../src/trace/call.ts'
import { raster } from '../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from './memory-context.ts'
import { dated, months } from './series/series-tables.ts'

function chartOf<Kind extends Chart['kind']>(
  { chart }: ToolResult,
  kind: Kind,
): Extract<Chart, { kind: Kind }> {
  if (chart?.kind !== kind)
    throw new Error(`a chart of kind ${kind} was expected, not ${chart?.kind ?? 'none'}`)
  return chart as Extract<Chart, { kind: Kind }>
}

const masks = (given: Readonly<Record<string, ReturnType<typeof raster>>>): MemoryContext => {
  const made = new MemoryContext()
  for (const [id, source] of Object.entries(given)) made.addRaster(id, source, { quantity: 'mask' })
  return made
}

describe('lines of a series', () => {
  const YEARS = ['2017-01-01', '2018-01-01', '2019-01-01', '2020-01-01', '2021-01-01']
  const TIMES = [0, 365, 730, 1095, 1461].map((days) => days / 365.25)

  it.each([linearTrendTool, sensSlopeTool])(
    'of a trend run from the first date to the last: $name',
    async (tool) => {
      // y = 300 + 0.5 t is met exactly, so the line's ends are its first and last value.
      const context = dated(
        YEARS,
        TIMES.map((time) => 300 + 0.5 * time),
        'degC',
      )
      const { trend, points } = chartOf(await runTool(tool, { table: 't' }, context), 'series')
      expect(trend!.map(({ date }) => date)).toEqual(['2017-01-01', '2021-01-01'])
      expect(trend![0].value).toBeCloseTo(300, 9)
      expect(trend![1].value).toBeCloseTo(300 + (0.5 * 1461) / 365.25, 9)
      expect(points).toHaveLength(5)
    },
  )

  it.each([
    [changePointsTool, { penalty: 1 }],
    [pettittTestTool, {}],
  ] as const)('of levels break where the level jumps: $0.name', async (tool, settings) => {
    const dates = months(12)
    const values = [1, 1.1, 0.9, 1, 1.1, 0.9, 4, 4.1, 3.9, 4, 4.1, 3.9]
    const { levels } = chartOf(
      await runTool(tool, { table: 't', ...settings }, dated(dates, values)),
      'series',
    )
    expect(levels!.map(({ from, to }) => [from, to])).toEqual([
      [dates[0], dates[5]],
      [dates[6], dates[11]],
    ])
    // Means by hand: 6.0 / 6 and 24.0 / 6.
    expect(levels!.map(({ value }) => Number(value.toFixed(9)))).toEqual([1, 4])
  })

  it('are left out where there is no break', async () => {
    const values = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]
    const result = await runTool(pettittTestTool, { table: 't' }, dated(months(12), values))
    expect(chartOf(result, 'series').levels).toBeUndefined()
  })
})

describe('roses', () => {
  it('of what grew hold its shares, clockwise from grid north', async () => {
    const made = masks({ earlier: raster(['#.....', '#.....']), later: raster(['#..#..', '#..#..']) })
    const rose = chartOf(
      await runTool(spreadBetweenTool, { earlier: 'earlier', later: 'later' }, made),
      'rose',
    )
    expect(rose).toMatchObject({ north: 'grid', unit: '%' })
    expect(rose.sectors.map(({ label, bearing }) => [label, bearing])).toEqual([
      ['N', 0],
      ['NE', 45],
      ['E', 90],
      ['SE', 135],
      ['S', 180],
      ['SW', 225],
      ['W', 270],
      ['NW', 315],
    ])
    expect(rose.sectors.filter(({ value }) => value > 0)).toEqual([{ label: 'E', bearing: 90, value: 100 }])
  })

  it('of a mask and of its sectors tell the same sides, each with its own north', async () => {
    // From the middle (2, 2) their centres lie 1.5 west and north; 1.5 east and 0.5 south (108°); 0.5 east and 1.5 south
    // (162°); 1.5 east and south.
    const made = masks({ m: raster(['#...', '....', '...#', '..##']) })
    const wanted = { NW: 25, E: 25, S: 25, SE: 25 }
    for (const [tool, north] of [
      [maskDirectionTool, 'grid'],
      [sectorSharesTool, 'true'],
    ] as const) {
      const result = await runTool(tool, { mask: 'm' }, made)
      const rose = chartOf(result, 'rose')
      expect(rose.north).toBe(north)
      const sum = rose.sectors.reduce((all, { value }) => all + value, 0)
      expect(sum).toBeCloseTo(100, 9)
      for (const { label, value } of rose.sectors)
        expect(value).toBeCloseTo(number(result, 'share', label), 9)
      if (north !== 'grid') continue
      const marked = rose.sectors.filter(({ value }) => value > 0)
      expect(Object.fromEntries(marked.map(({ label, value }) => [label, value]))).toEqual(wanted)
    }
  })

  it('of aspect: a plane that falls to the east faces east alone', async () => {
    const made = new MemoryContext()
    made.addRaster('dem', raster(Array.from({ length: 5 }, () => [50, 40, 30, 20, 10])), {
      quantity: 'elevation',
    })
    const rose = chartOf(await runTool(aspectTool, { elevation: 'dem', sectors: 4 }, made), 'rose')
    expect(rose.sectors).toEqual([
      { label: 'N', bearing: 0, value: 0 },
      { label: 'E', bearing: 90, value: 100 },
      { label: 'S', bearing: 180, value: 0 },
      { label: 'W', bearing: 270, value: 0 },
    ])
  })
})

describe('the histogram of a threshold', () => {
  it('counts every valid pixel once, from the smallest value to the largest, and marks the threshold', async () => {
    const made = new MemoryContext()
    made.addRaster('d', raster([[0, 0, 0.25, NaN, 0.5, 1]]), { quantity: 'difference', meaning: 'dnbr' })
    const result = await runTool(thresholdMaskTool, { layer: 'd', rule: 'value', value: 0.27 }, made)
    const { counts, edges, marks } = chartOf(result, 'histogram')
    expect(chartOf(result, 'histogram').title).toBe('dNBR and its threshold')
    expect(marks).toEqual([0.27])
    expect([edges[0], edges.at(-1), edges.length]).toEqual([0, 1, counts.length + 1])
    // 48 bins of 1/48: 0.25 begins the 13th, 0.5 the 25th, 1 ends the last.
    expect(counts.flatMap((count, bin) => (count > 0 ? [[bin, count]] : []))).toEqual([
      [0, 2],
      [12, 1],
      [24, 1],
      [47, 1],
    ])
  })

  it('is left out where all values are one', async () => {
    const made = new MemoryContext()
    made.addRaster('d', raster([[0.4, 0.4]]), { quantity: 'difference', meaning: 'dnbr' })
    const result = await runTool(thresholdMaskTool, { layer: 'd', rule: 'value', value: 0.27 }, made)
    expect(result.chart).toBeUndefined()
  })
})
