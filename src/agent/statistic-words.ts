const ORDINALS: Readonly<Record<string, number>> = {
  first: 1, second: 2, fifth: 5, tenth: 10, twentieth: 20, 'twenty-fifth': 25, fiftieth: 50, 'seventy-fifth': 75, eightieth: 80,
  ninetieth: 90, 'ninety-fifth': 95, 'ninety-eighth': 98, 'ninety-ninth': 99,
} // prettier-ignore

const QUARTILES: Readonly<Record<string, number>> = { lower: 25, first: 25, upper: 75, third: 75 }

/** Nouns that make of 'largest' and its like an end of the values: the largest lake is none. */
const VALUES =
  '(?:(?:(?:scene|area|image|spatial|overall)[- ])?(?:means?|averages?)\\b|(?:\\w+ )?(?:values?|numbers?|figures?|readings?|reflectances?)|NDVI|EVI|SAVI|NDWI|MNDWI|NBR|NDMI|NDSI|BSI|NDSoI)'
/** What falls or rises most is told by another reading. */
const NO_CHANGE = '(?! (?:drop|fall|decrease|decline|loss|rise|increase|gain|change|difference)s?\\b)'

/** Other names of statistics, and the one that the readings know. */
const FORMS: readonly (readonly [
  pattern: RegExp,
  form: string | ((whole: string, ...groups: string[]) => string),
])[] = [
  [
    /\bSD\b|\bs\.\s?d\.(?=\s)|\b(?:st(?:d|and)?|standard)\.? ?dev(?:s|\b\.?|iations?\b)|\bstdev\b/g,
    'standard deviation',
  ],
  [/\bstandard deviations\b/gi, 'standard deviation'],
  [/\b(?:middle|central) value\b/gi, 'median'],
  // Of values in their order the one in the middle.
  [
    /\b(?:one|value|pixel|number) (?:right |exactly )?in the (?:very )?middle\b|\bmiddle(?:most)? one\b/gi,
    'median',
  ],
  [/\bhow (?:spread[- ]out|scattered|dispersed) (?=[^?]*\bstandard deviation\b)/gi, 'how '],
  [/\bP(\d{1,2})\b(?=[^?.]*\b(?:of|for)\b)/g, '$1th percentile'],
  [/\bpercentile (?:no\. ?|number )?(\d{1,2}(?:\.\d+)?)\b/gi, '$1th percentile'],
  [
    /\b(\d{1,2}(?:\.\d+)?)(?: ?%| percent| per cent|-|th|st|nd|rd)?[- ](?:percentile|quantile)\b/gi,
    '$1th percentile',
  ],
  [
    new RegExp(`\\b(${Object.keys(ORDINALS).join('|')}) percentile\\b`, 'gi'),
    (_, word) => `${ORDINALS[word.toLowerCase()]!}th percentile`,
  ],
  [/\b(lower|first|upper|third) quartile\b/gi, (_, word) => `${QUARTILES[word.toLowerCase()]!}th percentile`],
  [/\b(mean|average)s\b(?= (?:by|per|of|for|on|at)\b)/gi, '$1'],
  [/\baverages\b/gi, 'is on average'],
  // What falls within limits falls by nothing.
  [
    /\b(pixels?|cells?|values?) ((?:that|which) )?falls? (?=in|into|within|between|inside|below|under|above)/gi,
    (_, noun, which = '') => `${noun} ${which}lie `,
  ],
  // What falls within limits falls by nothing.
  [
    /\b(pixels?|cells?|values?) (that |which |whose \w+ )?falls? (?=in|into|within|between|inside|below|under|above)/gi,
    '$1 $2lie ',
  ],
  [
    new RegExp(
      `\\b(?:largest|biggest|greatest|top|topmost|uppermost|strongest)(?= ${VALUES}\\b${NO_CHANGE})`,
      'gi',
    ),
    'highest',
  ],
  [new RegExp(`\\b(?:smallest|least|bottom|lowermost|weakest)(?= ${VALUES}\\b${NO_CHANGE})`, 'gi'), 'lowest'],
  // 'Which value of NDVI is the largest'.
  [
    /\b(which|what) (?:value|reading|figure)s?((?: (?:of|for|in) [^?.;]{1,60}?)?) (?:is|was|are|were) (?:the )?(?:largest|biggest|greatest|top(?:most)?|uppermost)\b/gi,
    '$1 is the highest value$2',
  ],
  [
    /\b(which|what) (?:value|reading|figure)s?((?: (?:of|for|in) [^?.;]{1,60}?)?) (?:is|was|are|were) (?:the )?(?:smallest|least|bottom|lowermost)\b/gi,
    '$1 is the lowest value$2',
  ],
  // 'Say how low it gets'.
  [
    /\bhow high (?:it|they|that|this|the \w+|[A-Z]{2,}\w*) (?:gets?|goes|go|reach(?:es)?|rises?|climbs?|becomes?|is)(?: at (?:most|the most|best))\b|\bhow high (?:it|they|that|the \w+|[A-Z]{2,}\w*) (?:gets?|goes|go|reach(?:es)?|rises?|climbs?)\b/g,
    'the highest value',
  ],
  [
    /\bhow low (?:it|they|that|this|the \w+|[A-Z]{2,}\w*) (?:gets?|goes|go|reach(?:es)?|falls?|drops?|sinks?|becomes?)(?: at (?:most|worst|least))?\b/g,
    'the lowest value',
  ],
]

/** The text with statistics by the names that the readings know: 'SD' and 'P95' are a standard deviation and a percentile. */
export const plainStatistics = (text: string): string =>
  FORMS.reduce(
    (words, [pattern, form]) =>
      typeof form === 'string' ? words.replace(pattern, form) : words.replace(pattern, form),
    text,
  )

/** 'Threshold it at 0.1' names a limit as 'a threshold of 0.1' does. */
export const plainThreshold = (text: string): string =>
  text.replace(
    /\bthreshold(?:ed|ing)? (?:it|this|that|them|the \w+|[A-Z]{2,}\w*)(?: map| layer| image)? (?:at|with|by|above|over) (?=-?\d)/g,
    (words) => (/(?:above|over) $/.test(words) ? 'take what is above ' : 'take the threshold of '),
  )

const COUNTED = '(?:\\d|one|two|three|four|five|six)'

/** 'Step 1: … Step 2: …' and '1) … 2) …' without their numbers, which are no figures of the question. */
export function withoutStepNumbers(text: string): string {
  const named = text.replace(new RegExp(`\\bstep (?:no\\. ?)?${COUNTED}\\s*[:.,)–—-]\\s*`, 'gi'), '')
  const marks = named.match(STEP_MARK) ?? []
  return marks.length > 1 ? named.replace(STEP_MARK, '$1') : named
}
const STEP_MARK = /(^|[.;:,?!]\s*)\(?[1-9][.)]\s+(?=[A-Za-z])/g
