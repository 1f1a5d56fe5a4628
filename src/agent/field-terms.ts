/**
 * Terms for the ground, the air and maps of classes, and those that the readings know. Each is a concept of its own: a slope
 * failure is a landslide wherever it is said.
 */
const TERMS: readonly (readonly [pattern: RegExp, form: string])[] = [
  // A full stop within a sentence ends none.
  [/\bi\.\s?e\.(?=[\s,])/gi, 'that is'],
  [/\be\.\s?g\.(?=[\s,])/gi, 'for example'],
  [/\b(?:approx|ca)\.(?=\s)/gi, 'about'],
  // Ground that came down.
  [
    /\b(?:slope failure|land ?slip|mass movement|rock ?fall|mud ?flow|earth ?flow|(?:debris|rock) avalanche)(s?)\b/gi,
    'landslide$1',
  ],
  [/\bmass wasting\b/gi, 'landslides'],
  // What the air lets through.
  [/\bhow transparent (is|was) (the (?:air|atmosphere|sky))\b/gi, 'what $1 the transmittance of $2'],
  [
    /\b(?:transmissivity|transparency|transmission)(?=[^?.]*\b(?:air|atmosphere|bands? 1[789])\b)|(?<=\b(?:air|atmosphere|atmospheric)(?:'s)? )(?:transmissivity|transparency|transmission)\b/gi,
    'transmittance',
  ],
  // 'Near 0.94 µm' tells about which one, and no place.
  [/\bnear (?=\d)/gi, 'about '],
  // Parts that nothing joins.
  [
    /(?:,? \b(?:that|which))? (?:do|does|are|is) not (?:touch|touching|connect|connected|adjoin|adjoining|join|joined|link|linked)(?: to| with)?(?: (?:each other|one another|any others?|others?))?\b/gi,
    ' that are separate',
  ],
  [
    /\b(?:unconnected|non-?contiguous|contiguous|detached|self-contained|stand-?alone|discrete)(?= (?:[\w-]+ )?(?:patch|part|piece|area|region|cluster|spot|body|bodies|group|settlement|town|site|stand|block|scar|clearing))/gi,
    'separate',
  ],
  // Codes of a map of classes.
  [
    /\b(?:land[- ]?(?:cover|use)|cover|LULC)[- ]?(?:code|class|type|category)s? (?:no\. ?|number |#)?(\d{1,2})\b(?![.,]\d)/gi,
    'class $1',
  ],
  [
    /\b(?:code|category|class (?:code|id|value|no\.|number)|(?:map )?label) (?:no\. ?|number |#)?(\d{1,2})\b(?![.,]\d)/gi,
    'class $1',
  ],
]

const CODES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const CODE_IN_WORDS = new RegExp(`\\bclass(?: number)? (${CODES.join('|')})\\b(?! of\\b)`, 'gi')

/** The text with terms of the ground, the air and classes by the names that the readings know. */
export const plainTerms = (text: string): string =>
  icePercent(
    TERMS.reduce((words, [pattern, form]) => words.replace(pattern, form), text).replace(
      CODE_IN_WORDS,
      (_, word: string) => `class ${CODES.indexOf(word.toLowerCase()) + 1}`,
    ),
  )

const FRACTIONS: readonly (readonly [words: string, percent: number])[] = [
  ['(?:one |a )?half', 50],
  ['(?:one|a) quarter|one[- ]fourth', 25],
  ['three[- ](?:quarter|fourth)s?', 75],
  ['(?:one|a)[- ]tenth', 10],
  ['three[- ]tenths?', 30],
  ['four[- ]tenths?', 40],
  ['seven[- ]tenths?', 70],
  ['eight[- ]tenths?', 80],
  ['nine[- ]tenths?', 90],
]

/** How much of the sea is ice, where it is told in parts beside a word of comparison: 'at least half', 'nine tenths or more'. */
function icePercent(text: string): string {
  if (!/\bice\b|\bfrozen\b/i.test(text)) return text
  return FRACTIONS.reduce(
    (words, [fraction, percent]) =>
      words.replace(
        new RegExp(
          `(?<=\\b(?:at least|more than|over|above|exceed\\w*|less than|below|under|at most|up to) )(?:${fraction})\\b|\\b(?:${fraction})(?= (?:or|and) (?:more|less|above|below)\\b)`,
          'gi',
        ),
        `${percent} %`,
      ),
    text,
  )
}
