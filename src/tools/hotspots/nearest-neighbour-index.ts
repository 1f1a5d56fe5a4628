import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { throwIfAborted } from '../../lib/abort.ts'
import { clarkEvans, nearestDistances } from '../../raster/kernels/nearest-neighbours.ts'
import { normalTwoSided } from '../../raster/kernels/probabilities.ts'
import { geodesicRingArea } from '../../raster/vector/geodesic.ts'
import { isTooWide, metresPerDegree } from '../../raster/vector/local-plane.ts'
import { convexHull, inOneRun } from '../../raster/vector/shape.ts'
import { count, counted, figure, hectares, quantity, ratio } from '../support/figures.ts'
import { pointArguments, POINT_NEEDS, pointSet } from '../support/point-set.ts'
import { defineTool, slot } from '../tool.ts'

export const nearestNeighbourIndexTool = defineTool({
  name: 'nearest_neighbour_index',
  family: 'hotspots',
  title: 'Nearest neighbour index of points',
  summary:
    'Nearest neighbour index (Clark–Evans) of points: whether detections or places cluster, lie at random or are spread evenly, with z score and p value.',
  source: 'doi:10.2307/1931034',
  needs: POINT_NEEDS,
  gives: { kind: 'figures' },
  measures: [
    { name: 'nearest_neighbour_index', dimension: 'ratio' },
    { name: 'mean_distance', dimension: 'length' },
    { name: 'expected_distance', dimension: 'length' },
    { name: 'z_score', dimension: 'ratio' },
    { name: 'p_value', dimension: 'ratio' },
  ],
  input: z.object({
    ...pointArguments,
    area: z
      .number()
      .positive()
      .optional()
      .describe(
        'Area of the ground that was looked at, in hectares; by default that of the convex hull of the points.',
      ),
    unit: slot(z.enum(['m', 'km']).default('m').describe('Unit of the distances.'), 'unit'),
  }),
  examples: [{ table: 'table-1', area: 500 }, { points: 'points-1' }],
  async run(input, context) {
    throwIfAborted(context.signal)
    const { layer, places: found, notes } = await pointSet(context, input)
    const places = inOneRun(found)
    throwIfAborted(context.signal)
    if (places.length < 3) {
      throw new AppError(
        'nothing_valid',
        `${layer.id} has ${counted(places.length, 'point')}; a pattern needs at least three`,
      )
    }
    if (isTooWide(places)) {
      throw new AppError(
        'invalid_input',
        `the points of ${layer.id} reach over latitudes where degrees of longitude differ by more than a tenth, too far for one plane; give points of a smaller region`,
      )
    }
    const area = input.area === undefined ? geodesicRingArea(convexHull(places)) : input.area * 10_000
    if (!(area > 0)) {
      throw new AppError(
        'invalid_input',
        `the points of ${layer.id} lie on one line, so their hull has no area; give the area that was looked at`,
      )
    }
    const [east, north] = metresPerDegree(places)
    const distances = nearestDistances(
      Float64Array.from(places, ([longitude]) => longitude * east),
      Float64Array.from(places, ([, latitude]) => latitude * north),
    )
    const pattern = clarkEvans(distances, area)
    const p = normalTwoSided(pattern.z)
    const on = { layer: layer.id }
    const same = distances.filter((each) => each === 0).length
    const factor = input.unit === 'm' ? 1 : 1000
    const length = (name: string, metres: number) =>
      quantity(name, metres / factor, { unit: input.unit, dimension: 'length', ...on })
    return {
      text: [
        `Nearest neighbour index of ${counted(places.length, 'point')} of ${layer.id} is ${figure(pattern.index)} (z ${figure(pattern.z)}, p ${figure(p)}):`,
        p >= 0.05
          ? 'no other than a random pattern.'
          : pattern.index < 1
            ? 'the points cluster.'
            : 'the points are spread more evenly than at random.',
        `Mean distance to the nearest ${figure(pattern.mean / factor)} ${input.unit}, ${figure(pattern.expected / factor)} ${input.unit} expected on ${figure(area / 10_000)} ha (${input.area === undefined ? 'the convex hull of the points, which makes even patterns likelier' : 'as given'}); edges are not corrected for.`,
        ...notes,
      ].join(' '),
      numbers: [
        ratio('nearest_neighbour_index', pattern.index, on),
        length('mean_distance', pattern.mean),
        length('expected_distance', pattern.expected),
        ratio('z_score', pattern.z, on),
        ratio('p_value', p, on),
        count('points', places.length, on),
        hectares('area', area, on),
      ],
      warnings: [
        ...notes,
        ...(same > 0 ? [`${counted(same, 'point')} at the very place of another one: distance 0.`] : []),
      ],
    }
  },
})
