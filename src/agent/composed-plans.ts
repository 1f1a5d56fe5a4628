import { config } from '../config.ts'
import { adaptSkill } from '../memory/index.ts'
import { compositions } from '../memory/compose.ts'
import type { Skill } from '../memory/types.ts'
import type { Brief, Situation } from './brief.ts'
import type { SensingIndexChoice } from './choose-index.ts'
import { cutsWhereAsked, planFromSop, skillMismatch } from './plan-from-skill.ts'
import { targetOfTask } from './targets.ts'
import type { Plan, Question } from './types.ts'

/** Skills beside the recalled ones that may make what one of those needs; the most helpful. */
const MAKERS = 60

/**
 * Plans of two skills, where no single one serves the ask and what one makes is what another needs. What the first of them
 * marks has to be what the words name: a scar is no lake.
 */
export function composedPlans(
  brief: Brief,
  situation: Situation,
  { chooseIndex, thresholdOn }: { readonly chooseIndex: SensingIndexChoice } & Pick<Question, 'thresholdOn'>,
): Plan[] {
  const { ask, recall, taskType, typeScore, sop } = brief
  if (sop !== null || ask.dimension === 'text') return []
  const { context, specs, toolSet } = situation
  const admissible = toolSet.names
  const skills = candidates(brief, situation)
  const byId = new Map(skills.map((skill) => [skill.id, skill]))
  const found = compositions({
    skills,
    context,
    specs,
    admissible,
    wanted: { taskType, gives: ask.dimension },
  })
  return found.flatMap(({ skill, parts }): Plan[] => {
    const [first, second] = parts.map((id) => byId.get(id))
    if (!first || !second || !isOfSubject(first, brief)) return []
    if (skillMismatch(skill, { ask, taskType, typeScore }, specs) !== null) return []
    const scores = recall.skills.filter(({ item }) => parts.includes(item.id)).map(({ score }) => score)
    const score = Math.max(config.skill.minimum, ...scores)
    const joined = adaptSkill({
      recall: { ...recall, skills: [{ item: skill, score }] },
      context,
      specs,
      admissible,
    })
    const plan =
      joined && cutsWhereAsked(joined, thresholdOn, specs) ? planFromSop(joined, score, chooseIndex) : null
    return plan
      ? [{ ...plan, source: null, joins: [first, second].map(({ id, title }) => ({ id, title })) }]
      : []
  })
}

/** What it marks is what the words name; of a task that names nothing it has to be the very task. */
function isOfSubject({ taskType: made }: Skill, { ask, taskType }: Brief): boolean {
  const target = targetOfTask(made) ?? null
  return target === null ? made === taskType : target === ask.target
}

/** The recalled skills, those of the ask's own type, and of the rest those that helped most. */
function candidates({ recall, taskType }: Brief, { snapshot }: Situation): readonly Skill[] {
  const recalled = new Set(recall.skills.map(({ item }) => item))
  const near = snapshot.skills.filter((skill) => recalled.has(skill) || skill.taskType === taskType)
  const others = snapshot.skills
    .filter((skill) => !near.includes(skill) && skill.state === 'active')
    .sort((a, b) => b.usage.helped - b.usage.hurt - (a.usage.helped - a.usage.hurt))
    .slice(0, MAKERS)
  return [...near, ...others]
}
