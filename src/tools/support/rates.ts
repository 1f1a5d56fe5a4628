import { AppError } from '../../lib/errors.ts'
import type { Quantity, Unit } from '../../trace/quantity.ts'
import { UNIT_SIGNS } from '../../trace/units.ts'
import { figure, quantity } from './figures.ts'

/** Unit of a change a year of values in each unit, and the factor to it. Plain numbers of any kind change by numbers. */
const YEARLY: Readonly<Partial<Record<Unit, readonly [unit: Unit, factor: number]>>> = {
  '1': ['1/year', 1], count: ['1/year', 1], px: ['1/year', 1], DN: ['1/year', 1], 'm3/m3': ['1/year', 1],
  '%': ['%/year', 1], K: ['K/year', 1], degC: ['K/year', 1], dB: ['dB/year', 1], m: ['m/year', 1], km: ['m/year', 1000],
  cm: ['mm/year', 10], mm: ['mm/year', 1], ha: ['ha/year', 1], km2: ['km2/year', 1], m2: ['ha/year', 1e-4],
  days: ['days/year', 1], MW: ['MW/year', 1], NTU: ['NTU/year', 1],
} // prettier-ignore

/** What a change of values in `unit` is told by: a year of 365.25 days where the values have dates, else a step. */
export interface Pace {
  readonly unit: Unit
  readonly factor: number
  /** 'K a year', 'ha a step', 'a step'. */
  readonly words: string
}

/** Throws invalid_input where a change a year of this unit has no unit of its own. */
export function paceOf({ unit, dates }: { readonly unit: Unit; readonly dates: unknown }): Pace {
  // What is left of a Celsius scale in a difference is a kelvin.
  if (dates === null) {
    const kept = unit === 'degC' ? 'K' : unit
    return { unit: kept, factor: 1, words: `${UNIT_SIGNS[kept]} a step`.trim() }
  }
  const yearly = YEARLY[unit]
  if (!yearly) {
    throw new AppError(
      'invalid_input',
      `a change a year of values in ${unit} has no unit here; convert them first, or give them as a list`,
    )
  }
  return {
    unit: yearly[0],
    factor: yearly[1],
    words: yearly[0] === '1/year' ? 'a year' : UNIT_SIGNS[yearly[0]],
  }
}

/** A change a unit of time (years or steps) as a figure. */
export const rateFigure = (
  name: string,
  change: number,
  pace: Pace,
  extra: Partial<Quantity> = {},
): Quantity => quantity(name, change * pace.factor, { unit: pace.unit, dimension: 'rate', ...extra })

/** '0.0231 a year', '3 ha a step'. */
export const rateWords = (change: number, pace: Pace): string =>
  `${figure(change * pace.factor)} ${pace.words}`

/** Unit of a difference of two values in this unit: what is left of degrees Celsius is a kelvin. */
export const differenceUnit = (unit: Unit): Unit => (unit === 'degC' ? 'K' : unit)
