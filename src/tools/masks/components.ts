import { z } from 'zod'
import { connectivityArgument } from '../support/arguments.ts'
import { count, counted, figure, hectares } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf, wordsOf } from '../support/naming.ts'
import { partsOf } from '../support/parts.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

export const componentsTool = defineTool({
  name: 'components',
  family: 'masks',
  title: 'Connected parts of a mask',
  summary:
    'Counts the connected parts of a mask (scars, lakes, patches) and gives area and centroid of the largest ones.',
  source: 'doi:10.1109/TIP.2008.919369',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'vector' },
  measures: [
    { name: 'components', dimension: 'count' },
    { name: 'largest_area', dimension: 'area' },
    { name: 'area', dimension: 'area' },
  ],
  input: z.object({
    mask: layerRef('Id of the mask.'),
    connectivity: connectivityArgument,
    top: slot(z.int().min(1).max(50).default(5).describe('How many of the largest parts to list.'), 'top'),
  }),
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', connectivity: 4, top: 3 }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { found, nodata, features, warnings, largest } = await partsOf(source, context, {
      connectivity: input.connectivity,
      top: input.top,
      noun: 'component',
      layer: layer.id,
    })
    const report = leftOutReport({ nodata })
    const total = found.count
    const largestArea = found.largest[0]?.area ?? 0
    const meaning = meaningOf(layer)
    const saved = await context.saveVector(
      {
        title: `parts of ${wordsOf(meaning, 'mask')} ${whenOf(layer)}`,
        port: { kind: 'vector' },
        unit: 'ha',
        date: layer.date,
        style: { ramp: 'none' },
      },
      features,
    )
    return {
      text:
        total === 0
          ? `${input.mask} marks nothing, so it has no parts; ${saved.id} is empty.`
          : `${saved.id} holds the centroids of the parts of ${input.mask} (${meaning}): ${counted(total, 'part')} ` +
            `by ${input.connectivity} neighbours, the largest ${figure(largestArea / 10_000)} ha. ` +
            `Largest first, with latitude and longitude: ${largest.text}.`,
      numbers: [
        count('components', total, { layer: layer.id }),
        hectares('largest_area', largestArea, { layer: layer.id }),
        ...largest.numbers,
        ...report.numbers,
      ],
      places: largest.places,
      layers: [saved],
      warnings: [...warnings, ...report.warnings],
    }
  },
})
