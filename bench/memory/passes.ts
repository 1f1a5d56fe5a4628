import { verdictCommit } from '../../src/memory/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import type { EvaluatedRun } from '../../src/trace/evaluation.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { seedOfName } from '../fieldbench/field-type.ts'
import { runTask, type FieldResult } from '../fieldbench/run-task.ts'
import type { FieldTask } from '../fieldbench/task.ts'
import { withSettings } from '../lib/with-settings.ts'
import { familyOf } from './families.ts'
import { leaksOf } from './poisoning/run-attacks.ts'
import { learns, settingsOf, type Way } from './ways.ts'

/** What one task came to on one way: JSON. */
export interface PassResult {
  readonly id: string
  readonly family: string
  readonly right: boolean
  readonly mustRefuse: boolean
  readonly calls: number
  /** Plans that were begun: more than one where the first did not stand. */
  readonly plans: number
  /** Order figures; null for a task that must be refused. */
  readonly figures: { readonly any_order: number; readonly in_order: number; readonly exact: number } | null
  readonly why: string
  /** Texts of attacks that the run was told. */
  readonly leaks: number
  /** The whole run, where it is kept for the report. */
  readonly run: EvaluatedRun | null
}

/** Whom the person judges: one task in three, the same in every way and order, as people judge now and then. */
export const isJudged = (id: string): boolean => seedOfName(`thumb ${id}`) % 3 === 0

/**
 * Goes through the tasks with several memories side by side, each learning from its own runs alone. Side by side, because the data
 * of a task is made once and read alike by all.
 */
export async function passThrough(
  tasks: readonly FieldTask[],
  ways: readonly (Way & { readonly store: MemoryStore })[],
  options: { readonly keepRuns?: boolean } = {},
): Promise<readonly (readonly PassResult[])[]> {
  const results: PassResult[][] = ways.map(() => [])
  for (const task of tasks) {
    const drawn = await task.draw()
    const asked: FieldTask = { ...task, draw: () => Promise.resolve(drawn) }
    for (const [at, way] of ways.entries()) {
      const { result, record } = await withSettings(settingsOf(way), () => runTask(asked, way.store))
      if (learns(way.mode) && isJudged(task.id)) await judge(way.store, record, result)
      results[at]!.push(passResult(result, record, options.keepRuns === true))
    }
  }
  return results
}

/** A thumb by somebody who knows the truth. */
async function judge(store: MemoryStore, record: RunRecord, { right }: FieldResult): Promise<void> {
  const verdict = right ? 'up' : 'down'
  await store.commit(verdictCommit(record, verdict, await store.snapshot()), {
    ...record,
    events: [...record.events, { type: 'verdict', at: record.startedAt, verdict }],
  })
}

const PLANS: ReadonlySet<string> = new Set(['search', 'workflow', 'skill'])

const passResult = (result: FieldResult, record: RunRecord, keepRun: boolean): PassResult => ({
  id: result.id,
  family: familyOf(result),
  right: result.right,
  mustRefuse: result.mustRefuse,
  calls: result.calls,
  plans: record.events.filter((event) => event.type === 'decision' && PLANS.has(event.by)).length,
  figures: result.mustRefuse
    ? null
    : {
        any_order: result.figures['any_order']!,
        in_order: result.figures['in_order']!,
        exact: result.figures['exact']!,
      },
  why: result.why,
  leaks: leaksOf(record).length,
  run: keepRun ? { ...result, suite: 'memory' } : null,
})
