import { statisticIn } from './asked-sizes.ts'
import { readDates, type DateMention } from './dates-in-text.ts'
import { NOTHING_ELSE, type DirectReading } from './direct.ts'
import { readLimits } from './read-limits.ts'
import { TextReader } from './text-reader.ts'
import type { Ask } from './types.ts'

/** 'How green was it': by the index that greenness is told by. */
const GREEN = /\bhow green\b|\bgreenness\b/i
/** One figure of two dates is wanted, and not one of each. */
const ONE_FIGURE =
  /\b(?:differences?|subtract\w*|minus|trends?|rates?|courses?|seasons?|by (?:how|what)|how much|highest|lowest|maxim\w*|minim\w*|which|when|per|between)\b/i
const SET_BESIDE = /\bcompar\w*|\bdiffer(?:s|ed|ent)?\b|\b(?:versus|vs)\b/i

/** An index at two named dates or more, set beside each other: its value at each of them. Null where one figure is wanted. */
export function readTwoDates(text: string, ask: Ask): DirectReading | null {
  const [named, ...others] = ask.indices
  const index = named ?? (GREEN.test(text) ? 'ndvi' : undefined)
  const isOther = others.length > 0 || ask.differenced || ask.zoned || ask.within || ask.named.length > 0
  if (index === undefined || isOther || (named !== undefined && ask.target !== null)) return null
  if (named !== undefined && ask.dimension !== 'value' && ask.dimension !== 'text') return null
  if (ask.change === 'loss' || ask.change === 'gain') return null
  const sets = SET_BESIDE.test(text)
  if (ask.change === 'change' && !sets) return null
  if (ONE_FIGURE.test(sets ? text.replace(/\bbetween\b/gi, ' ') : text)) return null
  const statistic = statisticIn(text) ?? 'mean'
  if (distinct(text).length < 2 || readLimits(text) !== null || !isOfEach(statistic)) return null
  return eachDate(index, statistic, text)
}

/** The index at each of the dates that are meant; `left` as in a reading. */
export const eachDate = (
  index: string,
  statistic: 'mean' | 'median',
  left: DirectReading['left'],
): DirectReading => ({
  direct: { kind: 'each-date', index, statistic },
  ask: {
    ...NOTHING_ELSE,
    series: true,
    indices: [index],
    dimension: 'value',
    unit: null,
    figures: ['at_date'],
  },
  slots: [],
  left,
})

const isOfEach = (statistic: string): statistic is 'mean' | 'median' =>
  statistic === 'mean' || statistic === 'median'

function distinct(text: string): readonly DateMention[] {
  const key = ({ year, month, day }: DateMention) => [year, month, day].join()
  const dates = readDates(new TextReader(text))
  return dates.filter((date, at) => dates.findIndex((other) => key(other) === key(date)) === at)
}
