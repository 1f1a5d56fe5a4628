import { fits } from '../../trace/fits.ts'
import type { Port } from '../../trace/port.ts'
import { isCompact } from '../sop-text.ts'
import type { Binding, FinishedRun, Skill } from '../types.ts'

/** What keeps a new version of a skill from being taken: not complete, not compact or not grounded. Empty where it may. */
export function skillFaults(skill: Skill, run: FinishedRun): readonly string[] {
  return [
    ...incomplete(skill, run),
    ...(isCompact(skill) ? [] : ['its steps do not fit']),
    ...ungrounded(skill, run),
  ]
}

/** Every input is produced before it is used, and a step yields what the answer gives. */
function incomplete(skill: Skill, { specs }: FinishedRun): readonly string[] {
  const made = new Map<string, Port>()
  const faults: string[] = []
  const roles = new Set(skill.requires.map(({ role }) => role))
  for (const step of skill.steps) {
    const spec = specs.find(({ name }) => name === step.tool)
    if (!spec) return [`there is no tool ${step.tool}`]
    for (const name of spec.parameters.required ?? []) {
      if (!(name in step.args)) faults.push(`${step.id} lacks ${name}`)
    }
    for (const [name, binding] of Object.entries(step.args)) {
      const need = spec.needs[name]
      if (!supplied(binding, need, made, roles)) faults.push(`${step.id} has no source for ${name}`)
    }
    made.set(step.id, spec.gives)
  }
  const [first] = skill.answer
  if (!first || !made.has(first.step)) faults.push('no step yields the answer')
  return faults
}

function supplied(
  binding: Binding,
  need: Port | undefined,
  made: ReadonlyMap<string, Port>,
  roles: ReadonlySet<string>,
): boolean {
  switch (binding.from) {
    case 'role':
      return roles.has(binding.role)
    case 'step':
    case 'figure': {
      const port = made.get(binding.step)
      return port !== undefined && (binding.from === 'figure' || need === undefined || mayFit(need, port))
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

/** Every step stands in the run as one that went through. */
function ungrounded(skill: Skill, { steps }: FinishedRun): readonly string[] {
  const ran = new Set(steps.filter(({ status }) => status === 'ok').map(({ call }) => call.tool))
  return skill.steps.filter(({ tool }) => !ran.has(tool)).map(({ tool }) => `${tool} did not run`)
}
