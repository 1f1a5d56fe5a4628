import type { ErrorCode } from '../lib/errors.ts'
import type { Chart, Observation, Place, ToolCall } from './call.ts'
import type { LayerId } from './layer.ts'
import type { Unit } from './quantity.ts'

/** Y: what an answer may be. */
export type AnswerSpace =
  | { readonly kind: 'free' }
  | { readonly kind: 'number'; readonly unit: Unit | null }
  | {
      readonly kind: 'choice'
      readonly options: readonly { readonly label: string; readonly text: string }[]
    }
  | { readonly kind: 'place' }

export type RunStatus = 'answered' | 'declined' | 'needs_input' | 'ungrounded' | 'error' | 'stopped'

/** A figure or word of the answer and the observation it came from. */
export interface Citation {
  readonly step: number
  readonly tool: string
  readonly name: string
  readonly value: number | string
  readonly unit: Unit | null
}

/** Text in pieces; a piece with a citation is a figure that leads to its step. */
export interface AnswerSpan {
  readonly text: string
  readonly cite?: Citation
}

export interface Answer {
  readonly spans: readonly AnswerSpan[]
  /** Limits and warnings, each cited in the same way. */
  readonly caveats: readonly (readonly AnswerSpan[])[]
  readonly value: number | null
  readonly unit: Unit | null
  /** Label of the chosen option. */
  readonly choice: string | null
  readonly place: Place | null
  readonly layers: readonly LayerId[]
  readonly evidence: readonly Citation[]
  /** 'planner' means that no language model changed the course of the run. */
  readonly by: 'planner' | 'model'
  /** Id of the language model that was asked, whether or not it changed anything; absent where none was. */
  readonly model?: string
}

/** What calls of a language model took. */
export interface ModelUsage {
  /** Tokens of the prompt, those that the cache held among them. */
  readonly promptTokens: number
  /** Tokens of the prompt that the cache held. */
  readonly reusedTokens: number
  readonly writtenTokens: number
  readonly milliseconds: number
}

/**
 * What a session does with the memory. 'on': recalls and learns. 'read-only': recalls and learns nothing. 'off': only the
 * seeds that ship with the project are recalled, and nothing is learned. The record of the run is kept in each, as the
 * answer's layers and going on with a run that was cut off need it; later runs take nothing from it unless it was 'on'.
 */
export type MemoryMode = 'on' | 'off' | 'read-only'

/** A memory that was recalled for the run, as people see it. */
export interface Recalled {
  readonly kind: 'workflow' | 'experience' | 'skill'
  readonly id: string
  readonly title: string
  readonly score: number
  readonly state: string
  /** True where the run followed it. */
  readonly used: boolean
}

export interface GateCondition {
  readonly name:
    'tools-used' | 'answer-valid' | 'calls-within-limit' | 'repeats-within-limit' | 'nothing-forbidden'
  readonly passed: boolean
  readonly detail: string
}

/** What a run's commit counted for an entry, so that a later verdict can turn exactly that. */
export interface RunCredit {
  readonly uses: number
  readonly helped: number
  readonly hurt: number
  readonly successes: number
  readonly failures: number
}

export interface MemoryChangeItem {
  readonly table: 'workflows' | 'edges' | 'experiences' | 'skills'
  readonly id: string
  readonly change: 'added' | 'updated' | 'removed'
  readonly title: string
  /** Absent in records of older versions. */
  readonly credit?: RunCredit
}

/** A typed slot read from the question, such as a threshold or a unit. */
export interface ReadSlot {
  readonly slot: string
  readonly value: string | number | boolean
}

/** Who named a step that tools are looked for: a language model, a recalled skill or workflow, or the question's own words. */
export type SubTaskSource = 'model' | 'skill' | 'workflow' | 'question'

/** What of a text speaks for a tool: words that both have, what both mean (only with an embedder), or one as much as the other. */
export type TextSignal = 'words' | 'meaning' | 'both'

/** What brought a tool up, of each thing that was asked for it. */
export interface RetrievalGrounds {
  /** The step that its description fits best, and its rank for that step alone (1: first); null where it fits none. */
  readonly subTask: {
    readonly text: string
    readonly from: SubTaskSource
    readonly rank: number
    /** Absent in records from before there was a choice: 'words'. */
    readonly by?: TextSignal
  } | null
  /** Its rank for the whole question alone; null where it shares no word with it, and there is no embedder. */
  readonly questionRank: number | null
  readonly questionBy?: TextSignal
  /**
   * Of the past questions near this one, how many were answered with it, and its share of their weighted vote, 0 to 1. Neither
   * their words nor their runs stand here: what a person erases must not live on in the record of another run.
   */
  readonly votes: { readonly used: number; readonly of: number; readonly share: number }
  /** Steps from or to one of the best tools that past runs took: this tool came `times` times right after or before it. */
  readonly transitions: readonly {
    readonly tool: string
    readonly side: 'after' | 'before'
    readonly times: number
  }[]
}

/** A tool that was retrieved; its grounds are absent in records of older versions. */
export interface RetrievedTool {
  readonly name: string
  readonly score: number
  /** What found it, in words of ours and of the question. */
  readonly because: string
  readonly grounds?: RetrievalGrounds
}

export type RunEvent =
  | { readonly type: 'run-start'; readonly runId: string; readonly at: number; readonly question: string }
  | {
      readonly type: 'context-ready'
      readonly at: number
      readonly taskType: string
      readonly answerSpace: AnswerSpace
      readonly slots: readonly ReadSlot[]
      /** χ(d) in short: template text. */
      readonly sensing: string
      readonly scenes: readonly LayerId[]
      readonly fingerprints: readonly string[]
      readonly admissible: readonly string[]
      /** Absent in records from before there was a choice: 'on'. */
      readonly memory?: MemoryMode
      readonly recalled: readonly Recalled[]
      /** The adapted SOP's text, empty where none was recalled. */
      readonly sop: string
      /** C_q: workflows, experiences, procedure and standing guidance as put together for the decisions. */
      readonly guidance: string
    }
  | {
      /** A run may hold several: the first for all that is asked, later ones for the steps that a language model named. */
      readonly type: 'tools-retrieved'
      readonly at: number
      /** The clause of the question that a later one is for. */
      readonly ask?: string
      readonly subTasks: readonly string[]
      readonly tools: readonly RetrievedTool[]
    }
  | {
      readonly type: 'decision'
      readonly at: number
      readonly step: number
      /** 'skill', 'workflow', 'search' or 'model': who made the plan. */
      readonly by: string
      readonly reason: string
      readonly options: readonly {
        readonly name: string
        readonly prior: number
        readonly evidence: number | null
      }[]
      readonly chosen: string
      /** What a nat of evidence counted beside a nat of the prior; absent where no language model was asked. */
      readonly weight?: number
      readonly usage?: ModelUsage
      /** True where the language model would have been asked, and the path of earlier runs left no doubt. */
      readonly modelSkipped?: true
    }
  | {
      /** A call of a language model that chose nothing: it wrote arguments, or text. */
      readonly type: 'model-call'
      readonly at: number
      readonly step: number
      readonly verb: 'fill' | 'write'
      /** What it filled in, where that was no arguments: the steps of a plan. */
      readonly of?: 'plan'
      readonly usage: ModelUsage
      /** Why what it wrote was not taken, in one line; null where it was. */
      readonly refused: string | null
    }
  | {
      /** The language model gave up its part in the run: what follows is planned without it. */
      readonly type: 'hand-over'
      readonly at: number
      readonly reason: string
    }
  | {
      readonly type: 'step-start'
      readonly at: number
      readonly step: number
      readonly call: ToolCall
      readonly purpose: string
    }
  | {
      readonly type: 'step-progress'
      readonly at: number
      readonly step: number
      readonly fraction: number
      readonly note: string
    }
  | {
      readonly type: 'step-end'
      readonly at: number
      readonly step: number
      readonly milliseconds: number
      readonly status: 'ok' | 'error'
      readonly observation: Observation | null
      readonly error: { readonly code: ErrorCode | 'internal'; readonly message: string } | null
      /** Plan checks that the result failed, in our words; empty where it stood. */
      readonly failedChecks: readonly string[]
    }
  | { readonly type: 'text-delta'; readonly at: number; readonly text: string }
  | {
      readonly type: 'ask'
      readonly at: number
      readonly question: string
      readonly options: readonly string[]
    }
  | { readonly type: 'answer'; readonly at: number; readonly answer: Answer }
  | {
      readonly type: 'gate'
      readonly at: number
      readonly passed: boolean
      readonly conditions: readonly GateCondition[]
    }
  | {
      readonly type: 'memory-change'
      readonly at: number
      readonly summary: string
      readonly items: readonly MemoryChangeItem[]
    }
  | {
      readonly type: 'error'
      readonly at: number
      readonly code: ErrorCode | 'internal'
      readonly message: string
    }
  | { readonly type: 'run-end'; readonly at: number; readonly status: RunStatus }
  | { readonly type: 'verdict'; readonly at: number; readonly verdict: 'up' | 'down' }

/** τ whole: the events are the record, the rest is read off them for lists. */
export interface RunRecord {
  readonly id: string
  readonly question: string
  readonly startedAt: number
  readonly status: RunStatus | 'running'
  readonly taskType: string | null
  readonly events: readonly RunEvent[]
}

export type { Chart }
