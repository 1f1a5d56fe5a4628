import { z } from 'zod'
import { PERSISTENCE_CODES, persistenceKernel } from '../../raster/kernels/pixel-series/date-kernels.ts'
import { pixelSeries } from '../../raster/kernels/pixel-series/pixel-series.ts'
import type { RasterSource } from '../../raster/source.ts'
import { datedSources } from '../support/dated-layers.ts'
import { counted, figure, percent, quantity, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { wordsOf } from '../support/naming.ts'
import { defineTool } from '../tool.ts'
import {
  codeShares,
  leastDates,
  masksField,
  masksNeed,
  requireValid,
  saveMap,
  spanText,
  spanTitle,
} from './series-map.ts'

export const persistenceMapTool = defineTool({
  name: 'persistence_map',
  family: 'pixelseries',
  title: 'How often a mask is set',
  summary:
    'Share of the dates on which each pixel is inside a mask: frequency of flooding, snow or fire, permanent against seasonal water, recurring hotspots, and how much ground is always, sometimes or never inside.',
  source: 'doi:10.1038/nature20584',
  needs: { masks: masksNeed },
  gives: { kind: 'raster', quantity: 'fraction', meaning: 'persistence' },
  measures: [
    { name: 'mean_frequency', dimension: 'ratio' },
    { name: 'always_share', dimension: 'share' },
    { name: 'sometimes_share', dimension: 'share' },
    { name: 'never_share', dimension: 'share' },
  ],
  input: z.object({ masks: masksField, min_dates: leastDates(2, 1) }),
  examples: [{ masks: ['layer-1', 'layer-2', 'layer-3'] }],
  async run({ masks, min_dates: atLeast }, context) {
    const dated = await datedSources(context, masks, { holds: 'masks' })
    const [shares, codes] = pixelSeries(dated.sources, persistenceKernel(atLeast)) as readonly [
      RasterSource,
      RasterSource,
    ]
    const noun = wordsOf(dated.meaning, 'mask')
    const { layer, summary } = await saveMap(context, shares, {
      describe: () => ({
        title: `Frequency of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'fraction', meaning: 'persistence' },
        unit: '1',
        date: dated.dates.at(-1)!,
        style: { ramp: 'viridis', min: 0, max: 1 },
      }),
    })
    requireValid(summary, dated, `data on ${atLeast} dates`)
    const { always, sometimes, never } = PERSISTENCE_CODES
    const [whole, part, none] = (await codeShares(codes, [always, sometimes, never], context)) as [
      number,
      number,
      number,
    ]
    const report = leftOutReport({ nodata: summary.nodata })
    const on = { layer: layer.id }
    return {
      text: [
        `${layer.id} is the share of the dates with data on which a pixel is ${noun}, over ${spanText(dated)}: mean ${figure(summary.mean)} over ` +
          `${counted(summary.valid, 'pixel')}. ${figure(100 * whole)} % of the ground is so on every date, ` +
          `${figure(100 * part)} % on some, ${figure(100 * none)} % on none.`,
        ...dated.notes,
      ].join(' '),
      numbers: [
        quantity('mean_frequency', summary.mean, { unit: '1', dimension: 'ratio', ...on }),
        percent('always_share', whole, on),
        percent('sometimes_share', part, on),
        percent('never_share', none, on),
        ...report.numbers,
      ],
      layers: [layer],
      warnings: [...dated.notes, ...report.warnings],
      facts: {
        dates: dated.dates.length,
        valid_share: shareOf(summary.valid, summary.valid + summary.nodata),
      },
    }
  },
})
