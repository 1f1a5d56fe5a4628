import { z } from 'zod'
import { HigherMomentsReducer, shapeOfMoments } from '../../raster/kernels/higher-moments.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, figure, measured, quantity, ratio } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { ANY_RASTER, bandArgument, rawWarnings, readLayer, unitSign } from './any-raster.ts'

export const momentsTool = defineTool({
  name: 'moments',
  family: 'statistics',
  title: 'Moments of a raster',
  summary:
    'Sum, mean, variance, standard deviation, coefficient of variation, skewness and kurtosis of the pixel values of a raster, for the pixels as they are or corrected for bias as a sample.',
  source: 'doi:10.2172/1028931',
  needs: { layer: ANY_RASTER },
  gives: { kind: 'figures' },
  measures: [
    ...['sum', 'mean', 'variance', 'std', 'skewness', 'kurtosis', 'coefficient_of_variation'].map((name) => ({
      name,
      dimension: 'value' as const,
    })),
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: bandArgument,
    bias: z
      .enum(['population', 'sample'])
      .default('population')
      .describe(
        'Population divides by n; sample corrects for bias: n − 1 for variance, the usual factors for skewness and kurtosis.',
      ),
    kurtosis: z
      .enum(['excess', 'pearson'])
      .default('excess')
      .describe('Excess is 0 for a normal distribution, Pearson is 3 there; 3 is taken off once at most.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir', bias: 'sample', kurtosis: 'pearson' }],
  async run(input, context) {
    const read = await readLayer(context, input.layer, input.band)
    const { layer, source, unit, what } = read
    const { moments } = await reduce(
      source,
      { moments: new HigherMomentsReducer() },
      { signal: context.signal, progress: (fraction) => context.progress(fraction) },
    )
    if (moments.valid === 0) throw nothingValid(layer.id)
    const { variance, std, skewness, kurtosis } = shapeOfMoments(moments, input.bias)
    const peak = input.kurtosis === 'pearson' ? kurtosis + 3 : kurtosis
    const { mean, valid, nodata } = moments
    const on = { layer: layer.id }
    // The square of a unit has no name here, so the variance of values with a unit is told as a plain number.
    const all = [
      measured('sum', mean * valid, unit, on),
      measured('mean', mean, unit, on),
      quantity('variance', variance, { unit: '1', dimension: 'value', ...on }),
      measured('std', std, unit, on),
      quantity('skewness', skewness, { unit: '1', dimension: 'value', ...on }),
      quantity('kurtosis', peak, { unit: '1', dimension: 'value', ...on }),
      ratio('coefficient_of_variation', std / mean, on),
    ]
    const known = all.filter((each) => Number.isFinite(each.value))
    const missing = all.filter((each) => !Number.isFinite(each.value))
    const report = leftOutReport({ nodata })
    const of = (name: string) => {
      const found = known.find((each) => each.name === name)
      return found ? figure(found.value) : 'not defined'
    }
    return {
      text:
        `${what} of ${layer.id} over ${counted(valid, 'valid pixel')} (${input.bias} moments): sum ${of('sum')}, mean ${of('mean')}, ` +
        `standard deviation ${of('std')}${unitSign(unit)}, variance ${of('variance')}, coefficient of variation ${of('coefficient_of_variation')}, ` +
        `skewness ${of('skewness')}, ${input.kurtosis === 'pearson' ? 'Pearson' : 'excess'} kurtosis ${of('kurtosis')}.`,
      numbers: [...known, count('valid', valid, on), ...report.numbers],
      warnings: [
        ...(missing.length > 0
          ? [
              `${missing.map(({ name }) => name).join(', ')} not defined: too few pixels, all of one value, or a mean of zero.`,
            ]
          : []),
        ...(std / Math.abs(mean) > 0 && mean < 0
          ? ['The mean is negative, so the coefficient of variation is too; it suits values above zero.']
          : []),
        ...rawWarnings(read),
        ...report.warnings,
      ],
    }
  },
})
