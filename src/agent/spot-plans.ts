import type { Binding } from '../memory/types.ts'
import { planOf } from './plan-of.ts'
import { FIRE_PRODUCT_TOOLS } from './fire-products.ts'
import { addStep } from './named-plan.ts'
import type { Ask, Plan, PlanStep } from './types.ts'
import type { ValueInput } from './value-plans.ts'

const asksForSpots = ({ text }: Ask): boolean => /\bhot[- ]?spots?\b/i.test(text)

/** What is measured where the words put a threshold on the very values that they ask about. */
const STATISTICS: ReadonlySet<string> = new Set(['mean', 'std', 'min', 'max'])

/** 'The mean dNBR of pixels of at least 0.27' is that of a part: the figure of the whole answers something else. */
const isConditional = ({ ask, slots }: Pick<ValueInput, 'ask' | 'slots'>): boolean =>
  ask.dimension === 'value' &&
  ask.figures.some((name) => STATISTICS.has(name)) &&
  ask.indices.length === 1 &&
  slots.some(({ slot }) => slot === 'threshold')

/** Plans for hotspots of what the words name, and for a statistic of the values beyond a threshold. */
export function spotPlans(input: ValueInput): Plan[] {
  const { ask, range } = input
  const isOfSpots = asksForSpots(ask)
  if (range !== null || !(isOfSpots || isConditional(input))) return []
  const steps: PlanStep[] = []
  const values = valuesOf(input, steps)
  if (values === null) return []
  return [isOfSpots ? spotsOf(values, steps, ask) : statisticOf(values, steps, ask)]
}

/** The step that makes the values: the difference of two dates, a named tool, or the index. */
function valuesOf(input: ValueInput, steps: PlanStep[]): string | null {
  const { ask, specs, admissible, paired } = input
  const make = (name: string, role: 'pre' | 'post' | 'only') => {
    const spec = admissible.has(name) ? specs.find((known) => known.name === name) : undefined
    return spec?.gives.kind === 'raster' ? addStep(spec, { ...input, steps, role, depth: 0 }) : null
  }
  const [index] = ask.indices
  if (index !== undefined && (ask.differenced || ask.change !== null)) {
    const [before, after] = paired ? [make(index, 'pre'), make(index, 'post')] : [null, null]
    if (before === null || after === null) return null
    const id = `s${steps.length + 1}`
    steps.push({
      id,
      tool: 'difference',
      args: {
        before: { from: 'step', step: before },
        after: { from: 'step', step: after },
        order: { from: 'value', value: index === 'nbr' ? 'before_minus_after' : 'after_minus_before' },
      },
      purpose: 'change between the dates',
    })
    return id
  }
  if (ask.change !== null) return null
  for (const name of [...ask.named, ...ask.indices]) {
    const step = make(name, 'only')
    if (step !== null) return step
    steps.length = 0
  }
  return null
}

const slot = (name: 'rule' | 'percentile' | 'threshold' | 'side', fallback?: string | number): Binding =>
  fallback === undefined ? { from: 'slot', slot: name } : { from: 'slot', slot: name, default: fallback }

function spotsOf(values: string, steps: readonly PlanStep[], { dimension, figures }: Ask): Plan {
  const figure =
    dimension === 'area'
      ? figures.includes('largest_area')
        ? 'largest_area'
        : 'area'
      : dimension === 'value'
        ? 'threshold'
        : 'hotspots'
  return closing(
    steps,
    'hotspots',
    {
      layer: { from: 'step', step: values },
      rule: slot('rule', 'percentile'),
      percentile: slot('percentile', 95),
      value: slot('threshold'),
      side: slot('side', 'at_or_above'),
    },
    [figure],
  )
}

const statisticOf = (values: string, steps: readonly PlanStep[], { figures }: Ask): Plan =>
  closing(
    steps,
    'conditional_statistics',
    {
      values: { from: 'steps', steps: [values] },
      conditions: { from: 'steps', steps: [values] },
      threshold: slot('threshold'),
      test: slot('side', 'at_or_above'),
    },
    figures.filter((name) => STATISTICS.has(name)),
  )

function closing(
  before: readonly PlanStep[],
  tool: string,
  args: PlanStep['args'],
  figures: readonly string[],
): Plan {
  const id = `s${before.length + 1}`
  const steps = [...before, { id, tool, args, purpose: tool.replaceAll('_', ' ') }]
  return planOf(
    steps,
    figures.map((figure) => ({ step: id, figure })),
  )
}

/** False where hotspots are asked for and the plan finds none, or finds those of something else than the index that is named. */
export const seesSpots = (plan: Plan, ask: Ask): boolean => {
  if (!asksForSpots(ask) || FIRE_PRODUCT_TOOLS.has(ask.named[0] ?? '')) return true
  const tools = new Set(plan.steps.map(({ tool }) => tool))
  const [index] = ask.indices
  if (index !== undefined && !tools.has(index)) return false
  return (
    tools.has('hotspots') ||
    tools.has('percentile_of_raster') ||
    ask.named.some((name) => name !== 'surface_temperature' && tools.has(name))
  )
}

/** False of a plan whose figures are those of all values where the words ask for those beyond a threshold. */
export const seesCondition = (plan: Plan, input: Pick<ValueInput, 'ask' | 'slots'>): boolean =>
  !isConditional(input) || plan.steps.some(({ tool }) => tool === 'conditional_statistics')
