import { z } from 'zod'
import { thresholdMask } from '../../raster/kernels/threshold.ts'
import { ruleArgument, sideArgument, thresholdFields } from '../support/arguments.ts'
import { count, counted, figure, hectares, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf, wordsOf } from '../support/naming.ts'
import { partsOf } from '../support/parts.ts'
import { readThreshold, SIDE_WORDS } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Hotspots listed one by one. */
const LISTED = 5

export const hotspotsTool = defineTool({
  name: 'hotspots',
  family: 'hotspots',
  title: 'Hotspots',
  summary:
    'Connected patches where a raster is extreme, by default its highest five percent: their number, areas and centroids.',
  source: 'doi:10.1109/TIP.2008.919369',
  needs: {
    layer: {
      kind: 'raster',
      quantity: ['index', 'difference', 'temperature', 'elevation', 'backscatter', 'reflectance'],
    },
  },
  gives: { kind: 'vector' },
  measures: [
    { name: 'hotspots', dimension: 'count' },
    { name: 'area', dimension: 'area' },
    { name: 'threshold', dimension: 'value' },
    { name: 'largest_area', dimension: 'area' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster.'),
    rule: ruleArgument('percentile'),
    ...thresholdFields,
    side: sideArgument('at_or_above'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', rule: 'value', value: 0.44, side: 'above' }],
  async run(input, context) {
    const { layer, source, summary, threshold, how } = await readThreshold(context, input)
    const meaning = meaningOf(layer)
    const mask = thresholdMask(source, threshold, input.side)
    const { found, features, warnings, largest } = await partsOf(mask, context, {
      connectivity: 8,
      top: LISTED,
      noun: 'hotspot',
      layer: layer.id,
    })
    const { count: total, area } = found
    const largestArea = found.largest[0]?.area ?? 0
    const quantity = layer.port.kind === 'raster' ? layer.port.quantity : ''
    const saved = await context.saveVector(
      {
        title: `hotspots of ${wordsOf(meaning, typeof quantity === 'string' ? quantity : '')} ${whenOf(layer)}`,
        port: { kind: 'vector' },
        unit: 'ha',
        date: layer.date,
        style: { ramp: 'none' },
      },
      features,
    )
    const report = leftOutReport({ nodata: summary.nodata })
    const rule = `${SIDE_WORDS[input.side]} ${figure(threshold)} (${how})`
    return {
      text:
        total === 0
          ? `No pixel of ${input.layer} is ${rule}: 0 hotspots; ${saved.id} is empty.`
          : `${saved.id} holds ${counted(total, 'hotspot')} of ${input.layer}, where ${meaning} is ${rule}: ` +
            `${figure(area / 10_000)} ha in all, the largest ${figure(largestArea / 10_000)} ha. ` +
            `Largest first, with latitude and longitude: ${largest.text}.`,
      numbers: [
        count('hotspots', total, { layer: layer.id }),
        measured('threshold', threshold, layer.unit, { layer: layer.id }),
        hectares('largest_area', largestArea, { layer: layer.id }),
        hectares('area', area, { layer: layer.id }),
        ...largest.numbers,
        ...report.numbers,
      ],
      places: largest.places,
      layers: [saved],
      warnings: [...warnings, ...report.warnings],
    }
  },
})
