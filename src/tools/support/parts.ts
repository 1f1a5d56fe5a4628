import { cellArea } from '../../raster/grid/cell-area.ts'
import { toLonLat } from '../../raster/grid/lon-lat.ts'
import { labelComponents } from '../../raster/kernels/components.ts'
import type { Labelling } from '../../raster/kernels/components.ts'
import { shapeOf } from '../../raster/kernels/moments.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Place } from '../../trace/call.ts'
import type { Quantity } from '../../trace/quantity.ts'
import type { FeatureCollection, ToolContext } from '../tool.ts'
import { figure, hectares } from './figures.ts'

/** Features kept in a vector layer; a mask of speckle has hundreds of thousands of parts. */
const MOST_FEATURES = 10_000

export interface Parts {
  readonly labelling: Labelling
  /** m², all parts together. */
  readonly area: number
  readonly features: FeatureCollection
  readonly warnings: readonly string[]
  /** Figures, places and words of the largest ones. */
  readonly largest: {
    readonly numbers: readonly Quantity[]
    readonly places: readonly Place[]
    readonly text: string
  }
}

/** Connected parts of a mask with their areas and centroids, the largest first. Throws crs_unknown. */
export async function partsOf(
  mask: RasterSource,
  context: ToolContext,
  options: {
    readonly connectivity: 4 | 8
    readonly top: number
    readonly noun: string
    readonly layer: string
  },
): Promise<Parts> {
  const { top, noun, layer } = options
  const toDegrees = toLonLat(mask.grid.crs)
  const labelling = await labelComponents(mask, {
    connectivity: options.connectivity,
    rowArea: cellArea(mask.grid),
    signal: context.signal,
    progress: (fraction) => context.progress(fraction, 'finding parts'),
  })
  const shown = labelling.components.slice(0, MOST_FEATURES).map(({ moments, area }) => {
    const shape = shapeOf(moments, mask.grid)
    const [longitude, latitude] = toDegrees(...shape.centroid)
    return { area, pixels: moments.count, shape, point: [round(longitude), round(latitude)] as const }
  })
  const leading = shown.slice(0, top)
  const total = labelling.components.length
  return {
    labelling,
    area: labelling.components.reduce((sum, part) => sum + part.area, 0),
    features: {
      type: 'FeatureCollection',
      features: shown.map(({ area, pixels, shape, point }, index) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: point },
        properties: {
          rank: index + 1,
          pixels,
          area_ha: area / 10_000,
          axis_bearing_deg: Number.isFinite(shape.axisBearingDegrees) ? shape.axisBearingDegrees : null,
        },
      })),
    },
    warnings:
      total > MOST_FEATURES
        ? [
            `The vector layer holds the ${MOST_FEATURES} largest of ${total} parts; the figures count them all.`,
          ]
        : [],
    largest: {
      numbers: leading.map(({ area }, index) => hectares('area', area, { group: String(index + 1), layer })),
      places: leading.map(({ point }, index) => ({
        name: `${noun} ${index + 1}`,
        geometry: { type: 'Point', coordinates: point },
      })),
      text: leading
        .map(
          ({ area, point }, index) => `${index + 1}: ${figure(area / 10_000)} ha at ${point[1]}, ${point[0]}`,
        )
        .join('; '),
    },
  }
}

/** Degrees to about a centimetre. */
const round = (degrees: number) => Number(degrees.toFixed(7))
