import type { SensingContext } from '../sensing/context.ts'
import type { TaskType } from '../sensing/task-types.ts'
import type { SlotName, ToolSpec } from '../tools/tool.ts'
import type { ToolCall } from '../trace/call.ts'
import type { LayerId } from '../trace/layer.ts'
import type { Quantity } from '../trace/quantity.ts'
import type { BandName, Dimension, Port } from '../trace/port.ts'
import type { Answer, AnswerSpace, GateCondition, ReadSlot, RunRecord, RunStatus } from '../trace/events.ts'

/** Life of an entry: ALGORITHMS §8. Retired and superseded entries stand in the journal only. */
export type EntryState = 'quarantined' | 'candidate' | 'active'

/** Who made an entry. 'imported': of another profile, whose word it is; 'hand': a person wrote or changed it. */
export type EntryOrigin = 'seed' | 'learned' | 'imported' | 'hand'

/** What made an entry active, and when: 'proven' names the later runs that it helped. Null of one that is not active. */
export interface Activation {
  readonly by: 'seed' | 'approval' | 'thumb-up' | 'proven'
  readonly at: number
  readonly runs: readonly string[]
}

/** What every entry carries beside its content. */
export interface EntryLife {
  readonly origin: EntryOrigin
  readonly state: EntryState
  readonly activation: Activation | null
  /** Kept by the person: neither evicted nor retired by count or disuse. */
  readonly pinned: boolean
  /** Runs, each followed by its data; see provenance.ts. */
  readonly provenance: readonly string[]
  readonly usage: Usage
  readonly createdAt: number
}

/**
 * What a run's data was, as far as it matters to a workflow: kinds and counts, no names and no dates. Two workflows of one
 * sequence are one where their signatures are compatible (`signature.ts`).
 */
export interface SensingSignature {
  /** Sorted; the words of χ(d), such as 'multispectral', 'SAR', 'product'. */
  readonly modalities: readonly string[]
  /** Dates there were: one, two, or more. */
  readonly dates: 'none' | 'one' | 'two' | 'many'
}

/**
 * Which data an argument means, told apart by date order or content, never by id. 'product': a layer that is no scene (elevation,
 * a mask, an index of its own, a table) and fits the argument's port; a list takes all that do.
 */
export type SceneRole = 'only' | 'pre' | 'middle' | 'post' | 'all' | 'zones' | 'product'

/** Where a step's argument comes from. */
export type Binding =
  | { readonly from: 'role'; readonly role: SceneRole }
  | { readonly from: 'step'; readonly step: string }
  | { readonly from: 'steps'; readonly steps: readonly string[] }
  /** Where neither the question nor `default` gives a value, the argument is left out. */
  | { readonly from: 'slot'; readonly slot: SlotName; readonly default?: string | number | boolean }
  | { readonly from: 'value'; readonly value: string | number | boolean }
  | { readonly from: 'figure'; readonly step: string; readonly figure: string }

export interface SkillStep {
  readonly id: string
  /**
   * Name of a tool, or `$index`: the index tool that the question names ('ndvi'). A policy puts the name in before
   * it binds; a skill with `$index` cannot run where the question names no index.
   */
  readonly tool: string
  readonly args: Readonly<Record<string, Binding>>
  /** Template text of ours: what the step is for. */
  readonly purpose: string
  /** The step runs only where the condition on χ(d) holds. */
  readonly when?: { readonly band: BandName } | { readonly minDates: number }
}

/**
 * What of the steps' observations makes the answer. The first part is the answer's value; one with neither figure nor
 * label is the place that the step found.
 */
export interface AnswerPart {
  readonly step: string
  readonly figure?: string
  readonly label?: string
}

/** s = (µ, ω, π, β, κ): task, workflow, constraints, sensor semantics, failure rules. Template text only. */
export interface Skill extends EntryLife {
  readonly id: string
  readonly version: number
  readonly taskType: TaskType
  readonly title: string
  /** Words that describe when it applies: made by us from typed facts; serves retrieval. */
  readonly description: string
  readonly steps: readonly SkillStep[]
  readonly answer: readonly AnswerPart[]
  /** What the answer's value is. */
  readonly gives: Dimension
  /** Which change the answer's value measures, where the runs told it; absent: none, or any. */
  readonly change?: 'loss' | 'gain' | 'change'
  /** π: what χ(d) must supply, by role. */
  readonly requires: readonly { readonly role: SceneRole; readonly port: Port }[]
  readonly minDates: number
  /** β and κ. */
  readonly notes: readonly string[]
  readonly rules: readonly string[]
  /** The active skill whose place it takes once it is active itself. */
  readonly replaces?: string
}

export interface Usage {
  readonly uses: number
  readonly helped: number
  readonly hurt: number
  readonly lastUsed: number | null
}

/** w = (c, r, z, p, b, Q, n+, n−). */
export interface Workflow extends EntryLife {
  readonly id: string
  readonly taskType: TaskType
  readonly description: string
  /** Order-preserving compressed tool sequence. */
  readonly sequence: readonly string[]
  readonly parameters: readonly string[]
  readonly cautions: readonly string[]
  readonly signature: SensingSignature
  /** Stemmed tokens of past questions, for retrieval here; left out of an export unless the person says so. */
  readonly questionTokens: readonly (readonly string[])[]
  readonly successes: number
  readonly failures: number
}

export interface Edge {
  /** `${from}>${to}` */
  readonly id: string
  readonly from: string
  readonly to: string
  readonly successes: number
  readonly failures: number
}

/**
 * Where a lesson comes from: an argument that was refused and the value that then passed; a call that was made again; a
 * result that failed a check; a setting of a step that passed where its neighbour did not; a gate that did not pass; a
 * person's correction.
 */
export type ExperienceKind = 'argument' | 'retry' | 'check' | 'setting' | 'gate' | 'correction'

/** A setting of a call in place of another whose outcome had failed a check. */
export interface OtherSetting {
  readonly argument: string
  /** Null where the tool had chosen by itself. */
  readonly from: string | number | boolean | null
  readonly to: string | number | boolean
  /** Id of the check (`src/agent/checks.ts`) that the outcome with `from` failed, at this call or a later one that stands on it. */
  readonly because: string
}

/** e = (χ, α, a, ρ, m). */
export interface Experience extends EntryLife {
  readonly id: string
  readonly kind: ExperienceKind
  /** ν(e): source tool, error kind, argument name, normalised correction. */
  readonly equivalence: string
  readonly taskType: TaskType
  readonly tool: string
  readonly trigger: string
  readonly correction: string
  /** The compressed tool sequence that failed; empty where only its arguments were at fault. */
  readonly operations: readonly string[]
  readonly count: number
  /** Of the kind 'setting': which setting of `tool` failed which check, and which one passed; a run tries that one first. */
  readonly setting?: OtherSetting
}

export interface MemorySnapshot {
  readonly workflows: readonly Workflow[]
  readonly edges: readonly Edge[]
  readonly experiences: readonly Experience[]
  readonly skills: readonly Skill[]
}

export type MemoryTable = keyof MemorySnapshot

/** One row before and after; null where it did not or does no longer exist. */
export type RowChange = {
  [Table in MemoryTable]: {
    readonly table: Table
    readonly id: string
    readonly before: MemorySnapshot[Table][number] | null
    readonly after: MemorySnapshot[Table][number] | null
  }
}[MemoryTable]

export type CommitCause =
  | 'run'
  | 'verdict'
  | 'undo'
  | 'seed'
  | 'approve'
  | 'erase'
  | 'import'
  | 'edit'
  | 'pin'
  | 'retire'
  | 'correction'
  | 'rollback'
  | 'repair'
  | 'restore'

/** Everything one run or verdict changes: committed whole or not at all. */
export interface MemoryCommit {
  readonly cause: CommitCause
  readonly runId: string | null
  /** Template sentence for people. */
  readonly summary: string
  readonly changes: readonly RowChange[]
  /** By `seq`: the journal rows that an undo takes back, or the one after which a rollback goes back to. */
  readonly of?: readonly number[]
}

export interface JournalRow extends MemoryCommit {
  readonly seq: number
  readonly at: number
  /** Salted hash of the row's payload; see src/trace/journal-hash.ts. */
  readonly payloadHash: string
  /** Salted hash over the row's head, `payloadHash` and the hash before it. */
  readonly hash: string
  readonly previous: string
  /** The changes as they were written and hashed, where an older version wrote them in another shape. */
  readonly sealed?: unknown
  /** Why the row's changes are not there: 'erased' with a run, which an erase row tells, or 'missing', which is a fault. */
  readonly gone?: 'erased' | 'missing'
  /** Of a row of the cause 'erase'. */
  readonly erasure?: ErasureMarks
}

/** What an erase took out of the journal, by `seq`; the rows' places in the chain stay. */
export interface ErasureMarks {
  /** Rows of the run itself: payload, run and summary are gone. */
  readonly removed: readonly number[]
  /** Rows of other runs, told again without it: hash of the payload that took the place of the sealed one. */
  readonly rewritten: readonly { readonly seq: number; readonly payloadHash: string }[]
}

/** All that has to be taken away so that a run has never been; made by `erasureOf`, done by a store's `erase`. */
export interface Erasure {
  readonly runId: string
  /** Hash of the journal's last row when this was made: void after any later one. */
  readonly head: string | null
  /** Template sentence for people; does not name the run. */
  readonly summary: string
  readonly removed: readonly number[]
  readonly rewritten: readonly { readonly seq: number; readonly changes: readonly RowChange[] }[]
  /** From the rows as stored to what they would be without the run. */
  readonly changes: readonly RowChange[]
  /** Records of other runs that spoke of what is erased, as they are kept. */
  readonly runs: readonly RunRecord[]
}

/** The vector of an entry's text, kept so that it need not be made again. */
export interface StoredVector {
  /** `${table}/${id}` of the entry; `runs/${id}` for the question of a run. */
  readonly id: string
  /** The embedder that made it. */
  readonly modelId: string
  /** Of the text it was made of: an entry that changed needs another. */
  readonly textHash: string
  readonly vector: Float32Array
}

/** Vectors of entries: a cache, so nothing is lost with them. Rows that leave their table take theirs along. */
export interface VectorStore {
  /** Those of the ids that are there. */
  getMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredVector>>
  all(): Promise<readonly StoredVector[]>
  putMany(vectors: readonly StoredVector[]): Promise<void>
  drop(ids: readonly string[]): Promise<void>
}

/** The store under the memories: Dexie in the browser, memory or a JSON file in Node. */
export interface MemoryStore {
  snapshot(): Promise<MemorySnapshot>
  /**
   * Atomic and strictly durable; appends a journal row and keeps the run record in the same transaction.
   * A change whose `before` is no longer what is stored is refused (store_failed) and nothing is written.
   */
  commit(commit: MemoryCommit, run?: RunRecord): Promise<JournalRow>
  journal(): Promise<readonly JournalRow[]>
  /** Null where the chain is whole, else the first broken row. */
  verifyJournal(): Promise<number | null>
  runs(): Promise<readonly RunRecord[]>
  run(id: string): Promise<RunRecord | null>
  saveRun(run: RunRecord): Promise<void>
}

/** A store of a person's own memory: it can forget a run, and keeps vectors. */
export interface OwnMemoryStore extends MemoryStore {
  readonly vectors: VectorStore
  runsWith(status: RunRecord['status']): Promise<readonly RunRecord[]>
  /** Atomic and strictly durable. Throws store_failed where the memory was changed since the erasure was made. */
  erase(erasure: Erasure): Promise<JournalRow>
}

export interface Scored<Item> {
  readonly item: Item
  /** Calibrated probability that the item is a right one for the question. */
  readonly score: number
}

/** Sq: a skill made ready for this question and data. */
export interface AdaptedSop {
  readonly skill: Skill
  readonly steps: readonly SkillStep[]
  /** The text form, at most `config.skill.maxCharacters`, cut at step boundaries. */
  readonly text: string
  /** What was changed while adapting, in our words. */
  readonly changes: readonly string[]
}

export interface RecallQuery {
  readonly question: string
  readonly taskType: TaskType
  readonly context: SensingContext
  /** R: tools of a first retrieval pass over the question's clauses, best first. */
  readonly retrieved: readonly string[]
  /** T_q by name. */
  readonly admissible: ReadonlySet<string>
}

/** A question's vector, and those of the entries that have one of the same model; all of length 1. */
export interface EmbeddedQuestion {
  readonly query: Float32Array
  vectorOf(table: 'workflows' | 'skills', id: string): Float32Array | null
}

export interface Recall {
  readonly workflows: readonly Scored<Workflow>[]
  readonly experiences: readonly Scored<Experience>[]
  readonly skills: readonly Scored<Skill>[]
}

/** One call of a finished run, with the source of each argument as the policy bound it. */
export interface FinishedStep {
  readonly step: number
  readonly call: ToolCall
  /** A binding from a step names it by its number. */
  readonly bindings: Readonly<Record<string, Binding>>
  readonly status: 'ok' | 'error'
  readonly error: { readonly code: string; readonly message: string } | null
  /** Plan checks that the result failed (ids of `src/agent/checks.ts`). */
  readonly failedChecks: readonly string[]
  readonly layers: readonly LayerId[]
  readonly numbers: readonly Quantity[]
  /** True where the step belongs to the plan that gave the answer. */
  readonly inAnswer: boolean
  readonly purpose: string
  /** The call was made with another setting than the plan's; `passed` where what had failed then stood. */
  readonly tried?: OtherSetting & { readonly passed: boolean }
}

/** What distillation and the gate read of a run: typed facts, no foreign text but the question. */
export interface FinishedRun {
  readonly runId: string
  readonly question: string
  readonly taskType: TaskType
  readonly answerSpace: AnswerSpace
  readonly context: SensingContext
  readonly slots: readonly ReadSlot[]
  /** Which change the question asks for. */
  readonly change?: 'loss' | 'gain' | 'change' | null
  readonly status: RunStatus
  readonly answer: Answer | null
  /** φ of the grounding check, in our words; empty where the answer stands. */
  readonly answerFaults: readonly string[]
  readonly steps: readonly FinishedStep[]
  readonly used: {
    readonly skills: readonly string[]
    readonly workflows: readonly string[]
    readonly experiences: readonly string[]
  }
  /** The skills whose plans were joined for the answer (`compose.ts`), which are among those used: they leave a skill of their own. */
  readonly composed?: readonly string[]
  readonly specs: readonly ToolSpec[]
  readonly fingerprints: readonly string[]
  readonly at: number
}

export interface GateResult {
  readonly passed: boolean
  readonly conditions: readonly GateCondition[]
}
