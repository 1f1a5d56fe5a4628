import { convertUnit } from '../trace/units.ts'
import { foundOf, type Solved } from './compose.ts'
import { unitWished, type WishedUnits } from './wished-units.ts'

/** What answers each ask, in the unit wished. */
export function saidAsWished(solved: readonly Solved[], units: WishedUnits): readonly Solved[] {
  return solved.map((part) => {
    const found = foundOf(part)
    if (found?.kind !== 'figure') return part
    const unit = unitWished(found.quantity, found.step, part.ask, units)
    const value = unit && convertUnit(found.quantity.value, found.quantity.unit, unit)
    return unit === null || value === null ? part : { ...part, found: { ...found, value, unit } }
  })
}
