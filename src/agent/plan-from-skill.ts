import type { AdaptedSop, AnswerPart, Skill } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Dimension } from '../trace/port.ts'
import type { SensingIndexChoice } from './choose-index.ts'
import { targetOfTask } from './targets.ts'
import type { Ask, Plan } from './types.ts'

/** The tool name that stands for 'the index the question names'. */
export const INDEX_SLOT = '$index'

/** Why a skill does not serve an ask, in our words; null where it does. */
export function skillMismatch(skill: Skill, ask: Ask, specs: readonly ToolSpec[]): string | null {
  const target = targetOfTask(skill.taskType)
  if (target && ask.target && target !== ask.target)
    return `it measures ${target}, the question asks for ${ask.target}`
  if (/-change$|^deforestation$/.test(skill.taskType) && ask.change === null)
    return 'it measures a change, the question asks for a state'
  if (ask.change && ask.target && ask.target !== 'burned' && skill.minDates < 2) {
    return 'it measures one date, the question asks for a change'
  }
  const dimensions = answerDimensions(skill, specs)
  if (ask.dimension !== 'text' && !dimensions.has(ask.dimension)) return `it gives no ${ask.dimension}`
  return null
}

function answerDimensions(skill: Skill, specs: readonly ToolSpec[]): ReadonlySet<Dimension> {
  const dimensions = new Set<Dimension>([skill.gives])
  for (const part of skill.answer) {
    const tool = skill.steps.find((step) => step.id === part.step)?.tool
    for (const measure of specs.find((spec) => spec.name === tool)?.measures ?? [])
      dimensions.add(measure.dimension)
    if (part.label) dimensions.add('sector')
  }
  // An axis is what can honestly be said of a direction where there is no second date.
  if (dimensions.has('angle')) dimensions.add('sector')
  return dimensions
}

/** A plan of an adapted SOP: the index slot is filled, the rest is as the skill says. */
export function planFromSop(sop: AdaptedSop, score: number, chooseIndex: SensingIndexChoice): Plan | null {
  const index = sop.steps.some((step) => step.tool === INDEX_SLOT) ? chooseIndex() : null
  if (sop.steps.some((step) => step.tool === INDEX_SLOT) && index === null) return null
  const kept = new Set(sop.steps.map((step) => step.id))
  const answer: AnswerPart[] = sop.skill.answer.filter((part) => kept.has(part.step))
  return {
    by: 'skill',
    source: sop.skill.id,
    title: sop.skill.title,
    steps: sop.steps.map((step) => ({
      id: step.id,
      tool: step.tool === INDEX_SLOT ? index! : step.tool,
      args: step.args,
      purpose: step.purpose,
    })),
    answer,
    score,
  }
}
