/**
 * Stems of English words by the algorithm of M. F. Porter, "An algorithm for suffix stripping" (1980,
 * doi:10.1108/eb046814), after a small table of irregular forms that Earth observation questions use.
 * Takes a lower-case word; words with a digit or a letter outside a–z come back as they are.
 */
export function stem(word: string): string {
  const known = IRREGULAR.get(word)
  if (known !== undefined) return known
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  let now = plural(word)
  now = pastAndGerund(now)
  if (now.endsWith('y') && hasVowel(now.slice(0, -1))) now = now.slice(0, -1) + 'i'
  now = replaceLongest(now, STEP_2)
  now = replaceLongest(now, STEP_3)
  now = dropLongest(now)
  if (now.endsWith('e')) {
    const root = now.slice(0, -1)
    if (measure(root) > 1 || (measure(root) === 1 && !endsShort(root))) now = root
  }
  return now.endsWith('ll') && measure(now.slice(0, -1)) > 1 ? now.slice(0, -1) : now
}

/** Irregular form → the stem of its base form. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['burnt', 'burn'],
  ['lost', 'loss'],
  ['lose', 'loss'],
  ['losing', 'loss'],
  ['grew', 'grow'],
  ['grown', 'grow'],
  ['fell', 'fall'],
  ['fallen', 'fall'],
  ['rose', 'rise'],
  ['risen', 'rise'],
  ['hottest', 'hot'],
  ['hotter', 'hot'],
  ['indices', 'index'],
  ['growth', 'grow'],
])

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]

const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]

const STEP_4 = [
  'al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent', 'ion', 'ou', 'ism', 'ate',
  'iti', 'ous', 'ive', 'ize',
] as const // prettier-ignore

/** Porter's consonant: not a, e, i, o, u, and not a y that follows a consonant. */
function isConsonant(word: string, at: number): boolean {
  const letter = word[at]!
  if ('aeiou'.includes(letter)) return false
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1)
}

/** Porter's m: how many times vowels are followed by consonants. */
function measure(word: string): number {
  let count = 0
  for (let at = 1; at < word.length; at++) {
    if (isConsonant(word, at) && !isConsonant(word, at - 1)) count++
  }
  return count
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isConsonant(word, at)) return true
  return false
}

/** Consonant, vowel, consonant at the end, the last not w, x or y: 'hop' but not 'snow'. */
function endsShort(word: string): boolean {
  const last = word.length - 1
  return (
    last >= 2 &&
    isConsonant(word, last) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) &&
    !'wxy'.includes(word[last]!)
  )
}

const endsDouble = (word: string) =>
  word.length > 1 && word.at(-1) === word.at(-2) && isConsonant(word, word.length - 1)

function plural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function pastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const suffix = word.endsWith('ed') ? 'ed' : word.endsWith('ing') ? 'ing' : ''
  const root = word.slice(0, word.length - suffix.length)
  if (suffix === '' || !hasVowel(root)) return word
  if (/(at|bl|iz)$/.test(root)) return root + 'e'
  if (endsDouble(root) && !/[lsz]$/.test(root)) return root.slice(0, -1)
  return measure(root) === 1 && endsShort(root) ? root + 'e' : root
}

function replaceLongest(word: string, rules: readonly (readonly [string, string])[]): string {
  let best: readonly [string, string] | undefined
  for (const rule of rules) {
    if (word.endsWith(rule[0]) && rule[0].length > (best?.[0].length ?? 0)) best = rule
  }
  if (!best) return word
  const root = word.slice(0, word.length - best[0].length)
  return measure(root) > 0 ? root + best[1] : word
}

function dropLongest(word: string): string {
  let best = ''
  for (const suffix of STEP_4) if (word.endsWith(suffix) && suffix.length > best.length) best = suffix
  if (best === '') return word
  const root = word.slice(0, word.length - best.length)
  if (measure(root) <= 1 || (best === 'ion' && !/[st]$/.test(root))) return word
  return root
}
