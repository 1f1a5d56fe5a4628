import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { movingMean, savitzkyGolay, whittaker } from '../../raster/kernels/series/smoothing.ts'
import { figure, quantity } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { regularSeries } from '../support/regular-series.ts'
import { countFigures, lineChart, saveSeries, seriesWarnings, spanWords } from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

export const smoothSeriesTool = defineTool({
  name: 'smooth_series',
  family: 'series',
  title: 'Smooth a series',
  summary:
    'Smooths an evenly spaced series by a moving mean, Savitzky–Golay or Whittaker’s smoother into a new table. Use it to take noise out before reading seasons or turning points.',
  source: 'doi:10.1021/ac034173t',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [{ name: 'removed_rms', dimension: 'value' }],
  input: z.object({
    ...seriesFields,
    method: z
      .enum(['moving_mean', 'savitzky_golay', 'whittaker'])
      .default('savitzky_golay')
      .describe(
        'Mean of a window; polynomial of a window, which keeps peaks better; or penalised least squares.',
      ),
    window: z
      .number()
      .int()
      .min(3)
      .max(365)
      .default(5)
      .describe('Steps of the window of the first two methods, odd.'),
    degree: z
      .number()
      .int()
      .min(1)
      .max(5)
      .default(2)
      .describe('Degree of the polynomial of savitzky_golay, below the window.'),
    strength: z
      .number()
      .min(0.01)
      .max(1e6)
      .default(10)
      .describe('Weight of smoothness of whittaker: higher is smoother.'),
  }),
  examples: [{ table: 'layer-1' }, { values: [1, 4, 2, 5, 3, 6], method: 'moving_mean', window: 3 }],
  async run({ method, window, degree, strength, ...input }, context) {
    const windowed = method !== 'whittaker'
    if (windowed && window % 2 === 0) {
      throw new AppError('invalid_input', `the window is ${window} steps, and an odd number is needed`)
    }
    if (method === 'savitzky_golay' && degree >= window) {
      throw new AppError(
        'invalid_input',
        `a polynomial of degree ${degree} needs a window of more than ${degree} steps`,
      )
    }
    const series = regularSeries(await valuesOf(context, input, { atLeast: 3, use: 'smoothing' }))
    if (windowed && series.values.length < window) {
      throw new AppError(
        'invalid_input',
        `${series.words} has ${series.values.length} steps, fewer than the window of ${window}; take a shorter window`,
      )
    }
    const smooth =
      method === 'moving_mean'
        ? movingMean(series.values, window)
        : method === 'savitzky_golay'
          ? savitzkyGolay(series.values, window, degree)
          : whittaker(series.values, strength)
    const squares = smooth.reduce((sum, value, at) => sum + (value - series.values[at]!) ** 2, 0)
    const removed = Math.sqrt(squares / smooth.length)
    const saved = await saveSeries(context, series, {
      title: 'Smoothed values',
      columns: [
        { name: 'smoothed', unit: series.unit, values: smooth },
        { name: 'observed', unit: series.unit, values: series.values },
      ],
    })
    const how = {
      moving_mean: `a moving mean of ${window} steps, shorter at the ends`,
      savitzky_golay: `Savitzky–Golay with ${window} steps and degree ${degree}`,
      whittaker: `Whittaker’s smoother with strength ${figure(strength)}`,
    }[method]
    return {
      text: `${saved.id} holds ${series.words}${spanWords(series)} smoothed by ${how}; steps of ${series.slot}. What was taken away has a root mean square of ${figure(removed)}.`,
      numbers: [
        quantity('removed_rms', removed, { unit: differenceUnit(series.unit), dimension: 'value' }),
        ...countFigures(series, series.filled),
      ],
      layers: [saved],
      warnings: seriesWarnings(series),
      ...lineChart(series, `Smoothed ${series.words}`, smooth),
    }
  },
})
