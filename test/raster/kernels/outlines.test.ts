import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { UNKNOWN_CRS } from '../../../src/raster/grid/grid.ts'
import { ringArea, traceOutlines, type Outline, type Ring } from '../../../src/raster/kernels/outlines.ts'
import type { RasterSource } from '../../../src/raster/source.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'
import { pythonWith, runPython } from '../../helpers/python.ts'

/** Rows of characters: '.' outside, '?' no data, digits values. */
function drawn(...rows: readonly string[]): RasterSource {
  const data = rows.flatMap((row) =>
    Array.from(row, (each) => (each === '?' ? NaN : each === '.' ? 0 : Number(each))),
  )
  return source(rows[0]!.length, data)
}

const source = (width: number, data: readonly number[]) =>
  memorySource(
    { width, height: data.length / width, crs: UNKNOWN_CRS, transform: [1, 0, 0, 0, -1, 0] },
    Float32Array.from(data),
  )

const trace = (raster: RasterSource, connectivity: 4 | 8 = 4, mostCorners?: number) =>
  traceOutlines(raster, {
    connectivity,
    rowArea: () => 1,
    ...(mostCorners === undefined ? {} : { mostCorners }),
  })

/** A random raster of codes 0 … classes, coarse enough for parts with holes and touching corners. */
function noise(
  seed: number,
  size: readonly [number, number],
  { share = 0.5, classes = 1 } = {},
): RasterSource {
  const random = seededRandom(seed)
  const data = Array.from({ length: size[0] * size[1] }, () =>
    random() < share ? 1 + Math.floor(random() * classes) : random() < 0.1 ? NaN : 0,
  )
  return source(size[0], data)
}

const ringsOf = (outlines: readonly Outline[]) => outlines.flatMap(({ polygons }) => polygons.flat())

/** Even-odd rule at pixel centres over all polygons of all parts. */
function rasterise(outlines: readonly Outline[], width: number, height: number): number[] {
  const out = new Array<number>(width * height).fill(0)
  for (const { polygons, value } of outlines) {
    for (const polygon of polygons) {
      const inside = new Array<number>(width * height).fill(0)
      for (const ring of polygon) {
        for (let at = 0; at < ring.length; at += 2) {
          const [col, from] = [ring[at]!, ring[at + 1]!]
          const [next, to] = [ring[(at + 2) % ring.length]!, ring[(at + 3) % ring.length]!]
          if (col !== next) continue
          // An upright edge flips all to its right.
          for (let row = Math.min(from, to); row < Math.max(from, to); row++) {
            for (let each = col; each < width; each++) inside[row * width + each]! ^= 1
          }
        }
      }
      inside.forEach((each, index) => {
        if (each) out[index] = out[index]! + value
      })
    }
  }
  return out
}

async function cleaned(raster: RasterSource): Promise<number[]> {
  const { width, height } = raster.grid
  return [...(await raster.read({ col: 0, row: 0, width, height }))].map((value) => (value > 0 ? value : 0))
}

describe('traceOutlines', () => {
  it('goes around one pixel with it on the right', async () => {
    expect(await trace(drawn('...', '.1.', '...'))).toEqual([
      { value: 1, pixels: 1, area: 1, polygons: [[[1, 1, 2, 1, 2, 2, 1, 2]]] },
    ])
  })

  it('has corners where the line turns and nowhere else, and a hole that runs the other way', async () => {
    const [outline] = await trace(drawn('1111', '1..1', '1111'))
    expect(outline!.polygons).toHaveLength(1)
    const [outer, hole] = outline!.polygons[0]!
    expect(outer!.length).toBe(8)
    expect(ringArea(outer!)).toBe(12)
    expect(hole!.length).toBe(8)
    expect(ringArea(hole!)).toBe(-2)
  })

  it('keeps pixels that meet in a corner apart by 4 neighbours, and joins them as two polygons by 8', async () => {
    const raster = drawn('1.', '.1')
    expect((await trace(raster, 4)).map(({ pixels }) => pixels)).toEqual([1, 1])
    const [part, ...others] = await trace(raster, 8)
    expect(others).toEqual([])
    expect(part).toMatchObject({ pixels: 2, area: 2 })
    expect(part!.polygons.map((rings) => rings.length)).toEqual([1, 1])
  })

  it('cuts a ring that comes back to a corner in two', async () => {
    // The tips of the arc meet in a corner: what it closes in is a hole that touches the outer ring there.
    const [part] = await trace(drawn('.11', '1.1', '111'))
    expect(part!.polygons[0]!.map((ring) => ringArea(ring))).toEqual([8, -1])
    // Two gaps that meet in a corner are two holes.
    const [gaps] = await trace(drawn('1111', '1.11', '11.1', '1111'))
    expect(gaps!.polygons[0]!.map((ring) => ringArea(ring))).toEqual([16, -1, -1])
  })

  it('takes no data for outside and nothing for no parts', async () => {
    expect(await trace(drawn('1?', '11'))).toMatchObject([{ pixels: 3 }])
    expect(await trace(drawn('.?', '..'))).toEqual([])
  })

  it('takes each class for itself, with borders that both share', async () => {
    const parts = await trace(drawn('112', '132', '222'))
    expect(parts.map(({ value, pixels }) => [value, pixels])).toEqual([
      [2, 5],
      [1, 3],
      [3, 1],
    ])
    expect(rasterise(parts, 3, 3)).toEqual([1, 1, 2, 1, 3, 2, 2, 2, 2])
  })

  it('gives up beyond a number of corners and says what to do', async () => {
    await expect(trace(noise(1, [50, 50]), 4, 100)).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('more than 100 corners') as string,
    })
  })

  describe.each([
    [1, [37, 29], { share: 0.3 }],
    [2, [41, 33], { share: 0.5 }],
    [3, [40, 40], { share: 0.6 }],
    [4, [64, 20], { share: 0.8 }],
    [5, [1, 50], { share: 0.5 }],
    [6, [50, 1], { share: 0.5 }],
    [7, [50, 40], { share: 0.9, classes: 3 }],
    [8, [33, 47], { share: 0.95, classes: 2 }],
  ] as const)('of random raster %s', (seed, size, options) => {
    const raster = noise(seed, size, options)

    it.each([4, 8] as const)(
      'by %s neighbours has areas of exactly its pixels, one outer ring a polygon',
      async (connectivity) => {
        const outlines = await trace(raster, connectivity)
        for (const { polygons, pixels } of outlines) {
          expect(polygons.flat().reduce((sum, ring) => sum + ringArea(ring), 0)).toBe(pixels)
          for (const [outer, ...holes] of polygons) {
            expect(ringArea(outer!)).toBeGreaterThan(0)
            for (const hole of holes) expect(ringArea(hole)).toBeLessThan(0)
          }
        }
        const inside = (await cleaned(raster)).filter((value) => value > 0).length
        expect(outlines.reduce((sum, { pixels }) => sum + pixels, 0)).toBe(inside)
      },
    )

    it('is the raster again when filled', async () => {
      expect(rasterise(await trace(raster, 8), size[0], size[1])).toEqual(await cleaned(raster))
    })

    it('has rings that pass no place twice and run along pixel edges', async () => {
      for (const ring of ringsOf(await trace(raster))) {
        expect(new Set(cornersOf(ring)).size).toBe(ring.length / 2)
        for (let at = 0; at < ring.length; at += 2) {
          const [dx, dy] = [
            ring[(at + 2) % ring.length]! - ring[at]!,
            ring[(at + 3) % ring.length]! - ring[at + 1]!,
          ]
          expect((dx === 0) !== (dy === 0)).toBe(true)
        }
      }
    })
  })
})

function cornersOf(ring: Ring): string[] {
  return Array.from({ length: ring.length / 2 }, (_, index) => `${ring[2 * index]} ${ring[2 * index + 1]}`)
}

const gdal = pythonWith('osgeo.ogr')

describe.skipIf(gdal === null)('outlines in GEOS (skipped where Python has no GDAL)', () => {
  it('are valid polygons, those of one part a valid multipolygon', async () => {
    const geometries: number[][][][][] = []
    for (const [seed, share, classes] of [
      [11, 0.5, 1],
      [12, 0.65, 1],
      [13, 0.9, 3],
      [14, 0.8, 1],
    ] as const) {
      for (const { polygons } of await trace(noise(seed, [60, 50], { share, classes }), 8)) {
        geometries.push(polygons.map((rings) => rings.map(closed)))
      }
    }
    expect(geometries.length).toBeGreaterThan(100)
    const code = `
import sys, json
from osgeo import ogr
ogr.UseExceptions()
def check(coordinates):
    return ogr.CreateGeometryFromJson(json.dumps(dict(type='MultiPolygon', coordinates=coordinates))).IsValid()
print(json.dumps([check(each) for each in json.load(sys.stdin)]))
`
    const valid = runPython(gdal!, code, [], JSON.stringify(geometries)) as boolean[]
    expect(valid.filter((each) => !each)).toEqual([])
  })
})

const rasterio = pythonWith('rasterio.features', 'numpy')

describe.skipIf(rasterio === null || !hasShared)(
  'outlines of a real scar (skipped without rasterio or the shared folder)',
  () => {
    it.each([4, 8] as const)(
      'are as many and as large as the shapes of rasterio, by %s neighbours',
      async (connectivity) => {
        const folder = mkdtempSync(join(tmpdir(), 'outlines-'))
        const code = `
import sys, json, rasterio, numpy
from rasterio.features import shapes
scene, out, connectivity = sys.argv[1], sys.argv[2], int(sys.argv[3])
def nbr(date):
    nir, swir = (rasterio.open(f'{scene}/LC08_L1TP_227074_{date}_02_T1_B{band}.TIF').read(1).astype('float32') for band in (5, 7))
    with numpy.errstate(all='ignore'):
        return (nir - swir) / (nir + swir)
drop = nbr('20190809_20200827') - nbr('20190825_20200826')
mask = (drop > 0.05).astype('uint8')
mask.tofile(out)
found = []
for shape, value in shapes(mask, mask > 0, connectivity):
    rings = [numpy.array(ring) for ring in shape['coordinates']]
    areas = [abs(numpy.dot(r[:-1, 0], r[1:, 1]) - numpy.dot(r[1:, 0], r[:-1, 1])) / 2 for r in rings]
    found.append([areas[0] - sum(areas[1:]), len(rings) - 1])
print(json.dumps(dict(size=list(mask.shape), found=found)))
`
        const maskFile = join(folder, 'mask.bin')
        const { size, found } = runPython(rasterio!, code, [
          sharedPath('data', 'scenes', 'corumba_fire_2019'),
          maskFile,
          String(connectivity),
        ]) as { size: [number, number]; found: [number, number][] }
        const mask = readFileSync(maskFile)
        rmSync(folder, { recursive: true })
        const outlines = await trace(source(size[1], [...mask]), connectivity)
        expect(outlines.length).toBeGreaterThan(100)
        const descending = (first: number, second: number) => second - first
        expect(outlines.map(({ pixels }) => pixels)).toEqual(found.map(([area]) => area).sort(descending))
        if (connectivity === 4) {
          // By 8 neighbours GDAL lets rings touch themselves, so that it has fewer holes.
          const holes = outlines.reduce((sum, { polygons }) => sum + polygons[0]!.length - 1, 0)
          expect(holes).toBeGreaterThanOrEqual(found.reduce((sum, [, count]) => sum + count, 0))
        }
      },
    )
  },
)

function closed(ring: Ring): number[][] {
  const points = Array.from({ length: ring.length / 2 }, (_, index) => [
    ring[2 * index]!,
    ring[2 * index + 1]!,
  ])
  return [...points, points[0]!]
}
