import type { AnswerPart, Binding } from '../memory/types.ts'
import type { ReadSlot } from '../trace/events.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { planOf } from './plan-of.ts'
import { courseIndex, courseOf, type CourseReading } from './course-words.ts'
import { addStep, answerOf, type NamedInput } from './named-plan.ts'
import type { Plan, PlanStep } from './types.ts'

export interface CourseInput extends NamedInput {
  readonly slots: readonly ReadSlot[]
}

/** What the words ask of a course over dates: a table by date and a tool over it, or a tool that looks at every pixel. */
export function coursePlans(input: CourseInput): Plan[] {
  const reading = courseOf(input.ask)
  return reading?.isMap ? mapPlans(input, reading) : tablePlans(input, reading)
}

const specOf = (name: string, { specs, admissible }: CourseInput): ToolSpec | undefined =>
  admissible.has(name) ? specs.find((spec) => spec.name === name) : undefined

/** The map, and where a limit is named the ground beyond it. */
function mapPlans(input: CourseInput, { tool, figures }: CourseReading): Plan[] {
  const spec = specOf(tool, input)
  const steps: PlanStep[] = []
  const last = spec ? addStep(spec, { ...input, steps, role: 'all', depth: 0 }) : null
  if (!spec || last === null) return []
  if (figures.length > 0) return [planOf(steps, [{ step: last, figure: figures[0]! }])]
  if (!input.slots.some(({ slot }) => slot === 'threshold')) return []
  const [mask, area] = ['mask', 'area']
  steps.push(
    {
      id: mask,
      tool: 'threshold_mask',
      args: {
        layer: { from: 'step', step: last },
        rule: { from: 'value', value: 'value' },
        value: { from: 'slot', slot: 'threshold' },
        side: { from: 'slot', slot: 'side', default: 'below' },
      },
      purpose: 'Ground beyond the limit',
    },
    {
      id: area,
      tool: 'mask_area',
      args: { mask: { from: 'step', step: mask }, unit: { from: 'slot', slot: 'unit', default: 'ha' } },
      purpose: 'Its area',
    },
  )
  const figure = input.ask.dimension === 'share' ? 'share' : 'area'
  return [planOf(steps, [{ step: area, figure }])]
}

/** The index by date, and what the words ask of it. */
function tablePlans(input: CourseInput, reading: CourseReading | null): Plan[] {
  const series = seriesStep(input)
  if (!series) return []
  if (reading === null) {
    const spec = specOf(series.tool, input)!
    return [planOf([series], answerOf(spec, series.id, input.ask))]
  }
  const spec = specOf(reading.tool, input)
  if (!spec) return []
  const step: PlanStep = {
    id: 's2',
    tool: spec.name,
    args: {
      table: { from: 'step', step: series.id },
      ...(series.tool === 'index_series' ? {} : { column: { from: 'value', value: 'mean' } as const }),
      ...openSlots(spec),
    },
    purpose: spec.title,
  }
  const { figures, labels } = reading
  const parts: AnswerPart[] = [
    ...figures.map((figure) => ({ step: step.id, figure })),
    ...labels.map((label) => ({ step: step.id, label })),
  ]
  const rest = answerOf(spec, step.id, input.ask)
  return [planOf([series, step], [...parts, ...rest.filter(({ figure }) => !figures.includes(figure ?? ''))])]
}

/** Arguments that the words may fix. */
const openSlots = ({ parameters }: ToolSpec): Record<string, Binding> =>
  Object.fromEntries(
    Object.entries(parameters.properties).flatMap(([name, schema]) =>
      schema['slot'] === 'share' ? [[name, { from: 'slot', slot: 'share' }]] : [],
    ),
  )

/** Scenes are measured date by date; ready layers of an index are averaged. Null where the data hold no such course. */
function seriesStep(input: CourseInput): PlanStep | null {
  const { ask, admissible, context } = input
  const index = courseIndex(ask)
  if (index === null) return null
  const scenes = specOf('index_series', input)
  if (scenes && admissible.has(index) && context.scenes.length > 1) {
    return {
      id: 's1',
      tool: scenes.name,
      args: {
        scenes: { from: 'role', role: 'all' },
        index: { from: 'slot', slot: 'index', default: index },
        clouds: { from: 'slot', slot: 'clouds', default: 'mask' },
      },
      purpose: scenes.title,
    }
  }
  const layers = specOf('layer_statistics_series', input)
  const ready = context.products.filter(({ port }) => port.kind === 'raster' && port.meaning === index)
  if (!layers || ready.length < 2) return null
  return {
    id: 's1',
    tool: layers.name,
    args: { layers: { from: 'role', role: 'product' } },
    purpose: layers.title,
  }
}
