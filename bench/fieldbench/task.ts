import type { ByteSource } from '../../src/io/types.ts'
import type { TaskType } from '../../src/sensing/task-types.ts'
import type { Unit } from '../../src/trace/quantity.ts'

export const SPLITS = ['train', 'dev', 'test'] as const
export type Split = (typeof SPLITS)[number]

/** How a question is put. 'numeric' names the unit; 'stepwise' says how to go about it; 'unanswerable' must be refused. */
export const STYLES = ['direct', 'indirect', 'stepwise', 'choice', 'numeric', 'unanswerable'] as const
export type Style = (typeof STYLES)[number]

/** A file as a person drops it. */
export interface DataFile {
  readonly name: string
  readonly bytes: ByteSource
}

/**
 * What a right answer is.
 * - number: the answer's own value, in any unit that converts, within `tolerance` (absolute, in `unit`).
 * - numbers: every one of them among the figures that the answer cites.
 * - choice: the label of the right option.
 * - words: the lists of strings of the task decide.
 * - refusal: the run declines or asks back, and gives no figure.
 */
export type Expected =
  | { readonly kind: 'number'; readonly value: number; readonly unit: Unit; readonly tolerance: number }
  | {
      readonly kind: 'numbers'
      readonly values: readonly { readonly value: number; readonly unit: Unit; readonly tolerance: number }[]
    }
  | { readonly kind: 'choice'; readonly label: string }
  | { readonly kind: 'words' }
  | { readonly kind: 'refusal' }

/** A call of a chain: a tool, 'a|b' where either does, and the arguments that matter (a threshold, a side, a unit). */
export type ChainCall =
  string | { readonly tool: string; readonly args: Readonly<Record<string, number | string | boolean>> }

/** A right chain of tools as a partial order: stages follow each other, the calls of one stage come in any order. */
export type Chain = readonly (readonly ChainCall[])[]

/** A question about a world, with what is true of it. */
export interface Asked {
  readonly question: string
  readonly answer: Expected
  /** Right ways; empty where the question must be refused. */
  readonly chains: readonly Chain[]
  /** Tools whose use would be a shortcut to a figure that only looks right. */
  readonly forbidden?: readonly string[]
  /** Strings of the answer's text: of every group one has to occur … */
  readonly white?: readonly (readonly string[])[]
  /** … and none of these. Compared without case. */
  readonly black?: readonly string[]
  /** Files in place of the world's own: a band left out, a name that lies. */
  readonly files?: readonly DataFile[]
}

/** One task, whole. The same id always means the same bytes, question and truth. */
export interface FieldTask {
  /** Such as 'burned-area/test/4'. */
  readonly id: string
  readonly type: TaskType
  readonly split: Split
  readonly style: Style
  /** Place of the wording in its type's list; null for a task on a real scene. */
  readonly wording: number | null
  /** Seed of the made scene, or the folder of the real one. */
  readonly recipe: { readonly seed: number } | { readonly scene: string }
  /** Draws the data, question and truth. */
  readonly draw: () => Promise<Asked & { readonly files: readonly DataFile[] }>
}
