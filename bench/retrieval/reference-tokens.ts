/**
 * Tokens of the reference that the sets' published figures were measured with: runs of a–z and 0–9 of the lower-cased
 * text ('_' divides, capitals inside a name do not), stop words out, one ending cut. Repeats are kept. The app reads
 * texts otherwise (src/lib/text.ts); the baselines keep to this, so that their figures can be compared.
 */
export function referenceTokens(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP_WORDS.has(word)).map(cut)
}

/** Without the first of the endings that the word has, where that leaves three letters. */
function cut(word: string): string {
  const ending = ENDINGS.find((end) => word.endsWith(end))
  return ending !== undefined && word.length - ending.length >= 3 ? word.slice(0, -ending.length) : word
}

const ENDINGS = ['ations', 'ation', 'ings', 'ing', 'ies', 'es', 'ed', 's']

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the of in on for to and or by with from at is are using use based use between within over this that`.split(
    ' ',
  ),
)
