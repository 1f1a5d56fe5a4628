import { isCheckId } from '../../gate/vocabulary.ts'
import type { FinishedStep } from '../../types.ts'
import { compress, sequenceWords, typeWords, type Trace } from '../trace.ts'
import { equivalenceOf, type Draft } from './draft.ts'
import { isMended } from './setting.ts'

/** Results that failed a plan check, with the plan that then stood. */
export function checkDrafts(trace: Trace): readonly Draft[] {
  const { run } = trace
  const stood = run.status === 'answered' ? compress(trace.answerSteps()) : []
  return run.steps.flatMap((step) => {
    const standing = run.status === 'answered' && step.inAnswer
    if (standing || step.status !== 'ok' || !trace.isTool(step) || isMended(step, trace)) return []
    const chain = compress(trace.withSources([step]))
    const settings = settingWords(step)
    const type = typeWords(run.taskType)
    return step.failedChecks.filter(isCheckId).map((check): Draft => {
      const { tool } = step.call
      const correction =
        stood.length > 0
          ? `${sequenceWords(stood)} passed`
          : `avoid ${sequenceWords(chain)}${settings}; no other plan passed`
      const asTools = !stood.slice(0, chain.length).every((name, index) => name === chain[index])
      const failed = `${sequenceWords(chain)}${settings}`
      return {
        kind: 'check',
        equivalence: equivalenceOf(tool, `check ${check}`, `${failed} for ${type}`, correction),
        tool,
        trigger: `For a question of ${type} ${failed} failed the check ${check}`,
        correction,
        operations: stood.length === 0 || asTools ? chain : [],
      }
    })
  })
}

/** ' with rule otsu, side above': the choices of words that were in force, none of them a layer or a number. */
function settingWords({ call, bindings }: FinishedStep): string {
  const chosen = Object.entries(bindings)
    .filter(([, { from }]) => from === 'value' || from === 'slot')
    .flatMap(([name]) => {
      const value = call.args[name]
      return typeof value === 'string' ? [`${name} ${value}`] : []
    })
  return chosen.length > 0 ? ` with ${chosen.join(', ')}` : ''
}
