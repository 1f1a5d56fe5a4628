import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { welch } from '../../raster/kernels/welch.ts'
import { count, counted, figure, measured, ratio } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { leftOutReport } from '../support/left-out.ts'
import { zonedValues } from '../support/zoned-values.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, VALUES } from './arguments.ts'

export const zonalDifferenceTool = defineTool({
  name: 'zonal_difference',
  family: 'zonal',
  title: 'Inside against outside',
  summary:
    "Difference of a raster inside and outside a mask: means, their difference, effect size (Cohen's d) and Welch's t test, such as surface heat of a city against its surroundings.",
  source: 'doi:10.1093/biomet/34.1-2.28',
  needs: {
    values: { kind: 'raster', quantity: VALUES, bands: [] },
    mask: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'figures' },
  measures: [
    { name: 'mean', dimension: 'value' },
    { name: 'difference', dimension: 'value' },
    { name: 'effect_size', dimension: 'ratio' },
    { name: 't', dimension: 'ratio' },
    { name: 'p_value', dimension: 'ratio' },
  ],
  input: z.object({
    values: layerRef('Id of the raster to measure.'),
    band: bandArgument,
    mask: layerRef('Id of the mask.'),
  }),
  examples: [{ values: 'layer-1', mask: 'layer-2' }],
  async run(input, context) {
    const { values, zones, what, found, note } = await zonedValues(context, {
      values: input.values,
      band: input.band,
      zones: input.mask,
    })
    const [inside, outside] = [1, 0].map((code) => found.zones.find((zone) => zone.code === code))
    if (!inside || !outside || inside.pixels < 2 || outside.pixels < 2) {
      throw new AppError(
        'nothing_valid',
        `${input.mask} has ${counted(inside?.pixels ?? 0, 'pixel')} with a value inside and ${outside?.pixels ?? 0} outside; both sides need at least two`,
      )
    }
    const test = welch(inside, outside)
    const { unit } = values.layer
    const on = { layer: values.layer.id }
    const report = leftOutReport({ nodata: found.leftOut })
    const isKnown = Number.isFinite(test.t)
    const sign = unit === '1' ? '' : ` ${differenceUnit(unit)}`
    const caution =
      'The test takes pixels as independent; neighbours are alike, so p is too small. Judge by the effect size.'
    return {
      text: [
        `${what} of ${input.values} inside ${zones.layer.id}: mean ${figure(inside.mean)}, std ${figure(inside.std)}, ${counted(inside.pixels, 'pixel')}; outside: mean ${figure(outside.mean)}, std ${figure(outside.std)}, ${counted(outside.pixels, 'pixel')}.`,
        `Inside minus outside ${figure(test.difference)}${sign}` +
          (isKnown
            ? `, Cohen's d ${figure(test.effect)}, Welch's t ${figure(test.t)} of ${figure(test.freedom)} degrees of freedom, p ${figure(test.p)}. ${caution}`
            : '; values do not vary within either, so there is no test.'),
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        measured('mean', inside.mean, unit, { group: 'inside', ...on }),
        measured('mean', outside.mean, unit, { group: 'outside', ...on }),
        measured('std', inside.std, differenceUnit(unit), { group: 'inside', ...on }),
        measured('std', outside.std, differenceUnit(unit), { group: 'outside', ...on }),
        count('pixels', inside.pixels, { group: 'inside', ...on }),
        count('pixels', outside.pixels, { group: 'outside', ...on }),
        measured('difference', test.difference, differenceUnit(unit), on),
        ...(isKnown
          ? [
              ratio('effect_size', test.effect, on),
              ratio('t', test.t, on),
              ratio('degrees_of_freedom', test.freedom, on),
              ratio('p_value', test.p, on),
            ]
          : []),
        ...report.numbers,
      ],
      warnings: [...(note ? [note] : []), ...(isKnown ? [caution] : []), ...report.warnings],
      chart: {
        kind: 'bars',
        title: `Mean ${what}`,
        unit,
        rows: [
          { label: 'inside', value: inside.mean },
          { label: 'outside', value: outside.mean },
        ],
      },
    }
  },
})
