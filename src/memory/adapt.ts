import { config } from '../config.ts'
import type { SensingContext } from '../sensing/context.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { hasBand } from '../trace/fits.ts'
import { sopText } from './sop-text.ts'
import { missingInputs } from './supply.ts'
import type { AdaptedSop, Binding, Experience, Recall, Skill, SkillStep } from './types.ts'

export interface AdaptOptions {
  readonly recall: Recall
  readonly context: SensingContext
  readonly specs: readonly ToolSpec[]
  /** T_q by name. */
  readonly admissible: ReadonlySet<string>
}

export interface Consideration {
  readonly sop: AdaptedSop | null
  /** Better or equal skills that could not be taken, and why. */
  readonly refused: readonly { readonly skill: Skill; readonly reasons: readonly string[] }[]
}

/** The tool of a step whose name the question gives. */
export const INDEX_TOOL = '$index'

/** A(S, q, Eq; LS): the best recalled skill that the data can carry, made ready; null where there is none. */
export function adaptSkill(options: AdaptOptions): AdaptedSop | null {
  return considerSkills(options).sop
}

/** `adaptSkill` with the skills it refused on the way. Recalled skills stand above the minimum already. */
export function considerSkills({ recall, context, specs, admissible }: AdaptOptions): Consideration {
  const refused: { skill: Skill; reasons: readonly string[] }[] = []
  const known = new Set(specs.map(({ name }) => name))
  for (const { item, score } of recall.skills) {
    if (score < config.skill.minimum) break
    const { steps, changes } = keptSteps(item, context)
    const left = new Set(steps.map(({ id }) => id))
    const answer = item.answer.filter(({ step }) => left.has(step))
    const reasons = [
      ...missingInputs(item, context),
      ...steps.flatMap(({ tool }) => toolFault(tool, known, admissible)),
      ...(answer.length === 0 ? ['no step that gives the answer is left'] : []),
    ]
    if (reasons.length > 0) {
      refused.push({ skill: item, reasons: [...new Set(reasons)] })
      continue
    }
    const corrections = correctionsFor(
      steps,
      recall.experiences.map((scored) => scored.item),
    )
    const skill = { ...item, steps, answer }
    const all = [...changes, ...corrections.map((correction) => `minded: ${correction}`)]
    return { sop: { skill, steps, text: sopText(skill, corrections), changes: all }, refused }
  }
  return { sop: null, refused }
}

function toolFault(tool: string, known: ReadonlySet<string>, admissible: ReadonlySet<string>): string[] {
  if (tool === INDEX_TOOL || admissible.has(tool)) return []
  return [known.has(tool) ? `the data cannot supply the tool ${tool}` : `there is no tool ${tool}`]
}

/** The steps whose condition holds, and those of them that do not stand on a step that was dropped. */
function keptSteps(
  skill: Skill,
  context: SensingContext,
): { readonly steps: readonly SkillStep[]; readonly changes: readonly string[] } {
  const gone = new Set<string>()
  const steps: SkillStep[] = []
  const changes: string[] = []
  for (const step of skill.steps) {
    const cause = dropCause(step, gone, context)
    if (cause === null) {
      steps.push(withoutGone(step, gone))
    } else {
      gone.add(step.id)
      changes.push(`left out ${step.tool} (${step.purpose}): ${cause}`)
    }
  }
  return { steps, changes }
}

function dropCause(step: SkillStep, gone: ReadonlySet<string>, context: SensingContext): string | null {
  const { when } = step
  if (when && 'band' in when && !context.scenes.every(({ bands }) => hasBand(bands, when.band))) {
    return `not every scene has the band ${when.band}`
  }
  if (when && 'minDates' in when && context.dates.length < when.minDates) {
    return `it needs ${when.minDates} dates`
  }
  return Object.values(step.args).some((binding) => standsOn(binding, gone))
    ? 'it stands on a step that was left out'
    : null
}

function standsOn(binding: Binding, gone: ReadonlySet<string>): boolean {
  if (binding.from === 'step' || binding.from === 'figure') return gone.has(binding.step)
  return binding.from === 'steps' && binding.steps.every((id) => gone.has(id))
}

function withoutGone(step: SkillStep, gone: ReadonlySet<string>): SkillStep {
  if (gone.size === 0) return step
  const args = Object.entries(step.args).map(([name, binding]): [string, Binding] => [
    name,
    binding.from === 'steps'
      ? { from: 'steps', steps: binding.steps.filter((id) => !gone.has(id)) }
      : binding,
  ])
  return { ...step, args: Object.fromEntries(args) }
}

function correctionsFor(steps: readonly SkillStep[], experiences: readonly Experience[]): readonly string[] {
  const tools = new Set(steps.map(({ tool }) => tool))
  return [...new Set(experiences.filter(({ tool }) => tools.has(tool)).map(({ correction }) => correction))]
}
