import { INDEX_TOOL } from '../memory/index.ts'
import type { AdaptedSop, AnswerPart, Skill } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { Dimension, Port } from '../trace/port.ts'
import type { TaskType } from '../sensing/task-types.ts'
import { isOfPatches } from './plan-settings.ts'
import type { SensingIndexChoice } from './choose-index.ts'
import { isOfLayer } from './named-tools.ts'
import { sectorsNamed } from './sector-words.ts'
import { courseOf, type CourseReading } from './course-words.ts'
import { targetOfTask, typeSuits } from './targets.ts'
import type { Ask, Plan, Question } from './types.ts'

/** How sure the task type must be for a skill that measures what the words do not name ('Which way did it spread?'). */
const SURE_TYPE = 0.5

export interface Asked {
  readonly ask: Ask
  readonly taskType: TaskType
  /** Share of the words that speak for the type. */
  readonly typeScore: number
}

/** Why a skill does not serve an ask, in our words; null where it does. */
export function skillMismatch(
  skill: Skill,
  { ask, taskType, typeScore }: Asked,
  specs: readonly ToolSpec[],
): string | null {
  const tools = specs.filter(({ name }) => skill.steps.some((step) => step.tool === name))
  if (skill.taskType === 'inventory' && !asksForData(ask))
    return 'it lists the data, and something else is asked for'
  const ofLayer = isOfLayer(specs.find(({ name }) => name === ask.named[0]))
  const wanted = ofLayer ? ask.named.slice(0, 1) : ask.named
  if (wanted.length > 0 && !wanted.some((name) => tools.some((tool) => tool.name === name)))
    return `it does not compute ${ask.named.join(' or ')}`
  const course = courseOf(ask)
  if (course && !isToldBy(course, skill, tools)) return `it does not compute ${course.tool}`
  if (ask.series !== hasSeries(tools))
    return ask.series ? 'it measures single dates' : 'it measures a series of dates'
  if (ask.ofProduct && !skill.requires.some(({ role }) => role === 'product' || role === 'zones'))
    return 'it measures scenes, and a layer is asked about'
  const target = targetOfTask(skill.taskType)
  if (target && ask.target && target !== ask.target)
    return `it measures ${target}, the question asks for ${ask.target}`
  if (
    target &&
    ask.target === null &&
    (ask.indices.length > 0 || skill.taskType !== taskType || typeScore < SURE_TYPE)
  ) {
    return `it measures ${target}, which the question does not name`
  }
  if (!typeSuits(skill.taskType, ask))
    return `it is for ${skill.taskType.replace('-', ' ')}, which is not asked for`
  const isMeasured = (ask.target && ask.target !== 'burned') || ask.named.length > 0 || ask.shown !== null
  if (ask.change && isMeasured && skill.minDates < 2) {
    return 'it measures one date, the question asks for a change'
  }
  if (
    ask.differenced &&
    !tools.some(({ gives }) => gives.kind === 'raster' && gives.quantity === 'difference')
  ) {
    return 'it measures no difference of dates'
  }
  // The index of one date is asked for, and nothing of how it changed.
  if (
    ask.indices.length > 0 &&
    ask.target === null &&
    ask.change === null &&
    !ask.differenced &&
    !ask.series &&
    tools.some(({ gives }) => gives.kind === 'raster' && gives.quantity === 'difference')
  ) {
    return 'it measures a difference of dates, and an index is asked for'
  }
  const computed = tools.filter(({ gives }) => gives.kind === 'raster' && gives.quantity === 'index')
  const open = skill.steps.some(({ tool }) => tool === INDEX_TOOL)
  if (
    ask.indices.length > 0 &&
    !open &&
    computed.length > 0 &&
    !computed.some(({ name }) => ask.indices.includes(name))
  ) {
    return `it measures ${computed.map(({ name }) => name).join(', ')}, the question names ${ask.indices.join(', ')}`
  }
  const isMadeHere = tools.some(({ gives }) => gives.kind === 'raster') || hasSeries(tools)
  if (skill.origin !== 'seed' && ask.indices.length > 0 && !ask.ofProduct && !open && !isMadeHere)
    return `it measures what is there already, the question names ${ask.indices.join(', ')}`
  // A burn is a change also where the words tell none; of anything else they ask for what there is.
  const isOpen = ask.target === 'burned' && (ask.change === null || ask.change === 'change')
  if (skill.change && skill.change !== ask.change && !isOpen)
    return `it measures a ${skill.change}, the question asks for ${ask.change ? `a ${ask.change}` : 'a state'}`
  if (skill.answer[0]?.figure === 'growth_area' && ask.change !== 'gain') return 'it measures growth'
  // A learned skill is for what its run told; what its other steps measure too is had for fewer calls.
  const answering =
    skill.origin === 'seed'
      ? tools
      : tools.filter(({ name }) => toldBy(skill).some((part) => toolOf(skill, part) === name))
  const figures = new Set(answering.flatMap(({ measures }) => measures.map(({ name }) => name)))
  const measuresMask = answering.some(({ name }) => name === 'mask_area')
  if (
    ask.figures.length > 0 &&
    !ask.figures.some((name) => figures.has(name) || (measuresMask && isOfPatches(name)))
  )
    return `it measures no ${ask.figures.join(' or ')}`
  if (skill.gives === 'sector' && ask.dimension === 'share' && sectorsNamed(ask.text).length === 0)
    return 'it gives the shares of sectors, and that of the whole is asked for'
  const dimensions = answerDimensions(skill, ask, specs)
  const isGiven =
    ask.dimension === 'text' ||
    dimensions.has(ask.dimension) ||
    ask.figures.some((name) => figures.has(name) || (measuresMask && isOfPatches(name)))
  return isGiven ? null : `it gives no ${ask.dimension}`
}

/** True where the skill answers by the tool of the course; where a map is cut at a limit it need only make it. */
function isToldBy(
  { tool, figures, labels }: CourseReading,
  skill: Skill,
  tools: readonly ToolSpec[],
): boolean {
  if (!tools.some(({ name }) => name === tool)) return false
  if (figures.length + labels.length === 0) return true
  return skill.answer.some((part) => toolOf(skill, part) === tool)
}

/** The words are about what is loaded and not about what it shows. */
const asksForData = ({ text, dimension }: Ask): boolean =>
  dimension === 'text' ||
  /\b(scenes?|dates?|layers?|images?|bands?|files?|data|sensors?|loaded)\b/i.test(text)

const hasSeries = (tools: readonly ToolSpec[]) =>
  tools.some(({ needs }) => Object.values(needs).some(({ kind }) => kind === 'rasters'))

/** The parts of its answer without those that only say how much of the scene was seen. */
const toldBy = ({ answer }: Skill): readonly AnswerPart[] =>
  answer.filter(({ figure }) => figure !== 'valid_share')

const toolOf = (skill: Skill, { step }: AnswerPart): string | undefined =>
  skill.steps.find(({ id }) => id === step)?.tool

function answerDimensions(skill: Skill, ask: Ask, specs: readonly ToolSpec[]): ReadonlySet<Dimension> {
  const ofParts = ask.rank !== null || ask.figures.includes('largest_area')
  const told = toldBy(skill).map((part) => ({
    part,
    tool: specs.find(({ name }) => name === toolOf(skill, part)),
  }))
  // What lists patches measures each of them, not the whole.
  const isOfPart = (tool: ToolSpec | undefined, dimension: Dimension) =>
    skill.origin !== 'seed' && tool?.gives.kind === 'vector' && dimension === 'area' && !ofParts
  const isPartAlone = told.length > 0 && told.every(({ tool }) => isOfPart(tool, skill.gives))
  const dimensions = new Set<Dimension>(isPartAlone ? [] : [skill.gives])
  for (const { part, tool } of told) {
    for (const { dimension } of tool?.measures ?? []) {
      if (!isOfPart(tool, dimension)) dimensions.add(dimension)
    }
    if (part.label) dimensions.add('sector')
  }
  // Classes by area answer 'how much of' as well as their shares do, where no unit is named.
  if (skill.taskType === 'burn-severity') dimensions.add('share')
  // An axis is what can honestly be said of a direction where there is no second date.
  if (dimensions.has('angle')) dimensions.add('sector')
  return dimensions
}

/** True where the skill puts its threshold on what the words put theirs on: the change, or the state at a date. */
export function cutsWhereAsked(
  sop: AdaptedSop,
  thresholdOn: Question['thresholdOn'],
  specs: readonly ToolSpec[],
): boolean {
  if (thresholdOn === null) return true
  const gives = (tool: string) => specs.find(({ name }) => name === tool)?.gives
  const cut = sop.steps.findIndex(({ tool }) => isQuantity(gives(tool), 'mask'))
  const difference = sop.steps.findIndex(({ tool }) => isQuantity(gives(tool), 'difference'))
  if (cut < 0) return true
  return (difference >= 0 && difference < cut) === (thresholdOn === 'change')
}

/**
 * False of a learned skill that cuts at a threshold which the words of its run gave, where these words give none: its call would be refused.
 * The skills that ship leave a threshold open only where a tool knows the field's own.
 */
export function hasItsThreshold({ skill, steps }: AdaptedSop, slots: Question['slots']): boolean {
  if (skill.origin === 'seed' || slots.some(({ slot }) => slot === 'threshold')) return true
  return !steps.some(({ args }) =>
    Object.values(args).some(
      (binding) => binding.from === 'slot' && binding.slot === 'threshold' && binding.default === undefined,
    ),
  )
}

const isQuantity = (port: Port | undefined, quantity: string) =>
  port?.kind === 'raster' && port.quantity === quantity

/** A plan of an adapted SOP: the index slot is filled, the rest is as the skill says. */
export function planFromSop(sop: AdaptedSop, score: number, chooseIndex: SensingIndexChoice): Plan | null {
  const index = sop.steps.some((step) => step.tool === INDEX_TOOL) ? chooseIndex() : null
  if (sop.steps.some((step) => step.tool === INDEX_TOOL) && index === null) return null
  const kept = new Set(sop.steps.map((step) => step.id))
  const answer: AnswerPart[] = sop.skill.answer.filter((part) => kept.has(part.step))
  return {
    by: 'skill',
    source: sop.skill.id,
    title: sop.skill.title,
    steps: sop.steps.map((step) => ({
      id: step.id,
      tool: step.tool === INDEX_TOOL ? index! : step.tool,
      args: step.args,
      purpose: step.purpose,
    })),
    answer,
    score,
  }
}
