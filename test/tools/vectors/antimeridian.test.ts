import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../../src/tools/index.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const tool = (name: string) => TOOLS.find((each) => each.name === name)!
const box = (west: number, south: number, east: number, north: number) => [
  [west, south], [east, south], [east, north], [west, north], [west, south],
] // prettier-ignore

function withShapes(...geometries: readonly { type: string; coordinates: unknown }[]): MemoryContext {
  const context = new MemoryContext()
  context.addVector('v', {
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
  })
  return context
}

/** Detections that move east, a step a day, from a longitude on. */
function moving(from: number): MemoryContext {
  const context = new MemoryContext()
  const wrap = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude)
  context.addTable('t', {
    columns: [
      { name: 'longitude', unit: 'deg' },
      { name: 'latitude', unit: 'deg' },
      { name: 'date', unit: 'date' },
    ],
    rows: Array.from({ length: 8 }, (_, at) => [
      wrap(from + 0.05 * at),
      0.01 * (at % 2),
      `2020-01-0${Math.floor(at / 2) + 1}`,
    ]),
  })
  return context
}

describe('what crosses the antimeridian', () => {
  it.each(['detections_direction', 'nearest_neighbour_index', 'active_fires'])(
    '%s gives the figures that it gives elsewhere',
    async (name) => {
      // A turn of the globe about its axis changes no distance and no bearing.
      const [there, here] = await Promise.all(
        [179.8, 10].map((from) => runTool(tool(name), { table: 't' }, moving(from))),
      )
      const elsewhere = here!.numbers!
      expect(there!.numbers).toHaveLength(elsewhere.length)
      for (const [at, { value, name: figure }] of elsewhere.entries()) {
        expect(there!.numbers![at]!.name).toBe(figure)
        expect(Math.abs(there!.numbers![at]!.value - value)).toBeLessThanOrEqual(1e-6 * Math.abs(value))
      }
    },
  )

  it('has its centroid there and not half a globe off', async () => {
    // The two halves that RFC 7946 §3.1.9 asks for; alike, so that the middle lies on 180°.
    const context = withShapes({
      type: 'MultiPolygon',
      coordinates: [[box(178, 0, 180, 2)], [box(-180, 0, -179, 2)]],
    })
    await runTool(tool('centroids_of_features'), { layer: 'v' }, context)
    const { features } = await context.features('result-1')
    // Longitudes 178 to 181: the middle is 179.5.
    expect(features[0]!.geometry.coordinates).toEqual([179.5, 1])
  })
})

describe('polygons round the globe', () => {
  it('have no area and no perimeter where an edge may run either way', async () => {
    for (const coordinates of [
      [box(-180, -60, 180, 60)],
      [box(-170, -60, 170, 60)],
      [box(0, -50, 180, 50)],
      [box(179, 0, -179, 1)],
    ]) {
      for (const name of ['area_of_features', 'length_of_features']) {
        await expect(
          runTool(tool(name), { layer: 'v' }, withShapes({ type: 'Polygon', coordinates })),
        ).rejects.toThrow(/180° of longitude or more/)
      }
    }
  })

  it('have that of the cap where they run along a pole', async () => {
    const cap = [[-180, 60], [-90, 60], [0, 60], [90, 60], [180, 60], [180, 90], [-180, 90], [-180, 60]] // prettier-ignore
    const found = await runTool(
      tool('area_of_features'),
      { layer: 'v' },
      withShapes({ type: 'Polygon', coordinates: [cap] }),
    )
    // pyproj.Geod(ellps='WGS84').polygon_area_perimeter of these corners.
    expect(number(found, 'area')).toBeCloseTo(2344160018.0227, 0)
  })
})

describe('nearest_neighbour_index over many latitudes', () => {
  it('is refused, as one plane would widen or narrow distances by up to their half', async () => {
    const points = [[0, -60], [1, -60], [0, 60], [1, 60], [0, 0]] // prettier-ignore
    const context = withShapes(...points.map((coordinates) => ({ type: 'Point', coordinates })))
    await expect(runTool(tool('nearest_neighbour_index'), { points: 'v' }, context)).rejects.toThrow(
      /too far for one plane/,
    )
  })
})
