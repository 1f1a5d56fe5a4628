import { fits } from '../trace/fits.ts'
import type { Binding } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { planOf } from './plan-of.ts'
import type { NamedInput } from './named-plan.ts'
import { STEEPER } from './question-words.ts'
import type { Plan, PlanStep } from './types.ts'

/** NDVI that falls by so much is a loss, where the words name no limit: as in the skill of vegetation change. */
const LOSS = -0.2

/**
 * Plans that bring an elevation model and a loss of vegetation between two dates together: its area on ground steeper than the
 * words say, or how steep the ground is that lost it. Empty where neither is asked, or the data have no heights.
 */
export function reliefPlans(input: NamedInput): Plan[] {
  const { ask, context, paired } = input
  const slope = specOf('slope', input)
  const heights = context.products.some(({ port }) => slope && fits(slope.needs['elevation']!, port))
  const isSteep = STEEPER.test(ask.text)
  const asksSlope =
    ask.named.includes('slope') && ask.unit !== 'ha' && ask.unit !== 'km2' && ask.unit !== 'm2'
  if (!heights || !paired || ask.series || ask.change !== 'loss' || !(isSteep || asksSlope)) return []
  const change = changeSteps(ask.indices[0] ?? 'ndvi', input)
  if (change === null) return []
  return [isSteep ? areaPlan(change) : slopePlan(change)]
}

const specOf = (name: string, { specs, admissible }: NamedInput): ToolSpec | undefined =>
  admissible.has(name) ? specs.find((spec) => spec.name === name) : undefined

const role = (name: 'pre' | 'post' | 'product'): Binding => ({ from: 'role', role: name })
const made = (step: string): Binding => ({ from: 'step', step })
const literal = (value: string): Binding => ({ from: 'value', value })
const step = (
  id: string,
  tool: string,
  purpose: string,
  args: Readonly<Record<string, Binding>>,
): PlanStep => ({ id, tool, args, purpose })

const LIMIT: Binding = { from: 'slot', slot: 'threshold', default: LOSS }
const SIDE: Binding = { from: 'slot', slot: 'side', default: 'at_or_below' }
const SLOPE = step('slope', 'slope', 'Steepness of the ground', {
  elevation: role('product'),
  unit: literal('deg'),
})

/** The index of both dates and its change, so that a loss is negative; null where the data cannot give it. */
function changeSteps(index: string, input: NamedInput): readonly PlanStep[] | null {
  if (!specOf(index, input) || !specOf('difference', input)) return null
  return [
    step('before', index, 'Before', { scene: role('pre') }),
    step('after', index, 'After', { scene: role('post') }),
    step('change', 'difference', 'Change', {
      before: made('before'),
      after: made('after'),
      order: literal('after_minus_before'),
    }),
  ]
}

const areaPlan = (change: readonly PlanStep[]): Plan =>
  planOf(
    [
      ...change,
      step('lost', 'threshold_mask', 'Ground that lost vegetation', {
        layer: made('change'),
        rule: literal('value'),
        value: LIMIT,
        side: SIDE,
      }),
      SLOPE,
      step('steep', 'threshold_mask', 'Steep ground', {
        layer: made('slope'),
        rule: literal('value'),
        value: { from: 'slot', slot: 'steepness' },
        side: literal('above'),
      }),
      step('both', 'combine_masks', 'Steep ground that lost vegetation', {
        first: made('lost'),
        second: made('steep'),
        operation: literal('and'),
      }),
      step('area', 'mask_area', 'Its area', {
        mask: made('both'),
        unit: { from: 'slot', slot: 'unit', default: 'ha' },
      }),
    ],
    ['area', 'share'].map((figure) => ({ step: 'area', figure })),
  )

const slopePlan = (change: readonly PlanStep[]): Plan =>
  planOf(
    [
      ...change,
      SLOPE,
      step('where', 'conditional_statistics', 'Slope of the ground that lost vegetation', {
        values: { from: 'steps', steps: ['slope'] },
        conditions: { from: 'steps', steps: ['change'] },
        threshold: LIMIT,
        test: SIDE,
      }),
    ],
    ['mean', 'max', 'min'].map((figure) => ({ step: 'where', figure })),
  )
