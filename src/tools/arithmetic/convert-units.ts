import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { UNITS } from '../../trace/quantity.ts'
import type { Unit } from '../../trace/quantity.ts'
import { convertUnit, unitFamily } from '../../trace/units.ts'
import { dimensionOf } from '../support/dimensions.ts'
import { figure, quantity } from '../support/figures.ts'
import { defineTool } from '../tool.ts'

/** Units that figures do not come in: the one that they are said in, and there and back. */
const FOREIGN = {
  rad: {
    as: 'deg',
    to: (value: number) => (value * 180) / Math.PI,
    back: (value: number) => (value * Math.PI) / 180,
  },
  linear: {
    as: 'dB',
    to: (value: number) => 10 * Math.log10(value),
    back: (value: number) => 10 ** (value / 10),
  },
  degF: {
    as: 'degC',
    to: (value: number) => ((value - 32) * 5) / 9,
    back: (value: number) => (value * 9) / 5 + 32,
  },
  ft: { as: 'm', to: (value: number) => value * 0.3048, back: (value: number) => value / 0.3048 },
  mi: { as: 'km', to: (value: number) => value * 1.609344, back: (value: number) => value / 1.609344 },
} as const satisfies Record<
  string,
  { as: Unit; to: (value: number) => number; back: (value: number) => number }
>
type ForeignUnit = keyof typeof FOREIGN
type AnyUnit = Unit | ForeignUnit

const isForeign = (unit: AnyUnit): unit is ForeignUnit => unit in FOREIGN

/** Foreign units whose numbers are plain ones: a result may be in them. */
const PLAIN = ['rad', 'linear'] as const

export const convertUnitsTool = defineTool({
  name: 'convert_units',
  family: 'arithmetic',
  title: 'Convert units',
  summary:
    'A value in another unit: lengths, areas, temperatures (kelvin, Celsius), speeds, fraction and percent, decibels and linear power, radians and degrees. Unlike units are refused.',
  source: 'https://www.bipm.org/en/publications/si-brochure',
  needs: {},
  gives: { kind: 'figures' },
  measures: [{ name: 'converted', dimension: 'value' }],
  input: z.object({
    value: z.number().describe('The value to convert.'),
    from: z
      .enum([...UNITS, ...(Object.keys(FOREIGN) as ForeignUnit[])])
      .describe('Its unit. "1" is a fraction or plain number, "linear" a power ratio.'),
    to: z.enum([...UNITS, ...PLAIN]).describe('The unit wanted, of the same kind.'),
  }),
  examples: [
    { value: 300, from: 'K', to: 'degC' },
    { value: 0.02, from: 'linear', to: 'dB' },
  ],
  run({ value, from, to }, context) {
    context.signal?.throwIfAborted()
    const [source, target] = [isForeign(from) ? FOREIGN[from].as : from, isForeign(to) ? FOREIGN[to].as : to]
    if (from === 'linear' && value <= 0) {
      throw new AppError(
        'invalid_input',
        `a power ratio of ${figure(value)} has no decibels; it must be above 0`,
      )
    }
    const between = convertUnit(isForeign(from) ? FOREIGN[from].to(value) : value, source, target)
    if (between === null) {
      throw new AppError(
        'invalid_input',
        `${from} and ${to} measure different things; ${from} converts to ${kinOf(source, from).join(', ') || 'no other unit'}`,
      )
    }
    const result = from === to ? value : isForeign(to) ? FOREIGN[to].back(between) : between
    if (target === 'K' && result < 0) {
      throw new AppError(
        'invalid_input',
        `${figure(value)} ${from} lies below absolute zero; check the value and its unit`,
      )
    }
    // Radians and power ratios are plain numbers.
    const unit: Unit = isForeign(to) ? '1' : to
    return Promise.resolve({
      text: `${figure(value)} ${from} is ${figure(result)} ${to}.`,
      numbers: [
        quantity('converted', result, { unit, dimension: to === 'rad' ? 'angle' : dimensionOf(unit) }),
      ],
    })
  },
})

/** The units that one converts to. */
const kinOf = (unit: Unit, from: AnyUnit): AnyUnit[] => [
  ...unitFamily(unit).filter((each) => each !== from),
  ...PLAIN.filter((each) => FOREIGN[each].as === unit && each !== from),
]
