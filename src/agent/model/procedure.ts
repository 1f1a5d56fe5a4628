import type { ToolSpec } from '../../tools/tool.ts'
import type { Executor } from '../executor.ts'
import type { DoneStep, Plan, PlanStep } from '../types.ts'

/** A recalled skill as it stands after the calls so far: which of its steps were made, and which can be made now. */
export interface Progress {
  /** Steps made, by the plan's ids. */
  readonly made: ReadonlyMap<string, DoneStep>
  /** Steps that are not made and whose inputs are there, with their arguments. */
  readonly ready: readonly { readonly step: PlanStep; readonly args: Readonly<Record<string, unknown>> }[]
  readonly isComplete: boolean
}

export function progressOf(plan: Plan, executor: Executor, specs: readonly ToolSpec[]): Progress {
  const made = new Map<string, DoneStep>()
  const free = new Set(executor.done.filter(({ error }) => error === null))
  for (let grew = true; grew;) {
    grew = false
    for (const planned of plan.steps) {
      if (made.has(planned.id)) continue
      const args = executor.bind(planned, made)
      if (typeof args === 'string') continue
      const needs = Object.keys(specs.find(({ name }) => name === planned.tool)?.needs ?? {})
      const done = [...free].find(
        ({ call }) =>
          call.tool === planned.tool && needs.every((name) => String(call.args[name]) === String(args[name])),
      )
      if (!done) continue
      made.set(planned.id, done)
      free.delete(done)
      grew = true
    }
  }
  const ready = plan.steps.flatMap((step) => {
    const args = made.has(step.id) ? '' : executor.bind(step, made)
    return typeof args === 'string' ? [] : [{ step, args }]
  })
  return { made, ready, isComplete: made.size === plan.steps.length }
}

/** The tool after the part of a workflow that was made, in its order; null where all of it was. */
export function nextInSequence(sequence: readonly string[], done: readonly DoneStep[]): string | null {
  let at = 0
  for (const { call, error } of done) if (error === null && call.tool === sequence[at]) at += 1
  return sequence[at] ?? null
}
