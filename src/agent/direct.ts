import type { BandName } from '../trace/port.ts'
import type { ReadSlot } from '../trace/events.ts'
import type { DataFact } from './data-facts.ts'
import type { Limits } from './read-limits.ts'
import type { Ask } from './types.ts'

/** Something with a value in every pixel. */
export type Measured =
  | { readonly what: 'index'; readonly name: string }
  | { readonly what: 'slope'; readonly unit: 'deg' | '%' }
  | { readonly what: 'height' }
  | { readonly what: 'band'; readonly band: BandName }
  /** What a tool makes of a scene, the first of these that can run: its surface temperature. */
  | { readonly what: 'made'; readonly tools: readonly string[] }
  /** How an index changed between two dates. */
  | { readonly what: 'change'; readonly name: string }
  /** A loaded product that takes the place of a scene: night lights, the ice of the sea. */
  | { readonly what: 'shown' }

/** A question whose words settle the steps, so that neither a skill nor a search has to find them. */
export type Direct =
  | { readonly kind: 'data'; readonly facts: readonly DataFact[] }
  | {
      readonly kind: 'formula'
      readonly expression: string
      readonly isTrueOrFalse: boolean
      readonly statistic: string
      /** Of the values of the formula, in place of the statistic. */
      readonly percentile?: number
    }
  | { readonly kind: 'cut'; readonly of: Measured; readonly limits: Limits }
  | { readonly kind: 'percentile'; readonly of: Measured; readonly percentile: number }
  | { readonly kind: 'values'; readonly of: Measured; readonly statistic: string | null }
  | { readonly kind: 'relief' }
  | { readonly kind: 'range'; readonly of: Measured }
  | { readonly kind: 'facing' }
  /** What a target gained and lost between two dates, marked by the first of these indices that can be computed. */
  | { readonly kind: 'balance'; readonly target: string; readonly sources: readonly string[] }
  | { readonly kind: 'each-date'; readonly index: string; readonly statistic: 'mean' | 'median' }
  | { readonly kind: 'class-size'; readonly which: 'largest' | 'smallest' }
  | { readonly kind: 'class-values'; readonly of: Measured; readonly statistic: string }
  /** How far the values of the first class lie above those of the second. */
  | {
      readonly kind: 'classes-apart'
      readonly of: Measured
      readonly statistic: string
      readonly codes: readonly [number, number]
    }
  | {
      readonly kind: 'class-rank'
      readonly of: Measured
      readonly statistic: string
      readonly direction: 'highest_first' | 'lowest_first'
    }

export interface DirectReading {
  readonly direct: Direct
  /** What the words ask for, in place of the reading of single words. */
  readonly ask: Partial<Ask>
  readonly slots: readonly ReadSlot[]
  /** The words without what was understood here; null where all of them were. */
  readonly left: string | null
}

/** Nothing else is asked: what the first reading saw in single words does not count. */
export const NOTHING_ELSE = {
  target: null, change: null, rank: null, indices: [], zoned: false, series: false, within: false, differenced: false,
  ofProduct: false,
} as const satisfies Partial<Ask> // prettier-ignore

/** A reading that takes nothing of the words away. */
export function plain(direct: Direct, ask: Partial<Ask>, left: string): DirectReading {
  return { direct, ask: { ...NOTHING_ELSE, unit: null, ...ask }, slots: [], left }
}
