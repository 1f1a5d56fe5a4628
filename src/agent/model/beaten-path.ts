import { config } from '../../config.ts'
import { signatureKey, signatureOf } from '../../memory/signature.ts'
import type { Workflow } from '../../memory/types.ts'
import type { SolveInput } from '../solve.ts'
import type { Offer } from './offers.ts'

/** The tool that earlier runs of this kind always called next. */
export interface CertainNext {
  readonly tool: string
  /** Runs that went this way. */
  readonly runs: number
}

/**
 * The next tool where the memory leaves no doubt of it, else null: the inertia of tool calls of AutoTool (arXiv 2511.14650),
 * held to whole paths. A workflow of the same task type and kind of data was recalled that this profile's own runs went often
 * and with success, all calls so far are its beginning, and nearly all runs of the type that began so went on alike. One step
 * off the path and nothing is certain any more. A path names a tool once that is called for each date: while the last tool is
 * left for another date the path does not tell, and it never sends to one that cannot be called now.
 */
export function certainNext(
  { brief, situation, executor }: Pick<SolveInput, 'brief' | 'situation' | 'executor'>,
  offers: readonly Pick<Offer, 'name' | 'isOfOtherDate'>[],
): CertainNext | null {
  const { on, runs, agreement } = config.run.inertia
  if (!on) return null
  const made = executor.done
    .filter(({ error }) => error === null)
    .map(({ call }) => call.tool)
    .filter((tool, at, all) => tool !== all[at - 1])
  const key = signatureKey(signatureOf(situation.context))
  const isOfKind = (workflow: Workflow) =>
    // What another profile counted, or nobody ran, is no run of ours.
    workflow.origin === 'learned' &&
    workflow.state !== 'quarantined' &&
    workflow.taskType === brief.taskType &&
    signatureKey(workflow.signature) === key &&
    made.every((tool, at) => workflow.sequence[at] === tool)
  const path = brief.recall.workflows
    .map(({ item }) => item)
    .find(
      (item) =>
        isOfKind(item) &&
        item.successes >= runs &&
        item.successes / (item.successes + item.failures) >= agreement,
    )
  const tool = path?.sequence[made.length]
  if (path === undefined || tool === undefined) return null
  if (!offers.some(({ name }) => name === tool)) return null
  if (offers.some(({ name, isOfOtherDate }) => name === made.at(-1) && isOfOtherDate)) return null
  const begun = situation.snapshot.workflows.filter(isOfKind)
  const count = (workflows: readonly Workflow[]) =>
    workflows.reduce((sum, { successes, failures }) => sum + successes + failures, 0)
  const alike = begun.filter(({ sequence }) => sequence[made.length] === tool)
  return count(alike) / count(begun) >= agreement ? { tool, runs: path.successes } : null
}
