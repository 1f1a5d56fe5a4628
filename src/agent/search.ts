import { sameItems } from '../lib/same-items.ts'
import { waysToMark } from '../sensing/meanings.ts'
import type { TaskType } from '../sensing/task-types.ts'
import type { Binding, Edge, SceneRole } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { ReadSlot } from '../trace/events.ts'
import type { LayerId } from '../trace/layer.ts'
import { fits } from '../trace/fits.ts'
import type { Port } from '../trace/port.ts'
import { chains, type Chain } from './chains.ts'
import { SEARCHED } from './named-tools.ts'
import { COMPARE_WORDS } from './question-words.ts'
import { asksForSide } from './targets.ts'
import type { Ask, Plan, PlanStep, Question } from './types.ts'

export interface SearchInput {
  readonly ask: Ask
  readonly specs: readonly ToolSpec[]
  readonly admissible: ReadonlySet<string>
  /** Scores of retrieval by tool name, 0–1. */
  readonly retrieved: ReadonlyMap<string, number>
  readonly edges: readonly Edge[]
  readonly slots: readonly ReadSlot[]
  readonly thresholdOn: Question['thresholdOn']
  readonly roles: Readonly<Partial<Record<SceneRole, readonly LayerId[]>>>
  /** Layers that are no scenes. */
  readonly products: readonly { readonly port: Port }[]
  /** Sequences of recalled workflows: plans that follow one come first. */
  readonly workflows: readonly {
    readonly id: string
    readonly taskType: TaskType
    readonly sequence: readonly string[]
  }[]
  readonly taskType: TaskType
  /** Tool sequences that recalled experience knows to fail for this kind of question: such plans come last. */
  readonly knownToFail: readonly (readonly string[])[]
  /** Adds the steps that the words want of any plan: they are calls as well. */
  readonly complete: (plan: Plan) => Plan
}

/**
 * Plans found by searching the typed ports backwards from what the question wants, cheapest first; of equal cost the
 * ones whose tools retrieval ranks high and whose transitions have been seen to work. Bounded by `config.run`.
 */
export function searchPlans(input: SearchInput): Plan[] {
  const { ask } = input
  if (ask.ofProduct) return productPlans(input)
  if (ask.target === null && ask.indices.length === 0) return []
  // Inside and outside need zones, which no chain from one scene makes.
  if (COMPARE_WORDS.test(ask.text)) return []
  const paired = input.roles.pre !== undefined && input.roles.post !== undefined
  // Small patches are left out where the words say so, and then by a step added to the plan.
  const admissible = new Set(
    input.specs
      .filter((tool) => input.admissible.has(tool.name) && !hasSlot(tool, 'min_pixels'))
      .filter((tool) => (tool.family === 'indices' ? isWanted(tool.name, ask) : SEARCHED.has(tool.name)))
      .map(({ name }) => name),
  )
  const found = chains(input.specs, admissible, (tool) => measureOf(tool, ask) !== null, paired)
  const plans = found
    .filter((chain) => suits(chain, input))
    .flatMap((chain) => variants(chain, input))
    .map((variant) => followed(input.complete(toPlan(variant, input)), input))
  return plans.sort((a, b) => order(a, b, input))
}

/** An index that the words name, or that marks what they name. */
function isWanted(index: string, ask: Ask): boolean {
  if (ask.indices.length > 0) return ask.indices.includes(index)
  return (
    ask.target !== null &&
    trustedSources(ask.target).some((source) => source === index || source === `d${index}`)
  )
}

/** Plans that measure a loaded layer itself; one that cuts it needs a threshold in the words. */
function productPlans(input: SearchInput): Plan[] {
  const { ask, specs, slots } = input
  // What a mask marks has the code 1; which class of several is meant would be a guess.
  const isMask = /\bmasks?\b/i.test(ask.text)
  const admissible = new Set(
    [...SEARCHED].filter(
      (name) => input.admissible.has(name) && name !== (isMask ? 'class_areas' : 'mask_by_class'),
    ),
  )
  const cuts = slots.some(({ slot, value }) => slot === 'threshold' || (slot === 'rule' && value !== 'value'))
  const isEnd = (tool: ToolSpec) => {
    const measure = measureOf(tool, ask)
    return measure !== null && (ask.figures.length === 0 || ask.figures.includes(measure.name))
  }
  return chains(specs, admissible, isEnd, false, (need) =>
    input.products.some(({ port }) => fits(need, port)),
  )
    .filter(({ tools }) => tools.some((tool) => hasSlot(tool, 'rule')) === cuts)
    .flatMap((chain) => variants(chain, input))
    .map((variant) => input.complete(toPlan(variant, input, 'product')))
    .sort((a, b) => order(a, b, input))
}

/**
 * Marks a plan that goes the way of a workflow recalled for the same type of task: the same tools up to the first mask. What is then done
 * with that is for the words to say: a workflow that told what a lake lost leads to what another gained.
 */
function followed(plan: Plan, { workflows, specs, taskType }: SearchInput): Plan {
  const sequence = compressed(plan)
  const marking = sequence.findIndex((name) =>
    specs.some((tool) => tool.name === name && isRaster(tool.gives, 'mask')),
  )
  const way = marking < 0 ? sequence : sequence.slice(0, marking + 1)
  const alike = workflows.filter((workflow) => workflow.taskType === taskType)
  const known =
    alike.find((workflow) => sameItems(workflow.sequence, sequence)) ??
    alike.find((workflow) => sameItems(workflow.sequence.slice(0, way.length), way))
  return known ? { ...plan, by: 'workflow', source: known.id } : plan
}

/** Figures that measure one thing alone, and when the words ask for it. */
const SPECIAL_FIGURES: Readonly<Record<string, (ask: Ask) => boolean>> = {
  growth_area: ({ change }) => change === 'gain',
  largest_area: ({ figures }) => figures.includes('largest_area'),
  burned_area: ({ target }) => target === 'burned',
  // How many parts a thing falls into is not how many pixels it has.
  pixels: ({ figures }) => !figures.includes('components'),
  // Where a scar lies is not where it came from.
  main_sector: ({ text }) => asksForSide(text),
}

/** The figure of the tool that answers the ask; null where it measures no such thing. */
function measureOf(tool: ToolSpec, ask: Ask): ToolSpec['measures'][number] | null {
  // A tool that lists patches measures each of them, not the whole.
  const asksPart = ask.rank !== null || ask.figures.includes('largest_area')
  if (tool.gives.kind === 'vector' && ask.dimension === 'area' && !asksPart) return null
  const fitting = tool.measures.filter(
    ({ name, dimension }) => dimension === ask.dimension && (SPECIAL_FIGURES[name]?.(ask) ?? true),
  )
  return fitting.find(({ name }) => ask.figures.includes(name)) ?? fitting[0] ?? null
}

/** Keeps chains that can say what the words ask: two dates for a change, an index that is named or marks the target. */
function suits(chain: Chain, input: SearchInput): boolean {
  const { ask, slots } = input
  const forked = chain.fork >= 0
  const index = chain.tools.find((tool) => isRaster(tool.gives, 'index'))
  if (index === undefined) return false
  const differencing = chain.tools.findIndex((tool) => isRaster(tool.gives, 'difference'))
  const thresholding = chain.tools.findIndex((tool) => hasSlot(tool, 'rule'))
  // A mask has no classes but in and out: its area is that of the mask.
  if (thresholding >= 0 && chain.tools.at(-1)!.name === 'class_areas') return false
  if (ask.differenced && differencing < 0) return false
  if (ask.change !== null && !forked) return false
  const given = slots.some(({ slot }) => slot === 'threshold')
  const onChange = differencing >= 0 && differencing < thresholding
  if (thresholding >= 0 && input.thresholdOn === 'change' && !onChange) return false
  if (thresholding >= 0 && input.thresholdOn === 'state' && onChange) return false
  if (ask.indices.length > 0 && !ask.indices.includes(index.name)) return false
  if (ask.target === null) return ask.change !== null || ask.differenced || !forked
  if (ask.dimension === 'value') return ask.indices.length > 0
  const sources = trustedSources(ask.target)
  const marksState = sources.includes(index.name)
  const marksChange = differencing >= 0 && sources.includes('d' + index.name)
  // An index that is named without being known for the target serves where its threshold is named too.
  if (!marksState && !marksChange) return ask.indices.length > 0 && given
  // Without a change in the words two dates are only right where the target itself is a change (a burn).
  if (ask.change === null && forked && !marksChange) return false
  if (!forked && !marksState) return false
  if (/\bhot ?spots?\b/i.test(ask.text)) return thresholding >= 0
  return chain.tools.some((tool) => isRaster(tool.gives, 'mask'))
}

/**
 * Indices and differences that mark the target. Where the field has a standard threshold for one, those that would have
 * to take it from the scene are left to people who name them: a wrong hectare is worse than none.
 */
function trustedSources(target: string): string[] {
  const ways = waysToMark(target)
  const standard = ways.filter(({ threshold }) => threshold !== null)
  return (standard.length > 0 ? standard : ways).map(({ source }) => source)
}

interface Variant {
  readonly chain: Chain
  readonly values: readonly Readonly<Record<string, Binding>>[]
  readonly swapped: boolean
}

/** The settings that a chain leaves open: threshold rule and side, set operation, order of a difference. */
function variants(chain: Chain, { ask, slots }: SearchInput): Variant[] {
  const index = chain.tools.find((tool) => isRaster(tool.gives, 'index'))
  const differenced = chain.tools.some((tool) => isRaster(tool.gives, 'difference'))
  const meaning = differenced ? 'd' + (index?.name ?? '') : (index?.name ?? '')
  const ways = ask.target === null ? [] : waysToMark(ask.target).filter(({ source }) => source === meaning)
  const standard = ways.find((way) => way.threshold !== null)
  const given = slots.find(({ slot }) => slot === 'threshold')
  const side = String(
    slots.find(({ slot }) => slot === 'side')?.value ?? ways[0]?.side ?? sideOfChange(ask, differenced),
  )
  const chosen = slots.find(({ slot }) => slot === 'rule')?.value
  const rules: Record<string, Binding>[] = []
  if (given) rules.push({ rule: value('value'), value: slotBinding('threshold'), side: value(side) })
  else if (chosen !== undefined && chosen !== 'value') rules.push({ rule: value(chosen), side: value(side) })
  else if (standard) {
    // Where the field has a threshold an empty mask is the answer, and no reason to take one from the scene.
    rules.push({
      rule: value('value'),
      value: slotBinding('threshold', standard.threshold!),
      side: value(side),
    })
  } else rules.push({ rule: value('otsu'), side: value(side) })
  const thresholding = chain.tools.findIndex((tool) => hasSlot(tool, 'rule'))
  const settings = thresholding < 0 ? [{}] : rules
  return settings.map((rule) => ({
    chain,
    swapped: ask.change === 'gain',
    values: chain.tools.map((tool, at) => ({
      ...(at === thresholding ? renameToArguments(tool, rule) : {}),
      ...operationOf(tool, ask),
      ...orderOf(tool, meaning, ways[0]?.order),
      ...unitOf(tool),
    })),
  }))
}

/** Rule bindings are named by slot; a tool may name its arguments otherwise. */
function renameToArguments(tool: ToolSpec, rule: Readonly<Record<string, Binding>>): Record<string, Binding> {
  const named: Record<string, Binding> = {}
  for (const [key, binding] of Object.entries(rule)) {
    const slot = key === 'value' ? 'threshold' : key
    const argument = argumentOfSlot(tool, slot)
    if (argument) named[argument] = binding
  }
  return named
}

function operationOf(tool: ToolSpec, ask: Ask): Record<string, Binding> {
  const argument = argumentOfSlot(tool, 'operation')
  if (!argument) return {}
  return { [argument]: value(ask.change === 'change' ? 'xor' : 'and_not') }
}

function orderOf(tool: ToolSpec, meaning: string, known: string | undefined): Record<string, Binding> {
  const argument = argumentOfSlot(tool, 'order')
  if (!argument) return {}
  return { [argument]: value(known ?? (meaning === 'dnbr' ? 'before_minus_after' : 'after_minus_before')) }
}

function unitOf(tool: ToolSpec): Record<string, Binding> {
  const argument = argumentOfSlot(tool, 'unit')
  return argument ? { [argument]: slotBinding('unit', 'ha') } : {}
}

/** A loss lowers an index that marks the target, a gain raises it (difference taken after minus before). */
function sideOfChange(ask: Ask, differenced: boolean): string {
  return differenced && ask.change === 'loss' ? 'below' : 'above'
}

function toPlan({ chain, values, swapped }: Variant, { ask }: SearchInput, start: SceneRole = 'only'): Plan {
  const steps: PlanStep[] = []
  // Before the fork a chain runs once for each date.
  const branches: readonly SceneRole[] = chain.fork >= 0 ? ['pre', 'post'] : [start]
  let previous: string[] = []
  chain.tools.forEach((tool, at) => {
    const layers = chain.inputs[at]!
    const before = chain.fork < 0 ? false : at < chain.fork
    const tracks = before || (chain.fork < 0 && at === 0) ? branches : [branches[0]!]
    if (at === chain.fork) {
      const id = `s${steps.length + 1}`
      const sources: Binding[] =
        at === 0
          ? branches.map((role) => ({ from: 'role', role }))
          : previous.map((step) => ({ from: 'step', step }))
      const isSet = argumentOfSlot(tool, 'operation') !== null
      const [first, second] = isSet && swapped ? [sources[1]!, sources[0]!] : [sources[0]!, sources[1]!]
      steps.push({
        id,
        tool: tool.name,
        args: { [layers[0]!]: first, [layers[1]!]: second, ...values[at] },
        purpose: tool.title,
      })
      previous = [id]
      return
    }
    previous = (before ? tracks : [tracks[0]!]).map((role, track) => {
      const id = `s${steps.length + 1}`
      const source: Binding = at === 0 ? { from: 'role', role } : { from: 'step', step: previous[track]! }
      steps.push({ id, tool: tool.name, args: { [layers[0]!]: source, ...values[at] }, purpose: tool.title })
      return id
    })
  })
  const last = chain.tools.at(-1)!
  const figure = measureOf(last, ask)!
  return {
    by: 'search',
    source: null,
    title: chain.tools.map((tool) => tool.name).join(' → '),
    steps,
    answer: [
      {
        step: previous[0]!,
        ...(figure.dimension === 'sector' ? { label: figure.name } : { figure: figure.name }),
      },
    ],
    score: 0,
  }
}

function order(a: Plan, b: Plan, input: SearchInput): number {
  return rank(a, input) - rank(b, input)
}

/** More than retrieval can make up for, and less than a call. */
const PER_PLACE = 0.6

/** Lower is sooner. Whole numbers are calls; what is below one is preference among plans of one cost. */
function rank(
  plan: Plan,
  input: Pick<SearchInput, 'retrieved' | 'edges' | 'workflows' | 'knownToFail' | 'ask'>,
): number {
  const sequence = compressed(plan)
  const mean = sequence.reduce((sum, name) => sum + (input.retrieved.get(name) ?? 0), 0) / sequence.length
  const seen = sequence.slice(1).filter((name, at) => {
    const edge = input.edges.find((known) => known.from === sequence[at] && known.to === name)
    return edge !== undefined && edge.successes > edge.failures
  }).length
  const failing = input.knownToFail.some(
    (known) => known.length > 0 && sequence.slice(0, known.length).join() === known.join(),
  )
  const otsu = plan.steps.some((step) =>
    Object.values(step.args).some((arg) => arg.from === 'value' && arg.value === 'otsu'),
  )
  // Of two indices that mark the same thing one goes first, whatever the words: the water that grew is the water that is there.
  const marking = input.ask.target === null ? [] : trustedSources(input.ask.target)
  const place = marking.findIndex((source) =>
    sequence.some((name) => name === source || `d${name}` === source),
  )
  return (
    plan.steps.length +
    PER_PLACE * Math.max(place, 0) -
    0.5 * mean -
    (0.2 * seen) / sequence.length +
    (otsu ? 0.05 : 0) +
    (plan.by === 'workflow' ? -50 : 0) +
    (failing ? 50 : 0)
  )
}

/** Tool names in order, consecutive repeats collapsed. */
export function compressed(plan: Pick<Plan, 'steps'>): string[] {
  return plan.steps.map((step) => step.tool).filter((tool, at, all) => tool !== all[at - 1])
}

function argumentOfSlot(tool: ToolSpec, slot: string): string | null {
  return Object.entries(tool.parameters.properties).find(([, schema]) => schema['slot'] === slot)?.[0] ?? null
}

function hasSlot(tool: ToolSpec, slot: string): boolean {
  return argumentOfSlot(tool, slot) !== null
}

function isRaster(port: Port, quantity: string): boolean {
  return port.kind === 'raster' && port.quantity === quantity
}

const value = (constant: string | number | boolean): Binding => ({ from: 'value', value: constant })

const slotBinding = (slot: 'threshold' | 'unit', fallback?: string | number): Binding =>
  fallback === undefined ? { from: 'slot', slot } : { from: 'slot', slot, default: fallback }
