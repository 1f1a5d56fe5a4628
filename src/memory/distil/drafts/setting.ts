import { isCheckId } from '../../gate/vocabulary.ts'
import { literalFault } from '../../gate/slot-faults.ts'
import type { FinishedStep, OtherSetting } from '../../types.ts'
import { typeWords, type Trace } from '../trace.ts'
import { equivalenceOf, type Draft } from './draft.ts'
import { changedArguments, isLayer, settingValue } from './words.ts'

/** A step's neighbouring setting that passed where the plan's own had failed a check: which check, and which setting. */
export function settingDrafts(trace: Trace): readonly Draft[] {
  const { run } = trace
  return run.steps.flatMap((step): Draft[] => {
    const { tried } = step
    if (!tried?.passed || step.status !== 'ok' || !isTold(tried, step, trace)) return []
    const { argument, from, to, because } = tried
    const { tool } = step.call
    const before = from === null ? 'no value' : `the value ${from}`
    const correction = `${tool}: give the value ${to} for the argument ${argument}`
    const type = typeWords(run.taskType)
    return [
      {
        kind: 'setting',
        equivalence: equivalenceOf(tool, `check ${because}`, `${argument} of ${type}, ${before}`, correction),
        tool,
        trigger: `For a question of ${type} ${tool} with ${before} for the argument ${argument} failed the check ${because}`,
        correction,
        operations: [],
        setting: { argument, from, to, because },
      },
    ]
  })
}

/** Only what may be kept is told: names of the library, choices, numbers that the run did not measure. */
function isTold({ argument, from, to, because }: OtherSetting, step: FinishedStep, trace: Trace): boolean {
  const spec = trace.run.specs.find(({ name }) => name === step.call.tool)
  const property = spec?.parameters.properties[argument]
  if (!spec || !property || isLayer(argument, step, trace) || !isCheckId(because)) return false
  return [from, to].every(
    (literal) => literal === null || literalFault(literal, property, trace.run) === null,
  )
}

/**
 * The same call again with one setting changed, although there was no error: a result that failed a check, then one that
 * passed. What the run itself tried as a neighbouring setting is told by `settingDrafts`.
 */
export function retryDrafts(trace: Trace): readonly Draft[] {
  const { steps } = trace.run
  return steps.flatMap((failed, at): Draft[] => {
    const pair = retryOf(failed, steps.slice(at + 1), trace)
    if (!pair) return []
    const { tool } = failed.call
    const { name, words } = pair
    const before = settingValue(name, failed, trace)
    return failed.failedChecks.filter(isCheckId).map((check) => {
      const correction = `${tool}: give ${words} for the argument ${name}`
      const about = before === null ? name : `${name}, ${before}`
      return {
        kind: 'retry',
        equivalence: equivalenceOf(tool, `check ${check}`, about, correction),
        tool,
        trigger: `${tool} with ${before ?? 'a number'} for its argument ${name} failed the check ${check}`,
        correction,
        operations: [],
      }
    })
  })
}

function retryOf(failed: FinishedStep, later: readonly FinishedStep[], trace: Trace) {
  if (failed.status !== 'ok' || failed.failedChecks.length === 0 || !trace.isTool(failed)) return null
  for (const step of later) {
    if (step.call.tool !== failed.call.tool || step.status !== 'ok' || step.tried) continue
    if (step.failedChecks.length > 0) continue
    const changed = changedArguments(failed, step)
    const [name] = changed
    if (name === undefined || changed.length !== 1 || isLayer(name, failed, trace)) continue
    const words = settingValue(name, step, trace)
    if (words !== null) return { name, words }
  }
  return null
}

/** Steps whose failed check is told by the setting that passed in its place: the plan itself was not at fault. */
export function isMended(failed: FinishedStep, trace: Trace): boolean {
  const later = trace.run.steps.filter(({ step }) => step > failed.step)
  const tried = later.some(
    (step) =>
      step.tried?.passed === true &&
      failed.failedChecks.includes(step.tried.because) &&
      (step.call.tool === failed.call.tool || trace.withSources([failed]).some(isSameTool(step))),
  )
  return tried || retryOf(failed, later, trace) !== null
}

const isSameTool = (step: FinishedStep) => (other: FinishedStep) => other.call.tool === step.call.tool
