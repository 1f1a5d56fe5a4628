import { config } from '../../config.ts'
import { textJudge } from '../gate/forbidden.ts'
import type { Experience, FinishedRun, Skill } from '../types.ts'
import type { Changes } from './changes.ts'
import { isOpen } from './merge.ts'

/**
 * κ: the skill with failure rules from experiences that name its tools, best supported first. Only lessons that this
 * profile learned and that proved themselves or came up again; what F would not let a skill of this run say is left out.
 */
export function gatherRules(changes: Changes, skill: Skill, run: FinishedRun): Skill {
  const { rulesKept } = config.learning
  if (skill.rules.length >= rulesKept) return skill
  const tools = new Set(skill.steps.map(({ tool }) => tool))
  const fault = textJudge(run)
  const known = new Set(skill.rules)
  const gathered = changes
    .rows('experiences')
    .filter((item) => tools.has(item.tool) && item.taskType === skill.taskType && isSupported(item))
    .sort((a, b) => support(b) - support(a) || a.createdAt - b.createdAt)
    .map(ruleOf)
    .filter((rule) => !known.has(rule) && fault(rule, skill.taskType) === null)
  const rules = [...skill.rules, ...new Set(gathered)].slice(0, rulesKept)
  return rules.length === skill.rules.length ? skill : { ...skill, rules }
}

/** Of the kind of template that rules are: no person's words, nothing that was imported. */
const isSupported = (item: Experience) =>
  isOpen(item) &&
  item.origin === 'learned' &&
  item.kind !== 'gate' &&
  item.usage.helped >= item.usage.hurt &&
  (item.state === 'active' || item.count >= config.learning.ruleCount)

const support = ({ count, usage }: Experience) => count + usage.helped - usage.hurt

const ruleOf = ({ kind, trigger, correction }: Experience): string =>
  kind === 'argument' ? capital(correction) : `${trigger}: ${correction}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
