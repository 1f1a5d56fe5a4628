import { config } from '../../config.ts'
import { isCheckId } from '../gate/vocabulary.ts'
import { learnedLife } from '../life.ts'
import { withRun } from '../provenance.ts'
import type { Binding, Experience, FinishedStep } from '../types.ts'
import type { Changes } from './changes.ts'
import { compress, sequenceWords, typeWords, type Trace } from './trace.ts'

type Draft = Pick<Experience, 'kind' | 'equivalence' | 'tool' | 'trigger' | 'correction' | 'operations'>

/** ΔE: what went wrong in a run and what then passed; a repeat raises the counter of the entry in place. */
export function learnExperiences(changes: Changes, trace: Trace): void {
  const { run } = trace
  const drafts = [...argumentDrafts(trace), ...checkDrafts(trace)]
  const unique = new Map(drafts.map((draft) => [draft.equivalence, draft]))
  let count = 0
  for (const draft of unique.values()) {
    const known = changes
      .rows('experiences')
      .find(({ equivalence, state }) => equivalence === draft.equivalence && state !== 'quarantined')
    if (known) {
      changes.put('experiences', {
        ...known,
        count: known.count + 1,
        provenance: withRun(known.provenance, run),
      })
      continue
    }
    count += 1
    changes.put('experiences', {
      ...draft,
      id: `experience-${run.runId}-${count}`,
      taskType: run.taskType,
      count: 1,
      ...learnedLife(run),
    })
  }
  for (const { id } of overflow(changes.rows('experiences'))) changes.remove('experiences', id)
}

/** What TailN drops: above `config.experience.keep` the least helpful go, of those the oldest; pinned ones stay. */
export function overflow(
  items: readonly Experience[],
  keep: number = config.experience.keep,
): readonly Experience[] {
  const worth = ({ usage }: Experience) => usage.helped - usage.hurt
  return [...items]
    .filter(({ pinned }) => !pinned)
    .sort((a, b) => worth(a) - worth(b) || a.createdAt - b.createdAt)
    .slice(0, Math.max(0, items.length - keep))
}

/** A call that erred, and the next call of the same tool that went through with other arguments. */
function argumentDrafts(trace: Trace): readonly Draft[] {
  const { steps } = trace.run
  return steps.flatMap((failed, at) => {
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
        equivalence: [tool, code, name, correction].join('|'),
        tool,
        trigger: `${tool} was refused with the error ${code} for its argument ${name}`,
        correction,
        operations: [],
      },
    ]
  })
}

function changedArguments(failed: FinishedStep, passed: FinishedStep): readonly string[] {
  const names = new Set([...Object.keys(failed.call.args), ...Object.keys(passed.call.args)])
  return [...names].filter((name) => same(failed.call.args[name]) !== same(passed.call.args[name]))
}

/** What was given in words of types: a choice, a slot, the result of a tool, a scene by role. Null where none fits. */
function argumentWords(name: string, step: FinishedStep, trace: Trace): string | null {
  const value = step.call.args[name]
  if (value === undefined) return 'no value'
  const maker = trace.makerOf(value)
  if (maker) return `the result of ${maker.call.tool}`
  const binding: Binding | undefined = step.bindings[name]
  if (binding?.from === 'role') return `the scene of the role ${binding.role}`
  const spec = trace.run.specs.find((candidate) => candidate.name === step.call.tool)
  if (spec?.needs[name]) return null
  const choices = spec?.parameters.properties[name]?.['enum']
  if (Array.isArray(choices) && choices.includes(value))
    return `the value ${JSON.stringify(value).replaceAll('"', '')}`
  return typeof value === 'number' ? 'a number' : null
}

/** Results that failed a plan check, with the plan that then stood. */
function checkDrafts(trace: Trace): readonly Draft[] {
  const { run } = trace
  const stood = run.status === 'answered' ? compress(trace.answerSteps()) : []
  return run.steps.flatMap((step) => {
    const standing = run.status === 'answered' && step.inAnswer
    if (standing || step.status !== 'ok' || !trace.isTool(step)) return []
    const chain = compress(trace.withSources([step]))
    const settings = settingWords(step)
    return step.failedChecks.filter(isCheckId).map((check): Draft => {
      const { tool } = step.call
      const correction =
        stood.length > 0
          ? `${sequenceWords(stood)} passed`
          : `avoid ${sequenceWords(chain)}${settings}; no other plan passed`
      const asTools = !stood.slice(0, chain.length).every((name, index) => name === chain[index])
      return {
        kind: 'check',
        equivalence: [tool, `check ${check}`, sequenceWords(chain) + settings, correction].join('|'),
        tool,
        trigger: `For a question of ${typeWords(run.taskType)} ${sequenceWords(chain)}${settings} failed the check ${check}`,
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

const same = (value: unknown) => JSON.stringify(value)
