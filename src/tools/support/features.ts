import { AppError } from '../../lib/errors.ts'
import type { LonLat } from '../../raster/vector/geodesic.ts'
import { centroidOf, shapeOf, type Shape } from '../../raster/vector/shape.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { Feature, NewLayer, ToolContext } from '../tool.ts'
import { counted } from './figures.ts'

export interface ShapedFeature {
  readonly feature: Feature
  readonly shape: Shape
}

export interface ShapedLayer {
  readonly layer: Layer
  readonly features: readonly ShapedFeature[]
}

/** The features of a vector layer with their shapes. Throws layer_missing, invalid_input; nothing_valid where there are none. */
export async function shapedLayer(context: ToolContext, id: LayerId): Promise<ShapedLayer> {
  const layer = context.layer(id)
  if (layer.kind !== 'vector') {
    throw new AppError('invalid_input', `${id} is a ${layer.kind}; a vector layer is needed here`, {
      layer: id,
    })
  }
  const { features } = await context.features(id)
  if (features.length === 0) {
    throw new AppError('nothing_valid', `${id} holds no feature; give a vector layer with at least one`, {
      layer: id,
    })
  }
  return { layer, features: features.map((feature) => ({ feature, shape: shapeOf(feature.geometry) })) }
}

export interface Spot {
  readonly at: LonLat
  readonly feature: Feature
}

/** One place a feature: points as they are, each on its own, other features by their centroid; `note` says so. */
export async function spotsOf(
  context: ToolContext,
  id: LayerId,
): Promise<{ readonly layer: Layer; readonly spots: readonly Spot[]; readonly notes: readonly string[] }> {
  const { layer, features } = await shapedLayer(context, id)
  const others = features.filter(({ shape }) => shape.points.length === 0).length
  return {
    layer,
    spots: features.flatMap(({ feature, shape }) => {
      const places = shape.points.length > 0 ? shape.points : [centroidOf(shape)]
      return places.flatMap((at) => (at ? [{ at, feature }] : []))
    }),
    notes:
      others === 0
        ? []
        : [
            `${counted(others, 'feature')} of ${id} ${others === 1 ? 'is no point and was' : 'are no points and were'} taken by the centroid.`,
          ],
  }
}

/** Throws invalid_input where no feature has the parts that are needed; else gives those that have, and a note on the rest. */
export function withParts(
  { layer, features }: ShapedLayer,
  kinds: readonly (keyof Shape)[],
): { readonly features: readonly ShapedFeature[]; readonly notes: readonly string[] } {
  const suited = features.filter(({ shape }) => kinds.some((kind) => shape[kind].length > 0))
  if (suited.length === 0) {
    throw new AppError(
      'invalid_input',
      `${layer.id} holds no ${kinds.join(' or ')}; give a vector layer that does`,
      {
        layer: layer.id,
      },
    )
  }
  const left = features.length - suited.length
  return {
    features: suited,
    notes:
      left === 0
        ? []
        : [`${counted(left, 'feature')} of ${layer.id} without ${kinds.join(' or ')} left out.`],
  }
}

/** What a vector layer made from another is listed as. */
export const vectorLayer = (
  title: string,
  from: Pick<Layer, 'date'>,
  unit: NewLayer['unit'] = '1',
): NewLayer => ({
  title,
  port: { kind: 'vector' },
  unit,
  date: from.date,
  style: { ramp: 'none' },
})

export const asPoint = ([longitude, latitude]: LonLat) => ({
  type: 'Point',
  coordinates: [roundDegrees(longitude), roundDegrees(latitude)],
})

/** Degrees to a tenth of a millimetre. */
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(9))
