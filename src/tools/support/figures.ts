import type { Dimension } from '../../trace/port.ts'
import type { Quantity, Unit } from '../../trace/quantity.ts'

/** A figure in text: six significant digits, no trailing zeros. The exact value stands in `numbers`. */
export function figure(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value)
  return String(Number(value.toPrecision(6)))
}

/** 'N pixels' with the singular right. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

type Extra = Pick<Quantity, 'group' | 'layer'>

export function quantity(
  name: string,
  value: number,
  kind: { readonly unit: Unit; readonly dimension: Dimension } & Extra,
): Quantity {
  return { name, value, ...kind }
}

export const count = (name: string, value: number, extra: Extra = {}): Quantity =>
  quantity(name, value, { unit: 'count', dimension: 'count', ...extra })

export const hectares = (name: string, squareMetres: number, extra: Extra = {}): Quantity =>
  quantity(name, squareMetres / 10_000, { unit: 'ha', dimension: 'area', ...extra })

/** A share given as a fraction, told in percent. */
export const percent = (name: string, fraction: number, extra: Extra = {}): Quantity =>
  quantity(name, fraction * 100, { unit: '%', dimension: 'share', ...extra })

export const degrees = (name: string, value: number, extra: Extra = {}): Quantity =>
  quantity(name, value, { unit: 'deg', dimension: 'angle', ...extra })

export const ratio = (name: string, value: number, extra: Extra = {}): Quantity =>
  quantity(name, value, { unit: '1', dimension: 'ratio', ...extra })

/** A value in the unit of the layer it was measured on. */
export const measured = (name: string, value: number, unit: Unit, extra: Extra = {}): Quantity =>
  quantity(name, value, {
    unit,
    dimension: unit === 'K' || unit === 'degC' ? 'temperature' : 'value',
    ...extra,
  })

/** part / whole, 0 where there is nothing to share. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
