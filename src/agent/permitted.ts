import type { ReadSlot } from '../trace/events.ts'
import type { Direct } from './direct.ts'
import type { Limit } from './read-limits.ts'

const ALLOWED =
  /\b(?:may|can|could|allowed|permitted|safe|able)\b[^.?!]*?\bonly\b|\bonly\b[^.?!]*?\b(?:may|can|could|allowed|permitted|safe|able)\b/i
const FORBIDDEN = /\b(?:cannot|can't|must avoid|has to avoid|have to avoid|unable to|forbidden|prohibited)\b/i
const ASKS_CLOSED =
  /\b(?:closed|barred|shut|off[- ]limits|out of bounds|out of reach|inaccessible|unreachable|impassable|blocked|forbidden|prohibited|unusable)\b/i
const ASKS_OPEN =
  /\b(?:open|accessible|navigable|passable|left|available|allowed|permitted|within reach) (?:to|for) (?:it|him|her|us|them|me|the|our|this|these)\b/i

/**
 * True where a sentence limits what is allowed ('may only enter water with less than 15 % ice') and the question is about
 * what is not ('how much is closed to it'), or the reverse: the answer lies on the other side of the limit.
 */
export function asksForOtherSide(text: string): boolean {
  const sentences = text.split(/(?<=[.!;?])\s+/)
  const asking = sentences.at(-1)!
  const rule = sentences.slice(0, -1).findLast((sentence) => /\d/.test(sentence))
  if (rule === undefined || /\d/.test(asking)) return false
  return (
    (ALLOWED.test(rule) && !FORBIDDEN.test(rule) && ASKS_CLOSED.test(asking)) ||
    (FORBIDDEN.test(rule) && ASKS_OPEN.test(asking) && !ASKS_CLOSED.test(asking))
  )
}

const OTHER_SIDE = {
  above: 'at_or_below',
  at_or_above: 'below',
  below: 'at_or_above',
  at_or_below: 'above',
} as const satisfies Record<Limit['side'], Limit['side']>

/** The slots with the other side of the limit. */
export const slotsOfOtherSide = (slots: readonly ReadSlot[]): readonly ReadSlot[] =>
  slots.map((known) =>
    known.slot === 'side' && Object.hasOwn(OTHER_SIDE, String(known.value))
      ? { ...known, value: OTHER_SIDE[known.value as Limit['side']] }
      : known,
  )

/** A cut on the other side of its one limit; what lies between two limits has no other side that one cut gives. */
export function directOfOtherSide(direct: Direct): Direct {
  if (direct.kind !== 'cut') return direct
  const { low, high } = direct.limits
  const one = low === null ? high : high === null ? low : null
  if (one === null) return direct
  const turned: Limit = { value: one.value, side: OTHER_SIDE[one.side] }
  return {
    ...direct,
    limits: { ...direct.limits, low: high === null ? null : turned, high: low === null ? null : turned },
  }
}
