import type { Unit } from './quantity.ts'

/** Square metres of each unit that tools measure areas in. */
export const SQUARE_METRES = { ha: 1e4, km2: 1e6, m2: 1 } as const

/** The international acre: 4840 square yards of 0.9144 m. */
const ACRE = 4046.8564224

type Family = Readonly<Partial<Record<Unit, readonly [factor: number, offset: number]>>>

/** Units that convert into each other: factor to the family's base and the offset added after it. */
const FAMILIES: readonly Family[] = [
  { m2: [1, 0], ha: [1e4, 0], km2: [1e6, 0], acre: [ACRE, 0] },
  { m: [1, 0], km: [1000, 0], cm: [0.01, 0], mm: [0.001, 0] },
  { 'm/s': [1, 0], 'km/h': [1 / 3.6, 0], 'm/day': [1 / 86_400, 0], 'km/day': [1 / 86.4, 0] },
  { '1': [1, 0], '%': [0.01, 0] },
  { K: [1, 0], degC: [1, 273.15] },
  { count: [1, 0], px: [1, 0] },
  { 'm/year': [1, 0], 'mm/year': [0.001, 0] },
  { 'ha/year': [1, 0], 'km2/year': [100, 0] },
]

/** A value in another unit, null where the two measure different things. */
export function convertUnit(value: number, from: Unit, to: Unit): number | null {
  if (from === to) return value
  const family = FAMILIES.find((each) => from in each && to in each)
  const [source, target] = [family?.[from], family?.[to]]
  if (!source || !target) return null
  return (value * source[0] + source[1] - target[1]) / target[0]
}

/** The units a value of this unit can be said in, itself included. */
export function unitFamily(unit: Unit): readonly Unit[] {
  const family = FAMILIES.find((each) => unit in each)
  return family ? (Object.keys(family) as Unit[]) : [unit]
}

export const isConvertible = (from: Unit, to: Unit): boolean => unitFamily(from).includes(to)

/** Units that a person wants answers in where a question names none; what is left out is said as it was measured. */
export interface UnitWishes {
  readonly area?: 'ha' | 'km2' | 'acre'
  readonly temperature?: 'degC' | 'K'
  readonly length?: 'm' | 'km'
}

/** Units as people write them; empty for plain numbers and counts. */
export const UNIT_SIGNS: Readonly<Record<Unit, string>> = {
  ha: 'ha', km2: 'km²', m2: 'm²', acre: 'acres', px: 'px', '%': '%', '1': '', deg: '°', m: 'm', km: 'km', cm: 'cm', mm: 'mm', K: 'K',
  degC: '°C', count: '', days: 'days', DN: 'DN', dB: 'dB', '1/year': 'a year', '1/day': 'a day', 'K/year': 'K a year',
  'dB/year': 'dB a year', 'm/year': 'm a year', 'mm/year': 'mm a year', 'm/s': 'm/s', 'km/h': 'km/h',
  'm/day': 'm a day', 'km/day': 'km a day', MW: 'MW', NTU: 'NTU', 'm3/m3': 'm³/m³', 'kg/m2': 'kg/m²',
  '%/year': '% a year', 'ha/year': 'ha a year', 'km2/year': 'km² a year', 'days/year': 'days a year', 'MW/year': 'MW a year',
  'NTU/year': 'NTU a year',
  'g/m3': 'g/m³', 'mg/m3': 'mg/m³', '1/K': '1/K', 'nW/cm2/sr': 'nW/cm²/sr',
} // prettier-ignore
