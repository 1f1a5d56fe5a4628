import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { UNKNOWN_CRS } from '../../../src/raster/grid/grid.ts'
import { ringArea, traceOutlines, type Outline } from '../../../src/raster/kernels/outlines.ts'
import { simplifyOutlines } from '../../../src/raster/kernels/simplify-outlines.ts'
import { pythonWith, runPython } from '../../helpers/python.ts'

function outlinesOf(
  width: number,
  height: number,
  value: (col: number, row: number) => number,
): Promise<Outline[]> {
  const data = Float32Array.from({ length: width * height }, (_, index) =>
    value(index % width, Math.floor(index / width)),
  )
  const grid = { width, height, crs: UNKNOWN_CRS, transform: [1, 0, 0, 0, -1, 0] as const }
  return traceOutlines(memorySource(grid, data), { connectivity: 8, rowArea: () => 1 })
}

const corners = (outlines: readonly Outline[]) =>
  outlines.reduce(
    (sum, { polygons }) => sum + polygons.flat().reduce((all, ring) => all + ring.length / 2, 0),
    0,
  )

const disc = (col: number, row: number) => (Math.hypot(col - 30, row - 30) < 25 ? 1 : 0)

describe('simplifyOutlines', () => {
  it('leaves all as it is for an area of 0', async () => {
    const outlines = await outlinesOf(60, 60, disc)
    expect(simplifyOutlines(outlines, 0)).toEqual(outlines)
  })

  it('takes the steps out of a diagonal and of a circle, whose area changes little', async () => {
    const steps = await outlinesOf(20, 20, (col, row) => (col <= row ? 1 : 0))
    expect(corners(simplifyOutlines(steps, 1))).toBeLessThan(corners(steps) / 2)
    const circle = await outlinesOf(60, 60, disc)
    const less = simplifyOutlines(circle, 2)
    expect(corners(less)).toBeLessThan(corners(circle) / 2)
    const area = ringArea(less[0]!.polygons[0]![0]!)
    expect(Math.abs(area - Math.PI * 625) / (Math.PI * 625)).toBeLessThan(0.03)
    expect(less[0]!.pixels).toBe(circle[0]!.pixels)
  })

  it('keeps four corners and what it knows of the pixels', async () => {
    const [part] = simplifyOutlines(
      await outlinesOf(3, 3, (col, row) => (col === 1 && row === 1 ? 1 : 0)),
      100,
    )
    expect(part).toEqual({ value: 1, pixels: 1, area: 1, polygons: [[[1, 1, 2, 1, 2, 2, 1, 2]]] })
  })
})

const gdal = pythonWith('osgeo.ogr')

describe.skipIf(gdal === null)('simplified outlines in GEOS (skipped where Python has no GDAL)', () => {
  it.each([1, 3, 50])('are valid, and no two of one raster overlap, for an area of %s', async (area) => {
    const random = seededRandom(3)
    const noise = Array.from({ length: 80 * 70 }, () => random())
    // Blobs: means of noise over five by five pixels.
    const blob = (col: number, row: number) => {
      let sum = 0
      for (let y = row; y < row + 5; y++) for (let x = col; x < col + 5; x++) sum += noise[y * 80 + x] ?? 0.5
      return sum > 13 ? 1 : sum < 11.5 ? 2 : 0
    }
    const outlines = await outlinesOf(70, 60, blob)
    const less = simplifyOutlines(outlines, area)
    expect(corners(less)).toBeLessThan(corners(outlines))
    const geometries = less.map(({ polygons }) =>
      polygons.map((rings) =>
        rings.map((ring) => {
          const points = Array.from({ length: ring.length / 2 }, (_, index) => [
            ring[2 * index]!,
            ring[2 * index + 1]!,
          ])
          return [...points, points[0]!]
        }),
      ),
    )
    const code = `
import sys, json
from osgeo import ogr
ogr.UseExceptions()
all = [ogr.CreateGeometryFromJson(json.dumps(dict(type='MultiPolygon', coordinates=each))) for each in json.load(sys.stdin)]
overlap = sum(a.Intersection(b).GetArea() for i, a in enumerate(all) for b in all[:i] if a.Intersects(b))
print(json.dumps(dict(valid=[each.IsValid() for each in all], overlap=overlap)))
`
    const found = runPython(gdal!, code, [], JSON.stringify(geometries)) as {
      valid: boolean[]
      overlap: number
    }
    expect(found.valid.filter((each) => !each)).toEqual([])
    expect(found.overlap).toBe(0)
  })
})
