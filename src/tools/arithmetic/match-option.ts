import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { UNITS } from '../../trace/quantity.ts'
import type { Unit } from '../../trace/quantity.ts'
import { figure } from '../support/figures.ts'
import { optionWords } from '../support/option-words.ts'
import { convertUnit } from '../../trace/units.ts'
import { defineTool } from '../tool.ts'

const unit = z.enum(UNITS).optional()

const options = z
  .array(
    z.object({
      label: z.string().min(1).max(16).describe('Label of the option, such as "B".'),
      text: z.string().max(400).describe('Text of the option.'),
      value: z.number().optional().describe('The number in the option, where it has one.'),
      unit: unit.describe('Unit of that number.'),
    }),
  )
  .min(2)
  .max(20)
  .describe('The options to choose from.')

type Option = z.output<typeof options>[number]
interface Near {
  readonly option: Option
  /** In the option's own unit. */
  readonly distance: number
}

export const matchOptionTool = defineTool({
  name: 'match_option',
  family: 'arithmetic',
  title: 'Match an option',
  summary: 'Finds the option that agrees with a measured value or word.',
  source: 'https://www.bipm.org/en/publications/si-brochure',
  needs: {},
  gives: { kind: 'figures' },
  measures: [
    { name: 'option', dimension: 'text' },
    { name: 'distance', dimension: 'value' },
  ],
  input: z.object({
    value: z.number().optional().describe('The measured value, to be matched with the nearest option.'),
    unit: unit.describe('Unit of the measured value.'),
    label: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The measured word, such as a sector or class name.'),
    options,
  }),
  examples: [
    {
      value: 8026.11,
      unit: 'ha',
      options: [
        { label: 'A', text: '80.3 km²', value: 80.3, unit: 'km2' },
        { label: 'B', text: '12 km²', value: 12, unit: 'km2' },
      ],
    },
    {
      label: 'NE',
      options: [
        { label: 'A', text: 'to the north-east' },
        { label: 'B', text: 'to the south' },
      ],
    },
  ],
  internal: true,
  run(input, context) {
    context.signal?.throwIfAborted()
    const { option, distance, unit } =
      input.value !== undefined
        ? nearest(input.value, input.unit, input.options)
        : { ...worded(input.label, input.options), unit: undefined }
    return Promise.resolve({
      text: `Option ${option.label} agrees${distance === 0 ? '' : `, off by ${figure(distance)}${unit && unit !== '1' ? ` ${unit}` : ''}`}.`,
      numbers: [{ name: 'distance', value: distance, unit: unit ?? '1', dimension: 'value' }],
      labels: [{ name: 'option', value: option.label }],
    })
  },
})

/** The option whose number is nearest, in the option's own unit; angles are compared round the circle. */
function nearest(value: number, from: Unit | undefined, all: readonly Option[]) {
  const ranked = all
    .flatMap((option) => {
      if (option.value === undefined) return []
      const to = option.unit ?? from
      const converted = from === undefined || to === undefined ? value : convertUnit(value, from, to)
      if (converted === null) return []
      return [{ option, distance: distanceOf(converted, option.value, to), unit: to }]
    })
    // Options may be in different units: compare them as parts of the option's own number.
    .sort((first, second) => relative(first) - relative(second))
  const [best, next] = ranked
  if (!best) {
    throw new AppError(
      'invalid_input',
      `no option holds a number that can be compared with ${amount(value, from)}`,
    )
  }
  if (isFar(best, value, from)) {
    throw new AppError('invalid_input', `no option is near ${amount(value, from)}`)
  }
  if (next && relative(next) === relative(best)) {
    throw new AppError(
      'invalid_input',
      `options ${best.option.label} and ${next.option.label} are equally near`,
    )
  }
  return best
}

/** Angles have no size of their own: a quarter turn's half is as far as one may be from a compass point. */
const FARTHEST_ANGLE = 45

/** True where the nearest option is off by more than half of what was measured: then it is another thing. */
function isFar({ option, distance }: Near, value: number, from: Unit | undefined): boolean {
  const unit = option.unit ?? from
  if (unit === 'deg') return distance > FARTHEST_ANGLE
  // Kelvin, whose zero is one: half of 2 °C says nothing.
  const base = unit === 'degC' ? 'K' : unit
  const size = from === undefined || base === undefined ? value : convertUnit(value, from, base)
  return distance > Math.abs(size ?? value) / 2
}

const UNIT_WORDS: Readonly<Partial<Record<Unit, string>>> = {
  '1': '', count: '', deg: '°', '%': ' %', km2: ' km²', m2: ' m²', degC: ' °C', px: ' pixels',
} // prettier-ignore

/** 8026.11 ha → '8,026.1 ha'. */
const amount = (value: number, unit: Unit | undefined): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 5 }) +
  (unit === undefined ? '' : (UNIT_WORDS[unit] ?? ` ${unit}`))

const relative = ({ option, distance }: Near) => {
  const unitSize = option.unit === undefined ? 1 : (convertUnit(1, option.unit, baseOf(option.unit)) ?? 1)
  return distance * unitSize
}

const baseOf = (unit: Unit): Unit =>
  unit === 'ha' || unit === 'km2' ? 'm2' : unit === 'km' ? 'm' : unit === '%' ? '1' : unit

function distanceOf(value: number, other: number, unit: Unit | undefined): number {
  const apart = Math.abs(value - other)
  return unit === 'deg' ? Math.min(apart % 360, 360 - (apart % 360)) : apart
}

const COMPASS: Readonly<Record<string, string>> = {
  N: 'north', NE: 'north-east', E: 'east', SE: 'south-east', S: 'south', SW: 'south-west', W: 'west', NW: 'north-west',
} // prettier-ignore

/** 'moderate_low' → 'moderate low', 'NE' → 'north-east'. */
const sayable = (label: string): string => COMPASS[label] ?? label.replaceAll('_', ' ')

/** The option whose words are those of the label, or the only one that holds them. */
function worded(label: string | undefined, all: readonly Option[]): { option: Option; distance: number } {
  if (label === undefined) {
    throw new AppError(
      'invalid_input',
      'neither a value nor a label was given; give the one that was measured',
    )
  }
  const wanted = optionWords(label)
  const same = all.filter((option) => optionWords(option.text).join(' ') === wanted.join(' '))
  const holding = all.filter((option) => {
    const words = optionWords(option.text)
    return wanted.every((word) => words.includes(word))
  })
  const [found, other] = same.length > 0 ? same : holding
  if (!found || other) {
    throw new AppError(
      'invalid_input',
      found
        ? `${holding.length} options say “${sayable(label)}”, which is what was measured`
        : `no option says “${sayable(label)}”, which is what was measured`,
    )
  }
  return { option: found, distance: 0 }
}
