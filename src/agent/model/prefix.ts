import { config } from '../../config.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import { assembleWithin } from '../assemble-context.ts'
import type { Brief } from '../brief.ts'

/** What is the same in every prompt of a run, so that its part of the key-value cache is computed once. */
export interface Prefix {
  readonly system: string
  /** C_q as it stands in it. */
  readonly memory: string
  /** Remembered items that were left out for want of room. */
  readonly dropped: number
}

export interface PrefixInput {
  readonly briefs: readonly Pick<Brief, 'recall' | 'sop'>[]
  /** χ(d) in words of ours. */
  readonly sensing: string
  /** Remembered items to leave out at least. */
  readonly less?: number
}

const ROLE =
  'You are an analyst of satellite data. You answer a question by calling tools, one at a time, and you read what each one measured. ' +
  'Asked for a name, reply with that name alone; asked for arguments, with JSON alone.'

/**
 * Role, χ(d), what was remembered and the standing guidance. Template text alone: no question, no file name or tag, no
 * words of a person. Both parts are cut by whole lines or items to their share of the model's context.
 */
export async function makePrefix(
  chat: Pick<ChatModel, 'contextSize' | 'countTokens'>,
  { briefs, sensing, less = 0 }: PrefixInput,
): Promise<Prefix> {
  const { memoryShare, sensingShare } = config.model
  const count = (text: string) => chat.countTokens(text)
  const data = await wholeLines(sensing, chat.contextSize * sensingShare, count)
  const { text, dropped } = await assembleWithin(briefs, chat.contextSize * memoryShare, count, less)
  return { system: `${ROLE}\n\nLoaded:\n${data}\n\n${text}`, memory: text, dropped }
}

async function wholeLines(
  text: string,
  budget: number,
  count: (text: string) => Promise<number>,
): Promise<string> {
  const lines = text.split('\n')
  for (let kept = lines.length; kept > 1; kept--) {
    const left = lines.length - kept
    const shown = lines.slice(0, kept).join('\n') + (left > 0 ? `\nand ${left} more` : '')
    if ((await count(shown)) <= budget) return shown
  }
  return lines[0]! + (lines.length > 1 ? `\nand ${lines.length - 1} more` : '')
}
