import type { LayerId } from './layer.ts'
import type { Dimension } from './port.ts'

export const UNITS = [
  'ha', 'km2', 'm2', 'acre', 'px', '%', '1', 'deg', 'm', 'km', 'K', 'degC', 'count', 'days', 'DN', 'dB', '1/year', '1/day', 'K/year',
  'm/s', 'km/h', 'm/day', 'km/day', 'MW', 'NTU', 'cm', 'mm', 'm3/m3', 'kg/m2', 'dB/year', 'm/year', 'mm/year',
  '%/year', 'ha/year', 'km2/year', 'days/year', 'MW/year', 'NTU/year',
  'g/m3', 'mg/m3', '1/K', 'nW/cm2/sr',
] as const // prettier-ignore
export type Unit = (typeof UNITS)[number]

/** A typed figure that a tool measured: the only source of figures in an answer. */
export interface Quantity {
  /** snake_case and stable, such as 'area', 'largest_area', 'axis_bearing', 'pixels_left_out'. */
  readonly name: string
  readonly value: number
  readonly unit: Unit
  readonly dimension: Dimension
  /** Class, zone or component the figure belongs to, from a fixed list or a number: never foreign text. */
  readonly group?: string
  /** The layer it was measured on. */
  readonly layer?: LayerId
}

/** A typed word that a tool measured, from a fixed list: a sector ('NE'), a class name, a yes or no. */
export interface Label {
  readonly name: string
  readonly value: string
}
