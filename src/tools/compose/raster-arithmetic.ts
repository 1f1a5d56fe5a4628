import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { expressionSource } from '../../raster/expression/expression-source.ts'
import type { Port } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import { differenceUnit } from '../support/rates.ts'
import { alignOnto } from '../support/align.ts'
import { figure } from '../support/figures.ts'
import { laterDate, whenOf } from '../support/naming.ts'
import {
  ANY_RASTER,
  bandArgument,
  rawWarningsOf,
  readLayer,
  type ReadLayer,
} from '../statistics/any-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { COMPOSED_MEASURES, saveComposed } from './save-composed.ts'

const OPERATIONS = {
  add: { formula: (second: string) => `a + ${second}`, words: 'plus' },
  subtract: { formula: (second: string) => `a - ${second}`, words: 'minus' },
  multiply: { formula: (second: string) => `a * ${second}`, words: 'times' },
  divide: { formula: (second: string) => `a / ${second}`, words: 'divided by' },
  min: { formula: (second: string) => `min(a, ${second})`, words: 'or, where lower,' },
  max: { formula: (second: string) => `max(a, ${second})`, words: 'or, where higher,' },
} as const
type Operation = keyof typeof OPERATIONS

export const rasterArithmeticTool = defineTool({
  name: 'raster_arithmetic',
  family: 'compose',
  title: 'Arithmetic of rasters',
  summary:
    'Adds, subtracts, multiplies or divides two rasters pixel by pixel, or a raster and a number, or takes the lower or higher of both: the first is left of the sign.',
  source: 'https://gdal.org/en/stable/programs/gdal_calc.html',
  needs: { first: ANY_RASTER, second: ANY_RASTER },
  gives: { kind: 'raster', quantity: 'index' },
  measures: COMPOSED_MEASURES,
  input: z.object({
    first: layerRef('Id of the raster on the left of the sign.'),
    operation: z
      .enum(['add', 'subtract', 'multiply', 'divide', 'min', 'max'])
      .describe(
        'What is done: first plus, minus, times or divided by second, or the lower or higher of both.',
      ),
    second: layerRef('Id of the raster on the right of the sign; leave it out for a number.').optional(),
    number: z
      .number()
      .min(-1e12)
      .max(1e12)
      .optional()
      .describe('Number on the right of the sign, instead of a second raster.'),
    band: bandArgument,
  }),
  examples: [
    { first: 'layer-1', operation: 'subtract', second: 'layer-2', band: 'nir' },
    { first: 'layer-1', operation: 'multiply', number: 0.1 },
  ],
  async run(input, context) {
    const first = await readLayer(
      context,
      input.first,
      context.layer(input.first).scene ? input.band : undefined,
    )
    const { words, formula } = OPERATIONS[input.operation]
    if ((input.second === undefined) === (input.number === undefined)) {
      throw new AppError('invalid_input', 'give either a second raster or a number, one of both')
    }
    const second =
      input.second === undefined
        ? null
        : await readLayer(context, input.second, context.layer(input.second).scene ? input.band : undefined)
    if (input.operation === 'divide' && input.number === 0) {
      throw new AppError('invalid_input', 'nothing can be divided by 0; give another number')
    }
    const aligned = second
      ? alignOnto(
          { grid: first.source.grid, id: input.first },
          {
            source: second.source,
            id: second.layer.id,
            holds: isCodes(second.layer.port) ? 'classes' : 'values',
          },
        )
      : null
    const right = second ? second.layer.id : figure(input.number!)
    const unit = unitOf(input.operation, first, second)
    const source = expressionSource(formula(second ? 'b' : `(${input.number!})`), {
      a: first.source,
      ...(aligned ? { b: aligned.source } : {}),
    })
    const composed = await saveComposed(context, source, {
      title: `${input.operation} ${whenOf(first.layer)}${second ? ` ${whenOf(second.layer)}` : ''}`,
      port: portOf(input.operation, first, second),
      unit,
      date: second ? laterDate(first.layer, second.layer) : first.layer.date,
    })
    const notes = aligned?.note ? [aligned.note] : []
    return {
      text: [`${composed.saved.id} is ${input.first} ${words} ${right}: ${composed.words}.`, ...notes].join(
        ' ',
      ),
      numbers: composed.numbers,
      layers: [composed.saved],
      warnings: [...notes, ...rawWarningsOf(second ? [first, second] : [first]), ...composed.warnings],
    }
  },
})

const isCodes = (port: Port) =>
  port.kind === 'raster' && [port.quantity].flat().some((each) => each === 'mask' || each === 'class')

/** The unit of the result. Throws invalid_input for sums of unlike units and for results whose unit has no name here. */
function unitOf(operation: Operation, first: ReadLayer, second: ReadLayer | null): Unit {
  if (!second) return first.unit
  if (operation === 'multiply' || operation === 'divide') {
    if (second.unit === '1') return first.unit
    if (operation === 'divide' && first.unit === second.unit) return '1'
    if (operation === 'multiply' && first.unit === '1') return second.unit
    throw new AppError(
      'invalid_input',
      `${first.layer.id} is in ${first.unit} and ${second.layer.id} in ${second.unit}; their ${operation === 'divide' ? 'ratio' : 'product'} has a unit that is not known here. Use band_maths, which gives plain numbers`,
    )
  }
  if (first.unit === second.unit) return operation === 'subtract' ? differenceUnit(first.unit) : first.unit
  throw new AppError(
    'invalid_input',
    `${first.layer.id} is in ${first.unit} and ${second.layer.id} in ${second.unit}; only rasters of one unit can be added, subtracted or compared`,
  )
}

/** Sums, extremes and multiples stay what they are; a difference is one; all else is a plain index. */
function portOf(
  operation: Operation,
  first: ReadLayer,
  second: ReadLayer | null,
): Extract<Port, { kind: 'raster' }> {
  const { port } = first.layer
  const isSame = !second || second.what === first.what
  const quantity = port.kind === 'raster' && typeof port.quantity === 'string' ? port.quantity : 'index'
  const isPlain = !isCodes(port) && quantity !== 'raw' && port.kind === 'raster' && port.meaning !== undefined
  if (operation === 'subtract' && second && isSame && isPlain) {
    return { kind: 'raster', quantity: 'difference', meaning: `d${first.what}` }
  }
  const isKept = isSame && isPlain && (!second || (operation !== 'multiply' && operation !== 'divide'))
  return isKept
    ? { kind: 'raster', quantity, meaning: first.what }
    : { kind: 'raster', quantity: 'index', meaning: 'arithmetic' }
}
