import { z } from 'zod'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { combineMasks } from '../../raster/kernels/combine.ts'
import type { MaskOperation } from '../../raster/kernels/combine.ts'
import { tap } from '../../raster/reduce.ts'
import type { Layer } from '../../trace/layer.ts'
import { count, counted, figure, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskPair } from '../support/mask-pair.ts'
import { laterDate, maskPort, maskStyle, meaningOf, wordsOf } from '../support/naming.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

export const combineMasksTool = defineTool({
  name: 'combine_masks',
  family: 'masks',
  title: 'Combine two masks',
  summary:
    'Joins two masks: and, or, and_not (in the first but not in the second), xor. ' +
    'With and_not on one thing at two dates it gives what was lost or gained.',
  source: 'https://docs.ogc.org/is/20-010/20-010.html',
  needs: {
    first: { kind: 'raster', quantity: 'mask' },
    second: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: [
    { name: 'pixels', dimension: 'count' },
    { name: 'share', dimension: 'share' },
  ],
  input: z.object({
    first: layerRef('Id of the first mask; the result lies on its grid.'),
    second: layerRef('Id of the second mask.'),
    operation: slot(
      z
        .enum(['and', 'or', 'and_not', 'xor'])
        .describe(
          'How to join: and: in both; or: in either; and_not: in the first, not in the second; xor: in exactly one.',
        ),
      'operation',
    ),
  }),
  examples: [{ first: 'layer-1', second: 'layer-2', operation: 'and_not' }],
  async run(input, context) {
    const { first, second, note } = await maskPair(context, input.first, input.second)
    const mask = tap(combineMasks(first.source, second.source, input.operation), {
      areas: new CodeAreaReducer(() => 1),
    })
    const meaning = combinedMeaning(first.layer, second.layer, input.operation)
    const saved = await context.saveRaster(
      {
        title: wordsOf(meaning, 'mask'),
        port: maskPort(meaning),
        unit: '1',
        date: laterDate(first.layer, second.layer),
        style: maskStyle(meaning),
      },
      mask.source,
      'uint8',
    )
    const { areas } = await mask.finish({ signal: context.signal })
    const { inside, valid, nodata } = maskAreaOf(areas)
    const { pixels } = inside
    const share = shareOf(pixels, valid.pixels)
    const report = leftOutReport({ nodata })
    return {
      text: [
        `${saved.id} marks ${meaning}: ${input.first} ${input.operation} ${input.second}.`,
        pixels === 0
          ? `No pixel of ${valid.pixels} is inside.`
          : `${counted(pixels, 'pixel')} of ${valid.pixels} inside, ${figure(share * 100)} %.`,
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        count('pixels', pixels, { layer: saved.id }),
        percent('share', share, { layer: saved.id }),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...(note ? [note] : []), ...report.warnings],
      facts: { selected_share: share },
    }
  },
})

/** 'water' and 'burned' → 'water_and_burned'; one thing at two dates, in the earlier alone → 'water_lost'. */
export function combinedMeaning(first: Layer, second: Layer, operation: MaskOperation): string {
  const [one, other] = [meaningOf(first), meaningOf(second)]
  if (one !== other) return `${one}_${operation === 'and_not' ? 'not' : operation}_${other}`
  if (operation === 'and' || operation === 'or') return one
  if (operation === 'xor') return `${one}_changed`
  if (first.date === null || second.date === null || first.date === second.date) return `${one}_in_first_only`
  return `${one}_${first.date < second.date ? 'lost' : 'gained'}`
}
