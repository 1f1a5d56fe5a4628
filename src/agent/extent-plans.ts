import { isUpper, waysToMark, type WayToMark } from '../sensing/meanings.ts'
import type { Binding, SceneRole } from '../memory/types.ts'
import type { ReadSlot } from '../trace/events.ts'
import { planOf } from './plan-of.ts'
import { answerOf, type NamedInput } from './named-plan.ts'
import type { Plan, PlanStep } from './types.ts'

const STATISTICS: ReadonlySet<string> = new Set(['mean', 'min', 'max', 'median', 'std'])

/**
 * Plans for the extent of what a loaded product shows and the field has a threshold for, such as sea ice at 15 %: its area or
 * share at one date, or what of it was lost or gained between two; its values where a statistic is named. Empty where the
 * words ask for something else.
 */
export function extentPlans(input: NamedInput, slots: readonly ReadSlot[]): Plan[] {
  const { ask, paired } = input
  const way = waysToMark(ask.shown ?? '').find(({ threshold }) => threshold !== null)
  if (!way) return []
  if (ask.change === null && ask.figures.some((name) => STATISTICS.has(name))) return valuesPlan(input)
  if (!['area', 'share', 'count'].includes(ask.dimension)) return []
  if (ask.change === null) return measured([marked('extent', 'only', way)], 'extent', input)
  const isTold = ask.change !== 'change' && paired && ask.dimension === 'area'
  // The rise of a share by half is told by no mask.
  if (!isTold || slots.some(({ slot, value }) => slot === 'rule' && value !== 'value')) return []
  const [from, to] = ask.change === 'loss' ? ['earlier', 'later'] : ['later', 'earlier']
  const turned: PlanStep = {
    id: 'turned',
    tool: 'combine_masks',
    args: { first: step(from), second: step(to), operation: { from: 'value', value: 'and_not' } },
    purpose: 'What is there at one date and not at the other',
  }
  return measured([marked('earlier', 'pre', way), marked('later', 'post', way), turned], 'turned', input)
}

const step = (id: string): Binding => ({ from: 'step', step: id })

function marked(id: string, role: SceneRole, { threshold, side }: WayToMark): PlanStep {
  return {
    id,
    tool: 'threshold_mask',
    args: {
      layer: { from: 'role', role },
      rule: { from: 'slot', slot: 'rule', default: 'value' },
      value: { from: 'slot', slot: 'threshold', default: threshold! },
      side: { from: 'slot', slot: 'side', default: isUpper(side) ? side : 'at_or_below' },
    },
    purpose: 'Where it is more than the threshold',
  }
}

function measured(steps: readonly PlanStep[], mask: string, { ask }: NamedInput): Plan[] {
  const area: PlanStep = {
    id: 'area',
    tool: 'mask_area',
    args: { mask: step(mask), unit: { from: 'slot', slot: 'unit', default: 'km2' } },
    purpose: 'Its area',
  }
  const figure = ask.dimension === 'area' ? 'area' : ask.dimension === 'share' ? 'share' : 'pixels'
  return [planOf([...steps, area], [{ step: area.id, figure }])]
}

function valuesPlan({ ask, specs }: NamedInput): Plan[] {
  const spec = specs.find(({ name }) => name === 'statistics')
  if (!spec) return []
  const figures: PlanStep = {
    id: 'figures',
    tool: spec.name,
    args: { layer: { from: 'role', role: 'only' } },
    purpose: spec.title,
  }
  return [planOf([figures], answerOf(spec, figures.id, ask))]
}
