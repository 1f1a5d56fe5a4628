import type { AnswerPart, Binding } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Observation, ToolCall, ToolOutcome } from '../trace/call.ts'
import type { AnswerSpace, ReadSlot } from '../trace/events.ts'
import type { Layer, LayerId } from '../trace/layer.ts'
import type { Dimension, Port } from '../trace/port.ts'
import type { Unit } from '../trace/quantity.ts'
import type { DateMention } from './dates-in-text.ts'
import type { Direct } from './direct.ts'
import type { AskedArea } from './drawn-area.ts'
import type { NamedLayer } from './layer-names.ts'

/** Where tools run: the raster worker behind a port, or a workspace in the same thread. */
export interface ToolRunner {
  specs(): Promise<readonly ToolSpec[]>
  layers(): Promise<readonly Layer[]>
  /** Rejects with AbortError alone; a tool's failure is an outcome. */
  run(
    call: ToolCall,
    options: { readonly signal?: AbortSignal; readonly progress?: (fraction: number, note: string) => void },
  ): Promise<ToolOutcome>
}

/** What the words say of change between dates. */
export type ChangeWord = 'loss' | 'gain' | 'change'

/** What of the library and the data the reading of a question has to know. */
export interface Known {
  /** The library's spectral indices, lower case. */
  readonly indexNames: ReadonlySet<string>
  readonly specs: readonly ToolSpec[]
  /** Layers that are no scenes. */
  readonly products: readonly { readonly id: LayerId; readonly port: Port; readonly made?: boolean }[]
  /** What people call layers that were dropped or drawn and are no scenes. */
  readonly names?: readonly NamedLayer[]
  readonly hasScenes: boolean
  /** Sensors of the scenes, which have their own names for bands. */
  readonly sensors?: readonly string[]
  /** What the scenes that hold a finished product show. */
  readonly shown: readonly string[]
}

/** One thing that is asked; a question holds one or several. */
export interface Ask {
  /** The clause of the question. */
  readonly text: string
  /** The clause with the target that it takes from the rest of the question: what is classified, recalled, retrieved. */
  readonly full: string
  readonly dimension: Dimension
  /** Unit named in the words, else null. */
  readonly unit: Unit | null
  /** What is to be measured: 'burned', 'water', …; null where the words name none. */
  readonly target: string | null
  readonly change: ChangeWord | null
  /** Names of the figures that the words ask for, best first ('median', 'largest_area'). */
  readonly figures: readonly string[]
  /** 2 where the words ask for the second largest patch, and so on; else null. */
  readonly rank: number | null
  /** Spectral indices named. */
  readonly indices: readonly string[]
  /** Index that marks the part of which a value is wanted ('mean NDTI where NDWI is above 0'); it is none of `indices`. */
  readonly cutBy?: string
  /** Other tools that the words name, best first. */
  readonly named: readonly string[]
  /** True where the words are about a course over many dates: a trend, a value of each date. */
  readonly series: boolean
  /** True where the words are about one loaded layer that is no scene: 'the mask', 'layer-3', or the only data there is. */
  readonly ofProduct: boolean
  /** What the loaded product shows that the words are about ('night_lights'), one that takes the place of a scene; else null. */
  readonly shown: string | null
  /** True where a figure is wanted of each of several zones. */
  readonly zoned: boolean
  /** True where a value is wanted of the target alone: 'the mean NDVI of the lake'. */
  readonly within: boolean
  /** True where an index is named as its difference between dates ('dNBR'). */
  readonly differenced: boolean
  /** True where the result is to be saved as a file. */
  readonly exports: boolean
}

export interface Question {
  readonly text: string
  /** The question without its options. */
  readonly stem: string
  readonly space: AnswerSpace
  readonly asks: readonly Ask[]
  /** What the words settle by themselves, down to the steps; null where it has to be planned. */
  readonly direct: Direct | null
  /** The words that `direct` does not cover; null where it covers them all, or is null itself. */
  readonly besideDirect: string | null
  readonly slots: readonly ReadSlot[]
  /**
   * What a threshold of the words is put on: the change between dates ('fell by 0.2', 'dNBR above 0.3') or the state at
   * each ('water lost, MNDWI above 0.1'); null where the words do not tell.
   */
  readonly thresholdOn: 'change' | 'state' | null
  /** Dates named, whole or in part. */
  readonly dates: readonly DateMention[]
  /** Scenes and layers named by id. */
  readonly layers: readonly LayerId[]
  /** The drawn or given area that everything asked lies inside; null where the words name none. */
  readonly area: AskedArea | null
  /** Why that area cannot be looked into; null where it can. */
  readonly noArea: string | null
  /** An amount that a yes-or-no question compares with ('more than 10,000 ha'). */
  readonly limit: { readonly value: number; readonly unit: Unit; readonly words: string } | null
  /** Values that the words keep, both ends among them ('between 20 and 25 °C'), in the unit of the layers; null where they name no range. */
  readonly range: { readonly low: number; readonly high: number } | null
  /** True where one figure of all dates at once is wanted ('the highest on any of the dates'). */
  readonly allDates: boolean
  /** Words that look like an index and are none of the library. */
  readonly unknownIndices: readonly string[]
  /** The text without all that was understood as a number, date or id. */
  readonly rest: string
  /** Dates named by their place in the series: 1 is the first, −1 the last. */
  readonly ordinals: readonly number[]
  /** 'first' or 'last' where the words point at one date by order. */
  readonly moment: 'first' | 'last' | null
}

export interface PlanStep {
  readonly id: string
  readonly tool: string
  readonly args: Readonly<Record<string, Binding>>
  readonly purpose: string
}

/** Steps that end in an answer, and who proposed them. */
export interface Plan {
  readonly by: 'skill' | 'workflow' | 'search' | 'model'
  /** Id of the skill or workflow followed; null for a search, and where skills are joined. */
  readonly source: string | null
  /** The skills that a plan joins, the maker first. */
  readonly joins?: readonly { readonly id: string; readonly title: string }[]
  readonly title: string
  readonly steps: readonly PlanStep[]
  readonly answer: readonly AnswerPart[]
  readonly score: number
}

/** A call that was made and what it saw. */
export interface DoneStep {
  readonly step: number
  readonly call: ToolCall
  readonly bindings: Readonly<Record<string, Binding>>
  readonly purpose: string
  readonly observation: Observation | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly failedChecks: readonly string[]
  readonly layers: readonly Layer[]
}
