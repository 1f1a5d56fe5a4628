import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { valuesWhere } from '../../raster/kernels/conditions.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import { reduce } from '../../raster/reduce.ts'
import { alignOnto } from '../support/align.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { defineTool, layerRef, slot } from '../tool.ts'
import {
  ANY_RASTER,
  bandArgument,
  rawWarningsOf,
  readLayers,
  TEST_WORDS,
  testArgument,
  unitSign,
} from './any-raster.ts'
import type { ReadLayer } from './any-raster.ts'

const list = (of: string) =>
  z.array(layerRef('Id of a raster.')).min(1).max(400).describe(`Ids of one or several rasters ${of}.`)

export const conditionalStatisticsTool = defineTool({
  name: 'conditional_statistics',
  family: 'statistics',
  title: 'Statistics where a condition holds',
  summary:
    'Mean, spread and extremes of one raster over the pixels where another is on one side of a threshold, such as surface temperature where ndvi is above 0.6. ' +
    'Lists of dates are paired by date and pooled.',
  source: 'doi:10.1080/00031305.1983.10483115',
  needs: {
    values: { kind: 'rasters', of: ANY_RASTER },
    conditions: { kind: 'rasters', of: ANY_RASTER },
  },
  gives: { kind: 'figures' },
  measures: [
    ...['mean', 'std', 'min', 'max'].map((name) => ({ name, dimension: 'value' as const })),
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    values: list('to measure'),
    conditions: list('that decide, as many as there are values'),
    threshold: slot(z.number().describe('Threshold on the deciding rasters.'), 'threshold'),
    test: testArgument('at_or_above'),
    value_band: bandArgument,
    condition_band: bandArgument,
    lowest: z.number().optional().describe('Values below this are left out, such as fill values.'),
    highest: z.number().optional().describe('Values above this are left out.'),
  }),
  examples: [
    { values: ['layer-1'], conditions: ['layer-2'], threshold: 0.3 },
    {
      values: ['layer-1', 'layer-2'],
      conditions: ['layer-3', 'layer-4'],
      threshold: 300,
      test: 'above',
      lowest: 0,
      highest: 1,
    },
  ],
  async run(input, context) {
    const { threshold, test, lowest, highest } = input
    const values = await readLayers(context, input.values, input.value_band)
    const conditions = await readLayers(context, input.conditions, input.condition_band)
    const pairs = pairUp(values, conditions)
    const { unit, what } = values[0]!
    const summary = new SummaryReducer()
    const notes: string[] = []
    for (const [place, { value, condition }] of pairs.entries()) {
      const aligned = alignOnto(
        { grid: value.source.grid, id: value.layer.id },
        { source: condition.source, id: condition.layer.id, holds: 'values' },
      )
      if (aligned.note) notes.push(aligned.note)
      const where = valuesWhere(value.source, aligned.source, {
        test,
        threshold,
        ...(lowest === undefined ? {} : { lowest }),
        ...(highest === undefined ? {} : { highest }),
      })
      await reduce(
        where,
        { summary },
        {
          signal: context.signal,
          progress: (fraction) => context.progress((place + fraction) / pairs.length),
        },
      )
    }
    const { valid, mean, std, min, max } = summary.result()
    const rule = `${conditions[0]!.what} is ${TEST_WORDS[test]} ${figure(threshold)}${unitSign(conditions[0]!.unit)}`
    if (valid === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel with a value lies where ${rule}; give another threshold, or layers that overlap`,
      )
    }
    const on = { layer: values[0]!.layer.id }
    const alone = values.length + conditions.length - 2 * pairs.length
    const told =
      notes.length > 2 ? [`${notes.length} rasters were brought on to the grid of their partner.`] : notes
    return {
      text: [
        `${what} where ${rule}, over ${counted(valid, 'pixel')} of ${counted(pairs.length, 'pair')} of rasters: mean ${figure(mean)}, standard deviation ${figure(std)}, from ${figure(min)} to ${figure(max)}${unitSign(unit)}.`,
        ...told,
      ].join(' '),
      numbers: [
        measured('mean', mean, unit, on),
        measured('std', std, unit, on),
        measured('min', min, unit, on),
        measured('max', max, unit, on),
        count('pixels', valid, on),
        count('pairs', pairs.length, on),
      ],
      warnings: [
        ...(alone > 0
          ? [`${counted(alone, 'layer')} have no partner of the same date and are left out.`]
          : []),
        ...told,
        ...rawWarningsOf([...values, ...conditions]),
      ],
    }
  },
})

interface Pair {
  readonly value: ReadLayer
  readonly condition: ReadLayer
}

/** By date where each list has one layer a date; else in the order given. Throws invalid_input. */
function pairUp(values: readonly ReadLayer[], conditions: readonly ReadLayer[]): readonly Pair[] {
  if (values.length === 1 && conditions.length === 1) {
    return [{ value: values[0]!, condition: conditions[0]! }]
  }
  const byDate = new Map(conditions.map((each) => [each.layer.date, each]))
  if (isOneADate(values) && isOneADate(conditions)) {
    const pairs = values.flatMap((value) => {
      const condition = byDate.get(value.layer.date)
      return condition ? [{ value, condition }] : []
    })
    if (pairs.length > 0) return pairs
    throw new AppError('invalid_input', 'no date occurs in both lists; give layers of the same dates')
  }
  if (values.length !== conditions.length) {
    throw new AppError(
      'invalid_input',
      `${values.length} rasters to measure and ${conditions.length} that decide cannot be paired, as not each has a date of its own; give as many of both`,
    )
  }
  return values.map((value, place) => ({ value, condition: conditions[place]! }))
}

const isOneADate = (layers: readonly ReadLayer[]) => {
  const dates = layers.map(({ layer }) => layer.date)
  return !dates.includes(null) && new Set(dates).size === dates.length
}
