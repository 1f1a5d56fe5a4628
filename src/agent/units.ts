import type { Unit } from '../trace/quantity.ts'
import { UNIT_SIGNS } from '../trace/units.ts'

const DECIMALS: Readonly<Partial<Record<Unit, number>>> = {
  '1/year': 4, '1/day': 5, ha: 1, acre: 1, km2: 3, m2: 0, '%': 2, deg: 1, m: 0, km: 2, K: 2, degC: 2, px: 0, count: 0, days: 0, dB: 2, '1': 4,
} // prettier-ignore

/** Digits that an area or length as large as a sea can still be told by: '1,106,875 km²' and no thousandth of one. */
const DIGITS = 6
const decimalsLeft = (value: number): number =>
  Math.abs(value) < 1 ? Infinity : Math.max(0, DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))))

/** '8,026.1 ha': grouped by thousands, rounded as the unit is usually read; small values keep three digits. */
export function formatQuantity(value: number, unit: Unit): string {
  const usual = DECIMALS[unit] ?? 2
  const needed = value !== 0 && Math.abs(value) < 1 ? Math.ceil(-Math.log10(Math.abs(value))) + 2 : 0
  const wanted = Math.min(8, Math.max(usual, needed > usual + 2 ? needed : usual))
  const decimals = unit === 'count' || unit === 'px' ? 0 : Math.min(wanted, decimalsLeft(value))
  const number = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: unit === '1' ? 0 : decimals,
    maximumFractionDigits: decimals,
  }).format(value)
  const sign = unit === 'px' ? 'pixels' : UNIT_SIGNS[unit]
  return sign === '' || sign === '°' ? number + sign : `${number} ${sign}`
}
