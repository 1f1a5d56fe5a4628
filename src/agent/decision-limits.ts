import type { Unit } from '../trace/quantity.ts'
import { UNIT_WORDS } from './question-words.ts'
import type { TextReader } from './text-reader.ts'

const AMOUNT =
  '(?:more|less|greater|larger|higher|lower|fewer|smaller) than|at least|at most|above|over|below|under|exceed(?:s|ed|ing)?'
const LIMIT = `\\b(?:${AMOUNT}) (\\d+(?:\\.\\d+)?) ?(%|percent\\b|per cent\\b|ha\\b|hectares?\\b|km2\\b|km²|square kilomet(?:re|er)s?\\b|m2\\b|m²)`
/** What hangs on the answer: money, a duty, a step that somebody takes. */
const DECIDES =
  /\b(?:subsid\w*|grants?|pa(?:y|ys|id|yment|yments|yout)|fund\w*|money|compensat\w*|insur\w*|claims?|fines?|penalt\w*|tax\w*|fees?|law|legal\w*|rules?|regulat\w*|permits?|permi(?:t|ts|tted|ssion)|allow\w*|forbid\w*|ban(?:s|ned)?|oblig\w*|must|requir\w*|entitle\w*|qualif\w*|eligib\w*|act(?:s|ion)?|alarms?|alert\w*|warn\w*|declare[ds]?|trigger\w*|promis\w*|target|goal|quota|certif\w*|label|award\w*|close[ds]?|evacuat\w*|restrict\w*)\b/i
/** Where each pixel is held to the limit it is one of the figure itself. */
const OF_PIXELS =
  /\b(?:pixels?|cells?|counts? as|counted as|taken as|treated as|classed as|classified|considered|means? that|defined|wherever|where)\b/i

/**
 * 'There is a subsidy if more than 5 % is built over. What is our percentage?': an amount on which something hangs, told in a
 * sentence before the question. The answer is compared with it; nothing is cut at it. Null where the words tell none.
 */
export function readDecisionLimit(
  reader: TextReader,
): { readonly value: number; readonly unit: Unit; readonly words: string } | null {
  const sentences = reader.rest.split(/(?<=[.!?;])\s+/)
  const asking = sentences.at(-1)
  const told = sentences
    .slice(0, -1)
    .find(
      (sentence) =>
        DECIDES.test(sentence) && !sentence.includes('?') && new RegExp(LIMIT, 'i').test(sentence),
    )
  if (told === undefined || asking === undefined || OF_PIXELS.test(told)) return null
  if (new RegExp(LIMIT, 'gi').exec(reader.rest.replace(told, ' ')) !== null) return null
  const [, , said] = new RegExp(LIMIT, 'i').exec(told)!
  const unit = UNIT_WORDS.find(([pattern]) => pattern.test(said!))?.[1]
  const asked = UNIT_WORDS.find(([pattern]) => pattern.test(asking))?.[1]
  const isSame =
    unit !== undefined && (asked === unit || (unit !== '%' && asked !== undefined && asked !== '%'))
  const match = isSame ? reader.take(new RegExp(LIMIT, 'i')) : null
  return match && unit ? { value: Number(match[1]), unit, words: `${match[1]!} ${match[2]!}` } : null
}
