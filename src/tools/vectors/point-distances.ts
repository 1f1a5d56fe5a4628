import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { throwIfAborted } from '../../lib/abort.ts'
import { geodesicDistance } from '../../raster/vector/geodesic.ts'
import { count, figure, quantity } from '../support/figures.ts'
import { asPoint, spotsOf, vectorLayer } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Two million pairs take some seconds. */
const MOST_PAIRS = 2_000_000

export const pointDistancesTool = defineTool({
  name: 'point_distances',
  family: 'vectors',
  title: 'Distances between points',
  summary:
    'Distances between all points of a vector layer, or from its points to those of another: the nearest and the farthest pair, the mean distance, and how far the nearest neighbour of each point lies.',
  source: 'doi:10.1007/s00190-012-0578-z',
  needs: { layer: { kind: 'vector' }, other: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [
    ...['nearest_distance', 'farthest_distance', 'mean_distance', 'mean_nearest'].map((name) => ({
      name,
      dimension: 'length' as const,
    })),
    { name: 'pairs', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the vector layer of points.'),
    other: layerRef('Id of a second vector layer, to measure from the first to it.').optional(),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', other: 'layer-2' }],
  async run(input, context) {
    const from = await spotsOf(context, input.layer)
    const to = input.other === undefined ? from : await spotsOf(context, input.other)
    const isSame = to === from
    const pairs = isSame
      ? (from.spots.length * (from.spots.length - 1)) / 2
      : from.spots.length * to.spots.length
    if (pairs === 0) {
      throw new AppError('nothing_valid', `${input.layer} holds one point alone; distances need two`)
    }
    if (pairs > MOST_PAIRS) {
      throw new AppError(
        'limit_reached',
        `${pairs} pairs of points are more than the ${MOST_PAIRS} that are measured at once; select fewer features first`,
      )
    }
    const nearest = from.spots.map(() => Infinity)
    const ends = { near: [0, 0], far: [0, 0] }
    let [least, most, sum] = [Infinity, -Infinity, 0]
    for (const [a, { at }] of from.spots.entries()) {
      throwIfAborted(context.signal)
      context.progress(a / from.spots.length, 'measuring')
      for (let b = isSame ? a + 1 : 0; b < to.spots.length; b++) {
        const metres = geodesicDistance(at, to.spots[b]!.at)
        sum += metres
        if (metres < least) [least, ends.near] = [metres, [a, b]]
        if (metres > most) [most, ends.far] = [metres, [a, b]]
        nearest[a] = Math.min(nearest[a]!, metres)
        if (isSame) nearest[b] = Math.min(nearest[b]!, metres)
      }
    }
    const meanNearest = nearest.reduce((total, metres) => total + metres, 0) / nearest.length
    const saved = await context.saveVector(
      vectorLayer(`nearest distances of ${input.layer}`, from.layer, 'm'),
      {
        type: 'FeatureCollection',
        features: from.spots.map(({ at, feature }, index) => ({
          type: 'Feature',
          geometry: asPoint(at),
          properties: { ...feature.properties, number: index + 1, nearest_m: nearest[index]! },
        })),
      },
    )
    const kilometres = (name: string, metres: number) =>
      quantity(name, metres / 1000, { unit: 'km', dimension: 'length', layer: input.layer })
    const [near, far] = [ends.near, ends.far].map(([a, b]) => `points ${a! + 1} and ${b! + 1}`)
    return {
      text:
        `${pairs} pairs${isSame ? ` of points of ${input.layer}` : ` from ${input.layer} to ${input.other}`}: the nearest are ` +
        `${near}, ${figure(least / 1000)} km apart, the farthest ${far}, ${figure(most / 1000)} km; mean ` +
        `${figure(sum / pairs / 1000)} km. The nearest neighbour of a point lies ${figure(meanNearest / 1000)} km off in ` +
        `the mean. ${saved.id} holds the points with nearest_m.`,
      numbers: [
        kilometres('nearest_distance', least),
        kilometres('farthest_distance', most),
        kilometres('mean_distance', sum / pairs),
        kilometres('mean_nearest', meanNearest),
        count('pairs', pairs, { layer: input.layer }),
      ],
      layers: [saved],
      warnings: [...from.notes, ...(isSame ? [] : to.notes)],
    }
  },
})
