import { AppError } from '../../lib/errors.ts'
import type { SceneOverride } from '../../trace/data.ts'
import type { Assumption, SceneBand, SceneFacts } from '../../trace/layer.ts'
import { isOptical } from '../sensors.ts'
import { formula, UNKNOWN_SCALING } from './scaling.ts'

/** Why an assumption holds that a person made. */
const SET_BY_HAND = 'set by hand'

export const isScalingByHand = ({ assumptions }: SceneFacts): boolean =>
  assumptions.some(({ field, why }) => field === 'scaling' && why === SET_BY_HAND)

export interface DatedFacts {
  readonly date: string | null
  readonly facts: SceneFacts
}

/** What stands after a person's changes. Throws invalid_input for a band or date that cannot be. */
export function applyOverride({ date, facts }: DatedFacts, change: SceneOverride): DatedFacts {
  const { bands, scaling, nodata } = change
  if (typeof change.date === 'string' && !isDate(change.date)) {
    throw new AppError('invalid_input', 'the date must be a day of the calendar written yyyy-mm-dd')
  }
  let next = facts
  if (bands) next = said(renamed(next, bands), 'bands', 'named by hand')
  if (scaling !== undefined) {
    const value = scaling === 'unknown' ? 'unknown, raw numbers' : formula(scaling)
    next = said(rescaled(next, scaling), 'scaling', value)
  }
  if (nodata !== undefined) {
    next = said({ ...next, bands: next.bands.map((band) => ({ ...band, nodata })) }, 'nodata', String(nodata))
  }
  if (change.date === undefined) return { date, facts: next }
  return { date: change.date, facts: said(next, 'date', change.date ?? 'unknown') }
}

function renamed(facts: SceneFacts, names: NonNullable<SceneOverride['bands']>): SceneFacts {
  const designations = facts.bands.map((band) => band.designation)
  const strange = Object.keys(names).filter((designation) => !designations.includes(designation))
  if (strange.length > 0) {
    throw new AppError(
      'invalid_input',
      `the scene has no band ${strange.join(', ')}; its bands are ${designations.join(', ')}`,
    )
  }
  const bands = facts.bands.map((band) => ({ ...band, name: names[band.designation] ?? band.name }))
  return { ...facts, bands }
}

/** Thermal and quality bands keep their own scaling; unnamed ones go with the optical ones. */
function rescaled(facts: SceneFacts, scaling: NonNullable<SceneOverride['scaling']>): SceneFacts {
  const takes = (band: SceneBand) => isOptical(band.name) || band.name === 'band'
  if (scaling === 'unknown') {
    const bands = facts.bands.map((band) => (takes(band) ? { ...band, ...UNKNOWN_SCALING } : band))
    return { ...facts, bands, quantity: 'raw' }
  }
  const { scale, offset } = scaling
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset)) {
    throw new AppError('invalid_input', 'scale and offset must be numbers and the scale not 0')
  }
  const bands = facts.bands.map((band) => (takes(band) ? { ...band, scale, offset } : band))
  return { ...facts, bands, quantity: facts.quantity === 'elevation' ? 'elevation' : 'reflectance' }
}

/** Puts what a person said in place of what was assumed. */
function said(facts: SceneFacts, field: Assumption['field'], value: string): SceneFacts {
  const others = facts.assumptions.filter((assumption) => assumption.field !== field)
  return { ...facts, assumptions: [...others, { field, value, why: SET_BY_HAND, sure: true }] }
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text + 'T00:00:00Z') : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
