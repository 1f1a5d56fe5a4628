import { config } from '../../config.ts'
import { foundOf, type Solved } from '../compose.ts'
import type { DoneStep } from '../types.ts'
import { quantityName } from '../figures.ts'
import { formatQuantity } from '../units.ts'
import { Conversation } from './conversation.ts'
import { citedSentence } from './sentence.ts'
import { isModelLost, lostWords, type ModelSession } from './session.ts'

export interface TellInput {
  readonly question: string
  readonly solved: Solved
  readonly done: readonly DoneStep[]
  readonly facts: readonly string[]
  readonly onText: (piece: string) => void
}

/**
 * One sentence of the model's own, where its profile says that its sentences are worth showing. Each figure in it must be
 * one that was measured. It has one turn to repair it; what then still fails is left out and said: the answer by templates
 * stands without it.
 */
export async function tellAnswer(
  { question, solved, done, facts, onText }: TellInput,
  session: ModelSession,
): Promise<void> {
  const found = foundOf(solved)
  if (!session.chat.profile.writes || !session.canFill || found === null) return
  const measured =
    found.kind === 'figure'
      ? `${quantityName(found.quantity).replaceAll('_', ' ')} = ${formatQuantity(found.value, found.unit)}`
      : found.kind === 'label'
        ? `${found.name.replaceAll('_', ' ')} = ${found.value}`
        : null
  if (measured === null) return
  const talk = new Conversation(question)
  talk.say(`Measured by ${solved.plan.title}: ${measured}.`)
  talk.say('Tell the answer in one sentence, with this figure and its unit and no other figure.')
  const step = done.length + 1
  const ask = { maxTokens: config.model.sentenceTokens, step, onText }
  const check = (text: string) => {
    const spans = citedSentence(text, { found, done, facts })
    return typeof spans === 'string' ? spans : null
  }
  try {
    let { text, refused } = await session.write(talk, ask, check)
    if (refused !== null) {
      onText('\n')
      talk.say(`That cannot be shown: ${refused}. Tell it again.`)
      ;({ text, refused } = await session.write(talk, ask, check))
    }
    const spans = citedSentence(text, { found, done, facts })
    if (typeof spans === 'string')
      session.notes.push('A sentence of the language model was left out: it told more than was measured.')
    else session.sentence = spans
  } catch (error) {
    if (!isModelLost(error)) throw error
    session.handOver(lostWords(error))
  }
}
