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
