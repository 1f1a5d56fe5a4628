import { TOOL_MAP } from '../tool-map.ts'
import type { ArgumentMemory } from './arguments.ts'
import { baseName } from './data-files.ts'
import type { Listing } from './listing.ts'
import { placeholder, readOutput, type Observation } from './observation.ts'
import type { RecordedCall } from './tasks.ts'

export interface PredictedCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What a predicted call shows. */
export type Observe = (call: PredictedCall, at: number) => Observation

/** The calls of a plan, one by one: arguments from memory and from what earlier calls gave. */
export function performPlan(
  plan: readonly string[],
  asked: { readonly question: string; readonly listing: Listing },
  memory: ArgumentMemory,
  observe: Observe,
): readonly PredictedCall[] {
  const calls: PredictedCall[] = []
  const observations: Observation[] = []
  plan.forEach((tool, at) => {
    const call = { tool, args: memory.fill(at, { ...asked, plan, observations }) }
    calls.push(call)
    observations.push(observe(call, at))
  })
  return calls
}

/**
 * The recorded output where a recorded call has the same tool and names the same data (files by name, figures by value), otherwise a
 * placeholder of the kind that the tool gives. Output paths and settings are not compared. Each record is used once.
 */
export function replaying(records: readonly RecordedCall[]): Observe {
  const left = [...records]
  return (call, at) => {
    const key = dataOf(call)
    const found = left.findIndex((record) => record.tool === call.tool && dataOf(record) === key)
    if (found < 0) return unknownOutput(call, at)
    const [record] = left.splice(found, 1)
    return readOutput(record!.output)
  }
}

/** A placeholder for every call: nothing is replayed. */
export const unknownOutput: Observe = (call, at) => {
  const lengths = inputsOf(call).map((value) => (Array.isArray(value) ? value.length : 1))
  const makesFiles = (TOOL_MAP.get(call.tool)?.outputs.length ?? 0) > 0
  return placeholder(at, makesFiles ? 'files' : 'figures', Math.max(1, ...lengths))
}

function inputsOf({ tool, args }: PredictedCall): unknown[] {
  const inputs = TOOL_MAP.get(tool)?.inputs ?? Object.keys(args)
  return inputs.map((name) => args[name])
}

/** Files and figures that go into a call. */
function dataOf(call: PredictedCall): string {
  const named = inputsOf(call).map((value) =>
    [value].flat().map((each) => (typeof each === 'string' ? baseName(each) : each)),
  )
  return JSON.stringify(named)
}
