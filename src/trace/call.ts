import type { ErrorCode } from '../lib/errors.ts'
import type { Layer, LayerId } from './layer.ts'
import type { Label, Quantity } from './quantity.ts'

export interface ToolCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** A chart for people, drawn with Observable Plot. All text in it is ours. */
export type Chart =
  | {
      readonly kind: 'bars'
      readonly title: string
      readonly unit: string
      readonly rows: readonly { label: string; value: number; color?: string }[]
    }
  | {
      readonly kind: 'histogram'
      readonly title: string
      readonly unit: string
      readonly edges: readonly number[]
      readonly counts: readonly number[]
      /** Thresholds and other limits on the axis of values. */
      readonly marks?: readonly number[]
    }
  | {
      readonly kind: 'series'
      readonly title: string
      readonly unit: string
      readonly points: readonly { date: string; value: number }[]
      /** A straight line through all of them. */
      readonly trend?: readonly [start: { date: string; value: number }, end: { date: string; value: number }]
      /** Parts between breaks, each with its mean: a new level begins at each `from` but the first. */
      readonly levels?: readonly { from: string; to: string; value: number }[]
    }
  | {
      readonly kind: 'rose'
      readonly title: string
      readonly unit: string
      /** Which north 0° is; bearings go clockwise from it. */
      readonly north: 'true' | 'grid'
      /** Equal sectors in the order of their bearings, the first around north. */
      readonly sectors: readonly { label: string; bearing: number; value: number }[]
    }

/** A geometry that a tool measured, in lon/lat degrees (WGS 84), GeoJSON order. */
export interface Place {
  readonly name: string
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: readonly [number, number] }
    | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
}

/** What a finished tool says. `text` is all a model sees: ids, counts, units, warnings; never pixels, never foreign text. */
export interface Observation {
  readonly text: string
  readonly numbers: readonly Quantity[]
  readonly labels: readonly Label[]
  readonly places: readonly Place[]
  /** Layers it made, in order; the first is its main result. */
  readonly layers: readonly LayerId[]
  /** Things a careful reader must know (pixels left out, raw numbers, resampling), in our words. */
  readonly warnings: readonly string[]
  /** Facts that the plan checks use; see `src/agent/checks.ts`. */
  readonly facts: Readonly<Record<string, number>>
  readonly chart?: Chart
}

export type ToolOutcome =
  | {
      readonly ok: true
      readonly observation: Observation
      readonly layers: readonly Layer[]
      readonly milliseconds: number
    }
  | {
      readonly ok: false
      readonly error: {
        readonly code: ErrorCode | 'internal'
        readonly message: string
        readonly details: Readonly<Record<string, unknown>>
      }
      readonly milliseconds: number
    }
