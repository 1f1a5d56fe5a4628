import { cellArea } from '../../raster/grid/cell-area.ts'
import { toLonLat } from '../../raster/grid/lon-lat.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { ComponentReducer } from '../../raster/kernels/components.ts'
import type { ComponentFigures } from '../../raster/kernels/components.ts'
import { shapeOf } from '../../raster/kernels/moments.ts'
import { reduce } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Place } from '../../trace/call.ts'
import type { Quantity } from '../../trace/quantity.ts'
import type { FeatureCollection, ToolContext } from '../tool.ts'
import { areaNotes } from './area-notes.ts'
import { figure, hectares } from './figures.ts'

/** Features kept in a vector layer; a mask of speckle has hundreds of thousands of parts. */
const MOST_FEATURES = 10_000

export interface Parts {
  /** Areas in m²; as many of the largest as the vector layer holds. */
  readonly found: ComponentFigures
  /** Pixels of the mask without data. */
  readonly nodata: number
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
  const parts = new ComponentReducer(mask.grid, {
    connectivity: options.connectivity,
    rowArea: cellArea(mask.grid),
    largest: MOST_FEATURES,
    withMoments: true,
  })
  const { found, areas } = await reduce(
    mask,
    { found: parts, areas: new CodeAreaReducer(() => 1) },
    { signal: context.signal, progress: (fraction) => context.progress(fraction, 'finding parts') },
  )
  const shown = found.largest.map(({ moments, area, pixels }) => {
    const shape = shapeOf(moments!, mask.grid)
    const [longitude, latitude] = toDegrees(...shape.centroid)
    return { area, pixels, shape, point: [round(longitude), round(latitude)] as const }
  })
  const leading = shown.slice(0, top)
  const total = found.count
  return {
    found,
    nodata: areas.nodata,
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
    warnings: [
      ...(total > 0 ? areaNotes(mask.grid) : []),
      ...(total > MOST_FEATURES
        ? [
            `The vector layer holds the ${MOST_FEATURES} largest of ${total} parts; the figures count them all.`,
          ]
        : []),
    ],
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
