import { AppError } from '../../lib/errors.ts'
import { UNITS, type Unit } from '../../trace/quantity.ts'

/** The unit of a slope per year of values in `unit`. Throws invalid_input where there is none. */
export function perYear(unit: Unit): Unit {
  // A difference of 1 °C is one of 1 K.
  const wanted = `${unit === 'degC' ? 'K' : unit}/year`
  const found = UNITS.find((each) => each === wanted)
  if (found) return found
  throw new AppError(
    'invalid_input',
    `a change a year of values in ${unit} has no unit here; give rasters in plain numbers, K, dB, m or mm, or scale them first`,
  )
}
