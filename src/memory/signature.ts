import type { SensingContext } from '../sensing/context.ts'
import type { SensingSignature } from './types.ts'

/** The words that a signature may say; anything else was lifted from somewhere. */
export const MODALITIES = [
  'multispectral', 'thermal', 'SAR', 'DEM', 'product', 'RGB', 'unknown',
] as const satisfies readonly SensingContext['modalities'][number][] // prettier-ignore
export const DATE_COUNTS = [
  'none',
  'one',
  'two',
  'many',
] as const satisfies readonly SensingSignature['dates'][]

export const isSignature = ({ modalities, dates }: SensingSignature): boolean =>
  DATE_COUNTS.includes(dates) &&
  modalities.every((modality) => (MODALITIES as readonly string[]).includes(modality))

/** What χ(d) says of the data by kinds and counts alone. */
export function signatureOf({
  modalities,
  dates,
}: Pick<SensingContext, 'modalities' | 'dates'>): SensingSignature {
  const count = new Set(dates).size
  return {
    modalities: [...new Set(modalities)].sort(),
    dates: count === 0 ? 'none' : count === 1 ? 'one' : count === 2 ? 'two' : 'many',
  }
}

/**
 * Two signatures are compatible where their keys are equal: one date or several, and the same kinds of data. A thermal
 * band beside the others of a scene makes no other kind of data (what works on temperature differs in its tools), nor does a
 * layer of unknown kind beside known ones. An equivalence, so that the order in which workflows meet does not matter.
 */
export function signatureKey({ modalities, dates }: SensingSignature): string {
  const has = new Set(modalities)
  const kinds = [...has].filter(
    (kind) => !(kind === 'thermal' && has.has('multispectral')) && !(kind === 'unknown' && has.size > 1),
  )
  return `${dates === 'none' || dates === 'one' ? 'one' : 'several'} ${kinds.sort().join(' ')}`
}

/** What either of two compatible signatures has seen; compatible with both. */
export function unitedSignature(a: SensingSignature, b: SensingSignature): SensingSignature {
  const rank = ({ dates }: SensingSignature) => DATE_COUNTS.indexOf(dates)
  return {
    modalities: [...new Set([...a.modalities, ...b.modalities])].sort(),
    dates: rank(a) >= rank(b) ? a.dates : b.dates,
  }
}
