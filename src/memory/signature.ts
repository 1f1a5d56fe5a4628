import type { SensingContext } from '../sensing/context.ts'
import type { SensingSignature } from './types.ts'

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
