import { byText } from './by-text.ts'
import { stem } from './stem.ts'

/** Lower case, compatibility forms and diacritics folded: 'Évora' → 'evora', 'm²' → 'm2'. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Words in order of appearance, folded: runs of letters, digits and '_', and decimal numbers whole. */
export function words(text: string): string[] {
  return fold(text).match(WORD) ?? []
}

/**
 * Stemmed tokens in order of appearance, stop words left out, repeats kept. A name joined by '_' or by capitals
 * ('burn_severity', 'getRiver', 'dNBR') gives itself whole and then its parts, parts of one letter left out.
 */
export function tokens(text: string): string[] {
  const found: string[] = []
  for (const raw of text.normalize('NFKD').replace(/\p{M}/gu, '').match(WORD) ?? []) {
    for (const token of tokensOfWord(raw)) found.push(token)
  }
  return found
}

/** Few words make up most texts: each is stemmed once. */
const tokensOfWord = byText((raw): readonly string[] => {
  const parts = splitName(raw)
  const kept = (words: readonly string[]) => words.filter((word) => !STOP_WORDS.has(word)).map(stem)
  const whole = raw.toLowerCase()
  return parts.length < 2
    ? kept([parts[0] ?? whole])
    : [whole, ...kept(parts.filter((part) => part.length > 1))]
}, 20_000)

const WORD = /\d+\.\d+|[\p{L}\p{N}_]+/gu

function splitName(raw: string): string[] {
  return raw
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((part) => part !== '')
}

/** Words that say nothing about the task. Kept out of it: before, after, between, above, below, most, largest, more, less. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also am an and any are as at be been being but by can could did do does doing each else for from had has
  have having he her hers him his how i if in into is it its itself just let like may me might mine my no nor not of
  on or our ours out please shall she should so some such than that the their theirs them then there these they this
  those to too us very was we were what when where which while who whom whose why will with would you your yours
  give show tell want need using use used`.split(/\s+/),
)
