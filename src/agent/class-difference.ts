import { statisticIn } from './asked-sizes.ts'
import { plain, type DirectReading } from './direct.ts'
import { hasClasses, measuredIn } from './measured.ts'
import { readLimits } from './read-limits.ts'
import type { Ask, Known } from './types.ts'

const SETS_APART =
  /\b(?:differ\w*|minus|subtract\w*|less|exceed\w*|surpass\w*|gap|contrast|apart|compared?|(?:high|low|great|green|brown|larg|small)er|more|above|over|versus|vs)\b/i
/** Words by which the first that is named lies lower. */
const LOWER = /\b(?:lower|smaller|browner|less|fewer|below|behind)\b(?=[^?]*\bthan\b)|\bfalls? short of\b/i
const INSIDE =
  /\b(?:inside|within|in)\b(?: of)? (?:the |this |that |our |a )?(?:\w+ )?(?:mask|protected|reserve|area|zone|park)\b|\binside\b|\bwithin\b|\b(?:protected|reserve|park)\b/i
const OUTSIDE = /\b(?:outside|beyond|elsewhere|surroundings|unprotected|the rest|remainder)\b/i
/** Two parts are set side by side and how far they lie apart is asked, not their two values. */
const ASKS_DIFFERENCE =
  /\bhow (?:much|far|many)\b|\bby (?:what|how much)\b|\bdiffer\w*|\bminus\b|\bsubtract\w*|\bgap\b|\bcontrast\b|\bexcess\b/i

/** How far the values of two classes, or of the two sides of a mask, lie apart; null where no such thing is asked. */
export function readClassDifference(text: string, ask: Ask, known: Known): DirectReading | null {
  if (!hasClasses(known) || ask.series || ask.target === 'burned') return null
  if (!SETS_APART.test(text) || !ASKS_DIFFERENCE.test(text) || readLimits(text) !== null) return null
  const of = measuredIn(text, ask, known, null)
  if (of?.what !== 'index') return null
  return ofClasses(text, of) ?? ofSides(text, of)
}

type Of = { readonly what: 'index'; readonly name: string }

function ofClasses(text: string, of: Of): DirectReading | null {
  const codes = [
    ...text.matchAll(
      /\bclass(?:es)? (\d{1,2})\b(?: (?:and|from|than|to|or|minus|versus|vs\.?) (\d{1,2})\b)?/gi,
    ),
  ].flatMap(([, a, b]) => [a, b].flatMap((code) => (code === undefined ? [] : [Number(code)])))
  const [first, second, ...others] = codes
  if (first === undefined || second === undefined || others.length > 0 || first === second) return null
  // 'Subtract class 2 from class 1'.
  const isTurned = LOWER.test(text) !== /\bsubtract\w*\b[^?]*\bfrom\b/i.test(text)
  const pair = isTurned ? ([second, first] as const) : ([first, second] as const)
  const statistic = statisticIn(text) ?? 'mean'
  return plain(
    { kind: 'classes-apart', of, statistic, codes: pair },
    { dimension: 'value', figures: ['result'], named: ['calculate'] },
    text
      .replace(/\bclass(?:es)? \d{1,2}\b(?: \w+\.? \d{1,2}\b)?|\bminus\b/gi, ' · ')
      .replace(/\b\w+er\b[^?]*?\bthan\b/gi, ' · '),
  )
}

/** The two sides of a mask have the codes 1 and 0. */
function ofSides(text: string, of: Of): DirectReading | null {
  const [inside, outside] = [text.search(INSIDE), text.search(OUTSIDE)]
  if (inside < 0 || outside < 0 || !/\b(?:mask|protected|reserve|park|zone)\b/i.test(text)) return null
  const isTurned = outside < inside !== LOWER.test(text)
  const statistic = statisticIn(text) ?? 'mean'
  return plain(
    { kind: 'classes-apart', of, statistic, codes: isTurned ? [0, 1] : [1, 0] },
    { dimension: 'value', figures: ['result'], named: ['calculate'] },
    text.replace(/\b\w+er\b[^?]*?\bthan\b/gi, ' · '),
  )
}
