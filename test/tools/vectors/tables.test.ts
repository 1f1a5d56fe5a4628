import { describe, expect, it } from 'vitest'
import { pointsFromTableTool } from '../../../src/tools/vectors/points-from-table.ts'
import { tableFromFeaturesTool } from '../../../src/tools/vectors/table-from-features.ts'
import { trackStatisticsTool } from '../../../src/tools/vectors/track-statistics.ts'
import { boxAreaTool } from '../../../src/tools/vectors/box-area.ts'
import { boxCentroidsTool } from '../../../src/tools/vectors/box-centroids.ts'
import { expandBoxesTool } from '../../../src/tools/vectors/expand-boxes.ts'
import type { Table } from '../../../src/trace/table.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { ORACLE } from './oracle.ts'

const TABLE: Table = {
  columns: [
    { name: 'date', unit: 'date' },
    { name: 'frp', unit: 'MW' },
    { name: 'longitude', unit: 'deg' },
    { name: 'latitude', unit: 'deg' },
  ],
  rows: [
    ['2019-08-24', 12.5, -57.5, -19],
    ['2019-08-25', null, -57.4, -19.1],
    ['2019-08-25', 3, null, -19.1],
  ],
}

describe('points_from_table', () => {
  it('makes a point of each row with a place, and keeps the other columns', async () => {
    const context = new MemoryContext()
    context.addTable('t', TABLE)
    const result = await runTool(pointsFromTableTool, { table: 't' }, context)
    expect((await context.features(context.saved[0]!.id)).features).toEqual([
      { type: 'Feature', geometry: { type: 'Point', coordinates: [-57.5, -19] }, properties: { date: '2019-08-24', frp: 12.5 } },
      { type: 'Feature', geometry: { type: 'Point', coordinates: [-57.4, -19.1] }, properties: { date: '2019-08-25', frp: null } },
    ]) // prettier-ignore
    expect(result.warnings).toEqual(['1 row of t without a place in degrees left out.'])
  })

  it('says which columns there are where there is no place', async () => {
    const context = new MemoryContext()
    context.addTable('t', { columns: [{ name: 'value', unit: '1' }], rows: [[1]] })
    await expect(runTool(pointsFromTableTool, { table: 't' }, context)).rejects.toThrow('it has value')
  })
})

describe('table_from_features', () => {
  it('is the way back from points_from_table', async () => {
    const context = new MemoryContext()
    context.addTable('t', { ...TABLE, rows: TABLE.rows.slice(0, 2) })
    await runTool(pointsFromTableTool, { table: 't' }, context)
    await runTool(tableFromFeaturesTool, { layer: context.saved[0]!.id }, context)
    const table = await context.table(context.saved[1]!.id)
    expect(table.columns.map(({ name }) => name)).toEqual(['date', 'frp', 'longitude', 'latitude'])
    expect(table.rows).toEqual(TABLE.rows.slice(0, 2))
  })
})

describe('track_statistics', () => {
  const track = (rows: Table['rows']) => {
    const context = new MemoryContext()
    const columns = [
      { name: 'time', unit: 'time' },
      { name: 'longitude', unit: 'deg' },
      { name: 'latitude', unit: 'deg' },
    ] as const
    context.addTable('t', { columns, rows })
    return runTool(trackStatisticsTool, { table: 't' }, context)
  }

  it('measures a degree of the equator in two hours, whatever the order of rows', async () => {
    const result = await track([
      ['2020-01-01T02:00:00Z', 1, 0],
      ['2020-01-01T00:00:00Z', 0, 0],
      ['2020-01-01T00:30:00Z', 0.5, 0],
      [null, 9, 9],
    ])
    const degree = (6378.137 * Math.PI) / 180
    expect(number(result, 'length')).toBeCloseTo(degree, 6)
    expect(number(result, 'duration')).toBeCloseTo(2 / 24, 12)
    expect(number(result, 'mean_speed')).toBeCloseTo(degree / 2, 6)
    expect(number(result, 'max_speed')).toBeCloseTo(degree, 6)
    expect(number(result, 'bearing')).toBeCloseTo(90, 9)
    expect(result.warnings).toEqual(['1 row of t without a place or a time left out.'])
  })

  it('agrees with pyproj on the first span', async () => {
    const { from, to, metres, bearing } = ORACLE.spans[0]!
    const result = await track([
      ['2020-01-01T00:00:00Z', ...from],
      ['2020-01-02T00:00:00Z', ...to],
    ])
    expect(number(result, 'direct_distance')).toBeCloseTo(metres / 1000, 7)
    expect(number(result, 'bearing')).toBeCloseTo(bearing, 7)
    expect(number(result, 'mean_speed')).toBeCloseTo(metres / 24_000, 7)
  })

  it('needs two places and two times', async () => {
    await expect(track([['2020-01-01T00:00:00Z', 0, 0]])).rejects.toHaveProperty('code', 'nothing_valid')
    const same = ['2020-01-01T00:00:00Z', 0, 0] as const
    await expect(track([same, same])).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

const savedTable = async (context: MemoryContext) => (await context.table(context.saved[0]!.id)).rows

describe('box_area', () => {
  it('is width times height times the square of the ground sample distance, by both conventions', async () => {
    const boxes = [[10, 20, 40, 60], [0, 0, 50, 80]] // prettier-ignore
    const by = (convention: string) =>
      runTool(boxAreaTool, { boxes, convention, metres_per_pixel: 0.5 }, new MemoryContext())
    // 30 · 40 · 0.25 = 300 and 50 · 80 · 0.25 = 1000; 40 · 60 · 0.25 = 600 and 1000.
    expect(number(await by('xyxy'), 'area')).toBe(1300)
    expect(number(await by('xywh'), 'area')).toBe(1600)
    expect(number(await by('xyxy'), 'largest_area')).toBe(1000)
  })

  it('refuses a box that ends before it begins', async () => {
    const args = { boxes: [[10, 20, 5, 60]], convention: 'xyxy', metres_per_pixel: 1 }
    await expect(runTool(boxAreaTool, args, new MemoryContext())).rejects.toThrow(
      'box 1 ends before it begins',
    )
  })
})

describe('box_centroids', () => {
  it('gives the middles and how far they lie apart', async () => {
    const context = new MemoryContext()
    const boxes = [[0, 0, 10, 10], [30, 40, 10, 10], [0, 100, 10, 10]] // prettier-ignore
    const result = await runTool(
      boxCentroidsTool,
      { boxes, convention: 'xywh', metres_per_pixel: 2 },
      context,
    )
    expect(await savedTable(context)).toEqual([[1, 5, 5], [2, 35, 45], [3, 5, 105]]) // prettier-ignore
    // 30 and 40 make 50 pixels; 100 pixels straight down.
    expect([number(result, 'nearest_distance'), number(result, 'farthest_distance')]).toEqual([100, 200])
    const pair = (name: string) => ['first', 'second'].map((place) => number(result, name, place))
    expect([pair('nearest_pair'), pair('farthest_pair')]).toEqual([[1, 2], [1, 3]]) // prettier-ignore
  })
})

describe('expand_boxes', () => {
  it('widens by metres and cuts at the edges of the picture', async () => {
    const context = new MemoryContext()
    const args = { boxes: [[5, 20, 40, 60], [100, 100, 110, 110]], convention: 'xyxy', metres: 10, metres_per_pixel: 0.5, width: 120, height: 500 } // prettier-ignore
    const result = await runTool(expandBoxesTool, args, context)
    expect(await savedTable(context)).toEqual([[1, 0, 0, 60, 80], [2, 80, 80, 120, 130]]) // prettier-ignore
    expect(number(result, 'boxes_cut')).toBe(2)
  })
})
