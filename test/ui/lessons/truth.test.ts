import { describe, expect, it } from 'vitest'
import { LESSONS } from '../../../src/ui/lessons/content/index.ts'
import { check, readNumber } from '../../../src/ui/lessons/content/lesson.ts'

/** Every truth once more, from the noisy pixels that the files hold, and not from how they were made. */
const lesson = (id: string) => LESSONS.find((each) => each.id === id)!
const HECTARES = 0.04

/** Pixels of a band on the lesson's first or last day. */
function band(id: string, name: string, day: 'first' | 'last' = 'first'): Float32Array {
  const of = lesson(id).rasters().filter((raster) => raster.name.includes(`_${name}_`)) // prettier-ignore
  return of.at(day === 'first' ? 0 : -1)!.values
}

function difference(a: Float32Array, b: Float32Array): number[] {
  return [...a].map((value, at) => (value - b[at]!) / (value + b[at]!))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const area = (values: readonly number[], from: number) =>
  values.filter((value) => value > from).length * HECTARES
const at = (values: readonly number[] | Float32Array, col: number, row: number) => values[row * 96 + col]!

function expectRight(id: string, found: Readonly<Record<string, number | string>>): void {
  expect(Object.keys(found).sort()).toEqual(lesson(id).tasks.map((task) => task.id).sort()) // prettier-ignore
  for (const task of lesson(id).tasks) expect([task.id, check(task, String(found[task.id])).right]).toEqual([task.id, true]) // prettier-ignore
}

describe('truths', () => {
  it('of bands and indices', () => {
    const id = 'bands-and-indices'
    const ndvi = difference(band(id, 'B8A'), band(id, 'B04'))
    const ndwi = difference(band(id, 'B03'), band(id, 'B8A'))
    const places = { forest: at(ndvi, 48, 5), grass: at(ndvi, 10, 50), soil: at(ndvi, 20, 70), water: at(ndvi, 62, 52) } // prettier-ignore
    expectRight(id, {
      'ndvi-by-hand': mean(ndvi.slice(0, 96 * 20)),
      'lowest-ndvi': Object.entries(places).sort((a, b) => a[1] - b[1])[0]![0],
      'mean-ndvi': mean(ndvi),
      'water-area': area(ndwi, 0),
      'green-area': area(ndvi, 0.6),
    })
  })

  it('of scaling', () => {
    const id = 'scaling'
    const numbers = (name: string) => Float32Array.from(band(id, name), (value) => Math.round(value * 10_000 + 1000)) // prettier-ignore
    const [nir, red] = [numbers('B8A'), numbers('B04')]
    const right = difference(band(id, 'B8A'), band(id, 'B04'))
    const off = difference(nir, red).map((value, cell) => Math.abs(value - right[cell]!))
    const places = { forest: at(off, 48, 5), grass: at(off, 10, 50), soil: at(off, 20, 70) }
    const scaled = difference(Float32Array.from(nir, (value) => value * 0.0001), Float32Array.from(red, (value) => value * 0.0001)) // prettier-ignore
    const forest = difference(nir, red).slice(0, 96 * 20)
    expectRight(id, {
      'to-reflectance': (4300 - 1000) / 10_000,
      'to-number': mean([...red.slice(0, 96 * 20)]),
      'raw-ndvi': mean(forest),
      'what-survives': Math.abs(mean(scaled) - mean(difference(nir, red))) < 1e-6 ? 'as-raw' : 'right',
      'which-suffers': Object.entries(places).sort((a, b) => b[1] - a[1])[0]![0],
      'measured-mean': mean(right),
    })
  })

  it('of burn severity', () => {
    const id = 'burn-severity'
    const nbr = (day: 'first' | 'last') => difference(band(id, 'B8A', day), band(id, 'B12', day))
    const [before, after] = [nbr('first'), nbr('last')]
    const dnbr = before.map((value, cell) => value - after[cell]!)
    const south = dnbr.filter((_, cell) => cell >= 96 * 68)
    const rim = at(dnbr, 44, 13)
    expectRight(id, {
      'dnbr-by-hand': mean(dnbr.filter((_, cell) => Math.hypot((cell % 96) - 44, Math.floor(cell / 96) - 36) < 6)), // prettier-ignore
      'looks-burned': area(dnbr, 0.27),
      'not-fire': area(south, 0.27),
      'high-severity': area(dnbr, 0.66),
      'missed-rim': rim > 0.1 && rim < 0.27 ? 'undecided' : 'unburned',
    })
  })

  it('of change and alignment', () => {
    const id = 'change-and-alignment'
    const ndvi = (['first', 'last'] as const).map((day) =>
      difference(band(id, 'B8A', day), band(id, 'B04', day)),
    )
    const falls = ndvi[0]!.map((value, cell) => value - ndvi[1]!.at(cell)!)
    // The only water is the pond: its western shore is the first pixel of it in a row.
    const shore = ndvi.map((values) => values.slice(75 * 96, 76 * 96).findIndex((value) => value < 0))
    const east = 20 * (shore[1]! - shore[0]!)
    const forest = area(falls.slice(0, 30 * 96), 0.2)
    const seam = mean(falls.slice(29 * 96, 30 * 96).map(Math.abs)) // the last row of the forest
    expectRight(id, {
      shift: east,
      fell: area(falls, 0.2),
      clearing: forest,
      'false-share': 100 * (1 - forest / area(falls, 0.2)),
      'one-edge': (1000 * east) / 10_000,
      'which-edges': seam < 0.03 ? 'nothing' : 'same',
    })
  })

  it('of water and drought', () => {
    const id = 'water-and-drought'
    const of = (a: string, b: string, day: 'first' | 'last') => difference(band(id, a, day), band(id, b, day))
    const [spring, autumn] = (['first', 'last'] as const).map((day) => area(of('B03', 'B8A', day), 0))
    const ndvi = (['first', 'last'] as const).map((day) => of('B8A', 'B04', day))
    const fall = (col: number, row: number) => at(ndvi[0]!, col, row) - at(ndvi[1]!, col, row)
    const places = { meadow: fall(10, 80), harvested: fall(78, 74), none: fall(80, 40) }
    const meadow = of('B8A', 'B11', 'last').filter((_, cell) => cell >= 96 * 86)
    expectRight(id, {
      'spring-water': spring!,
      'lost-water': spring! - autumn!,
      'lost-share': 100 * (1 - autumn! / spring!),
      'ndmi-by-hand': mean(meadow),
      'not-drought': Object.entries(places).sort((a, b) => b[1] - a[1])[0]![0],
      'autumn-ndvi': mean(ndvi[1]!),
    })
    expect(Math.abs(places.none)).toBeLessThan(0.03)
  })

  it('of how the agent learns', () => {
    const id = 'how-the-agent-learns'
    const of = (a: string, b: string, day: 'first' | 'last') => difference(band(id, a, day), band(id, b, day))
    const lost = (a: string, b: string, from: number) => {
      const [march, april] = (['first', 'last'] as const).map((day) => of(a, b, day))
      return march!.filter((value, cell) => value > from && !(april![cell]! > from)).length * HECTARES
    }
    const task = lesson(id).tasks.find((each) => each.id === 'melted')!
    expect(check(task, String(lost('B03', 'B11', 0.4))).right).toBe(true)
    expect(lost('B11', 'B8A', 0)).toBeCloseTo(3.84, 1)
    // What is above 0 in NDWI is the snow.
    expect(area(of('B03', 'B8A', 'first'), 0)).toBeCloseTo(area(of('B03', 'B11', 'first'), 0.4), 5)
  })
})

describe('check', () => {
  it('takes a small number for a known mistake only where it is one', () => {
    const task = lesson('water-and-drought').tasks.find(({ id }) => id === 'spring-water')!
    expect(check(task, '0.483').says).toMatch(/square kilometres/)
    expect(check(task, '0.61').says).toBe('Not yet: this is too little.')
  })
})

describe('readNumber', () => {
  it('reads points, commas and both signs, and nothing else', () => {
    expect(['0.61', '0,61', ' 12 ', '−0.5', '-.5', '+3'].map(readNumber)).toEqual([0.61, 0.61, 12, -0.5, -0.5, 3]) // prettier-ignore
    expect(['', 'ten', '1e3', '1,2,3', '12 ha', 'Infinity'].map(readNumber)).toEqual(Array(6).fill(null))
  })
})
