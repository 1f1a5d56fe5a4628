import { scenePort } from '../memory/index.ts'
import type { AnswerPart, Binding, SceneRole } from '../memory/types.ts'
import { timePair } from '../retrieval/index.ts'
import type { SensingContext } from '../sensing/context.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { fits, passesOn } from '../trace/fits.ts'
import type { Port } from '../trace/port.ts'
import { isRecipe, recipeAsked } from './named-recipes.ts'
import type { Ask, Plan, PlanStep } from './types.ts'

export interface NamedInput {
  readonly ask: Ask
  readonly specs: readonly ToolSpec[]
  readonly admissible: ReadonlySet<string>
  readonly context: SensingContext
  /** Dates told apart: false where there is but one. */
  readonly paired: boolean
}

/** Tools between the data and the one that is named. */
const DEEPEST = 3
/** Figures that stand in an answer where the words ask for none of them. */
const FIGURES_SAID = 4
/** Index that is taken where a tool needs one and the words name none. */
const USUAL_INDEX = 'ndvi'

/** Index that shows a target over dates. */
const COURSE_OF: Readonly<Record<string, string>> = {
  vegetation: 'ndvi',
  water: 'ndwi',
  snow: 'ndsi',
  built_up: 'ndbi',
  burned: 'nbr',
}

/** The course of an index over all scenes, and its slope where the words ask how fast. */
export function coursePlans({ ask, specs, admissible }: NamedInput): Plan[] {
  const index = ask.indices[0] ?? (ask.target === null ? undefined : COURSE_OF[ask.target])
  const [series, trend] = ['index_series', 'linear_trend'].map((name) =>
    specs.find((spec) => spec.name === name),
  )
  if (!ask.series || !index || !admissible.has(index) || !series || !trend || !admissible.has(series.name))
    return []
  const first: PlanStep = {
    id: 's1',
    tool: series.name,
    args: { scenes: { from: 'role', role: 'all' }, index: { from: 'slot', slot: 'index', default: index } },
    purpose: series.title,
  }
  const second: PlanStep = {
    id: 's2',
    tool: trend.name,
    args: { table: { from: 'step', step: 's1' } },
    purpose: trend.title,
  }
  const isRate = ask.dimension === 'rate'
  return [
    {
      by: 'search',
      source: null,
      title: isRate ? 'index_series → linear_trend' : 'index_series',
      steps: isRate ? [first, second] : [first],
      answer: isRate ? answerOf(trend, 's2', ask) : answerOf(series, 's1', ask),
      score: 0,
    },
  ]
}

/** One plan for each tool that the words name: its inputs from the data, or from tools that make them of the data. */
export function namedPlans(input: NamedInput): Plan[] {
  const recipe = recipeAsked(input.ask, input.specs)
  return (recipe ? [recipe.name] : input.ask.named).flatMap((name) => {
    const spec = input.specs.find((known) => known.name === name)
    if (!spec || !input.admissible.has(name)) return []
    const steps: PlanStep[] = []
    const last = addStep(spec, { ...input, steps, role: 'only', depth: 0 })
    if (last === null) return []
    return [
      {
        by: 'search' as const,
        source: null,
        title: steps.map(({ tool }) => tool).join(' → '),
        steps,
        answer: answerOf(spec, last, input.ask),
        score: 0,
      },
    ]
  })
}

export interface Building extends NamedInput {
  readonly steps: PlanStep[]
  readonly role: SceneRole
  readonly depth: number
}

/** Appends the steps that end in this tool and gives the id of its own; null where an input has no source. */
export function addStep(spec: ToolSpec, building: Building): string | null {
  const { steps, specs } = building
  const args: Record<string, Binding> = {}
  const required = new Set(spec.parameters.required ?? [])
  const pair = timePair(spec)
  // Which of several layers without dates is which only their maker knows.
  if (isRecipe(spec) && undatedRasters(spec, pair) > 1) return null
  for (const [argument, need] of Object.entries(spec.needs)) {
    const isDated = pair && (!isRecipe(spec) || argument === pair[0] || argument === pair[1])
    const role = isDated ? (argument === pair[0] ? 'pre' : 'post') : building.role
    const binding = bindingFor(need, { ...building, role })
    if (binding) args[argument] = binding
    else if (required.has(argument)) return null
  }
  const made = steps.find((step) => step.tool === spec.name && sameArgs(step.args, args))
  if (made) return made.id
  const id = `s${steps.length + 1}`
  steps.push({ id, tool: spec.name, args, purpose: titleOf(spec.name, specs) })
  return id
}

const undatedRasters = ({ needs }: ToolSpec, pair: readonly string[] | undefined) =>
  Object.entries(needs).filter(([name, { kind }]) => kind === 'raster' && !pair?.includes(name)).length

const sameArgs = (a: PlanStep['args'], b: PlanStep['args']) => JSON.stringify(a) === JSON.stringify(b)
const titleOf = (name: string, specs: readonly ToolSpec[]) =>
  specs.find((spec) => spec.name === name)?.title ?? name

/** Data at hand before anything that has to be made. */
function bindingFor(need: Port, building: Building): Binding | null {
  const { context, role, paired } = building
  if (need.kind === 'rasters') {
    if (context.scenes.some((scene) => fits(need.of, scenePort(scene)))) return { from: 'role', role: 'all' }
    return context.products.filter(({ port }) => fits(need.of, port)).length > 1
      ? { from: 'role', role: 'product' }
      : null
  }
  const isDated = role === 'pre' || role === 'post'
  if (!isDated && context.products.some(({ port, made }) => made !== true && fits(need, port))) {
    return { from: 'role', role: 'product' }
  }
  if (need.kind === 'raster' && (!isDated || paired)) {
    if (context.scenes.some((scene) => fits(need, scenePort(scene)))) return { from: 'role', role }
    return madeOf(need, building)
  }
  return null
}

/** The step of a tool that makes what is needed: of the index that the words name, or of any other tool. */
function madeOf(need: Port, building: Building): Binding | null {
  const { ask, specs, admissible, depth, steps } = building
  if (depth >= DEEPEST) return null
  const wanted = ask.indices[0] ?? USUAL_INDEX
  const makers = specs
    .filter((spec) => admissible.has(spec.name) && !spec.internal && fits(need, spec.gives))
    .filter((spec) => spec.family !== 'indices' || spec.name === wanted || isMeant(need, spec))
    .filter((spec) => makesOf(spec) && !passesOn(spec))
    // What is meant by name before what merely fits; of those the one with the fewest inputs.
    .sort((a, b) => Number(isMeant(need, b)) - Number(isMeant(need, a)) || inputs(a) - inputs(b))
  for (const maker of makers) {
    const before = steps.length
    const step = addStep(maker, { ...building, depth: depth + 1 })
    if (step !== null) return { from: 'step', step }
    steps.length = before
  }
  return null
}

const inputs = (spec: ToolSpec) => Object.keys(spec.needs).length

const isMeant = (need: Port, { gives }: ToolSpec) =>
  need.kind === 'raster' &&
  gives.kind === 'raster' &&
  need.meaning !== undefined &&
  need.meaning === gives.meaning

/** Families that measure the ground from data; what merely changes a layer (smoothing, clipping) is not called unasked. */
const MAKERS: ReadonlySet<string> = new Set([
  'indices',
  'thermal',
  'inversion',
  'terrain',
  'change',
  'pixelseries',
])
const makesOf = ({ family }: ToolSpec) => MAKERS.has(family)

/** The figures that the words ask for; else those of the dimension asked; else the first that the tool declares. */
export function answerOf(spec: ToolSpec, step: string, { figures, dimension }: Ask): readonly AnswerPart[] {
  const named = spec.measures.filter(({ name }) =>
    figures.some((figure) => name === figure || name.startsWith(`${figure}_`)),
  )
  const alike = spec.measures.filter((measure) => measure.dimension === dimension)
  const chosen = named.length > 0 ? named : alike.length > 0 ? alike : spec.measures
  return chosen
    .slice(0, FIGURES_SAID)
    .map(({ name, dimension: kind }) =>
      kind === 'sector' || kind === 'text' ? { step, label: name } : { step, figure: name },
    )
}
