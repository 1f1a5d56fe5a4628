import { scenePort } from '../memory/index.ts'
import type { AnswerPart, Binding, SceneRole } from '../memory/types.ts'
import { timePair } from '../retrieval/index.ts'
import type { SensingContext } from '../sensing/context.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { fits, passesOn } from '../trace/fits.ts'
import type { Port } from '../trace/port.ts'
import { planOf } from './plan-of.ts'
import { isRecipe, recipeAsked } from './named-recipes.ts'
import type { Ask, Plan, PlanStep } from './types.ts'
import { isWaterMask, waterMask } from './water-mask.ts'

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

/** One plan for each tool that the words name: its inputs from the data, or from tools that make them of the data. */
export function namedPlans(input: NamedInput): Plan[] {
  const recipe = recipeAsked(input.ask, input.specs)
  return (recipe ? [recipe.name] : input.ask.named).flatMap((name) => {
    const spec = input.specs.find((known) => known.name === name)
    if (!spec || !input.admissible.has(name)) return []
    const steps: PlanStep[] = []
    const last = addStep(spec, { ...input, steps, role: 'only', depth: 0 })
    if (last === null) return []
    const figures = figuresOf(spec, last, { ...input, steps })
    return [planOf(steps, answerOf(figures.spec, figures.step, input.ask))]
  })
}

/** Statistics that are taken of what a tool made where it does not give them itself. */
const STATISTICS: ReadonlySet<string> = new Set(['mean', 'median', 'std', 'min', 'max'])

/** The step that gives the figures which the words name: the tool's own, or the statistics of its raster. */
function figuresOf(
  spec: ToolSpec,
  step: string,
  { ask, specs, steps }: NamedInput & { readonly steps: PlanStep[] },
): { readonly spec: ToolSpec; readonly step: string } {
  const isMissing = (figure: string) =>
    STATISTICS.has(figure) &&
    !spec.measures.some(({ name }) => name === figure || name.startsWith(`${figure}_`))
  const statistics = specs.find(({ name }) => name === 'statistics')
  if (spec.gives.kind !== 'raster' || !statistics || !ask.figures.some(isMissing)) return { spec, step }
  const id = `s${steps.length + 1}`
  steps.push({
    id,
    tool: statistics.name,
    args: { layer: { from: 'step', step } },
    purpose: statistics.title,
  })
  return { spec: statistics, step: id }
}

export interface Building extends Omit<NamedInput, 'ask'> {
  /** Of what is asked, what a tool is given where several would do. */
  readonly ask: Pick<Ask, 'indices' | 'named' | 'cutBy'>
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
    const isWater = isWaterMask(argument, need)
    const binding = isWater ? waterMask({ ...building, role }) : bindingFor(need, { ...building, role })
    if (binding) args[argument] = binding
    else if (isWater || required.has(argument)) return null
  }
  if (takesOneTwice(spec, args, pair)) return null
  const made = steps.find((step) => step.tool === spec.name && sameArgs(step.args, args))
  if (made) return made.id
  const id = `s${steps.length + 1}`
  steps.push({ id, tool: spec.name, args, purpose: titleOf(spec.name, specs) })
  return id
}

const undatedRasters = ({ needs }: ToolSpec, pair: readonly string[] | undefined) =>
  Object.entries(needs).filter(([name, { kind }]) => kind === 'raster' && !pair?.includes(name)).length

/** One layer of the data cannot be two inputs of a kind: which is which the words do not tell. */
function takesOneTwice(spec: ToolSpec, args: PlanStep['args'], pair: readonly string[] | undefined): boolean {
  const loaded = Object.entries(args).flatMap(([name, binding]) =>
    binding.from === 'role' && !pair?.includes(name) ? [JSON.stringify([binding, spec.needs[name]])] : [],
  )
  return new Set(loaded).size < loaded.length
}

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
    // A scene has many bands: a tool of any one raster is given what the words name.
    const isAny =
      need.bands?.length === 0 && (building.ask.named.length > 1 || building.ask.indices.length > 0)
    const made = isAny ? madeOf(need, building) : null
    if (made) return made
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
    .sort(
      (a, b) =>
        Number(isMeant(need, b)) - Number(isMeant(need, a)) ||
        Number(ask.named.includes(b.name)) - Number(ask.named.includes(a.name)) ||
        inputs(a) - inputs(b),
    )
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
