import type { Binding, SceneRole } from '../memory/types.ts'
import { waysToMark } from '../sensing/meanings.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { planOf } from './plan-of.ts'
import { addStep, answerOf, namedPlans, type NamedInput } from './named-plan.ts'
import type { Plan, PlanStep, Question } from './types.ts'

/** What of the question bears on values that a named tool measures. */
export type ValueInput = NamedInput & Pick<Question, 'slots' | 'range' | 'thresholdOn' | 'allDates'>

/**
 * Plans for what the words ask of values that a named tool measures: their change between two dates, the extremes of all
 * dates, the part beyond a threshold; else the values of one date. Where the words ask for one of these and it cannot be
 * planned there is no plan at all: the figure of one date would answer another question.
 */
export function valuePlans(input: ValueInput): Plan[] {
  const { ask, paired } = input
  const cuts = hasLimit(input)
  // A range of a difference would need the order of the dates that the index is read in.
  if (input.range !== null && (ask.differenced || ask.change !== null)) return []
  if (input.allDates) return cuts ? [] : ofEach(input, allDatesPlan)
  if (ask.change !== null && paired) return ofEach(input, changePlan)
  if (cuts) return ofEach(input, cutPlan)
  return ask.shown === null ? namedPlans(input) : ofEach(input, statePlan)
}

/** What has the values: a tool that is named, or (null) the loaded product that the words are about. */
type Source = ToolSpec | null

function ofEach(input: ValueInput, plan: (source: Source, input: ValueInput) => Plan | null): Plan[] {
  const { ask, admissible, specs } = input
  if (ask.shown !== null) return [plan(null, input) ?? []].flat()
  const isOfIndex = input.allDates || input.range !== null
  return [...ask.named, ...(isOfIndex ? ask.indices : [])].flatMap((name) => {
    const tool = admissible.has(name) ? specs.find((spec) => spec.name === name) : undefined
    return (tool?.gives.kind === 'raster' ? plan(tool, input) : null) ?? []
  })
}

/** A limit on another index tells the part and cuts nothing of the values. */
const hasLimit = ({ slots, range, ask }: ValueInput) =>
  ask.cutBy === undefined &&
  (range !== null ||
    slots.some(({ slot, value }) => slot === 'threshold' || (slot === 'rule' && value !== 'value')))

/** The values at one date. */
function valuesAt(source: Source, input: ValueInput, steps: PlanStep[], role: SceneRole): Binding | null {
  if (source === null) return { from: 'role', role }
  const step = addStep(source, { ...input, steps, role, depth: 0 })
  return step === null ? null : from(step)
}

function push(
  steps: PlanStep[],
  name: string,
  args: Readonly<Record<string, Binding>>,
  { specs }: ValueInput,
): string | null {
  const spec = specs.find((known) => known.name === name)
  if (!spec) return null
  const id = `s${steps.length + 1}`
  steps.push({ id, tool: name, args, purpose: spec.title })
  return id
}

const from = (step: string): Binding => ({ from: 'step', step })
const value = (literal: string | number): Binding => ({ from: 'value', value: literal })

/** The later date less the earlier one, or the other way round for a loss: pixel by pixel, in percent by the means. */
function changePlan(source: Source, input: ValueInput): Plan | null {
  const { ask } = input
  const steps: PlanStep[] = []
  const [before, after] = [valuesAt(source, input, steps, 'pre'), valuesAt(source, input, steps, 'post')]
  if (before === null || after === null) return null
  const cuts = hasLimit(input)
  if (ask.dimension === 'share' && !cuts) {
    // A fall of 5 % is said without its sign, which the tool gives it.
    if (ask.change === 'loss') return null
    const [first, second] = [meanOf(before, steps, input), meanOf(after, steps, input)]
    const compared = first && second ? push(steps, 'compare_values', { first, second }, input) : null
    return compared === null ? null : planOf(steps, [{ step: compared, figure: 'percent_change' }])
  }
  if (cuts && input.thresholdOn !== 'change' && NET.test(ask.text))
    return netPlan([before, after], steps, input)
  const order = ask.change === 'loss' && !cuts ? 'before_minus_after' : 'after_minus_before'
  const difference = push(steps, 'difference', { before, after, order: value(order) }, input)
  if (difference === null) return null
  if (cuts) return input.thresholdOn === 'change' ? cut(from(difference), steps, input) : null
  if (ask.dimension === 'area' || ask.dimension === 'share' || ask.dimension === 'count') return null
  const figures = ask.figures.filter((name) => ['mean', 'min', 'max'].includes(name))
  return planOf(steps, [{ step: difference, figure: figures[0] ?? 'mean' }])
}

/** What lies beyond a limit grew or shrank on the whole; where it is new is told by another figure. */
const NET =
  /\b(?:by how (?:much|many)|how (?:much|many)[^?.]*\b(?:larger|bigger|smaller|more|less))\b[^?.]*\b(?:grow\w*|grew|expan\w*|increas\w*|larger|bigger|more|shr[aiu]nk\w*|decreas\w*|contract\w*|smaller|less)\b/i

/** The area beyond the limit at the later date less that at the earlier one; for a loss the other way round. */
function netPlan(dates: readonly Binding[], steps: PlanStep[], input: ValueInput): Plan | null {
  const { ask } = input
  if (ask.dimension !== 'area' || ask.target !== null || (ask.change !== 'gain' && ask.change !== 'loss'))
    return null
  const masks = dates.map((layer) =>
    push(
      steps,
      'threshold_mask',
      {
        layer,
        rule: { from: 'slot', slot: 'rule', default: 'value' },
        value: { from: 'slot', slot: 'threshold' },
        side: { from: 'slot', slot: 'side', default: 'above' },
      },
      input,
    ),
  )
  const areas = masks.map(
    (mask) =>
      mask &&
      push(
        steps,
        'mask_area',
        { mask: from(mask), unit: { from: 'slot', slot: 'unit', default: 'km2' } },
        input,
      ),
  )
  const [a, b] = ask.change === 'gain' ? areas : [...areas].reverse()
  if (!a || !b) return null
  const figure = (step: string): Binding => ({ from: 'figure', step, figure: 'area' })
  const unit = { from: 'slot', slot: 'unit', default: 'km2' } as const
  const difference = push(
    steps,
    'calculate',
    { operation: value('subtract'), a: figure(b), b: figure(a), unit },
    input,
  )
  return difference === null ? null : planOf(steps, [{ step: difference, figure: 'result' }])
}

/** The mean of values as a figure to compute with. */
function meanOf(values: Binding, steps: PlanStep[], input: ValueInput): Binding | null {
  const step = values.from === 'step' ? values.step : push(steps, 'statistics', { layer: values }, input)
  return step === null ? null : { from: 'figure', step, figure: 'mean' }
}

/** The figures of one date of a loaded product. */
function statePlan(_: Source, input: ValueInput): Plan | null {
  const steps: PlanStep[] = []
  const step = push(steps, 'statistics', { layer: { from: 'role', role: 'only' } }, input)
  const spec = input.specs.find(({ name }) => name === 'statistics')
  const { dimension } = input.ask
  const isValue = dimension === 'value' || dimension === 'text'
  return step !== null && spec && isValue ? planOf(steps, answerOf(spec, step, withMean(input.ask))) : null
}

const withMean = (ask: ValueInput['ask']) =>
  ask.figures.length > 0 ? ask : { ...ask, figures: ['mean', 'min', 'max'] }

const OVER_ALL: Readonly<Record<string, string>> = {
  max: 'max_of_maxima',
  min: 'min_of_minima',
  mean: 'mean_of_means',
}

/** One figure of all dates: the highest of all pixels is not the highest of the means. */
function allDatesPlan(source: Source, input: ValueInput): Plan | null {
  const { ask, context, paired } = input
  const figure = OVER_ALL[ask.figures[0] ?? 'mean']
  const count = context.dates.length
  if (!paired || count > 3 || !figure || (ask.dimension !== 'value' && ask.dimension !== 'temperature'))
    return null
  const roles: readonly SceneRole[] = count === 3 ? ['pre', 'middle', 'post'] : ['pre', 'post']
  const steps: PlanStep[] = []
  const made = roles.flatMap((role) => valuesAt(source, input, steps, role) ?? [])
  if (made.length < roles.length) return null
  const layers: Binding =
    source === null
      ? { from: 'role', role: 'all' }
      : { from: 'steps', steps: made.flatMap((each) => (each.from === 'step' ? [each.step] : [])) }
  const series = push(steps, 'layer_statistics_series', { layers }, input)
  return series === null ? null : planOf(steps, [{ step: series, figure }])
}

/** The part of one date that is beyond the threshold, or within the range; on the target alone where the words name one. */
function cutPlan(source: Source, input: ValueInput): Plan | null {
  const steps: PlanStep[] = []
  const values = valuesAt(source, input, steps, 'only')
  return values && cut(values, steps, input)
}

function cut(values: Binding, steps: PlanStep[], input: ValueInput): Plan | null {
  const { ask, range } = input
  const inside =
    range === null
      ? push(
          steps,
          'threshold_mask',
          {
            layer: values,
            rule: { from: 'slot', slot: 'rule', default: 'value' },
            value: { from: 'slot', slot: 'threshold' },
            side: { from: 'slot', slot: 'side', default: 'above' },
          },
          input,
        )
      : rangeMask(values, steps, range, input)
  const marked = inside && (ask.target === null ? inside : onTarget(inside, steps, input))
  if (!marked) return null
  if (ask.dimension === 'area') {
    const area = push(
      steps,
      'mask_area',
      { mask: from(marked), unit: { from: 'slot', slot: 'unit', default: 'ha' } },
      input,
    )
    return area === null ? null : planOf(steps, [{ step: area, figure: 'area' }])
  }
  // A share of the target's own ground is no share of the scene.
  if (ask.dimension === 'share' && ask.target === null) {
    const area = push(steps, 'mask_area', { mask: from(marked) }, input)
    return area === null ? null : planOf(steps, [{ step: area, figure: 'share' }])
  }
  if (ask.dimension !== 'count') return null
  const counted = ask.figures.includes('components')
    ? push(steps, 'components', { mask: from(marked) }, input)
    : null
  return counted === null ? null : planOf(steps, [{ step: counted, figure: 'components' }])
}

function rangeMask(
  values: Binding,
  steps: PlanStep[],
  { low, high }: { readonly low: number; readonly high: number },
  input: ValueInput,
): string | null {
  const edge = (limit: number, side: string) =>
    push(
      steps,
      'threshold_mask',
      { layer: values, rule: value('value'), value: value(limit), side: value(side) },
      input,
    )
  const [over, under] = [edge(low, 'at_or_above'), edge(high, 'at_or_below')]
  if (over === null || under === null) return null
  return push(
    steps,
    'combine_masks',
    { first: from(over), second: from(under), operation: value('and') },
    input,
  )
}

/** The mask where the same scene shows the target too, by its index with a standard threshold. */
function onTarget(mask: string, steps: PlanStep[], input: ValueInput): string | null {
  const { ask, admissible, specs } = input
  const way = waysToMark(ask.target ?? '').find(
    ({ source, threshold, order }) => threshold !== null && order === undefined && admissible.has(source),
  )
  const index = way && specs.find(({ name }) => name === way.source)
  const made = index ? valuesAt(index, input, steps, 'only') : null
  if (!way || made === null) return null
  const target = push(
    steps,
    'threshold_mask',
    { layer: made, rule: value('value'), value: value(way.threshold!), side: value(way.side) },
    input,
  )
  return (
    target &&
    push(steps, 'combine_masks', { first: from(target), second: from(mask), operation: value('and') }, input)
  )
}

/** True where the plan keeps to the range of values, and looks at all dates, where the words ask for that. */
export function takesScope(plan: Plan, { range, allDates }: Pick<Question, 'range' | 'allDates'>): boolean {
  const limits = plan.steps.flatMap(({ args }) => {
    const limit = args['value']
    return limit?.from === 'value' ? [limit.value] : []
  })
  const inRange = range === null || (limits.includes(range.low) && limits.includes(range.high))
  return inRange && (!allDates || plan.steps.some(({ tool }) => tool === 'layer_statistics_series'))
}
