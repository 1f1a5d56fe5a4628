import { planOf } from './plan-of.ts'
import { addStep } from './named-plan.ts'
import type { Ask, Plan, PlanStep } from './types.ts'
import type { ValueInput } from './value-plans.ts'

/** Limits of dNBR between unburned, low, moderate-low, moderate-high and high (Key and Benson, doi:10.2737/RMRS-GTR-164). */
const LIMITS = [0.1, 0.27, 0.44, 0.66]

/** The words ask for a class of severity, or for all of them. */
export const asksForSeverity = ({ text }: Ask): boolean =>
  /\bsever(e|ely|ity|ities)\b|\bdNBR class(es)?\b|\bKey (and|&) Benson\b|\bmoderate[- ](low|high)\b/i.test(
    text,
  ) && /\b(class(es)?|low|moderate|high|badly|hardest|worst|how severe(ly)?)\b/i.test(text)

/** True of a range that is a class by the common limits: then the class says the same. */
export const isSeverityClass = (low: number, high: number): boolean => {
  const at = LIMITS.indexOf(low)
  return at >= 0 && LIMITS[at + 1] === high
}

/** Plans for classes of severity, by area or by share of the scene, and for a cut of RBR and RdNBR. */
export function severityPlans(input: ValueInput): Plan[] {
  const { ask, paired, slots, range, specs, admissible } = input
  if (!paired || range !== null) return []
  const isCut = slots.some(({ slot }) => slot === 'threshold')
  const relative = ask.named.find((name) => name === 'rbr' || name === 'rdnbr')
  const steps: PlanStep[] = []
  const made = (name: string) => {
    const spec = admissible.has(name) ? specs.find((known) => known.name === name) : undefined
    return spec ? addStep(spec, { ...input, steps, role: 'only', depth: 0 }) : null
  }
  if (relative !== undefined && isCut && (ask.dimension === 'area' || ask.dimension === 'share')) {
    const ratio = made(relative)
    return ratio === null
      ? []
      : [planOf([...steps, ...cut(ratio)], [{ step: 'area', figure: ask.dimension }])]
  }
  if (isCut || !asksForSeverity(ask) || ask.target !== 'burned') return []
  // The share of the classes, and what lies in an area alone, are told of the difference.
  const byDifference = planOf(fromDifference(), [
    { step: 'c', figure: ask.dimension === 'share' ? 'share' : 'area' },
    ...(ask.dimension === 'share' ? [] : [{ step: 'c', figure: 'burned_area' }]),
  ])
  if (ask.dimension === 'share') return [byDifference]
  const classes = made('burn_severity')
  return classes === null
    ? [byDifference]
    : [
        planOf(steps, [
          { step: classes, figure: 'area' },
          { step: classes, figure: 'burned_area' },
        ]),
        byDifference,
      ]
}

function fromDifference(): PlanStep[] {
  const [before, after] = [indexAt('pre', 'n1'), indexAt('post', 'n2')]
  return [
    before,
    after,
    {
      id: 'd',
      tool: 'difference',
      args: {
        before: { from: 'step', step: before.id },
        after: { from: 'step', step: after.id },
        order: { from: 'value', value: 'before_minus_after' },
      },
      purpose: 'fall of the burn ratio',
    },
    {
      id: 'c',
      tool: 'severity_classes',
      args: { layer: { from: 'step', step: 'd' } },
      purpose: 'severity classes',
    },
  ]
}

const indexAt = (role: 'pre' | 'post', id: string): PlanStep => ({
  id,
  tool: 'nbr',
  args: { scene: { from: 'role', role } },
  purpose: 'burn ratio',
})

const cut = (layer: string): PlanStep[] => [
  {
    id: 'cut',
    tool: 'threshold_mask',
    args: {
      layer: { from: 'step', step: layer },
      rule: { from: 'value', value: 'value' },
      value: { from: 'slot', slot: 'threshold' },
      side: { from: 'slot', slot: 'side', default: 'at_or_above' },
    },
    purpose: 'pixels beyond the limit',
  },
  {
    id: 'area',
    tool: 'mask_area',
    args: {
      mask: { from: 'step', step: 'cut' },
      unit: { from: 'slot', slot: 'unit', default: 'ha' },
    },
    purpose: 'their area',
  },
]

/** False of a plan that cuts at a threshold of its own where the words ask for a class of severity. */
export const seesSeverity = (plan: Plan, ask: Ask, isCut: boolean): boolean =>
  isCut ||
  ask.target !== 'burned' ||
  !asksForSeverity(ask) ||
  plan.steps.some(({ tool }) => tool === 'burn_severity' || tool === 'severity_classes')
