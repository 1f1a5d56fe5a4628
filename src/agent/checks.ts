import type { Unit } from '../trace/quantity.ts'
import { isConvertible } from '../trace/units.ts'
import type { Ask } from './types.ts'
import type { Observation } from '../trace/call.ts'

/** Ids of plan checks, as experiences name them. */
export type CheckId =
  | 'empty'
  | 'nothing-valid'
  | 'in-noise'
  | 'one-class'
  | 'covers-most'
  | 'at-edge'
  | 'out-of-range'
  | 'wrong-unit'
  | 'not-asked'

/** Robust sigmas from the median under which a threshold on a difference cuts through no-change noise. */
const NOISE_SIGMAS = 2
/** Otsu's between-class share of the variance under which there are hardly two classes (0.64 for a plain normal). */
const SEPARABILITY = 0.7
/** A change that covers more of the scene than this is the scene, not a change. */
const MOST_OF_CHANGE = 0.5
const MOST_OF_STATE = 0.98
/** With fewer of the pixels beyond it than this, Otsu's threshold has split off a few wild values and no class. */
const EDGE_SHARE = 0.001

export const CHECK_WORDS: Readonly<Record<CheckId, string>> = {
  empty: 'the mask is empty',
  'nothing-valid': 'no pixel is valid',
  'in-noise': 'the threshold lies within the noise of unchanged pixels',
  'one-class': 'the values do not fall into two classes',
  'covers-most': 'the mask covers most of the scene',
  'at-edge': 'the threshold lies at the edge of the histogram, with hardly a pixel beyond it',
  'out-of-range': 'a figure lies outside its possible range',
  'wrong-unit': 'the figure does not have the unit asked for',
  'not-asked': 'the result is not what the words ask for',
}

export interface CheckedStep {
  readonly observation: Observation
  readonly args: Readonly<Record<string, unknown>>
}

/** Checks on one step's result. `change` marks a mask of what changed, which can never be most of a scene. */
export function checkStep(step: CheckedStep, change: boolean): CheckId[] {
  const { facts } = step.observation
  const failed: CheckId[] = []
  if (facts['valid_share'] === 0) failed.push('nothing-valid')
  const share = facts['selected_share']
  if (share !== undefined) {
    if (share === 0) failed.push('empty')
    if (share > (change ? MOST_OF_CHANGE : MOST_OF_STATE)) failed.push('covers-most')
  }
  if (change && facts['threshold_noise'] !== undefined && facts['threshold_noise'] < NOISE_SIGMAS)
    failed.push('in-noise')
  if (step.args['rule'] === 'otsu') {
    if ((facts['separability'] ?? 1) < SEPARABILITY) failed.push('one-class')
    else if (share !== undefined && share > 0 && Math.min(share, 1 - share) < EDGE_SHARE)
      failed.push('at-edge')
  }
  if (step.observation.numbers.some(isOutOfRange)) failed.push('out-of-range')
  return failed
}

function isOutOfRange({ name, dimension, unit, value }: Observation['numbers'][number]): boolean {
  if (!Number.isFinite(value)) return true
  // By how much it changed may be less than nothing, and more than all that was there.
  if (/(?:^|_)change(?:_share)?$/.test(name)) return false
  if (dimension === 'share') return value < 0 || value > (unit === '%' ? 100 : 1) * (1 + 1e-9)
  if (dimension === 'angle') return value < 0 || value > 360
  return (dimension === 'area' || dimension === 'count' || dimension === 'length') && value < 0
}

/**
 * Checks on the figure found: is it of the unit asked, and does the mask it was measured on mean what was asked? What a
 * mask means is known from the tool that cut it, not from its port: a low difference of a water index is not yet lost
 * water.
 */
export function checkAnswer(
  ask: Ask,
  found: { readonly unit: Unit | null; readonly maskMeaning: string | null; readonly zonal: boolean },
): CheckId[] {
  const { unit, maskMeaning, zonal } = found
  const failed: CheckId[] = []
  if (unit !== null && ask.unit && !isConvertible(unit, ask.unit)) failed.push('wrong-unit')
  if (maskMeaning !== null) {
    const other = ask.target !== null && (zonal || ask.indices.length === 0) && !isOf(ask.target, maskMeaning)
    if (other || contradicts(maskMeaning, ask)) failed.push('not-asked')
  }
  return failed
}

/** What floods is water. */
const isOf = (target: string, maskMeaning: string) =>
  maskMeaning.startsWith(target) ||
  (target === 'burned' && /^(rbr|rdnbr)_/.test(maskMeaning)) ||
  (target === 'water' && maskMeaning === 'flooded')

/** True where the mask shows what was lost and the words ask for what was gained, or the reverse. */
export function contradicts(maskMeaning: string, { change }: Ask): boolean {
  if (change === 'gain') return /_(lost|loss)$/.test(maskMeaning)
  return change === 'loss' && /_gain(ed)?$/.test(maskMeaning)
}
