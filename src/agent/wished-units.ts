import type { Layer } from '../trace/layer.ts'
import type { Quantity, Unit } from '../trace/quantity.ts'
import { isConvertible, type UnitWishes } from '../trace/units.ts'
import { isSpanOf } from './figures.ts'
import type { Ask, DoneStep, Question } from './types.ts'

/** What a person wants answers in, and what that is held against. */
export interface WishedUnits {
  readonly wishes: UnitWishes
  /** A question that compares with an amount has named a unit. */
  readonly limit: Question['limit']
  /** The layers that figures were measured on. */
  readonly layers: readonly Layer[]
}

/** The unit that a figure is to be said in where the question names none; null as it was measured. */
export function unitWished(
  quantity: Pick<Quantity, 'name' | 'unit' | 'dimension' | 'layer'>,
  step: Pick<DoneStep, 'layers' | 'call'>,
  ask: Pick<Ask, 'unit'>,
  { wishes, limit, layers }: WishedUnits,
): Unit | null {
  if (ask.unit !== null || (limit !== null && isConvertible(limit.unit, quantity.unit))) return null
  const { dimension, unit } = quantity
  if (dimension === 'area' && isConvertible(unit, 'm2')) return wishes.area ?? null
  // Centimetres of snow are no kilometres.
  if (dimension === 'length' && (unit === 'm' || unit === 'km')) return wishes.length ?? null
  if (dimension !== 'temperature' || isSpanOf(quantity, step)) return null
  // Between two temperatures a degree is a kelvin and nothing is to be added: a mean of differences is such a figure too.
  const on = layers.find(({ id }) => id === quantity.layer)?.port
  return on?.kind === 'raster' && on.quantity === 'temperature' ? (wishes.temperature ?? null) : null
}
