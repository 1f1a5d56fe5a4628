import type { Dimension } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'

const DIMENSIONS: Readonly<Partial<Record<Unit, Dimension>>> = {
  ha: 'area', km2: 'area', m2: 'area', '%': 'share', '1': 'ratio', deg: 'angle', m: 'length', km: 'length', cm: 'length',
  mm: 'length', K: 'temperature', degC: 'temperature', count: 'count', px: 'count', days: 'time', 'm/s': 'speed',
  'km/h': 'speed', 'm/day': 'speed', 'km/day': 'speed',
} // prettier-ignore

/** What a figure in this unit measures. */
export const dimensionOf = (unit: Unit): Dimension =>
  DIMENSIONS[unit] ?? (/\/(year|day)$/.test(unit) ? 'rate' : 'value')
