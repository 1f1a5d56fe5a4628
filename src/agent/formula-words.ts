import { BAND_NAMES } from '../trace/port.ts'

/** Bands by their long names. */
const LONG: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bnear[- ]infra-?red\b/gi, 'nir'],
  [/\bSWIR[- ]([12])\b/gi, 'swir$1'],
  [/\b(?:first|1st) short-?wave[- ]infra-?red\b|\bshort-?wave[- ]infra-?red (?:band )?1\b/gi, 'swir1'],
  [/\b(?:second|2nd) short-?wave[- ]infra-?red\b|\bshort-?wave[- ]infra-?red (?:band )?2\b/gi, 'swir2'],
]

const NAME = `(${[...BAND_NAMES].sort((a, b) => b.length - a.length).join('|')}|B\\d{1,2}A?)`
/** A band in a sentence: 'the red', 'band B8A', 'nir band'. */
const BAND = `(?:the )?(?:bands? )?\\b${NAME}\\b(?: (?:band|channel|reflectance)s?)?`
/** 'Divide this by their sum', 'over the sum of both'. */
const BY_SUM =
  '\\b[^.?;]{0,25}?\\b(?:divid(?:e|ed|ing)\\b[^.?;]{0,30}?\\bby|over) (?:their|the) (?:sum|total)(?: of (?:both|the two|them|these|the same two))?(?: bands)?'
const ADDED = '(?:add(?:ing)?(?: up| together)?|sum(?:ming)?(?: up)?(?: of)?|total(?:ling)?(?: of)?)'
const divided = (by: string) =>
  `\\b[^.?;]{0,20}?\\b(?:divid(?:e|ed|ing)|over)(?: (?:the |this |that |their )?(?:sum|total|result|it|this|that))?(?: by)? (?:${by})\\b`
/** What is asked of the values of each pixel: else the mean of three bands may be three means. */
const OF_RESULT =
  '(?=[^?]*\\b(?:percentile|median|maximum|minimum|highest|lowest|standard deviation|(?:per|each|every|by) pixel|result|brightness)\\b)'
const BY_THREE = divided('three|3')
const BY_TWO = divided('two|2')
const rule = (words: string, form: string) => [new RegExp(`\\b${words}`, 'gi'), form] as const

/** Arithmetic told in words, as signs. What sets two bands apart comes before what merely stands between them. */
const FORMS: readonly (readonly [pattern: RegExp, form: string])[] = [
  // Several bands that are added or averaged.
  rule(
    `${ADDED} ${BAND}(?:, | and |, and | to )${BAND}(?:, | and |, and )${BAND}${BY_THREE}`,
    '($1 + $2 + $3) / 3',
  ),
  rule(
    `(?:mean|average|averaging) (?:of |over )?${BAND}, ${BAND},? and ${BAND}${OF_RESULT}`,
    '($1 + $2 + $3) / 3',
  ),
  rule(`${BAND} plus ${BAND} plus ${BAND}${BY_THREE}`, '($1 + $2 + $3) / 3'),
  rule(`${ADDED} ${BAND} (?:and|to) ${BAND}\\b[^.?;]{0,20}?${BY_TWO}`, '($1 + $2) / 2'),
  // A difference over the sum of the same two.
  rule(`subtract(?:ing)? ${BAND} from ${BAND}${BY_SUM}`, '($2 - $1) / ($2 + $1)'),
  rule(`${BAND} (?:minus|less) ${BAND}${BY_SUM}`, '($1 - $2) / ($1 + $2)'),
  rule(`difference (?:of|between) ${BAND} and ${BAND}${BY_SUM}`, '($1 - $2) / ($1 + $2)'),
  rule(
    `${BAND} (?:minus|less) ${BAND},? (?:all |and )?(?:divided by|over) ${BAND} plus ${BAND}`,
    '($1 - $2) / ($3 + $4)',
  ),
  rule(`normali[sz]ed difference (?:of|between) ${BAND} and ${BAND}`, '($1 - $2) / ($1 + $2)'),
  rule(
    `${BAND} and ${BAND}\\b(.{0,60}?)\\bdivid(?:e|ing) the (?:first|former) by the (?:second|latter|other)\\b`,
    '$3 $1 / $2',
  ),
  rule(
    `${BAND} and ${BAND}\\b(.{0,60}?)\\bsubtract(?:ing)? the (?:second|latter) from the (?:first|former)\\b`,
    '$3 $1 - $2',
  ),
  rule(`divid(?:e|ed|ing) ${BAND} by ${BAND}`, '$1 / $2'),
  rule(`(?:ratio|quotient)s? (?:of|between|from) ${BAND} (?:to|and|over|by|with|against) ${BAND}`, '$1 / $2'),
  rule(`${BAND}[- ]to[- ]${BAND}[- ](?:ratio|quotient)`, '$1 / $2'),
  rule(`(?:ratio|quotient) ${BAND} to ${BAND}`, '$1 / $2'),
  rule(`subtract(?:ed|ing)? ${BAND} from ${BAND}`, '$2 - $1'),
  rule(`${BAND} (?:is )?subtracted from ${BAND}`, '$2 - $1'),
  rule(`difference (?:of|between) ${BAND} (?:and|to) ${BAND}`, '$1 - $2'),
  rule(`${BAND} (?:reduced by|less) ${BAND}`, '$1 - $2'),
  rule(`sum of ${BAND} and ${BAND}`, '$1 + $2'),
  rule(`add(?:ing)? ${BAND} (?:to|and) ${BAND}`, '$1 + $2'),
  rule(`product of ${BAND} and ${BAND}`, '$1 * $2'),
  rule(`multiply(?:ing)? ${BAND} (?:by|with|and) ${BAND}`, '$1 * $2'),
  rule(`(?:the )?(?:square )?root of (?:the )?${BAND} (?:\\*|times|multiplied by) ${BAND}`, 'sqrt($1 * $2)'),
  // 'The red band minus the green one' without articles and nouns beside its sign.
  rule(`${BAND}(?= (?:divided by|over|times|multiplied by|minus|plus)\\b)`, '$1'),
  [new RegExp(`\\b(divided by|over|times|multiplied by|minus|plus) ${BAND}`, 'gi'), '$1 $2'],
]

/** The text with bands by their short names and arithmetic on two of them in signs: 'divide nir by red' is 'nir / red'. */
export const inSigns = (text: string): string =>
  [...LONG, ...FORMS].reduce((words, [pattern, form]) => words.replace(pattern, form), text)
