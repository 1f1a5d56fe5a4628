import { statisticIn } from './asked-sizes.ts'
import { plain, type DirectReading } from './direct.ts'
import { hasClasses, measuredIn } from './measured.ts'
import { ZONE_WORDS } from './question-words.ts'
import { readLimits } from './read-limits.ts'
import type { Ask, Known } from './types.ts'

/** True where the words are about a class, a zone or one side of a mask. */
export const isOfPart = (text: string) =>
  [CLASS_CODE, EACH_CLASS, WHICH_CLASS, TWO_SIDES, ZONE_WORDS].some((pattern) => pattern.test(text))

const CLASS_CODE =
  /\b(class|zone|category|code|land[- ]?cover(?: type)?|cover type)(?: no\.?| number| #)? (\d{1,3})\b/i
const EACH_CLASS =
  /\b(each|every|per|by|all( the)?|the (different|single)) ([\w-]+ ){0,2}(class(es)?|zones?|categor(y|ies)|land[- ]?covers?|cover types?)\b|\b(among|across|over|between) (the )?(different )?([\w-]+ ){0,2}(classes|zones|categories)\b|\b(class|zone)[- ]by[- ](class|zone)\b|\b(class|zone)[- ]?wise\b/i
const CLASS_NAME = '(?:class(?:es)?|zones?|categor(?:y|ies)|land[- ]?covers?|cover types?)'
/** Asks for one of the classes, by a word beside them or in a sentence behind them. */
const WHICH_CLASS = new RegExp(
  `\\b(?:which|what)(?:'s| is| are)?(?: of)? (?:(?!does |do |of |in |area |share |part |percentage |mean )[\\w-]+ ){0,4}(?:(?:types?|kinds?) of )?${CLASS_NAME}\\b(?! \\d)|\\bwhere\\b.*\\b(?:by|among|of the) (?:[\\w-]+ ){0,2}${CLASS_NAME}\\b|\\b${CLASS_NAME}\\b.*[.:,;] ?which\\b|^\\W*the (?:\\w+est|most \\w+|least \\w+) (?:[\\w-]+ ){0,2}${CLASS_NAME}\\b[^?]*\\bis\\W*$`,
  'i',
)
const TWO_SIDES =
  /\b(inside|within|in) (the )?(mask|protected|reserve|area|zone|park)\b|\b(inside|within|in)\b.*\b(outside|beyond|elsewhere|surroundings)\b|\bmask(ed)?\b.*\b(rest|remainder)\b|\bin and out(side)?( of)?\b|\boutside( of)? (the |this |that |our )?(\w+ )?(mask|protected|reserve|zone|park)\b/i

/** What is asked of the classes of a map, or of the two sides of a mask. */
export function readClassAsk(text: string, ask: Ask, known: Known): DirectReading | null {
  if (!hasClasses(known)) return null
  const of = measuredIn(text, ask, known, null)
  const statistic = statisticIn(text)
  if (WHICH_CLASS.test(text) && ask.target !== 'burned') {
    if (ask.indices.length > 0 && of !== null) {
      const isLow =
        /\b(lowest|least|smallest|minimum|poorest|bottom|weakest|worst|last|thinnest|sparsest|scarcest|scantiest|barest|brownest)\b/i.test(
          text,
        )
      const isHigh =
        /\b(highest|most|largest|biggest|greatest|maximum|best|peaks?|top\w*|greenest|densest|lushest|leafiest|thickest|first)\b/i.test(
          text,
        )
      if (isLow === isHigh) return null
      const by = /\b(standard deviation|spread)\b/i.test(text) ? 'std' : 'mean'
      return plain(
        { kind: 'class-rank', of, statistic: by, direction: isLow ? 'lowest_first' : 'highest_first' },
        // 'Where is it highest, by class' asks for a class and no place.
        {
          dimension: 'text',
          figures: [],
          named: ['rank_zones'],
          text: text.replace(/\bwhere\b/i, 'in which class'),
        },
        text,
      )
    }
    const isSmall = /\b(smallest|least|rarest|scarcest)\b/i.test(text) || SMALLER_THAN_ALL.test(text)
    // The hottest, wettest or greenest class is told by values.
    if (VALUE_RANKED.test(text)) return null
    const comesFirst =
      /\bby (?:area|size|extent)\b/i.test(text) && /\b(?:comes first|on top|at the top)\b/i.test(text)
    const isLarge =
      comesFirst ||
      LARGER_THAN_ALL.test(text) ||
      /\b(largest|biggest|greatest|widest|most|dominat\w*|dominant|predominant|prevail\w*|commonest|main)\b/i.test(
        text,
      )
    return isSmall === isLarge
      ? null
      : plain(
          { kind: 'class-size', which: isSmall ? 'smallest' : 'largest' },
          { dimension: 'text', figures: [], named: ['class_areas'] },
          text,
        )
  }
  // What burned is told apart by the fire, and by no mask that lies about.
  const hasSides =
    TWO_SIDES.test(text) && (ask.target === null || /\b(mask|protected|reserve|park|zone)\b/i.test(text))
  const isOfClasses = ask.target !== 'burned' && (CLASS_CODE.test(text) || EACH_CLASS.test(text) || hasSides)
  if (!isOfClasses || of === null || of.what === 'band' || readLimits(text) !== null) return null
  return plain(
    { kind: 'class-values', of, statistic: statistic ?? 'mean' },
    { dimension: 'value', figures: [statistic ?? 'mean'], named: ['zonal_statistics'] },
    // That one side is greener is claimed, and both are told.
    text.replace(new RegExp(CLASS_CODE, 'gi'), ' · ').replace(/\b\w+er than\b/gi, ' · '),
  )
}

/** 'Rarer than all the others', 'takes less ground than any other': a superlative told by comparison. */
const THAN_ALL =
  'than (?:(?:all|any|every|each)(?: (?:one )?(?:of )?(?:the|these|those))?(?: (?:other|others|rest|remaining|single)\\b)?|the (?:others|rest|other \\w+)\\b)'
const AMOUNT = '(?: (?:ground|land|area|space|room|surface|terrain|hectares|pixels|cells))?'
const SMALLER_THAN_ALL = new RegExp(
  `\\b(?:(?:rar|small|scarc)er|(?:less|fewer)(?: (?:common|frequent|widespread|extensive|abundant))?)${AMOUNT} ${THAN_ALL}`,
  'i',
)
const LARGER_THAN_ALL = new RegExp(
  `\\b(?:larg|bigg|wid|great|commoner)er?${AMOUNT} ${THAN_ALL}|\\bmore(?: (?:common|frequent|widespread|extensive|abundant))?${AMOUNT} ${THAN_ALL}`,
  'i',
)

const VALUE_RANKED =
  /\b(hott|warm|cold|cool|dri|wett|green|bright|dark|steep|high|low)est\b|\bmean\b|\baverage\b/i
