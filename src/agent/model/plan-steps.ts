import { config } from '../../config.ts'
import type { SubTask } from '../../retrieval/index.ts'
import { withSubTasks, type Brief } from '../brief.ts'
import { Conversation } from './conversation.ts'
import type { LoopInput } from './loop.ts'
import type { ModelSession } from './session.ts'
import { askForSteps, stepsOf, stepsSchema } from './step-list.ts'

/** A step of as many characters as the grammar lets through, with its quotes. */
const TOKENS_A_STEP = 32

/**
 * Asks the language model once for the steps that the question takes and finds tools anew for these, which is told as an
 * event. The brief stays as it is where the model is too small to be read (its profile says so), where it has no turn left,
 * or where what it wrote is no plan. The steps serve retrieval alone: they bind nothing, and no memory keeps them.
 */
export async function withPlannedSteps(input: LoopInput, session: ModelSession): Promise<LoopInput> {
  const { brief, situation, executor, emit } = input
  const { most } = config.model.planSteps
  if (!session.canAsk || !session.chat.profile.writes) return input
  const talk = new Conversation(brief.ask.full)
  talk.say(askForSteps())
  const { value, refused } = await session.fill(
    talk,
    { schema: stepsSchema(), maxTokens: most * TOKENS_A_STEP, step: executor.calls + 1, of: 'plan' },
    (given) => (stepsOf(given).length > 0 ? null : 'it names no step'),
  )
  if (refused !== null) return input
  const parts = stepsOf(value).map((text): SubTask => ({ text, from: 'model' }))
  const planned = await withSubTasks(brief, situation, parts)
  if (namesOf(planned) !== namesOf(brief)) session.changed = true
  const { subTasks, retrieved } = planned
  emit({ type: 'tools-retrieved', at: Date.now(), ask: brief.ask.text, subTasks, tools: retrieved })
  return { ...input, brief: planned }
}

const namesOf = ({ retrieved }: Pick<Brief, 'retrieved'>): string =>
  retrieved.map(({ name }) => name).join(' ')
