import type { Binding } from '../memory/types.ts'
import { waysToMark } from '../sensing/meanings.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { fits } from '../trace/fits.ts'
import { planOf } from './plan-of.ts'
import { addStep, answerOf, type NamedInput } from './named-plan.ts'
import { reliefPlans } from './relief-plans.ts'
import type { Plan, PlanStep } from './types.ts'

/** Plans for a value of a part of the scene: of the target alone, of each of several zones, or on steep ground. Empty where none is asked. */
export function partPlans(input: NamedInput): Plan[] {
  const onRelief = reliefPlans(input)
  if (onRelief.length > 0) return onRelief
  if (input.ask.zoned) return zonedPlans(input)
  return input.ask.within ? withinPlans(input) : []
}

const specOf = (name: string, { specs, admissible }: NamedInput): ToolSpec | undefined =>
  admissible.has(name) ? specs.find((spec) => spec.name === name) : undefined

/** The step that makes the values asked about; the layer itself where there is no scene to make them of. */
function valuesOf(input: NamedInput, steps: PlanStep[]): Binding | null {
  const { ask } = input
  for (const name of ask.indices.length > 0 ? ask.indices.slice(0, 1) : ask.named) {
    const spec = specOf(name, input)
    const step = spec && addStep(spec, { ...input, steps, role: 'only', depth: 0 })
    if (step) return { from: 'step', step }
    steps.length = 0
  }
  return ask.ofProduct && ask.named.length === 0 ? { from: 'role', role: 'product' } : null
}

/** The value where an index of the same scene says that the target is: the way with a standard threshold. */
function withinPlans(input: NamedInput): Plan[] {
  const { ask } = input
  const conditional = specOf('conditional_statistics', input)
  // Tools of water mask it themselves.
  if (ask.indices.length === 0 && ask.named.some((name) => specOf(name, input)?.needs['water'])) return []
  const way = ask.cutBy
    ? { source: ask.cutBy, threshold: null, side: 'above' }
    : waysToMark(ask.target ?? '').find(
        ({ source, threshold, order }) => threshold !== null && order === undefined && specOf(source, input),
      )
  if (!conditional || !way) return []
  const steps: PlanStep[] = []
  const values = valuesOf(input, steps)
  const marker = specOf(way.source, input)
  const marking = marker === undefined ? null : addStep(marker, { ...input, steps, role: 'only', depth: 0 })
  if (values?.from !== 'step' || marking === null) return []
  const id = `s${steps.length + 1}`
  steps.push({
    id,
    tool: conditional.name,
    args: {
      values: { from: 'steps', steps: [values.step] },
      conditions: { from: 'steps', steps: [marking] },
      threshold:
        way.threshold === null
          ? { from: 'slot', slot: 'threshold' }
          : { from: 'value', value: way.threshold },
      test: ask.cutBy
        ? { from: 'slot', slot: 'side', default: way.side }
        : { from: 'value', value: way.side },
    },
    purpose: conditional.title,
  })
  return [planOf(steps, answerOf(conditional, id, ask))]
}

/** The value by polygon, or by class of a layer of classes. */
function zonedPlans(input: NamedInput): Plan[] {
  const { ask, context } = input
  if (ask.change !== null || ask.differenced) return []
  const polygons = specOf('zonal_statistics_polygons', input)
  const classes = specOf('zonal_statistics', input)
  const loaded = context.products.filter(({ made }) => made !== true)
  const zonal = [polygons, classes].find(
    (spec) => spec && loaded.some(({ port }) => fits(spec.needs['zones']!, port)),
  )
  const steps: PlanStep[] = []
  const values = zonal && valuesOf(input, steps)
  if (!zonal || !values) return []
  const id = `s${steps.length + 1}`
  steps.push({
    id,
    tool: zonal.name,
    args: { values, zones: { from: 'role', role: 'product' } },
    purpose: zonal.title,
  })
  return [planOf(steps, answerOf(zonal, id, { ...ask, dimension: 'value' }).slice(0, 1))]
}

/** True where a plan looks at the part that the words mean, and not at all there is. */
export function seesPart(plan: Plan, { zoned, within, named }: NamedInput['ask']): boolean {
  const tools = plan.steps.map(({ tool }) => tool)
  if (zoned) return tools.some((tool) => /zon(al|e)/.test(tool))
  // A tool that the words name may take a mask of the part.
  const masking = tools.indexOf('threshold_mask')
  const isMasked = masking >= 0 && named.some((name) => tools.lastIndexOf(name) > masking)
  return (
    !within || isMasked || tools.some((tool) => tool === 'conditional_statistics' || tool.startsWith('zonal'))
  )
}
