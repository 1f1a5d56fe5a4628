interface Option {
  readonly text: string
}

/** What options are all alike in, and the words that ask for it; words that ask so already are not added to. */
const KINDS: readonly {
  readonly option: RegExp
  readonly asked: RegExp
  readonly words: string
}[] = [
  {
    option:
      /^\W*(?:(?:to(?:wards?)?|the) )*(?:(?:north|south|east|west)(?:[- ]?(?:north|south)?[- ]?(?:east|west))?(?:wards?|ern)?|[NS][EW]?|[EW])\W*$/i,
    asked: /\b(?:direction|which way|compass|sector|side|bearing|aspect|facing)\b/i,
    words: 'in which direction',
  },
  {
    option: /\d.*(?:\b(?:per|a|each) (?:year|annum)\b|\/ ?(?:yr|year|a)\b|\bp\.a\.)/i,
    asked: /\b(?:per year|a year|each year|trend|annual\w*|yearly|per decade)\b/i,
    words: 'per year',
  },
  {
    option:
      /^\W*(?:early |late |mid-?)?(?:in )?(?:jan|febr)uary|^\W*(?:in )?(?:march|april|may|june|july|august|(?:sept|nov|dec)ember|october)\W*$/i,
    asked: /\bmonth\b|\bwhen\b/i,
    words: 'in which month',
  },
  {
    option:
      /^\W*(?:the )?(?:Landsat|Sentinel|MODIS|VIIRS|SPOT|ASTER|Terra|Aqua|PlanetScope)[- ]?\d?[A-C]?\W*$/i,
    asked: /\b(?:which|what) (?:satellite|sensor|instrument|mission|platform)/i,
    words: 'from which satellite',
  },
]

/**
 * The question with what only its options tell of the answer: of four sides of the compass one is a direction, of four
 * amounts per year one is a rate.
 */
export function withWordsOfOptions(stem: string, options: readonly Option[]): string {
  if (options.length === 0) return stem
  const kind = KINDS.find(({ option }) => options.every(({ text }) => option.test(text)))
  if (!kind || kind.asked.test(stem)) return stem
  return `${stem.replace(/[\s.…:]+$/, '')} (${kind.words})`
}
