import type { Unit } from '../trace/quantity.ts'

/** Factor to the first unit of each family. Temperatures are apart: they need an offset. */
const FAMILIES: readonly Readonly<Partial<Record<Unit, number>>>[] = [
  { m2: 1, ha: 1e4, km2: 1e6 },
  { m: 1, km: 1e3 },
  { '1': 1, '%': 0.01 },
]

export function isConvertible(from: string, to: string): boolean {
  if (from === to) return true
  if (isTemperature(from) && isTemperature(to)) return true
  return FAMILIES.some((family) => from in family && to in family)
}

/** Converts a value; null where the units are not of one family. */
export function convert(value: number, from: Unit, to: Unit): number | null {
  if (from === to) return value
  if (from === 'K' && to === 'degC') return value - 273.15
  if (from === 'degC' && to === 'K') return value + 273.15
  const family = FAMILIES.find((units) => from in units && to in units)
  return family ? (value * family[from]!) / family[to]! : null
}

/** The units a value of this unit can be said in, itself included. */
export function unitFamily(unit: Unit): readonly Unit[] {
  if (isTemperature(unit)) return ['K', 'degC']
  const family = FAMILIES.find((units) => unit in units)
  return family ? (Object.keys(family) as Unit[]) : [unit]
}

function isTemperature(unit: string): boolean {
  return unit === 'K' || unit === 'degC'
}

const UNIT_SIGNS: Readonly<Partial<Record<Unit, string>>> = {
  km2: ' km²', m2: ' m²', ha: ' ha', '%': ' %', deg: '°', m: ' m', km: ' km', K: ' K', degC: ' °C', px: ' pixels', dB: ' dB', days: ' days',
} // prettier-ignore

const DECIMALS: Readonly<Partial<Record<Unit, number>>> = {
  ha: 1, km2: 3, m2: 0, '%': 2, deg: 1, m: 0, km: 2, K: 2, degC: 2, px: 0, count: 0, days: 0, dB: 2, '1': 4,
} // prettier-ignore

/** '8,026.1 ha': grouped by thousands, rounded as the unit is usually read; small values keep three digits. */
export function formatQuantity(value: number, unit: Unit): string {
  const usual = DECIMALS[unit] ?? 2
  const needed = value !== 0 && Math.abs(value) < 1 ? Math.ceil(-Math.log10(Math.abs(value))) + 2 : 0
  const decimals =
    unit === 'count' || unit === 'px' ? 0 : Math.min(8, Math.max(usual, needed > usual + 2 ? needed : usual))
  const number = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: unit === '1' ? 0 : decimals,
    maximumFractionDigits: decimals,
  }).format(value)
  return number + (UNIT_SIGNS[unit] ?? '')
}
