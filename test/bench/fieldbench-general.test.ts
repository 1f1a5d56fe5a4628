import { describe, expect, it } from 'vitest'
import { dayInWords, waysToWrite } from '../../bench/fieldbench/data/days.ts'
import {
  hectaresWhere,
  leadingSector,
  rowHectares,
  slopeDegrees,
  steepness,
} from '../../bench/fieldbench/data/terrain-truth.ts'
import { leastOf, mostOf, perPixel } from '../../bench/fieldbench/data/truth.ts'
import { withoutBands } from '../../bench/fieldbench/data/countryside.ts'
import { tasksOf } from '../../bench/fieldbench/tasks.ts'
import { textFile } from '../../bench/fieldbench/data/files.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'

const utm: Grid = {
  width: 3,
  height: 3,
  crs: crsFromEpsg(32633),
  transform: [10, 0, 500_000, 0, -10, 4_500_000],
}

describe('terrain truths', () => {
  it('give the slope of a plane, and none at the edge', () => {
    // A metre up a pixel of 10 m to the east.
    const plane = Float32Array.from({ length: 9 }, (_, at) => at % 3)
    const rise = steepness(utm, plane)
    expect(rise[4]).toBeCloseTo(0.1, 12)
    expect(slopeDegrees(utm, plane)[4]).toBeCloseTo((Math.atan(0.1) * 180) / Math.PI, 12)
    expect([...rise].filter((value) => Number.isNaN(value))).toHaveLength(8)
  })

  it('name the way the ground falls', () => {
    const rising = (value: (col: number, row: number) => number) =>
      Float32Array.from({ length: 9 }, (_, at) => value(at % 3, Math.floor(at / 3)))
    expect(
      leadingSector(
        utm,
        rising((col) => col),
      ),
    ).toBe('W')
    expect(
      leadingSector(
        utm,
        rising((_, row) => row),
      ),
    ).toBe('N')
    expect(
      leadingSector(
        utm,
        rising((col, row) => -col - row),
      ),
    ).toBe('SE')
  })

  it('leave out windows with a void in them', () => {
    const holed = new Float32Array(9)
    holed[0] = NaN
    expect(steepness(utm, holed)[4]).toBeNaN()
  })

  it('measure pixels on the map, and on the ellipsoid by row', () => {
    expect(rowHectares(utm)).toEqual([0.01, 0.01, 0.01])
    expect(hectaresWhere(utm, [1, 2, 3, 4, 5, 6, 7, 8, 9], (value) => value > 6)).toBeCloseTo(0.03, 12)
    const degrees: Grid = { ...utm, crs: crsFromEpsg(4326), transform: [0.01, 0, 10, 0, -0.01, 60.015] }
    // At 60° a degree is 55,800 m east and 111,412 m north (tables of WGS84).
    expect(rowHectares(degrees)[1]).toBeCloseTo((55.8 * 111.412) / 100, 1)
  })
})

describe('perPixel', () => {
  it('goes by pixel and leaves out what is not above zero', () => {
    const bands = { a: Float32Array.of(1, 2, 0, NaN), b: Float32Array.of(2, 2, 2, 2) }
    expect([...perPixel(bands, ['a', 'b'], ({ a, b }) => a / b)]).toEqual([0.5, 1, NaN, NaN])
  })
})

describe('leastOf and mostOf', () => {
  it('are the ends of a list', () => {
    expect([leastOf([3, -1, 2]), mostOf([3, -1, 2])]).toEqual([-1, 3])
  })
})

describe('dayInWords', () => {
  it('writes a day as people do', () => {
    expect(dayInWords('2021-07-04')).toBe('4 July 2021')
    expect(waysToWrite('2021-07-04')).toEqual(['2021-07-04', '4 July 2021'])
  })
})

describe('withoutBands', () => {
  it('takes the files of a band out by the names of both sensors', () => {
    const names = [
      'T33TWN_20210704T100031_B11_20m.tif',
      'LC08_X_SR_B6.TIF',
      'T33TWN_20210704T100031_B04_20m.tif',
    ]
    const files = names.map((name) => textFile(name, ''))
    expect(withoutBands(files, 'swir1').map(({ name }) => name)).toEqual([names[2]])
  })
})

describe.each(['inventory', 'index-map', 'statistics', 'terrain', 'soil', 'zonal-comparison', 'band-maths'])(
  '%s',
  (type) => {
    it('draws the same bytes, question and truth again', async () => {
      const [task] = tasksOf('train', null, [type])
      const [one, other] = [await task!.draw(), await task!.draw()]
      expect(other.question).toBe(one.question)
      expect(other.answer).toEqual(one.answer)
      expect(other.files.map(({ name }) => name)).toEqual(one.files.map(({ name }) => name))
      for (const [at, { bytes }] of one.files.entries()) {
        const again = await other.files[at]!.bytes.read(0, bytes.size)
        expect(Buffer.from(again).equals(await bytes.read(0, bytes.size))).toBe(true)
      }
    })
  },
)
