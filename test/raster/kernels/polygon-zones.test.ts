import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import { apply } from '../../../src/raster/grid/affine.ts'
import type { Affine } from '../../../src/raster/grid/grid.ts'
import { PolygonOnGrid } from '../../../src/raster/kernels/polygon-coverage.ts'
import type { CoverageRule, Polygon, Ring } from '../../../src/raster/kernels/polygon-coverage.ts'
import { PolygonZoneReducer } from '../../../src/raster/kernels/polygon-zones.ts'
import { alone, gridOf, raster, TEN_METRES } from './rasters.ts'

/** Map coordinates are pixels, rows go down. */
const PIXELS: Affine = [1, 0, 0, 0, 1, 0]

const box = (left: number, top: number, right: number, bottom: number): Ring => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

/** Shares of all pixels of a grid, row-major. */
function sharesOf(
  polygons: readonly Polygon[],
  place: { readonly width: number; readonly height: number; readonly transform?: Affine },
  rule: CoverageRule = 'fraction',
): number[] {
  const { width, height, transform = PIXELS } = place
  const shape = new PolygonOnGrid(polygons, gridOf(width, height, transform))
  const all = Array.from({ length: width * height }, () => 0)
  // Bands of two rows, as a walk gives them.
  for (let row = 0; row < height; row += 2) {
    const found = shape.coverage(rule, { row, height: Math.min(2, height - row) })
    if (!found) continue
    for (let line = 0; line < found.height; line++) {
      for (let col = 0; col < found.width; col++) {
        all[(found.row + line) * width + found.col + col] = found.shares[line * found.width + col]!
      }
    }
  }
  return all
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A ring around a point whose corners lie at random distances, so that it never crosses itself. */
function star(seed: number, of: { readonly at: readonly [number, number]; readonly reach: number }): Ring {
  const random = seededRandom(seed)
  const corners = 3 + Math.floor(random() * 40)
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((index + random() * 0.8) / corners) * 2 * Math.PI
    const distance = of.reach * (0.2 + 0.8 * random())
    return [of.at[0] + distance * Math.cos(angle), of.at[1] + distance * Math.sin(angle)] as const
  })
}

function areaOf(ring: Ring): number {
  const twice = ring.map(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!
    return x * nextY - nextX * y
  })
  return Math.abs(sumOf(twice)) / 2
}

describe('PolygonOnGrid', () => {
  it('covers the pixels of a 3×3 grid by their shares', () => {
    // 0.5 … 2.25 across, 0 … 1.5 down: columns ½, 1, ¼; rows 1, ½, 0.
    expect(sharesOf([[box(0.5, 0, 2.25, 1.5)]], { width: 3, height: 3 })).toEqual([
      0.5, 1, 0.25, 0.25, 0.5, 0.125, 0, 0, 0,
    ]) // prettier-ignore
  })

  it('halves the pixels on a diagonal', () => {
    const triangle: Ring = [[0, 0], [3, 3], [0, 3]] // prettier-ignore
    expect(sharesOf([[triangle]], { width: 3, height: 3 })).toEqual([0.5, 0, 0, 1, 0.5, 0, 1, 1, 0.5])
  })

  it('leaves holes out and adds parts up, whichever way round their rings go', () => {
    const hole = box(1, 1, 2, 2.5)
    const other = box(3, 0, 3.5, 1)
    const truth = [1, 1, 1, 0.5, 1, 0, 1, 0, 1, 0.5, 1, 0]
    for (const turned of [hole, [...hole].reverse()]) {
      for (const outer of [
        box(0, 0, 3, 3),
        [...box(0, 0, 3, 3)].reverse(),
        [...box(0, 0, 3, 3), [0, 0]] as Ring,
      ]) {
        expect(sharesOf([[outer, turned], [other]], { width: 4, height: 3 })).toEqual(truth)
      }
    }
  })

  it('covers both lobes of a ring that crosses itself, by both rules', () => {
    // Two triangles of 2 · 4 / 2 pixels each that meet in (2, 2) and run opposite ways round.
    const bowTie: Polygon = [[[0, 0], [4, 4], [4, 0], [0, 4]]] // prettier-ignore
    expect(sumOf(sharesOf([bowTie], { width: 4, height: 4 }))).toBeCloseTo(8, 12)
    expect(sumOf(sharesOf([bowTie], { width: 4, height: 4 }, 'centre'))).toBeCloseTo(8, 12)
  })

  it('covers as much as the polygon is large', () => {
    for (let seed = 0; seed < 200; seed++) {
      const ring = star(seed, { at: [31.3, 28.7], reach: 25 })
      const hole = star(seed + 1000, { at: [31.3, 28.7], reach: 2 })
      const shares = sharesOf([[ring]], { width: 60, height: 60 })
      expect(Math.abs(sumOf(shares) / areaOf(ring) - 1)).toBeLessThan(1e-12)
      const ringed = sumOf(sharesOf([[box(5, 5, 55, 55), hole]], { width: 60, height: 60 }))
      expect(Math.abs(ringed / (2500 - areaOf(hole)) - 1)).toBeLessThan(1e-12)
    }
  })

  it.each(['fraction', 'centre'] as const)('covers the plane once by a partition of it, by %s', (rule) => {
    // Triangles from a point to the pieces of the outline of the grid and beyond it.
    const outline: Ring = [[-3, -2], [5, -4], [16, -1], [15, 6.3], [17, 13], [7, 14], [-2, 12], [-5, 4]] // prettier-ignore
    const sums = Array.from({ length: 14 * 11 }, () => 0)
    for (const centre of [
      [6.1, 5.3],
      [7, 5],
      [6.5, 5.5],
    ] as const) {
      sums.fill(0)
      for (const [index, corner] of outline.entries()) {
        const triangle = [centre, corner, outline[(index + 1) % outline.length]!]
        const shares = sharesOf([[triangle]], { width: 14, height: 11 }, rule)
        for (const [place, share] of shares.entries()) sums[place]! += share
      }
      expect(Math.max(...sums.map((sum) => Math.abs(sum - 1)))).toBeLessThan(1e-12)
    }
  })

  it('is the same on a mirrored and on a turned grid', () => {
    const ring = star(5, { at: [6.2, 4.7], reach: 5 })
    const place = { width: 12, height: 9 }
    for (const rule of ['fraction', 'centre'] as const) {
      const truth = sharesOf([[ring]], place, rule)
      const rows = Array.from({ length: 9 }, (_, row) => truth.slice(row * 12, row * 12 + 12))
      const close = (found: readonly number[], expected: readonly number[]) =>
        found.forEach((share, index) => expect(share).toBeCloseTo(expected[index]!, 11))
      close(sharesOf([[ring]], { ...place, transform: [-1, 0, 12, 0, 1, 0] }, rule), rows.flatMap((row) => [...row].reverse())) // prettier-ignore
      close(
        sharesOf([[ring]], { ...place, transform: [1, 0, 0, 0, -1, 9] }, rule),
        [...rows].reverse().flat(),
      )
      const turned = Array.from({ length: 12 }, (_, col) => rows.map((row) => row[col]!)).flat()
      close(sharesOf([[ring]], { width: 9, height: 12, transform: [0, 1, 0, 1, 0, 0] }, rule), turned)
    }
  })

  it('is cut at the edges of the grid', () => {
    const around = box(-10, -7.5, 20, 30)
    expect(sharesOf([[around]], { width: 3, height: 2 })).toEqual([1, 1, 1, 1, 1, 1])
    // From the middle of the first column leftwards, and slanting through it from beyond the left edge.
    expect(sharesOf([[box(-2, 0, 0.5, 9)]], { width: 2, height: 1 })).toEqual([0.5, 0])
    const slant: Ring = [[-1, 0], [1, 1], [-1, 1]] // prettier-ignore
    expect(sharesOf([[slant]], { width: 2, height: 1 })).toEqual([0.25, 0])
    expect(sharesOf([[box(5, 5, 6, 6)]], { width: 2, height: 2 })).toEqual([0, 0, 0, 0])
  })

  it('refuses rings that enclose nothing', () => {
    const grid = gridOf(2, 2)
    expect(() => new PolygonOnGrid([[[[0, 0], [1, 1]]]], grid)).toThrow(/at least three/) // prettier-ignore
    expect(() => new PolygonOnGrid([[[[0, 0], [1, NaN], [1, 1]]]], grid)).toThrow(/no places/) // prettier-ignore
  })

  const script = `
import json, sys
from rasterio.features import geometry_mask
from rasterio.transform import Affine
out = []
for case in json.load(sys.stdin):
    mask = geometry_mask([case['geometry']], (case['height'], case['width']), Affine(*case['transform']), invert=True)
    out.append(mask.astype(int).ravel().tolist())
print(json.dumps(out))`

  const hasRasterio = canRun('import rasterio')
  it.skipIf(!hasRasterio)(
    'marks the pixels that rasterio.features.geometry_mask does, by centre (skipped without rasterio)',
    () => {
      const transform: Affine = [10, 0, 500_000, 0, -10, 5_000_000]
      const cases = Array.from({ length: 60 }, (_, seed) => {
        const place = (ring: Ring): Ring => ring.map(([col, row]) => apply(transform, col, row))
        const outer = place(star(seed, { at: [20.2, 15.1], reach: 19 }))
        const hole = place(star(seed + 500, { at: [20.2, 15.1], reach: 3 }))
        const other = place(box(33.2, 26.1, 39.9, 29.4))
        return { polygons: [[outer, hole], [other]] as readonly Polygon[], width: 40, height: 30, transform }
      })
      const closed = (ring: Ring) => [...ring, ring[0]]
      const input = cases.map(({ polygons, ...rest }) => ({
        ...rest,
        geometry: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(closed)) },
      }))
      const truth = JSON.parse(
        execFileSync('python3', ['-c', script], { input: JSON.stringify(input), encoding: 'utf8' }),
      ) as number[][]
      for (const [index, { polygons, ...rest }] of cases.entries()) {
        expect(sharesOf(polygons, rest, 'centre')).toEqual(truth[index])
      }
    },
  )
})

function canRun(code: string): boolean {
  try {
    execFileSync('python3', ['-c', code], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('PolygonZoneReducer', () => {
  const values = raster(
    [
      [1, 2, 3],
      [4, NaN, 6],
      [7, 8, 9],
    ],
    { transform: PIXELS },
  )
  const zonesOf = (zones: readonly (readonly Polygon[])[], rule: CoverageRule) =>
    alone(values, new PolygonZoneReducer(values.grid, zones, { rule, rowArea: (row) => 10 ** row }))

  it('weighs pixels by the share that is covered', async () => {
    // Shares ½ 1 ¼ / ¼ (½) ⅛ of 1 2 3 / 4 NaN 6: weight 2.125, sum 0.5 + 2 + 0.75 + 1 + 0.75 = 5.
    const [zone] = await zonesOf([[[box(0.5, 0, 2.25, 1.5)]]], 'fraction')
    expect(zone).toMatchObject({ pixels: 5, weight: 2.125, min: 1, max: 6, nodata: 0.5, area: 1.75 + 3.75 })
    expect(zone!.sum).toBeCloseTo(5, 12)
    expect(zone!.mean).toBeCloseTo(5 / 2.125, 12)
    // Σ w v² = 0.5 + 4 + 2.25 + 4 + 4.5 = 15.25.
    expect(zone!.std).toBeCloseTo(Math.sqrt(15.25 / 2.125 - (5 / 2.125) ** 2), 12)
  })

  it('takes whole pixels by their centres', async () => {
    const [zone, none] = await zonesOf([[[box(0.4, 0, 2.6, 1.4)]], [[box(1.1, 1.1, 1.4, 1.4)]]], 'centre')
    expect(zone).toMatchObject({ pixels: 3, weight: 3, sum: 6, mean: 2, min: 1, max: 3, area: 3, nodata: 0 })
    expect(none).toEqual({
      pixels: 0, weight: 0, area: 0, sum: 0, mean: NaN, std: NaN, min: NaN, max: NaN, nodata: 0,
    }) // prettier-ignore
  })

  it('lets zones overlap', async () => {
    const whole = [[box(0, 0, 3, 3)]]
    const [first, second] = await zonesOf([whole, whole], 'fraction')
    expect(second).toEqual(first)
    expect(first).toMatchObject({ pixels: 8, weight: 8, mean: 5, min: 1, max: 9, nodata: 1 })
  })

  it('reads rings in the coordinates of the map', async () => {
    const source = raster([[1, 2], [3, 4]], { transform: TEN_METRES }) // prettier-ignore
    const ring = box(500_010, 5_000_000, 500_020, 4_999_980)
    const reducer = new PolygonZoneReducer(source.grid, [[[ring]]], { rule: 'fraction' })
    expect((await alone(source, reducer))[0]).toMatchObject({ pixels: 2, weight: 2, mean: 3 })
  })
})
