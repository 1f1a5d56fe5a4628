import type { ToolSpec } from '../tools/tool.ts'
import { plainPhrases } from './everyday-phrases.ts'
import { plainTerms } from './field-terms.ts'
import { plainGreenness } from './greenness.ts'
import { plainGroundTerms } from './ground-terms.ts'
import { plainBackscatter, plainRatio } from './radar-words.ts'
import { plainSeverity } from './severity-words.ts'
import { plainStatistics, plainThreshold, withoutStepNumbers } from './statistic-words.ts'

/** A report or meeting of every year says nothing of the years that are asked about. */
const PAPERS =
  /\b(?:yearly|annual|monthly|quarterly|weekly) (reports?|reviews?|summar(?:y|ies)|bulletins?|meetings?|newsletters?)\b/gi

/** The text with full names of indices ('bare soil index') as their short ones, 'hot spots' in one word, and without words that only sound like a course. */
export function plainWords(said: string, specs: readonly ToolSpec[]): string {
  const { pattern, names } = indexTitles(specs)
  const text = withShortNames(plainTerms(plainPhrases(said, specs)), specs)
  const named = pattern ? text.replace(pattern, (words) => names.get(oneForm(words)) ?? words) : text
  return plainGreenness(
    plainThreshold(
      plainStatistics(
        plainBackscatter(plainRatio(plainSeverity(plainGroundTerms(withoutStepNumbers(named))))),
      ),
    ),
  )
    .replace(PAPERS, '$1')
    .replace(PICTURE_OF_PLACE, '$1')
    .replace(/\bhot[- ](spots?)\b/gi, 'hot$1')
    .replace(PERCENT_IN_WORDS, percentInWords)
    .replace(ZERO, (_, before: string) => `${before}0`)
    .replace(SIGN_BEHIND, (_, index: string, sign: string) => signed(_, sign, index))
    .replace(SIGNED, signed)
}

/** 'Dry bare-soil index (DBSI)': the short name beside the long one says which of several is meant. */
const withShortNames = (text: string, specs: readonly ToolSpec[]): string =>
  text.replace(/\b(?:[\w-]+ ){1,5}index,? \(?([A-Za-z]+\d?)\)/gi, (words, short: string) => {
    const known = specs.some(({ name, family }) => family === 'indices' && name === short.toLowerCase())
    const start =
      /^(?:.*?\b(?:the|a|an|of|mean|average|median|highest|lowest|this|that|for|compute|give|is) )?/i.exec(
        words,
      )![0]
    return known ? `${start}${short}` : words
  })

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const TENS = ['ten', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const PERCENT_IN_WORDS = new RegExp(
  `\\b(?:(${TENS.join('|')})(?:[- ](${NUMBERS.slice(0, 9).join('|')}))?|(${NUMBERS.join('|')}))(?= (?:percent|per cent)\\b)`,
  'gi',
)
const placeIn = (names: readonly string[], word = '') => names.indexOf(word.toLowerCase()) + 1
const percentInWords = (_: string, tens?: string, ones?: string, small?: string) =>
  String(10 * placeIn(TENS, tens) + placeIn(NUMBERS, ones ?? small))

/** An image 'of the area' is one of the scene, and no area is asked for. */
const PICTURE_OF_PLACE =
  /\b(maps?|images?|pictures?|layers?) (?:of|for) (?:the|this|my|our) (?:study |whole |entire )?(?:area|region|district|site|place)\b(?! (?:of|that|which|where|with|in|burn\w*|covered|under|lost))/gi

/** 'NDWI above zero', 'threshold of zero'. */
const ZERO = /(\b(?:above|over|below|under|than|exceed(?:s|ing)?|of|at|is|equals?|least|most)\s+)zero\b/gi
/** 'NDVI is negative', 'negative NDVI values': below 0. */
const SIGN_BEHIND =
  /\b(M?NDWI|NDVI|NDSI|NDMI|NBR|NDBI|EVI|SAVI|BSI|AWEI\w*)(?: values?)? (?:is|are|being|was|were|of) (positive|negative)\b(?! (?:trends?|slopes?|changes?|differences?|anomal\w+))/gi
/** 'Positive NDWI' is NDWI above 0; a positive trend or difference is none such. */
const SIGNED =
  /\b(positive|negative)(?: values?(?: of)?)? (?:the )?(M?NDWI|NDVI|NDSI|NDMI|NBR|NDBI|EVI|SAVI|AWEI\w*)\b(?! (?:trends?|slopes?|changes?|differences?|anomal\w+))/gi
const signed = (_: string, sign: string, index: string) =>
  `${index} ${/^pos/i.test(sign) ? 'above' : 'below'} 0`

interface Titles {
  /** Any of the titles, longer ones first; null where there are none. */
  readonly pattern: RegExp | null
  /** Short names by title; a title that several indices share and none has the initials of names none. */
  readonly names: ReadonlyMap<string, string>
}

const known = new WeakMap<readonly ToolSpec[], Titles>()

function indexTitles(specs: readonly ToolSpec[]): Titles {
  const before = known.get(specs)
  if (before) return before
  const byTitle = new Map<string, string[]>()
  for (const { name, family, title } of specs) {
    const words = oneForm(title.replace(/\s*\(.*$/, ''))
    if (family !== 'indices' || !/ index( \d)?$/.test(words) || words === 'vegetation index') continue
    byTitle.set(words, [...(byTitle.get(words) ?? []), name])
  }
  const titles = [...byTitle.keys()].sort((a, b) => b.length - a.length)
  const found: Titles = {
    pattern:
      titles.length > 0 ? new RegExp(`\\b(?:${titles.map(patternOf).join('|')})\\b(?! \\d)`, 'gi') : null,
    names: new Map(
      [...byTitle].flatMap(([words, names]) => {
        const name = names.length === 1 ? names[0] : names.find((each) => each === initialsOf(words))
        return name === undefined ? [] : [[words, name.toUpperCase()] as const]
      }),
    ),
  }
  known.set(specs, found)
  return found
}

const oneForm = (words: string) =>
  words
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/normalized/g, 'normalised')

const initialsOf = (words: string) =>
  words
    .split(' ')
    .map((word) => word[0])
    .join('')

const patternOf = (words: string): string =>
  words
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/ /g, String.raw`[\s-]+`)
    .replace(/normalised/g, 'normali[sz]ed')
