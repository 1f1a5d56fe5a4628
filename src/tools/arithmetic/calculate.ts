import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { UNITS } from '../../trace/quantity.ts'
import type { Unit } from '../../trace/quantity.ts'
import { convertUnit, UNIT_SIGNS } from '../../trace/units.ts'
import { dimensionOf } from '../support/dimensions.ts'
import { figure, quantity } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { defineTool } from '../tool.ts'

const unit = z.enum(UNITS).default('1')

interface Operand {
  readonly value: number
  readonly unit: Unit
}

export const calculateTool = defineTool({
  name: 'calculate',
  family: 'arithmetic',
  title: 'Calculate',
  summary:
    'One step of arithmetic on one or two numbers with their units: add, subtract (a − b), multiply, divide (a / b), percent change (from a to b), absolute difference, ratio (a / b), power (a to the b), round, ceil or floor.',
  source: 'https://www.bipm.org/en/publications/si-brochure',
  needs: {},
  gives: { kind: 'figures' },
  measures: [{ name: 'result', dimension: 'value' }],
  input: z.object({
    operation: z
      .enum([
        'add',
        'subtract',
        'multiply',
        'divide',
        'percent_change',
        'absolute_difference',
        'ratio',
        'power',
        'round',
        'ceil',
        'floor',
      ])
      .describe('What to do; a comes first: a − b, a / b, the change from a to b.'),
    a: z.number().describe('The first number.'),
    b: z.number().optional().describe('The second number; none for round, ceil and floor.'),
    unit: unit.describe('Unit of a.'),
    unit_b: z
      .enum(UNITS)
      .optional()
      .describe('Unit of b. Without it that of a where the two must be alike, else a plain number.'),
    decimals: z.number().int().min(0).max(10).default(0).describe('Decimal places of round, ceil and floor.'),
  }),
  examples: [
    { operation: 'subtract', a: 12.5, b: 4 },
    { operation: 'percent_change', a: 200, b: 250, unit: 'ha' },
  ],
  run({ operation, decimals, ...input }, context) {
    context.signal?.throwIfAborted()
    const a: Operand = { value: input.a, unit: input.unit }
    if (operation === 'round' || operation === 'ceil' || operation === 'floor') {
      if (input.b !== undefined) {
        throw new AppError(
          'invalid_input',
          `${operation} takes one number; leave b out and give the places as decimals`,
        )
      }
      const value = roundTo(a.value, operation, decimals)
      return Promise.resolve(
        told(`${operation} of ${said(a)}${decimals > 0 ? ` to ${decimals} decimal places` : ''}`, {
          value,
          unit: a.unit,
        }),
      )
    }
    if (input.b === undefined) {
      throw new AppError('invalid_input', `${operation} needs two numbers; give b`)
    }
    const alike = operation !== 'multiply' && operation !== 'divide' && operation !== 'power'
    const b: Operand = { value: input.b, unit: input.unit_b ?? (alike ? a.unit : '1') }
    return Promise.resolve(
      alike ? told(...compared(operation, a, inUnitOf(b, a))) : told(...scaled(operation, a, b)),
    )
  },
})

type Told = readonly [words: string, result: Operand]

function compared(
  operation: 'add' | 'subtract' | 'percent_change' | 'absolute_difference' | 'ratio',
  a: Operand,
  b: Operand,
): Told {
  switch (operation) {
    case 'add':
      return [`${said(a)} + ${said(b)}`, { value: a.value + b.value, unit: a.unit }]
    case 'subtract':
      return [`${said(a)} − ${said(b)}`, { value: a.value - b.value, unit: differenceUnit(a.unit) }]
    case 'absolute_difference':
      return [
        `|${said(a)} − ${said(b)}|`,
        { value: Math.abs(a.value - b.value), unit: differenceUnit(a.unit) },
      ]
    case 'percent_change':
      refuseScale(a)
      refuseZero(a, 'a, which the change is a percentage of,')
      return [
        `the change from ${said(a)} to ${said(b)}`,
        { value: ((b.value - a.value) / Math.abs(a.value)) * 100, unit: '%' },
      ]
    case 'ratio':
      refuseScale(a)
      refuseZero(b, 'b')
      return [`${said(a)} over ${said(b)}`, { value: a.value / b.value, unit: '1' }]
  }
}

function scaled(operation: 'multiply' | 'divide' | 'power', a: Operand, b: Operand): Told {
  if (operation === 'multiply') {
    return [`${said(a)} × ${said(b)}`, product(a, b)]
  }
  if (operation === 'divide') {
    refuseZero(b, 'b')
    return [`${said(a)} / ${said(b)}`, quotient(a, b)]
  }
  if (b.unit !== '1')
    throw new AppError('invalid_input', `an exponent is a plain number, and b is in ${b.unit}`)
  const value = a.value ** b.value
  if (!Number.isFinite(value)) {
    throw new AppError(
      'invalid_input',
      `${figure(a.value)} to the power ${figure(b.value)} is no real number that can be written`,
    )
  }
  if (a.unit !== '1' && !(a.unit === 'm' && b.value === 2)) {
    throw new AppError(
      'invalid_input',
      `${a.unit} to the power ${figure(b.value)} has no unit here; give plain numbers`,
    )
  }
  return [`${said(a)} to the power ${figure(b.value)}`, { value, unit: a.unit === 'm' ? 'm2' : '1' }]
}

/** Numbers that only say how many: they leave the other one its unit. */
const isPlain = ({ unit }: Operand) => unit === '1' || unit === 'count' || unit === 'px'
/** A share is a part of one. */
const plain = (operand: Operand): Operand =>
  operand.unit === '%' ? { value: operand.value / 100, unit: '1' } : operand

function product(first: Operand, second: Operand): Operand {
  // A share of a share stays a share of one.
  const [a, b] = [plain(first), plain(second)]
  const value = a.value * b.value
  if (isPlain(b)) return { value, unit: a.unit }
  if (isPlain(a)) return { value, unit: b.unit }
  const [metresA, metresB] = [a, b].map((each) => convertUnit(each.value, each.unit, 'm'))
  if (metresA !== null && metresB !== null) return { value: metresA! * metresB!, unit: 'm2' }
  throw new AppError(
    'invalid_input',
    `${a.unit} times ${b.unit} has no unit here; convert one of them to a plain number`,
  )
}

function quotient(first: Operand, second: Operand): Operand {
  const b = plain(second)
  if (isPlain(b) && !isPlain(first)) return { value: first.value / b.value, unit: first.unit }
  const a = plain(first)
  if (isPlain(a) && isPlain(b)) return { value: a.value / b.value, unit: '1' }
  const same = convertUnit(b.value, b.unit, a.unit)
  if (same === null) {
    throw new AppError(
      'invalid_input',
      `${a.unit} over ${b.unit} has no unit here; give two of one kind, or a plain number as b`,
    )
  }
  refuseScale(a)
  return { value: a.value / same, unit: '1' }
}

function inUnitOf(b: Operand, a: Operand): Operand {
  const value = convertUnit(b.value, b.unit, a.unit)
  if (value !== null) return { value, unit: a.unit }
  throw new AppError(
    'invalid_input',
    `a is in ${a.unit} and b in ${b.unit}, which measure different things; give two of one kind`,
  )
}

function refuseZero({ value }: Operand, which: string): void {
  if (value === 0)
    throw new AppError(
      'invalid_input',
      `${which} is 0, and nothing can be divided by it; take a difference instead`,
    )
}

/** Degrees Celsius start at an agreed point, so that ratios of them say nothing. */
function refuseScale({ unit }: Operand): void {
  if (unit === 'degC')
    throw new AppError(
      'invalid_input',
      'a ratio of degrees Celsius says nothing, for their zero is agreed; convert both to kelvin or take a difference',
    )
}

/** Halves go away from 0. */
function roundTo(value: number, operation: 'round' | 'ceil' | 'floor', decimals: number): number {
  // By the decimal digits, so that 1.005 is not taken for 1.00499….
  const shifted = Number(`${Math.abs(value)}e${decimals}`)
  const size = Number.isNaN(shifted) ? Math.abs(value) * 10 ** decimals : shifted
  const up =
    operation === 'round'
      ? Math.round(size)
      : (operation === 'ceil') === value >= 0
        ? Math.ceil(size)
        : Math.floor(size)
  return (Math.sign(value) * up) / 10 ** decimals || 0
}

const said = ({ value, unit }: Operand) => `${figure(value)} ${UNIT_SIGNS[unit]}`.trim()

function told(words: string, result: Operand) {
  if (!Number.isFinite(result.value)) {
    throw new AppError('invalid_input', 'the result is too large to be written; give smaller numbers')
  }
  return {
    text: `${words} is ${said(result)}.`,
    numbers: [quantity('result', result.value, { unit: result.unit, dimension: dimensionOf(result.unit) })],
  }
}
