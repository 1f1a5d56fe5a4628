import type { ModelUse } from '../../src/agent/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { ModelUsage, RunRecord } from '../../src/trace/events.ts'
import { matchChains, rightArgs, type MadeCall } from '../evaluation/chains.ts'
import { wellFormed } from '../evaluation/invocation.ts'
import { madeCalls } from '../evaluation/trajectory.ts'
import { expectedChain } from '../fieldbench/chains.ts'
import { runTask, type FieldResult } from '../fieldbench/run-task.ts'
import type { Asked, FieldTask } from '../fieldbench/task.ts'
import { watchFills } from './watch-fills.ts'

/** Calls that were made, or that the model wrote and that were refused before they were made. */
export interface CallFigures {
  readonly made: number
  /** Those whose arguments the tool's schema accepts. */
  readonly valid: number
  /** Those that were refused though it does, as two layers that are the same one. */
  readonly refused: number
}

/** What one run of one task came to: JSON. */
export interface TaskResult {
  readonly run: FieldResult
  readonly calls: CallFigures
  /** Calls that the task expects, and those made in an allowed order with all arguments that matter. */
  readonly expected: { readonly calls: number; readonly right: number }
  readonly usage: Omit<ModelUsage, 'milliseconds'>
  /** Of the run, from the question to its end. */
  readonly seconds: number
}

export async function askTask(
  task: FieldTask,
  store: MemoryStore,
  model?: ModelUse,
): Promise<{ readonly result: TaskResult; readonly record: RunRecord; readonly asked: Asked }> {
  const asked = await task.draw()
  const drawn = { ...task, draw: () => Promise.resolve(asked) }
  const watched = model ? watchFills(model) : null
  const { result: run, record } = await runTask(drawn, store, watched?.use)
  const calls = callsOf(record)
  return {
    result: {
      run,
      calls: callFigures(record, watched?.fits ?? []),
      expected: expectedFigures(asked, calls),
      usage: usageOf(record),
      seconds: (record.events.at(-1)!.at - record.startedAt) / 1000,
    },
    record,
    asked,
  }
}

/** Choosing an option is a call of every multiple-choice run, whatever was computed. */
export const callsOf = ({ events }: Pick<RunRecord, 'events'>): readonly MadeCall[] =>
  madeCalls(events).filter(({ tool }) => tool !== 'match_option')

const isWellFormed = wellFormed(TOOLS)

/** `fits` tells of each `fill` of the run, in order, whether its schema accepts what was written. */
export function callFigures(record: Pick<RunRecord, 'events'>, fits: readonly boolean[]): CallFigures {
  const made = madeCalls(record.events)
  const fills = record.events.filter((event) => event.type === 'model-call' && event.verb === 'fill')
  const refused = fills.flatMap((event, at) =>
    event.type === 'model-call' && event.refused !== null ? [fits[at] ?? false] : [],
  )
  const wellWritten = refused.filter((fit) => fit).length
  return {
    made: made.length + refused.length,
    valid: made.filter(isWellFormed).length + wellWritten,
    refused: wellWritten,
  }
}

export function expectedFigures(
  asked: Pick<Asked, 'chains'>,
  calls: readonly MadeCall[],
): TaskResult['expected'] {
  const { chain, made } = matchChains(asked.chains.map(expectedChain), calls)
  const right = chain.filter(
    (call) => made.has(call.id) && rightArgs(call, made, calls) === Object.keys(call.args ?? {}).length,
  )
  return { calls: chain.length, right: right.length }
}

export function usageOf({ events }: Pick<RunRecord, 'events'>): TaskResult['usage'] {
  const used = events.flatMap((event) =>
    (event.type === 'decision' || event.type === 'model-call') && event.usage ? [event.usage] : [],
  )
  const sum = (of: (usage: ModelUsage) => number) => used.reduce((total, usage) => total + of(usage), 0)
  return {
    promptTokens: sum(({ promptTokens }) => promptTokens),
    reusedTokens: sum(({ reusedTokens }) => reusedTokens),
    writtenTokens: sum(({ writtenTokens }) => writtenTokens),
  }
}
