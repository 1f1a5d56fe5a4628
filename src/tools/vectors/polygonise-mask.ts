import { z } from 'zod'
import { outlineFeatures } from '../../io/write/outline-features.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { traceOutlines } from '../../raster/kernels/outlines.ts'
import { simplifyOutlines } from '../../raster/kernels/simplify-outlines.ts'
import { tap } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { connectivityArgument } from '../support/arguments.ts'
import { vectorLayer } from '../support/features.ts'
import { count, counted, figure, hectares } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf, wordsOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

/** Polygons kept in a vector layer, the largest first. */
const MOST_POLYGONS = 20_000

export const polygoniseMaskTool = defineTool({
  name: 'polygonise_mask',
  family: 'vectors',
  title: 'Polygons of a mask',
  summary:
    'Turns each connected part of a mask into a polygon with its area: the perimeter of a burn, the outlines of lakes or fields, as a vector layer.',
  source: 'https://gdal.org/en/stable/programs/gdal_polygonize.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'vector' },
  measures: [
    { name: 'polygons', dimension: 'count' },
    { name: 'area', dimension: 'area' },
    { name: 'largest_area', dimension: 'area' },
  ],
  input: z.object({
    mask: layerRef('Id of the mask.'),
    connectivity: connectivityArgument,
    min_pixels: slot(
      z.int().min(1).max(1_000_000).default(1).describe('Parts of fewer pixels are left out.'),
      'min_pixels',
    ),
    simplify: z
      .number()
      .min(0)
      .max(10_000)
      .default(0)
      .describe(
        'Metres: corners go that make a triangle smaller than a square of this side with their neighbours; 0 keeps the exact pixel edges.',
      ),
  }),
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', min_pixels: 10, simplify: 60 }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { signal } = context
    const rowArea = cellArea(source.grid)
    const counting = tap(source, { areas: new CodeAreaReducer(() => 1) })
    const outlines = await traceOutlines(counting.source, {
      connectivity: input.connectivity,
      rowArea,
      signal,
      progress: (fraction) => context.progress(fraction, 'tracing outlines'),
    })
    const { nodata } = (await counting.finish({ signal })).areas
    const large = outlines.filter(({ pixels }) => pixels >= input.min_pixels)
    const kept = large.slice(0, MOST_POLYGONS)
    const pixelArea = large[0] ? large[0].area / large[0].pixels : 1
    const shown = input.simplify > 0 ? simplifyOutlines(kept, input.simplify ** 2 / pixelArea) : kept
    const features = [...outlineFeatures(shown, source.grid)].map(({ geometry, properties }) => ({
      type: 'Feature' as const,
      geometry,
      properties: { id: properties.id, pixels: properties.pixels, area_ha: properties.area_ha },
    }))
    const meaning = meaningOf(layer)
    const saved = await context.saveVector(
      vectorLayer(`outlines of ${wordsOf(meaning, 'mask')} ${whenOf(layer)}`, layer, 'ha'),
      { type: 'FeatureCollection', features },
    )
    const area = large.reduce((sum, outline) => sum + outline.area, 0)
    const largest = large[0]?.area ?? 0
    const report = leftOutReport({ nodata })
    const small = outlines.length - large.length
    return {
      text:
        large.length === 0
          ? `${input.mask} has no part of ${counted(input.min_pixels, 'pixel')} or more; ${saved.id} is empty.`
          : `${saved.id} holds ${counted(kept.length, 'polygon')} of ${input.mask} (${meaning}), largest first: ` +
            `${figure(area / 10_000)} ha together, the largest ${figure(largest / 10_000)} ha. Areas are those of the pixels.`,
      numbers: [
        count('polygons', large.length, { layer: saved.id }),
        hectares('area', area, { layer: saved.id }),
        hectares('largest_area', largest, { layer: saved.id }),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(large.length > 0 ? areaNotes(source.grid) : []),
        ...(small > 0
          ? [`${counted(small, 'part')} of fewer than ${input.min_pixels} pixels left out.`]
          : []),
        ...(large.length > kept.length
          ? [
              `The vector layer holds the ${MOST_POLYGONS} largest of ${large.length} polygons; the figures count them all.`,
            ]
          : []),
        ...report.warnings,
      ],
    }
  },
})
