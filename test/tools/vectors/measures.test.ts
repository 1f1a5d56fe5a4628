import { describe, expect, it } from 'vitest'
import type { FeatureCollection, Tool } from '../../../src/tools/tool.ts'
import { areaOfFeaturesTool } from '../../../src/tools/vectors/area-of-features.ts'
import { boundingBoxesTool } from '../../../src/tools/vectors/bounding-boxes.ts'
import { bufferFeaturesTool } from '../../../src/tools/vectors/buffer-features.ts'
import { centroidsOfFeaturesTool } from '../../../src/tools/vectors/centroids-of-features.ts'
import { convexHullTool } from '../../../src/tools/vectors/convex-hull.ts'
import { distanceBetweenPointsTool } from '../../../src/tools/vectors/distance-between-points.ts'
import { featuresInPolygonsTool } from '../../../src/tools/vectors/features-in-polygons.ts'
import { lengthOfFeaturesTool } from '../../../src/tools/vectors/length-of-features.ts'
import { pointDistancesTool } from '../../../src/tools/vectors/point-distances.ts'
import { selectFeaturesTool } from '../../../src/tools/vectors/select-features.ts'
import { simplifyFeaturesTool } from '../../../src/tools/vectors/simplify-features.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { collection, ORACLE, points } from './oracle.ts'

const { shapes, distances, spans, simplified, within, hull } = ORACLE

async function run(tool: Tool, layers: Record<string, FeatureCollection>, args: Record<string, unknown>) {
  const context = new MemoryContext()
  for (const [id, features] of Object.entries(layers)) context.addVector(id, features)
  const result = await runTool(tool, args, context)
  const saved = context.saved[0]
  const features = saved?.kind === 'vector' ? (await context.features(saved.id)).features : []
  return { result, features, context }
}
const shapeLayer = { v: collection(shapes.map(({ geometry }) => geometry)) }
const coordinates = (feature: { geometry: { coordinates: unknown } }) =>
  feature.geometry.coordinates as number[]

describe('area_of_features', () => {
  it('agrees with pyproj to a millionth, holes and parts among them', async () => {
    const { result, features } = await run(areaOfFeaturesTool, shapeLayer, { layer: 'v' })
    for (const [index, { area }] of shapes.entries()) {
      expect((features[index]!.properties['area_ha'] as number) * 10_000).toBeCloseTo(area, 0)
    }
    const total = shapes.reduce((sum, { area }) => sum + area, 0)
    expect(number(result, 'area')).toBeCloseTo(total / 10_000, 3)
    expect(number(result, 'largest_area')).toBeCloseTo(
      Math.max(...shapes.map(({ area }) => area)) / 10_000,
      3,
    )
  })

  it('leaves points out, and refuses layers of points alone', async () => {
    const mixed = collection([shapes[0]!.geometry, { type: 'Point', coordinates: [1, 2] }])
    const { result } = await run(areaOfFeaturesTool, { v: mixed }, { layer: 'v' })
    expect(number(result, 'polygons')).toBe(1)
    expect(result.warnings!.join()).toContain('1 feature of v without polygons')
    await expect(run(areaOfFeaturesTool, { v: points([[1, 2]]) }, { layer: 'v' })).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('length_of_features', () => {
  it('agrees with pyproj for lines and perimeters', async () => {
    const { result, features } = await run(
      lengthOfFeaturesTool,
      { v: collection([simplified.line, shapes[1]!.geometry]) },
      { layer: 'v' },
    )
    expect(features[0]!.properties['length_m']).toBeCloseTo(simplified.length, 4)
    expect(features[1]!.properties['length_m']).toBeCloseTo(shapes[1]!.perimeter, 4)
    expect(number(result, 'length')).toBeCloseTo((simplified.length + shapes[1]!.perimeter) / 1000, 6)
  })
})

describe('distance_between_points', () => {
  it.each(spans)('agrees with pyproj from $from to $to', async ({ from, to, metres, bearing }) => {
    const { result } = await run(
      distanceBetweenPointsTool,
      {},
      {
        longitude: from[0],
        latitude: from[1],
        to_longitude: to[0],
        to_latitude: to[1],
      },
    )
    expect(number(result, 'distance')).toBeCloseTo(metres / 1000, 7)
    expect(number(result, 'bearing')).toBeCloseTo(bearing, 6)
  })
})

describe('point_distances', () => {
  it('agrees with pyproj over all pairs', async () => {
    const { result } = await run(pointDistancesTool, { v: points(distances.points) }, { layer: 'v' })
    expect(number(result, 'nearest_distance')).toBeCloseTo(distances.min / 1000, 7)
    expect(number(result, 'farthest_distance')).toBeCloseTo(distances.max / 1000, 7)
    expect(number(result, 'mean_distance')).toBeCloseTo(distances.mean / 1000, 7)
    expect(number(result, 'mean_nearest')).toBeCloseTo(distances.mean_nearest / 1000, 7)
    expect(number(result, 'pairs')).toBe(435)
  })

  it('measures from one layer to another, a degree of the equator for instance', async () => {
    const layers = { a: points([[0, 0]]), b: points([[1, 0], [2, 0]]) } // prettier-ignore
    const { result } = await run(pointDistancesTool, layers, { layer: 'a', other: 'b' })
    // 6378.137 km · π / 180
    expect(number(result, 'nearest_distance')).toBeCloseTo(111.3194908, 6)
    expect(number(result, 'farthest_distance')).toBeCloseTo(222.6389816, 6)
  })

  it('needs two points', async () => {
    await expect(run(pointDistancesTool, { v: points([[1, 2]]) }, { layer: 'v' })).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('centroids_of_features', () => {
  it('agrees with shapely', async () => {
    const { features } = await run(centroidsOfFeaturesTool, shapeLayer, { layer: 'v' })
    for (const [index, { centroid }] of shapes.entries()) {
      expect(coordinates(features[index]!)[0]).toBeCloseTo(centroid[0], 8)
      expect(coordinates(features[index]!)[1]).toBeCloseTo(centroid[1], 8)
    }
  })

  it('takes the middle of a line by length and of points by number', async () => {
    // Two stretches, 3 and 1 long: (1.5 · 3 + 3 · 1) / 4 = 1.875 and (0 · 3 + 0.5 · 1) / 4 = 0.125.
    const line = { type: 'LineString', coordinates: [[0, 0], [3, 0], [3, 1]] } // prettier-ignore
    const cloud = { type: 'MultiPoint', coordinates: [[0, 0], [0, 0], [3, 6]] } // prettier-ignore
    const { features } = await run(centroidsOfFeaturesTool, { v: collection([line, cloud]) }, { layer: 'v' })
    expect(features.map(coordinates)).toEqual([[1.875, 0.125], [1, 2]]) // prettier-ignore
  })
})

describe('bounding_boxes', () => {
  it('agrees with shapely, each and all', async () => {
    const { features } = await run(boundingBoxesTool, shapeLayer, { layer: 'v', around: 'each' })
    for (const [index, { bounds }] of shapes.entries()) {
      const [west, south, east, north] = bounds
      expect((features[index]!.geometry.coordinates as number[][][])[0]).toEqual(
        [[west, south], [east, south], [east, north], [west, north], [west, south]],
      ) // prettier-ignore
    }
    const { result } = await run(boundingBoxesTool, shapeLayer, { layer: 'v' })
    expect(number(result, 'west')).toBe(Math.min(...shapes.map(({ bounds }) => bounds[0])))
    expect(number(result, 'north')).toBe(Math.max(...shapes.map(({ bounds }) => bounds[3])))
  })

  it('runs over the antimeridian where that is the shorter way', async () => {
    const { result, features } = await run(boundingBoxesTool, { v: points([[179, -1], [-178, 2]]) }, { layer: 'v' }) // prettier-ignore
    expect([number(result, 'west'), number(result, 'east')]).toEqual([179, -178])
    expect(features[0]!.geometry.type).toBe('MultiPolygon')
  })
})

describe('convex_hull', () => {
  it('has the area that shapely and pyproj give it', async () => {
    const { result } = await run(convexHullTool, { v: points(distances.points) }, { layer: 'v' })
    expect(number(result, 'area')).toBeCloseTo(hull.area / 10_000, 2)
    for (const { geometry, hull_area } of shapes.slice(0, 3)) {
      const each = await run(convexHullTool, { v: collection([geometry]) }, { layer: 'v' })
      expect(number(each.result, 'area')).toBeCloseTo(hull_area / 10_000, 2)
    }
  })

  it('refuses places on one line', async () => {
    const line = points([[0, 0], [1, 1], [2, 2]]) // prettier-ignore
    await expect(run(convexHullTool, { v: line }, { layer: 'v' })).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('buffer_features', () => {
  it('draws circles whose area is that of a circle, near a pole and at 180° too', async () => {
    for (const place of [
      [15, 45],
      [179.999, -10],
      [20, 84],
    ] as const) {
      // prettier-ignore
      const { features, context } = await run(bufferFeaturesTool, { v: points([place]) }, { layer: 'v', metres: 1000 })
      const area = await runTool(areaOfFeaturesTool, { layer: context.saved[0]!.id }, context)
      // A polygon of n corners holds sin(2π/n) / (2π/n) of its circle.
      const share = Math.sin((2 * Math.PI) / 128) / ((2 * Math.PI) / 128)
      expect(number(area, 'area')).toBeCloseTo((Math.PI * 1e6 * share) / 10_000, 3)
      expect(features[0]!.geometry.type).toBe(place[0] > 179 ? 'MultiPolygon' : 'Polygon')
    }
  })
})

describe('simplify_features', () => {
  it('keeps the corners that shapely keeps', async () => {
    const { result, features } = await run(
      simplifyFeaturesTool,
      { v: collection([simplified.line]) },
      {
        layer: 'v',
        metres: simplified.metres,
      },
    )
    const found = features[0]!.geometry.coordinates as number[][]
    expect(found).toHaveLength(simplified.corners.length)
    for (const [index, [x, y]] of simplified.corners.entries()) {
      expect(found[index]![0]).toBeCloseTo(x, 8)
      expect(found[index]![1]).toBeCloseTo(y, 8)
    }
    expect(number(result, 'corners_before')).toBe(60)
  })

  it('keeps rings closed with three corners, however coarse', async () => {
    const { features } = await run(simplifyFeaturesTool, shapeLayer, { layer: 'v', metres: 100_000 })
    for (const ring of features.flatMap(({ geometry }) =>
      (geometry.coordinates as number[][][][]).flat(geometry.type === 'Polygon' ? 0 : 1),
    ) as unknown as number[][][]) {
      // prettier-ignore
      expect(ring.length).toBeGreaterThanOrEqual(4)
      expect(ring.at(-1)).toEqual(ring[0])
    }
  })

  it('refuses points', async () => {
    await expect(run(simplifyFeaturesTool, { v: points([[1, 2]]) }, { layer: 'v' })).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('features_in_polygons', () => {
  it('counts as shapely does, each point once in the sum', async () => {
    const layers = { p: points(distances.points), z: collection(within.polygons) }
    const { result, features } = await run(featuresInPolygonsTool, layers, { points: 'p', polygons: 'z' })
    expect(features.map(({ properties }) => properties['points'])).toEqual(within.counts)
    expect(number(result, 'inside')).toBe(within.inside)
    expect(number(result, 'outside')).toBe(30 - within.inside)
  })
})

describe('select_features', () => {
  const layer = { v: collection(shapes.map(({ geometry }) => geometry), (index) => ({ id: index, frp: [5, 50, null, 20][index]! })) } // prettier-ignore
  const kept = async (args: Record<string, unknown>) =>
    (await run(selectFeaturesTool, layer, { layer: 'v', column: 'frp', ...args })).features.map(
      ({ properties }) => properties['id'],
    )

  it('keeps one side of a limit, the largest few, or both', async () => {
    expect(await kept({ value: 20 })).toEqual([1, 3])
    expect(await kept({ value: 20, side: 'below' })).toEqual([0])
    expect(await kept({ top: 2 })).toEqual([1, 3])
    expect(await kept({ value: 30, side: 'below', top: 1 })).toEqual([3])
  })

  it('says what it left out, and which columns there are', async () => {
    const { result } = await run(selectFeaturesTool, layer, { layer: 'v', column: 'frp', value: 99 })
    expect(result.text).toContain('it is empty')
    expect(result.warnings!.join()).toContain('1 feature of v without a number in frp')
    await expect(kept({ column: 'size', value: 1 })).rejects.toThrow('it has id, frp')
    await expect(kept({})).rejects.toHaveProperty('code', 'invalid_input')
  })
})
