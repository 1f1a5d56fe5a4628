import { config } from '../config.ts'
import { throwIfAborted } from '../lib/abort.ts'
import type { RunEvent } from '../trace/events.ts'
import type { Brief, Situation } from './brief.ts'
import { checkAnswer, CHECK_WORDS, type CheckId } from './checks.ts'
import { indexChoice } from './choose-index.ts'
import type { Solved } from './compose.ts'
import type { Executor } from './executor.ts'
import { findAnswer, maskMeaningOf } from './figures.ts'
import { openSettings, settingsFor, type OpenSettings } from './other-settings.ts'
import { runPlan } from './plan-run.ts'
import { cutsWhereAsked, hasItsThreshold, planFromSop } from './plan-from-skill.ts'
import { unusedSlots, withCleaning, withExport, withPatches } from './plan-settings.ts'
import { composedPlans } from './composed-plans.ts'
import { directPlans } from './direct-plans.ts'
import { insideArea, seesArea } from './drawn-area.ts'
import { coursePlans } from './course-plans.ts'
import { extentPlans } from './extent-plans.ts'
import { namedPlans } from './named-plan.ts'
import { partPlans, seesPart } from './part-plans.ts'
import { isOfLayer } from './named-tools.ts'
import { recipeAsked } from './named-recipes.ts'
import { seesSeverity, severityPlans } from './severity-plans.ts'
import { seesCondition, seesSpots, spotPlans } from './spot-plans.ts'
import type { Roles } from './roles.ts'
import { compressed, searchPlans } from './search.ts'
import { takesScope, valuePlans, type ValueInput } from './value-plans.ts'
import type { Plan, Question } from './types.ts'

export type SolveResult =
  | { readonly kind: 'solved'; readonly solved: Solved }
  | { readonly kind: 'no-plan' }
  | { readonly kind: 'none-stood'; readonly reasons: readonly string[] }
  | { readonly kind: 'error'; readonly code: string; readonly message: string }

/** Puts the plan that is to be tried next first, and says so itself; null leaves it to the planner. */
export type PlanChooser = (plans: readonly Plan[], last: string | null) => Promise<readonly Plan[] | null>

export interface SolveInput {
  readonly brief: Brief
  readonly situation: Situation
  readonly roles: Roles
  readonly question: Question
  readonly executor: Executor
  readonly emit: (event: RunEvent) => void
  readonly signal?: AbortSignal | undefined
  readonly choosePlan?: PlanChooser
}

/** Tool errors that another plan cannot mend: the person has to act. */
export const FINAL_ERRORS: ReadonlySet<string> = new Set([
  'read_failed',
  'storage_full',
  'store_failed',
  'scaling_unknown',
  'read_only',
  'internal',
])

/** An empty mask of a procedure that is known to be right is an answer of zero. */
const TOLERATED_IN_SKILLS: readonly CheckId[] = ['empty']

/** A person who gives the limit, or asks for the data themselves, is answered also where it keeps nothing or nearly all. */
const TOLERATED_IN_DIRECT: readonly CheckId[] = ['empty', 'covers-most', 'in-noise']

const toleratedIn = ({ by }: Plan, { question }: SolveInput): readonly CheckId[] =>
  question.direct ? TOLERATED_IN_DIRECT : by === 'skill' ? TOLERATED_IN_SKILLS : []

/** Follows the recalled skill, or two that go together, else searches: plan after plan until one stands. */
export async function solve(input: SolveInput): Promise<SolveResult> {
  const plans = proposedPlans(input)
  if (plans.length === 0) return { kind: 'no-plan' }
  const open = settingsLeftOpen(input)
  const reasons: string[] = []
  const failedShapes: string[] = []
  let onlyEmpty: Plan | null = null
  let queue = plans
  for (let tries = 0; queue.length > 0 && tries < config.run.maxPlans; tries++) {
    throwIfAborted(input.signal)
    const last = reasons.at(-1) ?? null
    const chosen = (await input.choosePlan?.(queue, last)) ?? null
    queue = [...(chosen ?? queue)]
    const plan = queue[0]!
    queue = queue.slice(1)
    if (chosen === null) announce(plan, queue, input, last)
    const result = await attempt(plan, input, { tolerated: toleratedIn(plan, input), open })
    if (result.kind === 'solved' || result.kind === 'error') return result
    if (!reasons.includes(result.reason)) reasons.push(result.reason)
    if (result.onlyEmpty) onlyEmpty ??= plan
    if (result.shape && plan.by !== 'skill') failedShapes.push(result.shape)
    // Another plan with the very steps that failed would fail on them again.
    const failed = result.failedAt === null ? null : beginning(plan, result.failedAt)
    queue = queue.filter((other) => failed === null || beginning(other, result.failedAt!) !== failed)
    // What failed for one index fails alike for its sisters: plans of the same shape wait.
    queue = [...queue].sort(
      (a, b) => Number(failedShapes.includes(shapeOf(a))) - Number(failedShapes.includes(shapeOf(b))),
    )
  }
  if (onlyEmpty) {
    const result = await attempt(onlyEmpty, input, { tolerated: ['empty'] })
    if (result.kind === 'solved') return result
  }
  return { kind: 'none-stood', reasons }
}

/** The recalled skill's plan first, then those of two skills, then the searched ones; only plans that take every setting the words give. */
export function proposedPlans(input: PlanInput): Plan[] {
  const plans = plansOfAll(input).filter((plan) => seesArea(plan, input.question))
  const { area } = input.question
  return area === null
    ? plans
    : plans.flatMap((plan) => insideArea(plan, input.situation.specs, area.side) ?? [])
}

type PlanInput = Pick<SolveInput, 'brief' | 'situation' | 'roles' | 'question'>

function plansOfAll({ brief, situation, roles, question }: PlanInput): Plan[] {
  const { slots, thresholdOn, range, allDates } = question
  const { ask, recall, sop, retrieved } = brief
  const { specs, snapshot } = situation
  const names = situation.toolSet.names
  const score = recall.skills.find(({ item }) => item.id === sop?.skill.id)?.score ?? 0
  const chooseIndex = indexChoice(ask, names)
  const followed =
    sop && cutsWhereAsked(sop, thresholdOn, specs) && hasItsThreshold(sop, slots)
      ? planFromSop(sop, score, chooseIndex)
      : null
  const scores = retrieved.map((tool) => tool.score)
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  const given = {
    ask,
    specs,
    admissible: names,
    context: situation.context,
    paired: roles.by.pre !== undefined && roles.by.post !== undefined,
  }
  const recipe = recipeAsked(ask, specs)
  const complete = (plan: Plan) =>
    withExport(withPatches(withCleaning(plan, slots, specs), ask, slots), ask, specs)
  if (question.direct && !recipe) {
    return directPlans(question.direct, given)
      .map((plan) => withExport(withPatches(plan, ask, slots), ask, specs))
      .filter((plan) => unusedSlots(plan, slots, specs).length === 0)
  }
  const extent = recipe ? [] : extentPlans(given, slots)
  const ofPart = extent.length > 0 || recipe ? extent : partPlans(given)
  const whole =
    recipe !== undefined
      ? namedPlans(given)
      : ask.series && !allDates
        ? coursePlans({ ...given, slots })
        : plansOfValues({ ...given, slots, range, thresholdOn, allDates })
  const named = ofPart.length > 0 ? ofPart : whole
  // A tool that the words name measures what they ask; indices come in where no such tool can run.
  const found =
    named.length > 0 || ask.series || recipe || ask.shown !== null
      ? named.map(complete)
      : [
          ...composedPlans(brief, situation, { chooseIndex, thresholdOn }).map(complete),
          ...searchPlans({
            ask,
            products: situation.context.products,
            slots,
            thresholdOn,
            roles: roles.by,
            specs,
            admissible: names,
            edges: snapshot.edges,
            retrieved: new Map(
              retrieved.map((tool) => [tool.name, high > low ? (tool.score - low) / (high - low) : 1]),
            ),
            workflows: recall.workflows.map(({ item }) => item),
            taskType: brief.taskType,
            knownToFail: recall.experiences
              .filter(({ item }) => item.taskType === brief.taskType)
              .map(({ item }) => item.operations),
            complete,
          }),
        ]
  return [...(followed && !recipe ? [complete(followed)] : []), ...found].filter(
    (plan) =>
      unusedSlots(plan, slots, specs).length === 0 &&
      seesPart(plan, ask) &&
      takesScope(plan, question) &&
      seesCondition(plan, { ask, slots }) &&
      seesSpots(plan, ask) &&
      seesLayerTool(plan, ask, specs) &&
      seesSeverity(
        plan,
        ask,
        slots.some(({ slot }) => slot === 'threshold'),
      ),
  )
}

/** True of all plans, but where the words name a tool that tells something of a layer: then it has to be called. */
function seesLayerTool(plan: Plan, { named }: Brief['ask'], specs: Situation['specs']): boolean {
  const [first] = named
  return !isOfLayer(specs.find(({ name }) => name === first)) || plan.steps.some(({ tool }) => tool === first)
}

/** Classes of severity and hotspots have ways of their own. */
function plansOfValues(input: ValueInput): Plan[] {
  const special = [severityPlans, spotPlans].map((plans) => plans(input)).find((found) => found.length > 0)
  return special ?? valuePlans(input)
}

function announce(
  plan: Plan,
  rest: readonly Plan[],
  { executor, emit }: SolveInput,
  last: string | null,
): void {
  const options = [plan, ...rest].slice(0, config.run.maxPlans)
  const best = options.length
  const reason = plan.joins
    ? `no recalled skill serves it alone; what “${plan.joins[0]!.title}” makes is what “${plan.joins[1]!.title}” needs`
    : plan.by === 'skill'
      ? `the recalled skill “${plan.title}” serves the question and the data can carry it`
      : last !== null
        ? `the plan before did not stand: ${last}`
        : plan.by === 'workflow'
          ? 'a recalled workflow goes this way'
          : `no recalled skill serves it; the typed ports leave ${rest.length + 1} ${rest.length === 0 ? 'plan' : 'plans'}, the cheapest goes first`
  emit({
    type: 'decision',
    at: Date.now(),
    step: executor.calls + 1,
    by: plan.by,
    reason,
    options: options.map((option, at) => ({
      name: nameOf(option),
      prior: option.by === 'skill' ? option.score : (best - at) / (best + 1),
      evidence: null,
    })),
    chosen: nameOf(plan),
  })
}

const nameOf = (plan: Plan): string =>
  plan.joins
    ? plan.joins.map(({ title }) => title).join(' → ')
    : plan.by === 'skill'
      ? plan.title
      : titleOf(plan)

export function titleOf(plan: Plan): string {
  const rule = plan.steps
    .flatMap((step) => Object.values(step.args))
    .find((arg) => arg.from === 'value' && arg.value === 'otsu')
  return plan.title + (rule ? ' (Otsu)' : '')
}

/** The plan without the names of its indices: those that differ in the index alone fail alike. */
function shapeOf(plan: Plan): string {
  const [first, ...rest] = compressed(plan)
  const rule = titleOf(plan).endsWith('(Otsu)') ? 'otsu' : 'value'
  return [first ? 'index' : '', ...rest, rule].join('>')
}

/** The first `length` steps of a plan as text, to compare plans by. */
function beginning(plan: Plan, length: number): string {
  return JSON.stringify(plan.steps.slice(0, length))
}

interface NotStood {
  readonly kind: 'not'
  readonly reason: string
  readonly onlyEmpty: boolean
  readonly shape: string | null
  /** Number of steps of the plan up to the one whose check failed. */
  readonly failedAt: number | null
}

type Attempt = Extract<SolveResult, { kind: 'solved' | 'error' }> | NotStood

const notStood = (reason: string): NotStood => ({
  kind: 'not',
  reason,
  onlyEmpty: false,
  shape: null,
  failedAt: null,
})

const inWords = (checks: readonly CheckId[]) => checks.map((check) => CHECK_WORDS[check]).join(' and ')

/** Nothing where the words spell the steps out: then they are made as they are told. */
const settingsLeftOpen = ({ brief, question }: SolveInput): OpenSettings | undefined =>
  question.direct
    ? undefined
    : openSettings(
        brief.ask,
        question,
        settingsFor(
          brief.recall.experiences.map(({ item }) => item),
          brief.taskType,
        ),
      )

async function attempt(
  plan: Plan,
  { brief: { ask }, executor }: SolveInput,
  trying: { readonly tolerated: readonly CheckId[]; readonly open?: OpenSettings | undefined },
): Promise<Attempt> {
  const change = ask.change !== null || ask.target === 'burned'
  const result = await runPlan(plan, executor, { change, ...trying })
  switch (result.kind) {
    case 'limit':
    case 'unbound':
      return notStood(result.reason)
    case 'error': {
      const { code, message } = result.step.error!
      return FINAL_ERRORS.has(code) ? { kind: 'error', code, message } : notStood(message)
    }
    case 'failed':
      return {
        kind: 'not',
        reason: `${inWords(result.checks)} (step ${result.step.step}, ${result.step.call.tool})`,
        onlyEmpty: result.checks.every((check) => check === 'empty'),
        shape: shapeOf(plan),
        failedAt: plan.steps.findIndex(({ id }) => id === result.planStep) + 1,
      }
    case 'stood': {
      const found = findAnswer(ask, plan, result.steps)
      if (!found)
        return notStood(`the plan measured no ${ask.dimension === 'text' ? 'place' : ask.dimension}`)
      const unit = found.kind === 'figure' ? found.unit : null
      const faults = checkAnswer(ask, {
        unit,
        maskMeaning: maskMeaningOf(found.step, result.steps),
        zonal: 'zones' in found.step.call.args,
      })
      if (faults.length > 0) return notStood(inWords(faults))
      return { kind: 'solved', solved: { ask, plan, steps: result.steps } }
    }
  }
}
