import { waysToMark } from '../sensing/meanings.ts'
import { readDates } from './dates-in-text.ts'
import { plain, type DirectReading } from './direct.ts'
import { GAIN, LOSS, withoutComparisons, withoutTimes, YES_NO } from './question-words.ts'
import { TextReader } from './text-reader.ts'
import type { Ask, Known } from './types.ts'

/** 'Lost or gained', 'shrink or grow': words of both ways, a few words apart. */
function tellsBothWays(words: string): boolean {
  if (/\b(?:more or (?:less|fewer)|up or down|wax(?:ed)? or waned?)\b/i.test(words)) return true
  const parts = words.split(/\b(?:or|and|versus|vs\.?|nor)\b|\//i)
  return parts.slice(1).some((after, at) => {
    const [tail, head] = [lastWords(parts[at]!, 4), firstWords(after, 5)]
    return (LOSS.test(tail) && GAIN.test(head)) || (GAIN.test(tail) && LOSS.test(head))
  })
}

const wordsOf = (text: string) => text.trim().split(/\s+/)
const lastWords = (text: string, count: number) => wordsOf(text).slice(-count).join(' ')
const firstWords = (text: string, count: number) => wordsOf(text).slice(0, count).join(' ')

const NET = /\bnet (?:change|loss|gain|balance|difference|effect|result)s?\b|\bon balance\b/i
/** How much more there is at one date than at another. */
const MORE =
  /\bhow (?:much|many)(?: (?:hectares|ha|km²|km2|acres|square \w+))?(?: of)? (?:more|less|fewer)\b|\b(?:is|was|are|were) there (?:now )?(?:more|less|fewer)\b/i
/** By how much the whole of it changed; which pixels changed is another question. */
const CHANGED =
  /\bby (?:how (?:much|many)|what)\b[^?]*\bchang\w*|\bhow (?:much |far )?(?:did|has|have)\b[^?]*\bchanged?\b|\b(?:change|difference) (?:in|of) (?:the )?(?:[\w-]+ ){0,3}(?:area|extent|cover|surface|size)\b/i
/** A side that an amount or another place is compared with is no balance of dates. */
const COMPARED = /\b(?:than|least|most|over|under|above|below|by) (?:an? )?\d|\bwhere\b|\bwhich\b/i

/**
 * What a thing on the ground gained and lost between two dates, with the sum of both: asked with words of both ways, as a
 * net change, as how much more there is, or with yes and no, where one way alone would mislead. Null where one way is asked.
 */
export function readBalance(text: string, ask: Ask, known: Known): DirectReading | null {
  const words = withoutComparisons(withoutTimes(text))
  const isOther =
    ask.series || ask.zoned || ask.within || ask.differenced || ask.ofProduct || ask.shown !== null
  if (isOther || ask.rank !== null || ask.figures.includes('largest_area') || !known.hasScenes) return null
  if (ask.target === null || !['area', 'share', 'text', 'value'].includes(ask.dimension)) return null
  if (isOfRadar(known) || COMPARED.test(withoutDates(words))) return null
  const isYesNo = YES_NO.test(text) && (ask.change === 'loss' || ask.change === 'gain')
  const isAsked =
    tellsBothWays(words) ||
    NET.test(words) ||
    MORE.test(text) ||
    isYesNo ||
    (ask.change === 'change' && CHANGED.test(words))
  const [index, ...others] = ask.indices
  const ways = waysToMark(ask.target).filter(({ threshold, order }) => threshold !== null && !order)
  const sources = ways.map(({ source }) => source).filter((source) => index === undefined || source === index)
  if (!isAsked || others.length > 0 || sources.length === 0) return null
  const isShare = ask.dimension === 'share'
  return {
    ...plain(
      { kind: 'balance', target: ask.target, sources },
      {
        dimension: isShare ? 'share' : 'area',
        unit: ask.unit,
        target: ask.target,
        change: 'change',
        figures: [isShare ? 'net_change_share' : 'net_change'],
        named: ['gain_loss'],
      },
      text.replace(new RegExp(`${NET.source}|\\bpercentage change\\b`, 'gi'), ' '),
    ),
  }
}

const withoutDates = (words: string): string => {
  const reader = new TextReader(words)
  readDates(reader)
  return reader.rest
}

const isOfRadar = ({ sensors = [] }: Known): boolean =>
  sensors.length > 0 && sensors.every((sensor) => sensor === 'sentinel-1')
