import { z } from 'zod'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { changeClasses } from '../../raster/kernels/change-classes.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, figure, hectares, measured, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { AppError } from '../../lib/errors.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

const CLASSES = [
  { name: 'decrease', color: '#b2182b' },
  { name: 'unchanged', color: '#e6e6e6' },
  { name: 'increase', color: '#2166ac' },
] as const

export const changeClassesTool = defineTool({
  name: 'change_classes',
  family: 'change',
  title: 'Increase, decrease or no change',
  summary:
    'Sorts a difference raster into decrease, no change and increase by a threshold either side of zero, or by standard deviations about the mean, with the area of each.',
  source: 'doi:10.1080/01431168908903939',
  needs: { layer: { kind: 'raster', quantity: ['difference', 'trend', 'score'] } },
  gives: { kind: 'raster', quantity: 'class', meaning: 'change' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
    { name: 'upper_limit', dimension: 'value' },
    { name: 'lower_limit', dimension: 'value' },
  ],
  input: z.object({
    layer: layerRef('Id of the difference raster.'),
    rule: z
      .enum(['value', 'deviations'])
      .default('deviations')
      .describe(
        'Where change begins: at a given value either side of zero (of 1 for a ratio), or at so many standard deviations either side of the mean.',
      ),
    value: slot(
      z
        .number()
        .positive()
        .optional()
        .describe('Least change that counts, above 0, in the unit of the layer; for rule "value".'),
      'threshold',
    ),
    factor: slot(
      z
        .number()
        .positive()
        .max(10)
        .default(2)
        .describe('How many standard deviations from the mean; for rule "deviations".'),
      'factor',
    ),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', rule: 'value', value: 0.1 }],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.layer)
    const { signal } = context
    const byValue = input.rule === 'value'
    const summary = await summarise(source, {
      signal,
      progress: (fraction) => context.progress(fraction / 2, 'reading'),
    })
    if (summary.valid === 0) throw nothingValid(layer.id)
    const reach = byValue ? valueOf(input.value) : input.factor * summary.std
    // A ratio of 1 is no change.
    const standstill = meaningOf(layer) === 'ratio' ? 1 : 0
    const middle = byValue ? standstill : summary.mean
    const [lower, upper] = [middle - reach, middle + reach]
    const classes = tap(changeClasses(source, lower, upper), {
      areas: new CodeAreaReducer(cellArea(source.grid)),
    })
    const saved = await context.saveRaster(
      {
        title: `classes of change ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'class', meaning: 'change' },
        unit: '1',
        date: layer.date,
        style: {
          ramp: 'classes',
          classes: CLASSES.map(({ name, color }, index) => ({ code: index + 1, label: name, color })),
        },
      },
      classes.source,
      'uint8',
    )
    const { codes, nodata } = (await classes.finish({ signal })).areas
    const areaOf = (index: number) => codes.get(index + 1)?.area ?? 0
    const total = areaOf(0) + areaOf(1) + areaOf(2)
    const on = { layer: saved.id }
    const report = leftOutReport({ nodata })
    return {
      text: [
        `${saved.id} sorts ${meaningOf(layer)} of ${layer.id}:`,
        CLASSES.map(
          ({ name }, index) =>
            `${name} ${figure(areaOf(index) / 10_000)} ha (${figure(shareOf(areaOf(index), total) * 100)} %)`,
        ).join(', ') + '.',
        byValue
          ? `Decrease is at or below ${figure(lower)}, increase at or above ${figure(upper)}.`
          : `Decrease is at or below ${figure(lower)}, increase at or above ${figure(upper)}: ${figure(input.factor)} standard deviations of ${figure(summary.std)} either side of the mean of ${figure(summary.mean)}.`,
      ].join(' '),
      numbers: [
        ...CLASSES.flatMap(({ name }, index) => [
          hectares('area', areaOf(index), { group: name, ...on }),
          percent('share', shareOf(areaOf(index), total), { group: name, ...on }),
          count('pixels', codes.get(index + 1)?.pixels ?? 0, { group: name, ...on }),
        ]),
        measured('lower_limit', lower, layer.unit, { layer: layer.id }),
        measured('upper_limit', upper, layer.unit, { layer: layer.id }),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...areaNotes(source.grid), ...report.warnings],
      chart: {
        kind: 'bars',
        title: 'Area by change',
        unit: 'ha',
        rows: CLASSES.map(({ name, color }, index) => ({
          label: name,
          value: areaOf(index) / 10_000,
          color,
        })),
      },
    }
  },
})

function valueOf(value: number | undefined): number {
  if (value !== undefined) return value
  throw new AppError(
    'invalid_input',
    'no value was given for rule "value"; give the least change that counts, or the rule "deviations"',
  )
}
