import { scenesOfOnePlace } from '../../sensing/scene-group.ts'
import { sensingContext } from '../../sensing/sensing-context.ts'
import { admissible, type ToolFinder } from '../../retrieval/index.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { Layer } from '../../trace/layer.ts'
import { brief, type Brief, type Situation } from '../brief.ts'
import { Executor } from '../executor.ts'
import { FindTools } from '../find-tools.ts'
import { knownOf } from '../known-of.ts'
import { readQuestion } from '../read-question.ts'
import { bindRoles, type Roles } from '../roles.ts'
import type { SessionMemory } from '../session-memory.ts'
import { proposedPlans } from '../solve.ts'
import { standsAgainst } from '../stands-against.ts'
import type { Plan, PlanStep, Question } from '../types.ts'

export interface DryRunInput {
  readonly specs: readonly ToolSpec[]
  readonly layers: readonly Layer[]
  readonly memory: SessionMemory
  readonly finder: ToolFinder
}

/**
 * True where the planner would set out on the question: nothing stands against it, and each thing that is asked has a plan
 * whose every step can be given what it takes from the data. No tool is called and no pixel read, so a step may still find
 * that the pixels do not carry it.
 */
export async function wouldSetOut(text: string, input: DryRunInput): Promise<boolean> {
  const { specs, layers } = input
  const question = readQuestion(text, knownOf(specs, sensingContext(layers), layers))
  const here = await situationOf(question, input)
  const briefs: Brief[] = []
  for (const ask of question.asks) briefs.push(await brief(ask, here))
  const roles = bindRoles(question, here.context)
  const { refusal, back } = standsAgainst(question, { briefs, here, roles, byModel: false })
  if (refusal !== null || back !== null) return false
  const executor = idleExecutor(question, { here, roles, specs })
  return briefs.every((each) =>
    proposedPlans({ brief: each, situation: here, roles, question }).some((plan) =>
      isSupplied(plan, executor),
    ),
  )
}

async function situationOf(
  question: Question,
  { specs, layers, memory, finder }: DryRunInput,
): Promise<Situation> {
  const context = sensingContext(scenesOfOnePlace(layers, question.layers).layers)
  const toolSet = admissible(specs, context)
  const { snapshot, runs } = memory
  const tools = await FindTools.over(
    { specs, admissible: toolSet.names, edges: snapshot.edges, runs },
    { finder, embedder: null, signal: undefined },
  )
  return { context, specs, toolSet, snapshot, tools }
}

function idleExecutor(
  { slots }: Question,
  { here, roles, specs }: { here: Situation; roles: Roles; specs: readonly ToolSpec[] },
): Executor {
  return new Executor({
    runner: {
      specs: () => Promise.resolve(specs),
      layers: () => Promise.resolve([]),
      run: () => Promise.reject(new DOMException('A dry run calls no tool', 'AbortError')),
    },
    specs,
    slots,
    roles: roles.by,
    products: here.context.products,
    emit: () => undefined,
  })
}

/** True where each step finds what it takes from scenes, settings and words; what steps take from each other comes with the run. */
const isSupplied = (plan: Plan, executor: Executor): boolean =>
  plan.steps.every((step) => typeof executor.bind(ofData(step), new Map()) !== 'string')

const ofData = (step: PlanStep): PlanStep => ({
  ...step,
  args: Object.fromEntries(
    Object.entries(step.args).filter(([, { from }]) => !['step', 'steps', 'figure'].includes(from)),
  ),
})
