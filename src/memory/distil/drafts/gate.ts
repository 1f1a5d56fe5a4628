import type { GateCondition } from '../../../trace/events.ts'
import { config } from '../../../config.ts'
import type { FinishedStep, GateResult } from '../../types.ts'
import { compress, sequenceWords, typeWords, type Trace } from '../trace.ts'
import { equivalenceOf, type Draft } from './draft.ts'

interface Lesson {
  readonly tool: string
  readonly trigger: string
  readonly correction: string
}

/** What kept an answered or failed run from passing the gate: one template for each condition. */
export function gateDrafts(trace: Trace, gate: GateResult): readonly Draft[] {
  const { status, taskType } = trace.run
  if (status !== 'answered' && status !== 'ungrounded' && status !== 'error') return []
  return gate.conditions.flatMap(({ name, passed }): Draft[] => {
    const lesson = passed ? null : LESSONS[name](trace)
    if (!lesson) return []
    const { tool, trigger, correction } = lesson
    return [
      {
        kind: 'gate',
        equivalence: equivalenceOf(tool, `gate ${name}`, typeWords(taskType), correction),
        tool,
        trigger,
        correction,
        operations: [],
      },
    ]
  })
}

const LESSONS: Readonly<Record<GateCondition['name'], (trace: Trace) => Lesson | null>> = {
  'tools-used': ({ run }) => {
    const [first] = run.steps
    const code = first?.error?.code
    if (!first || code === undefined) return null
    return {
      tool: first.call.tool,
      trigger: `For a question of ${typeWords(run.taskType)} no tool passed; ${first.call.tool} was refused with the error ${code}`,
      correction: `take another tool than ${first.call.tool} where it fails with the error ${code}`,
    }
  },
  'answer-valid': (trace) => {
    const { run } = trace
    const type = typeWords(run.taskType)
    const last = lastTool(trace)
    if (!last) return null
    const { tool } = last.call
    if (run.status === 'error') {
      if (last.error === null) return null
      return {
        tool,
        trigger: `A question of ${type} failed with the error ${last.error.code} of ${tool}`,
        correction: `avoid ${tool} where it fails with the error ${last.error.code}`,
      }
    }
    const sequence = compress(run.steps.filter(trace.isTool))
    if (sequence.length === 0) return null
    return {
      tool,
      trigger: `For a question of ${type} the answer by ${sequenceWords(sequence)} failed the check of the answer`,
      correction: `take figures and unit of the answer from the result of ${tool} as they are`,
    }
  },
  'calls-within-limit': (trace) => {
    const tool = mostCalled(trace)
    if (tool === null) return null
    return {
      tool,
      trigger: `For a question of ${typeWords(trace.run.taskType)} more than ${config.run.maxCalls} calls were made, most of them of ${tool}`,
      correction: `${tool}: give all layers in one call, or fewer scenes`,
    }
  },
  'repeats-within-limit': (trace) => {
    const tool = mostCalled(trace)
    if (tool === null) return null
    return {
      tool,
      trigger: `For a question of ${typeWords(trace.run.taskType)} more than ${config.run.maxCallsOfOneTool} calls of ${tool} were made`,
      correction: `${tool}: give all layers in one call, or take another tool`,
    }
  },
  'nothing-forbidden': (trace) => {
    const last = lastTool(trace)
    if (!last) return null
    return {
      tool: last.call.tool,
      trigger: `Nothing was learned of a question of ${typeWords(trace.run.taskType)} by ${last.call.tool}: what it was given is no role, step or slot`,
      correction: `${last.call.tool}: give roles, results of steps and slots of the question`,
    }
  },
}

const lastTool = (trace: Trace): FinishedStep | undefined => trace.run.steps.findLast(trace.isTool)

function mostCalled(trace: Trace): string | null {
  const counts = new Map<string, number>()
  for (const { call } of trace.run.steps.filter(trace.isTool)) {
    counts.set(call.tool, (counts.get(call.tool) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
