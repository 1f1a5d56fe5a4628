import type { AnswerPart, Experience, OtherSetting } from '../memory/types.ts'
import { isUpper, maskMeaning, standardThreshold, waysToMark, widerThresholds } from '../sensing/meanings.ts'
import type { TaskType } from '../sensing/task-types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { ReadSlot } from '../trace/events.ts'
import { CHECK_WORDS, type CheckId } from './checks.ts'
import { numerals } from './grounding.ts'
import { asksWhere } from './question-words.ts'
import type { Ask, Question } from './types.ts'

type Literal = string | number | boolean

/** A setting that took the place of another, and whether what had failed then stood. */
export interface Tried extends OtherSetting {
  readonly passed: boolean
  /** True where an earlier run had learned it, so that the other one was not tried again. */
  readonly remembered: boolean
}

/** What the question leaves open about the settings of its steps. */
export interface OpenSettings {
  readonly slots: readonly ReadSlot[]
  /** The question: a number or a choice that it says is no one's to change. */
  readonly text: string
  /** True where finding nothing is an answer: no hectares burned. */
  readonly zeroAnswers: boolean
  /** True of a part of a plan's answer that is of the kind asked for. */
  readonly isAsked: (part: AnswerPart, tool: ToolSpec | undefined) => boolean
  /** Settings that earlier runs of this task type learned for a tool. */
  readonly remembered: (tool: string) => readonly OtherSetting[]
}

/** A call of a plan as far as its settings go. */
export interface SettableCall {
  readonly spec: ToolSpec
  readonly args: Readonly<Record<string, unknown>>
  /** What the layer shows that the call takes; null where that is not known. */
  readonly meaning: string | null
}

/** What the words and the memory leave open about the settings of an ask's steps. */
export function openSettings(
  ask: Ask,
  { text, slots }: Pick<Question, 'text' | 'slots'>,
  remembered: OpenSettings['remembered'],
): OpenSettings {
  const isWhere = asksWhere(ask.text) && ask.unit === null
  return {
    slots,
    text,
    // Zero hectares, pixels or parts are an answer; no place, no direction and no mean can be told of nothing.
    zeroAnswers: /^(area|share|count)$/.test(ask.dimension) && ask.rank === null && !isWhere,
    isAsked: ({ figure, label }, tool) =>
      isWhere ||
      (label !== undefined && /^(sector|text)$/.test(ask.dimension)) ||
      tool?.measures.find(({ name }) => name === figure)?.dimension === ask.dimension,
    remembered,
  }
}

/** Checks that tell of a cut through the noise, or beside the values. */
const OF_A_CUT: ReadonlySet<CheckId> = new Set(['one-class', 'in-noise', 'covers-most', 'at-edge'])
/** A wider window leaves less noise. */
const OF_NOISE: ReadonlySet<CheckId> = new Set(['one-class', 'in-noise', 'at-edge'])

/**
 * Settings to try in place of a call's own once an outcome failed a check, nearest first. They come from the catalogue
 * (another threshold of the field, the rule that it prefers) and from the tool's schema (the next window, fewer dates,
 * another resampling). A percentile or a multiple of the mean is never among them: it marks as much of a scene as it is
 * told to, whatever there is. Neither are clouds, units or anything else that says what is measured and not how.
 */
export function neighbours(call: SettableCall, because: CheckId, open: OpenSettings): OtherSetting[] {
  return [...cutSettings(call, because, open), ...fineSettings(call, because, open)]
}

/** Those of them, or others, that passed in an earlier run where the same check had failed: they are tried first. */
export function learned(call: SettableCall, because: CheckId, open: OpenSettings): OtherSetting[] {
  return open
    .remembered(call.spec.name)
    .filter((setting) => setting.because === because && isUsable(setting, call, open))
}

/**
 * What an earlier run learned for just this setting, to be tried before it. A threshold is not: on other data the usual
 * one may well hold, and another measures something else.
 */
export function preferred(call: SettableCall, open: OpenSettings): OtherSetting | null {
  return (
    open
      .remembered(call.spec.name)
      .find(
        (setting) => isUsable(setting, call, open) && slotOf(call.spec, setting.argument) !== 'threshold',
      ) ?? null
  )
}

/** The rule and threshold of a cut. */
function cutSettings(call: SettableCall, because: CheckId, open: OpenSettings): OtherSetting[] {
  const { spec, meaning } = call
  const rule = argumentOf(spec, 'rule')
  const threshold = argumentOf(spec, 'threshold')
  const sideName = argumentOf(spec, 'side')
  if (rule === null || threshold === null || sideName === null || meaning === null) return []
  const side = String(valueOf(call, sideName))
  const inForce = valueOf(call, rule)
  const standard = standardThreshold(meaning, side)
  const isFixed = isOfQuestion(call, rule, open) || isOfQuestion(call, threshold, open)
  if (isFixed || !choicesOf(spec, rule).includes('value')) return []
  if (inForce === 'otsu' && OF_A_CUT.has(because) && standard !== null)
    return [{ argument: rule, from: 'otsu', to: 'value', because }]
  if (inForce !== 'value' || because !== 'empty') return []
  const given = valueOf(call, threshold)
  const current = typeof given === 'number' ? given : (standard?.threshold ?? null)
  const isOfScene = waysToMark(maskMeaning(meaning, side)).some(
    (way) => way.source === meaning && way.threshold === null && isUpper(way.side) === isUpper(side),
  )
  return [
    ...(current === null ? [] : widerThresholds(meaning, side, current)).map((to) => ({
      argument: threshold,
      from: current,
      to,
      because,
    })),
    // Where the field has no threshold of its own, it takes one from the scene.
    ...(standard === null && isOfScene ? [{ argument: rule, from: 'value', to: 'otsu', because }] : []),
  ]
}

/** Settings of how finely a step works. */
function fineSettings(call: SettableCall, because: CheckId, open: OpenSettings): OtherSetting[] {
  const { spec } = call
  return Object.keys(spec.parameters.properties).flatMap((argument): OtherSetting[] => {
    if (argument in spec.needs || isOfQuestion(call, argument, open)) return []
    const from = valueOf(call, argument)
    return nearby(argument, from, because)
      .filter((to) => to !== from && isAllowed(spec, argument, to))
      .map((to) => ({ argument, from: isLiteral(from) ? from : null, to, because }))
  })
}

function nearby(argument: string, from: unknown, because: CheckId): readonly Literal[] {
  if (argument === 'window' && typeof from === 'number') {
    // Windows stay odd, so that they have a middle.
    if (OF_NOISE.has(because)) return [from + 2 * Math.ceil(from / 4), from + 2 * Math.ceil(from / 2)]
    return because === 'nothing-valid' ? [from - 2, 3] : []
  }
  if (because !== 'nothing-valid') return []
  if (argument === 'min_dates' && typeof from === 'number') return [Math.floor(from / 2), 1]
  // What interpolates needs all of the pixels around; the nearest needs one.
  return argument === 'method' && /^(auto|bilinear|cubic|average)$/.test(String(from)) ? ['nearest'] : []
}

/** True where the remembered setting replaces the very one in force, the question leaves it open and the tool takes it. */
function isUsable({ argument, from, to }: OtherSetting, call: SettableCall, open: OpenSettings): boolean {
  const current = valueOf(call, argument) ?? null
  return (
    argument in call.spec.parameters.properties &&
    !(argument in call.spec.needs) &&
    current === from &&
    current !== to &&
    !isOfQuestion(call, argument, open) &&
    isAllowed(call.spec, argument, to)
  )
}

/** True where the words of the question give the argument's value. */
function isOfQuestion(call: SettableCall, argument: string, { slots, text }: OpenSettings): boolean {
  const slot = slotOf(call.spec, argument)
  if (slot !== undefined && slots.some((read) => read.slot === slot)) return true
  // What has a slot is read into it; what has none can only be seen by its being said.
  const value = slot === undefined ? valueOf(call, argument) : undefined
  if (typeof value === 'number') return numerals(text).includes(String(value))
  return typeof value === 'string' && text.toLowerCase().includes(value.toLowerCase().replaceAll('_', ' '))
}

const slotOf = (spec: ToolSpec, argument: string): unknown => spec.parameters.properties[argument]?.['slot']

const argumentOf = (spec: ToolSpec, slot: string): string | null =>
  Object.keys(spec.parameters.properties).find((name) => slotOf(spec, name) === slot) ?? null

const choicesOf = (spec: ToolSpec, argument: string): readonly unknown[] => {
  const choices = spec.parameters.properties[argument]?.['enum']
  return Array.isArray(choices) ? (choices as readonly unknown[]) : []
}

/** The argument as given, else as the tool takes it by itself. */
const valueOf = ({ spec, args }: SettableCall, argument: string): unknown =>
  args[argument] ?? spec.parameters.properties[argument]?.['default']

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function isAllowed(spec: ToolSpec, argument: string, to: Literal): boolean {
  const { type, minimum, maximum, enum: choices } = spec.parameters.properties[argument] ?? {}
  if (Array.isArray(choices)) return choices.includes(to)
  if (typeof to !== 'number') return type === typeof to
  return (
    (type === 'number' || (type === 'integer' && Number.isInteger(to))) &&
    (typeof minimum !== 'number' || to >= minimum) &&
    (typeof maximum !== 'number' || to <= maximum)
  )
}

/** Of the recalled experiences those that are about a setting, by the tool that is about to be called. */
export function settingsFor(
  experiences: readonly Experience[],
  taskType: TaskType,
): (tool: string) => readonly OtherSetting[] {
  const known = experiences.filter((item) => item.kind === 'setting' && item.taskType === taskType)
  return (tool) =>
    known.flatMap(({ tool: of, setting }) =>
      of === tool && setting && Object.hasOwn(CHECK_WORDS, setting.because) ? [setting] : [],
    )
}
