import { describe, expect, it } from 'vitest'
import { signedArea, type LonLatRing } from '../../../src/io/write/antimeridian.ts'
import { outlineFeatures, type OutlineFeature } from '../../../src/io/write/outline-features.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { crsFromDefinition, crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Crs } from '../../../src/raster/grid/grid.ts'
import { traceOutlines } from '../../../src/raster/kernels/outlines.ts'
import { pythonWith, runPython } from '../../helpers/python.ts'

interface Place {
  readonly crs: Crs
  readonly transform: Affine
}

/** Features of a mask of 1 where `inside` says so. */
async function featuresOf(
  { crs, transform }: Place,
  [width, height]: readonly [number, number],
  inside: (col: number, row: number) => boolean,
): Promise<OutlineFeature[]> {
  const grid = { width, height, crs, transform }
  const data = Float32Array.from({ length: width * height }, (_, index) =>
    inside(index % width, Math.floor(index / width)) ? 1 : 0,
  )
  const outlines = await traceOutlines(memorySource(grid, data), {
    connectivity: 8,
    rowArea: () => 400,
  })
  return [...outlineFeatures(outlines, grid)]
}

const degrees = (transform: Affine): Place => ({ crs: crsFromEpsg(4326), transform })
const polygonsOf = ({ geometry }: OutlineFeature): readonly (readonly LonLatRing[])[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
const areaOf = (feature: OutlineFeature) =>
  polygonsOf(feature)
    .flat()
    .reduce((sum, ring) => sum + signedArea(ring.slice(0, -1)), 0)

/** On a sphere, as a share of it: ∮ sin φ dλ / 4π. */
const sphereShare = (feature: OutlineFeature) =>
  -polygonsOf(feature)
    .flat()
    .reduce((sum, ring) => {
      for (let at = 0; at + 1 < ring.length; at++) {
        const [[x, y], [nextX, nextY]] = [ring[at]!, ring[at + 1]!]
        const sine = (Math.sin((y * Math.PI) / 180) + Math.sin((nextY * Math.PI) / 180)) / 2
        sum += (sine * (nextX - x)) / 360 / 2
      }
      return sum
    }, 0)

/** A ring of pixels around a gap, with a tail. */
const shape = (col: number, row: number) =>
  (col >= 1 && col <= 5 && row >= 1 && row <= 4 && !(col === 3 && row === 2)) || (row === 4 && col > 5)

describe('outlineFeatures', () => {
  it('gives closed rings in degrees, counter-clockwise around and clockwise in holes', async () => {
    const [feature, ...others] = await featuresOf(
      degrees([0.5, 0, 10, 0, -0.5, 50]),
      [3, 3],
      (col, row) => col !== 1 || row !== 1,
    )
    expect(others).toEqual([])
    expect(feature).toEqual({
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 48.5],
            [11.5, 48.5],
            [11.5, 50],
            [10, 50],
            [10, 48.5],
          ],
          expect.any(Array),
        ],
      },
      properties: { id: 1, class: 1, pixels: 8, area_ha: 0.32 },
    })
    expect(polygonsOf(feature!)[0]!.map((ring) => signedArea(ring.slice(0, -1)))).toEqual([2.25, -0.25])
  })

  it.each([
    ['north-up', [20, 0, 500000, 0, -20, 4200000]],
    ['south-up', [20, 0, 500000, 0, 20, 4200000]],
    ['west-up', [-20, 0, 500000, 0, -20, 4200000]],
    ['rotated', [17.3, 10, 500000, 10, -17.3, 4200000]],
    ['turned about', [0, 20, 500000, 20, 0, 4200000]],
  ] as const)('winds right on a %s grid', async (_, transform) => {
    const [feature] = await featuresOf({ crs: crsFromEpsg(32633), transform }, [9, 7], shape)
    const [outer, hole] = polygonsOf(feature!)[0]!
    expect(signedArea(outer!.slice(0, -1))).toBeGreaterThan(0)
    expect(signedArea(hole!.slice(0, -1))).toBeLessThan(0)
  })

  it('adds points to long edges, which are bent in degrees', async () => {
    const place = { crs: crsFromEpsg(32633), transform: [100, 0, 300000, 0, -100, 7000000] as const }
    const [feature] = await featuresOf(place, [4000, 1], () => true)
    const [ring] = polygonsOf(feature!)[0]!
    expect(ring!.length).toBeGreaterThan(20)
    expect(ring!.length).toBeLessThan(300)
    const [short] = await featuresOf(place, [16, 1], () => true)
    expect(polygonsOf(short!)[0]![0]).toHaveLength(5)
  })

  it('cuts at the antimeridian where degrees run beyond 180', async () => {
    const [feature] = await featuresOf(degrees([1, 0, 178, 0, -1, 2]), [4, 1], () => true)
    expect(feature!.geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        expect.arrayContaining([
          expect.arrayContaining([
            [180, 2],
            [178, 2],
            [178, 1],
            [180, 1],
          ]),
        ]),
        expect.arrayContaining([
          expect.arrayContaining([
            [-180, 2],
            [-180, 1],
            [-178, 1],
            [-178, 2],
          ]),
        ]),
      ],
    })
    expect(areaOf(feature!)).toBe(4)
  })

  it('cuts what is concave or has holes on the antimeridian into valid parts of the whole area', async () => {
    const comb = (col: number, row: number) =>
      row === 0 || row % 2 === 0 || col < 2 || (row === 1 && col === 7)
    const [feature] = await featuresOf(degrees([1, 0, 175.5, 0, -1, 5]), [9, 7], comb)
    const longitudes = polygonsOf(feature!)
      .flat(2)
      .map(([longitude]) => longitude)
    expect(Math.max(...longitudes)).toBe(180)
    expect(Math.min(...longitudes)).toBe(-180)
    expect(areaOf(feature!)).toBeCloseTo(feature!.properties.pixels, 9)
    expect(
      polygonsOf(feature!)
        .flat()
        .filter((ring) => signedArea(ring.slice(0, -1)) > 0),
    ).toHaveLength(polygonsOf(feature!).length)
  })

  it('leaves what only touches the antimeridian whole', async () => {
    const whole = await featuresOf(degrees([1, 0, -180, 0, -1, 2]), [360, 2], () => true)
    expect(whole[0]!.geometry.type).toBe('Polygon')
    expect(areaOf(whole[0]!)).toBe(720)
    const [east] = await featuresOf(degrees([1, 0, 178, 0, -1, 2]), [2, 2], () => true)
    expect(east!.geometry.type).toBe('Polygon')
    expect(areaOf(east!)).toBe(4)
    const [beyond] = await featuresOf(degrees([1, 0, 182, 0, -1, 2]), [2, 2], () => true)
    expect(polygonsOf(beyond!)[0]![0]!.every(([longitude]) => longitude <= -176)).toBe(true)
  })

  it('cuts at the antimeridian in a projected system', async () => {
    // UTM zone 1 reaches from −180 eastwards; a grid that begins west of its zone lies on both sides.
    const place = { crs: crsFromEpsg(32601), transform: [1000, 0, 250000, 0, -1000, 6000000] as const }
    const [feature] = await featuresOf(place, [120, 60], () => true)
    expect(feature!.geometry.type).toBe('MultiPolygon')
    // 120 × 60 km² of 510.1 million.
    expect(sphereShare(feature!) * 510.07e6).toBeCloseTo(7200, -2)
  })

  it.each([
    ['north', 'lat_0=90', 90],
    ['south', 'lat_0=-90', -90],
  ])('closes what lies around the %s pole along it', async (_, option, latitude) => {
    const crs = crsFromDefinition({
      definition: `+proj=laea +${option} +lon_0=0 +datum=WGS84 +units=m +no_defs`,
      name: 'polar',
    })
    const place = { crs, transform: [25000, 0, -1000000, 0, -25000, 1000000] as const }
    const [feature] = await featuresOf(place, [80, 80], () => true)
    expect(polygonsOf(feature!).flat(2)).toContainEqual([180, latitude])
    expect(sphereShare(feature!) * 510.07e6).toBeCloseTo(4e6, -5)
    const [holed] = await featuresOf(
      place,
      [80, 80],
      (col, row) => Math.abs(col - 39.5) > 20 || Math.abs(row - 39.5) > 20,
    )
    expect(polygonsOf(holed!).flat(2)).not.toContainEqual([180, latitude])
    expect(sphereShare(holed!) * 510.07e6).toBeCloseTo(3e6, -5)
  })

  it('refuses an unknown system', async () => {
    await expect(
      featuresOf({ crs: UNKNOWN_CRS, transform: [1, 0, 0, 0, -1, 0] }, [2, 2], () => true),
    ).rejects.toMatchObject({ code: 'crs_unknown' })
  })
})

const gdal = pythonWith('osgeo.ogr')

describe.skipIf(gdal === null)('features in GEOS (skipped where Python has no GDAL)', () => {
  it('are valid, also where they are cut', async () => {
    const random = seededRandom(5)
    const noise = Array.from({ length: 3000 }, () => random() < 0.62)
    const at = (col: number, row: number) => noise[row * 60 + col]!
    const polar = crsFromDefinition({
      definition: '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +datum=WGS84 +units=m +no_defs',
      name: 'polar',
    })
    const features = (
      await Promise.all([
        featuresOf(degrees([0.1, 0, 177.03, 0, -0.1, 2]), [60, 50], at),
        featuresOf(
          { crs: crsFromEpsg(32760), transform: [900, 300, 780000, 300, -900, 8000000] },
          [60, 50],
          at,
        ),
        featuresOf({ crs: polar, transform: [25000, 0, -1703000, 0, -25000, 1600000] }, [60, 50], at),
      ])
    ).flat()
    expect(features.filter(({ geometry }) => geometry.type === 'MultiPolygon').length).toBeGreaterThan(2)
    const code = `
import sys, json
from osgeo import ogr
ogr.UseExceptions()
print(json.dumps([ogr.CreateGeometryFromJson(json.dumps(each)).IsValid() for each in json.load(sys.stdin)]))
`
    const valid = runPython(
      gdal!,
      code,
      [],
      JSON.stringify(features.map(({ geometry }) => geometry)),
    ) as boolean[]
    expect(valid.filter((each) => !each)).toHaveLength(0)
  })
})
