import { fits } from '../../trace/fits.ts'
import type { Port } from '../../trace/port.ts'
import type { RunRecord } from '../../trace/events.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import { INDEX_TOOL } from '../adapt.ts'
import { runsOf } from '../provenance.ts'
import { isCompact } from '../sop-text.ts'
import type { Binding, FinishedRun, Skill } from '../types.ts'

/** What a new version of a skill must be to take a place. */
export type SkillCondition = 'complete' | 'compact' | 'grounded' | 'gate'

export interface SkillFault {
  readonly condition: SkillCondition
  /** In our words; names tools and steps of the library alone. */
  readonly reason: string
}

export interface SkillProof {
  readonly run: Pick<FinishedRun, 'steps' | 'specs'>
  /** ψ of the run. */
  readonly passed: boolean
  /** The version whose place it takes, and the records of past runs. */
  readonly replaced?: Pick<Skill, 'provenance'> | undefined
  readonly history?: readonly RunRecord[]
}

/** Which of the four conditions keep a skill from being taken, and why. Empty where it may be. */
export function skillFaults(
  skill: Skill,
  { run, passed, replaced, history = [] }: SkillProof,
): readonly SkillFault[] {
  const faults = (condition: SkillCondition, reasons: readonly string[]) =>
    reasons.map((reason) => ({ condition, reason }))
  return [
    ...faults('complete', incomplete(skill, run.specs)),
    ...faults('compact', isCompact(skill) ? [] : ['its steps do not fit']),
    ...faults('grounded', ungrounded(skill, run, replaced ? okTools(replaced, history) : [])),
    ...faults('gate', passed ? [] : ['the run did not pass the gate']),
  ]
}

/** Every input is produced before it is used, and the step that the answer stands on yields what it gives. */
export function incomplete(skill: Skill, specs: readonly ToolSpec[]): readonly string[] {
  const made = new Map<string, Port | null>()
  const faults: string[] = []
  const roles = new Set(skill.requires.map(({ role }) => role))
  for (const step of skill.steps) {
    const spec = specs.find(({ name }) => name === step.tool)
    if (!spec && step.tool !== INDEX_TOOL) return [`there is no tool ${step.tool}`]
    if (made.has(step.id)) faults.push(`two steps are named ${step.id}`)
    for (const name of spec?.parameters.required ?? []) {
      if (!(name in step.args)) faults.push(`${step.id} lacks ${name}`)
    }
    for (const [name, binding] of Object.entries(step.args)) {
      if (!supplied(binding, spec?.needs[name], made, roles))
        faults.push(`${step.id} has no source for ${name}`)
    }
    made.set(step.id, spec?.gives ?? null)
  }
  return [...faults, ...answerFaults(skill, specs)]
}

/** The answer's first part must stand on a step, and be of the kind that the skill says it gives. */
function answerFaults({ answer, steps, gives }: Skill, specs: readonly ToolSpec[]): readonly string[] {
  const [first] = answer
  const step = steps.find(({ id }) => id === first?.step)
  if (!first || !step) return ['no step yields the answer']
  const measures = specs.find(({ name }) => name === step.tool)?.measures ?? []
  const measure = measures.find(({ name }) => name === first.figure)
  return measure && measure.dimension !== gives ? [`${step.id} yields no ${gives}`] : []
}

function supplied(
  binding: Binding,
  need: Port | undefined,
  made: ReadonlyMap<string, Port | null>,
  roles: ReadonlySet<string>,
): boolean {
  switch (binding.from) {
    case 'role':
      return roles.has(binding.role)
    case 'step':
    case 'figure': {
      if (!made.has(binding.step)) return false
      const port = made.get(binding.step)
      return binding.from === 'figure' || !need || !port || mayFit(need, port)
    }
    case 'steps':
      return binding.steps.every((id) => made.has(id))
    default:
      return true
  }
}

/** A tool that declares no meaning may still give the one that is needed. */
function mayFit(need: Port, given: Port): boolean {
  if (need.kind === 'raster' && given.kind === 'raster' && given.meaning === undefined) {
    const { meaning: _meaning, ...open } = need
    return fits(open, given)
  }
  return fits(need, given)
}

/** Every step went through in the run, or in one that made or followed the version it replaces. */
function ungrounded({ steps }: Skill, run: SkillProof['run'], before: readonly string[]): readonly string[] {
  const ran = new Set([
    ...before,
    ...run.steps.filter(({ status }) => status === 'ok').map(({ call }) => call.tool),
  ])
  return steps.filter(({ tool }) => !ran.has(tool)).map(({ tool }) => `${tool} did not run`)
}

/** Tools that went through in the runs of a provenance. */
function okTools(
  { provenance }: Pick<Skill, 'provenance'>,
  history: readonly RunRecord[],
): readonly string[] {
  const runs = new Set(runsOf(provenance).map(({ runId }) => runId))
  return history
    .filter(({ id }) => runs.has(id))
    .flatMap(({ events }) => {
      const ok = new Set(
        events.flatMap((event) => (event.type === 'step-end' && event.status === 'ok' ? [event.step] : [])),
      )
      return events.flatMap((event) =>
        event.type === 'step-start' && ok.has(event.step) ? [event.call.tool] : [],
      )
    })
}
