import type { Quantity } from '../../trace/quantity.ts'
import { count, counted } from './figures.ts'

/** Reasons why pixels have no part in a result, in the words of a warning. */
const REASONS = {
  nodata: 'no data there',
  cloud: 'hidden by cloud, shadow or saturation according to the quality band of the scene',
  not_positive: 'a band is at or below zero, where an index means nothing',
  undefined: 'the formula has no finite value',
  out_of_range: 'a value there lies outside what the method can take',
} as const

export type Reason = keyof typeof REASONS

/** `pixels_left_out` by reason and a warning for each reason that occurs. */
export function leftOutReport(counts: Partial<Readonly<Record<Reason, number>>>): {
  readonly numbers: readonly Quantity[]
  readonly warnings: readonly string[]
} {
  const reasons = (Object.keys(REASONS) as Reason[]).filter((reason) => counts[reason] !== undefined)
  return {
    numbers: reasons
      .filter((reason) => reason !== 'undefined' || counts[reason]! > 0)
      .map((reason) => count('pixels_left_out', counts[reason]!, { group: reason })),
    warnings: reasons
      .filter((reason) => counts[reason]! > 0)
      .map((reason) => `${counted(counts[reason]!, 'pixel')} left out (${reason}): ${REASONS[reason]}.`),
  }
}
