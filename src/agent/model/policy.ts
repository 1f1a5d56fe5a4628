import { config } from '../../config.ts'
import type { Option } from '../../models/chat-model.ts'
import { solve, titleOf, type PlanChooser } from '../solve.ts'
import type { Plan } from '../types.ts'
import { Conversation } from './conversation.ts'
import { actByModel, type LoopInput, type LoopResult } from './loop.ts'
import { withPlannedSteps } from './plan-steps.ts'
import { softmax } from './prior.ts'
import { isModelLost, lostWords, type ModelSession } from './session.ts'

export type PolicyResult = Exclude<LoopResult, { kind: 'handed-over' }>

/**
 * Solves an ask with a language model. The policy 'model' chooses each action; 'hybrid' lets the planner propose, asks the
 * model which of several searched plans to try and lets it act where there is no plan. A lost model hands over to the
 * planner, which goes on from the calls that were made.
 */
export async function solveWithModel(input: LoopInput, session: ModelSession): Promise<PolicyResult> {
  return session.use.policy === 'model' ? await byModel(input, session) : await byHybrid(input, session)
}

/** True where the model has a say at all: the hybrid at weight 0 is the planner. */
export const hasSay = (session: ModelSession): boolean => session.use.policy === 'model' || session.weight > 0

async function byModel(input: LoopInput, session: ModelSession): Promise<PolicyResult> {
  let planned = input
  const result = await keeping(session, async () => {
    planned = await withPlannedSteps(input, session)
    return await actByModel(planned, session)
  })
  if (result === null || result.kind === 'handed-over') return await solve(planned)
  return result
}

async function byHybrid(asked: LoopInput, session: ModelSession): Promise<PolicyResult> {
  if (!hasSay(session)) return await solve(asked)
  // A skill that binds names its own steps, and is followed without a word of the model's.
  const isOpen = asked.brief.sop === null && asked.question.direct === null
  const input = (isOpen && (await keeping(session, () => withPlannedSteps(asked, session)))) || asked
  const planned = await solve({ ...input, choosePlan: chooser(input, session) })
  if (planned.kind !== 'no-plan' || !session.canAsk) return planned
  const result = await keeping(session, () => actByModel(input, session))
  if (result?.kind === 'handed-over')
    session.handOver(`${config.model.maxErrors} of its calls could not be used`)
  // What is missing the planner tells better than a question of a template.
  return result?.kind === 'solved' || result?.kind === 'error' ? result : planned
}

/** Null where the model was lost, which is told. Stops and faults of ours go through. */
async function keeping<Result>(session: ModelSession, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (!isModelLost(error)) throw error
    session.handOver(lostWords(error))
    return null
  }
}

/** Asks the model which plan goes next, where no skill binds and the words do not settle it. */
function chooser({ brief, question, executor }: LoopInput, session: ModelSession): PlanChooser {
  return async (plans, last) => {
    const [first] = plans
    if (plans.length < 2 || !first || first.by === 'skill' || question.direct || !session.canAsk) return null
    const options = planOptions(plans)
    const talk = new Conversation(brief.ask.full)
    talk.say(
      `${last === null ? '' : `A plan before failed: ${last}.\n`}Reply with the plan that measures what is asked:\n${options.map(({ name }) => name).join('\n')}`,
    )
    return await keeping(session, async () => {
      const chosen = await session.choose({
        talk,
        options,
        step: executor.calls + 1,
        reason:
          last === null
            ? `no recalled skill serves it; the language model weighs ${options.length} plans, in the planner's order`
            : `the plan before did not stand: ${last}`,
        by: first.by,
      })
      const at = options.findIndex(({ name }) => name === chosen)
      return [plans[at]!, ...plans.filter((_, place) => place !== at)]
    })
  }
}

/** The plans that would be tried, each with a title of its own, less likely from one to the next. */
function planOptions(plans: readonly Plan[]): readonly Option[] {
  const titles: string[] = []
  for (const plan of plans.slice(0, config.run.maxPlans)) {
    const title = titleOf(plan).replaceAll('_', ' ').replaceAll(' → ', ', then ')
    titles.push(titles.includes(title) ? `${title} (${titles.length + 1})` : title)
  }
  return softmax(titles.map((name, at) => ({ name, score: -at * Math.log(config.model.planDecay) })))
}
