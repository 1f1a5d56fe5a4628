import { describe, expect, it } from 'vitest'
import { firmsTable, motionOf, walkingFire, type Detection } from '../../bench/fieldbench/data/fire-points.ts'
import { fireDates, SIDE, unburned } from '../../bench/fieldbench/data/fire-dates.ts'
import { landOf } from '../../bench/fieldbench/data/land.ts'
import { degreeMetres, planeThrough } from '../../bench/fieldbench/data/truth-motion.ts'
import {
  axisOf,
  bearingFrom,
  cellsWhere,
  hullArea,
  middleOf,
  moran,
  patches,
  sectorOfBearing,
  sectorOptions,
  sectorSaid,
  sharesAbout,
} from '../../bench/fieldbench/data/truth-shapes.ts'
import { seededRandom } from '../../src/lib/random.ts'

/** Cells of a drawing, '#' inside. */
const cells = (rows: readonly string[]) =>
  cellsWhere(
    Array.from(rows.join(''), (each) => Number(each === '#')),
    (one) => one === 1,
  )

describe('patches', () => {
  it('joins cells over corners and puts the largest first', () => {
    const drawing = ['#..#', '.#..', '...#']
    const inside = new Set(cells(drawing))
    expect(patches((at) => inside.has(at), 4, 3).map((found) => found.length)).toEqual([2, 1, 1])
  })
})

describe('middleOf, bearingFrom, sectorOfBearing', () => {
  it('count from the upper left corner and clockwise from north', () => {
    expect(middleOf(cells(['##', '##']), 2)).toEqual({ col: 1, row: 1 })
    expect(bearingFrom({ col: 0, row: 0 }, { col: 3, row: -3 })).toBeCloseTo(45)
    expect(bearingFrom({ col: 0, row: 0 }, { col: -2, row: 0 })).toBeCloseTo(270)
    expect(['N', 'NE', 'N']).toEqual([22.4, 22.6, 350].map(sectorOfBearing))
  })
})

describe('sharesAbout', () => {
  it('parts the cells by the sector in which they lie', () => {
    const found = cells(['.#.', '..#', '.#.'])
    expect(sharesAbout(found, 3, { about: { col: 1.5, row: 1.5 }, sectors: 4 })).toEqual([
      1 / 3,
      1 / 3,
      1 / 3,
      0,
    ])
  })
})

describe('axisOf', () => {
  it('bears along the longer way', () => {
    expect(axisOf(cells(['#####']), 5)).toBeCloseTo(90)
    expect(axisOf(cells(['..#', '.#.', '#..']), 3)).toBeCloseTo(45)
    expect(axisOf(cells(['#..', '.#.', '..#']), 3)).toBeCloseTo(135)
  })
})

describe('moran', () => {
  it('is 1/3 for two halves of a row of four, as by hand, and leaves NaN out', () => {
    // Deviations ±0.5: products 0.25, −0.25, 0.25 over 3 pairs, squares 1: (4 / 3) · 0.25 / 1.
    expect(moran([0, 0, 1, 1], 4)).toBeCloseTo(1 / 3)
    expect(moran([0, 0, 1, 1, NaN, NaN, NaN, NaN], 4)).toBeCloseTo(1 / 3)
  })
})

describe('hullArea', () => {
  it('goes around the outermost points', () => {
    expect(hullArea([[0, 0], [4, 0], [4, 3], [0, 3], [1, 1], [2, 2]])).toBe(12) // prettier-ignore
  })
})

describe('planeThrough, degreeMetres', () => {
  it('finds the plane, and the length of a degree on the equator and at 60° (WGS 84)', () => {
    const points = [[0, 0], [1, 0], [0, 1], [3, 2]].map(([x, y]) => ({ x: x!, y: y!, z: 2 * x! - 3 * y! + 7 })) // prettier-ignore
    const { a, b } = planeThrough(points)
    expect([a, b].map((value) => Number(value.toFixed(9)))).toEqual([2, -3])
    expect(degreeMetres(0).east).toBeCloseTo(111_319.5, 0)
    expect(degreeMetres(0).north).toBeCloseTo(110_574.3, 0)
    expect(degreeMetres(60).east).toBeCloseTo(55_800, -1)
  })
})

describe('motionOf', () => {
  it('is the way from the first to the second day where there are but two points', () => {
    const at = (latitude: number, longitude: number, date: string): Detection => ({
      ...{ latitude, longitude, date, clock: 0, frp: 1, confidence: 'nominal' },
    })
    const { bearing, length } = motionOf([at(-0.005, 10, '2021-07-01'), at(0.005, 10, '2021-07-02')])
    expect([bearing, Math.round(length)]).toEqual([0, 1106])
  })
})

describe('firmsTable', () => {
  it('has the columns of each instrument, and is the same for the same seed', async () => {
    const text = async (seed: number, instrument: 'VIIRS' | 'MODIS') => {
      const found = walkingFire(seededRandom(seed), {
        from: '2021-07-01',
        days: 2,
        bearing: 90,
        metresPerDay: 900,
      })
      const { bytes } = firmsTable(found, { instrument })
      return new TextDecoder().decode(await bytes.read(0, bytes.size))
    }
    expect(await text(3, 'VIIRS')).toMatch(/^latitude,longitude,bright_ti4,.*\n.*,0136,N,VIIRS,[lnh],/)
    expect(await text(3, 'MODIS')).toMatch(
      /^latitude,longitude,brightness,.*\n.*,136,Terra,MODIS,(17|62|91),/,
    )
    expect(await text(3, 'VIIRS')).toBe(await text(3, 'VIIRS'))
  })
})

describe('fireDates', () => {
  it('gives NaN where a later grid does not reach, and the same values for the same seed', async () => {
    const stage = { land: landOf(SIDE, 'forest'), burn: unburned() }
    const made = await fireDates(seededRandom(5), [stage, stage])
    const again = await fireDates(seededRandom(5), [stage, stage])
    expect(again.dates[1]!.nbr).toEqual(made.dates[1]!.nbr)
    expect(made.dates[0]!.nbr.every((value) => Math.abs(value - 0.62) < 0.1)).toBe(true)
    // The strip without data.
    expect(made.dates[1]!.nbr.slice(-SIDE).every(Number.isNaN)).toBe(true)
  })
})

describe('sectorSaid, sectorOptions', () => {
  it('wants one sector to be named and none of the others', () => {
    const { white, black } = sectorSaid('NE')
    expect(white[0]).toContain('towards NE')
    expect(black).toContain('towards N')
    expect(black).not.toContain('towards NE')
    expect(sectorOptions('E', 2)).toEqual({ text: 'A) west\nB) north\nC) east\nD) south', label: 'C' })
  })
})
