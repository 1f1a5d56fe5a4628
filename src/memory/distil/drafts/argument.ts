import { equivalenceOf, type Draft } from './draft.ts'
import { argumentWords, changedArguments } from './words.ts'
import type { Trace } from '../trace.ts'

/** A call that was refused or erred, and the next call of the same tool that went through with one argument changed. */
export function argumentDrafts(trace: Trace): readonly Draft[] {
  const { steps } = trace.run
  return steps.flatMap((failed, at): Draft[] => {
    if (failed.status !== 'error' || failed.error === null) return []
    const passed = steps
      .slice(at + 1)
      .find((step) => step.status === 'ok' && step.call.tool === failed.call.tool)
    const changed = passed ? changedArguments(failed, passed) : []
    const [name] = changed
    const words = name && passed && changed.length === 1 ? argumentWords(name, passed, trace) : null
    if (!name || words === null) return []
    const { tool } = failed.call
    const { code } = failed.error
    const correction = `${tool}: give ${words} for the argument ${name}`
    return [
      {
        kind: 'argument',
        equivalence: equivalenceOf(tool, code, name, correction),
        tool,
        trigger: `${tool} was refused with the error ${code} for its argument ${name}`,
        correction,
        operations: [],
      },
    ]
  })
}
