import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { Feature } from '../tool.ts'
import { count, counted, figure } from '../support/figures.ts'
import { shapedLayer, vectorLayer } from '../support/features.ts'
import { SIDE_WORDS } from '../support/threshold-choice.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

const HOLDS = {
  at_or_above: (value: number, limit: number) => value >= limit,
  above: (value: number, limit: number) => value > limit,
  at_or_below: (value: number, limit: number) => value <= limit,
  below: (value: number, limit: number) => value < limit,
} as const

export const selectFeaturesTool = defineTool({
  name: 'select_features',
  family: 'vectors',
  title: 'Select features by a number',
  summary:
    'Keeps the features of a vector layer whose number in a column lies on one side of a limit, or the largest few: polygons above 10 ha, fires above 50 MW, the five largest patches.',
  source: 'https://www.rfc-editor.org/rfc/rfc7946#section-3.2',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [{ name: 'selected', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the vector layer.'),
    column: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/)
      .optional()
      .describe(
        'Column of numbers to select by, such as area_ha; by default area_ha, else the first column of numbers.',
      ),
    side: slot(
      z
        .enum(['at_or_above', 'above', 'at_or_below', 'below'])
        .default('at_or_above')
        .describe('Which side of the limit is kept.'),
      'side',
    ),
    value: slot(z.number().optional().describe('The limit, in the unit of the column.'), 'threshold'),
    top: slot(
      z.int().min(1).max(100_000).optional().describe('Keep this many of the largest, after the limit.'),
      'top',
    ),
  }),
  examples: [
    { layer: 'layer-1', value: 1 },
    { layer: 'layer-1', column: 'area_ha', top: 5 },
  ],
  async run(input, context) {
    const { layer, features } = await shapedLayer(context, input.layer)
    if (input.value === undefined && input.top === undefined) {
      throw new AppError(
        'invalid_input',
        'nothing to select by was given; give a value, or how many of the largest to keep',
      )
    }
    const all = features.map(({ feature }) => feature)
    const column = columnOf(all, input.column, input.layer)
    const numbers = all.flatMap((feature) => {
      const value = feature.properties[column]
      return typeof value === 'number' ? [{ feature, value }] : []
    })
    const { value: limit } = input
    const inside =
      limit === undefined ? numbers : numbers.filter(({ value }) => HOLDS[input.side](value, limit))
    // Sorting is stable: equal ones stay in their order.
    const kept =
      input.top === undefined ? inside : inside.toSorted((a, b) => b.value - a.value).slice(0, input.top)
    const saved = await context.saveVector(vectorLayer(`selected from ${input.layer}`, layer, layer.unit), {
      type: 'FeatureCollection',
      features: kept.map(({ feature }) => feature),
    })
    const without = all.length - numbers.length
    return {
      text:
        `${saved.id} keeps ${counted(kept.length, 'feature')} of the ${all.length} of ${input.layer}` +
        (limit === undefined ? '' : ` whose ${column} ${SIDE_WORDS[input.side]} ${figure(limit)}`) +
        (input.top === undefined ? '' : `, the largest ${input.top} by ${column} at most`) +
        `${kept.length === 0 ? '; it is empty' : ''}.`,
      numbers: [count('selected', kept.length, { layer: saved.id })],
      layers: [saved],
      warnings:
        without === 0
          ? []
          : [`${counted(without, 'feature')} of ${input.layer} without a number in ${column} left out.`],
    }
  },
})

/** Throws invalid_input, naming the columns that there are. */
function columnOf(features: readonly Feature[], wanted: string | undefined, id: string): string {
  const columns = [
    ...new Set(
      features.flatMap(({ properties }) =>
        Object.keys(properties).filter((name) => typeof properties[name] === 'number'),
      ),
    ),
  ]
  const chosen = wanted ?? (columns.includes('area_ha') ? 'area_ha' : columns[0])
  if (chosen !== undefined && columns.includes(chosen)) return chosen
  throw new AppError(
    'invalid_input',
    columns.length === 0
      ? `the features of ${id} have no column of numbers to select by; measure them first, such as by area_of_features`
      : `${id} has no column of numbers of that name; it has ${columns.join(', ')}`,
    { layer: id },
  )
}
