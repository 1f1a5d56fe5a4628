import type { Unit } from './quantity.ts'

/** Square metres of each unit of area. */
export const SQUARE_METRES = { ha: 1e4, km2: 1e6, m2: 1 } as const

type Family = Readonly<Partial<Record<Unit, readonly [factor: number, offset: number]>>>

/** Units that convert into each other: factor to the family's base and the offset added after it. */
const FAMILIES: readonly Family[] = [
  { m2: [1, 0], ha: [1e4, 0], km2: [1e6, 0] },
  { m: [1, 0], km: [1000, 0] },
  { '1': [1, 0], '%': [0.01, 0] },
  { K: [1, 0], degC: [1, 273.15] },
  { count: [1, 0], px: [1, 0] },
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
