import { PATCH_WORDS } from './question-words.ts'

const PARTS =
  'groups?|clumps?|blobs?|clusters?|patch(?:es)?|parts?|pieces?|components?|scars?|bod(?:y|ies)|regions?|islands?|objects?|segments?|settlements?|towns?|villages?|hamlets?|clearings?|gaps?|(?:land|mud|rock)?slides?'
/** Behind one of these what is counted has been said. */
const OTHER =
  '(?:of|in|on|at|are|is|was|were|per|with|within|inside|by|from|to|have|has|had|do|does|did|can|live|lie|make|form|belong|fall)\\b'
/** The first noun of a part or of a pixel behind the word that counts. */
const BEHIND_COUNT = new RegExp(
  `\\b(?:how many|number of|count(?:s|ed|ing)?)\\b(?: up)?(?:\\s+of)?(?:\\s+(?!${OTHER})[\\w-]+){0,4}?\\s+(?:(${PARTS})|(pixels?|cells?))(?![\\w-])`,
  'i',
)
/** Pixels that are made one where they lie side by side. */
const JOINED =
  /\b(?:join|merg|fus|unit|link|connect|group|lump|clump|gather|combin|collect|amalgamat)\w*\b[^.?;]*\b(?:touch\w*|neighbou?r\w*|adjacen\w*|adjoin\w*|contiguous|side by side|next to (?:each other|one another)|pixels?|cells?)\b|\b(?:touching|neighbou?ring|adjacent|adjoining|contiguous) (?:pixels|cells|ones)\b[^.?;]*\b(?:as one|one (?:group|patch|part|thing|unit)|belong together|count once)\b/i

/** True where parts are what is counted, by the noun behind 'how many'. */
export const countsParts = (words: string): boolean => BEHIND_COUNT.exec(words)?.[1] !== undefined

/** Whether parts or single pixels are counted; null where the words tell neither. */
export function countedIn(words: string): 'components' | 'pixels' | null {
  const behind = BEHIND_COUNT.exec(words)
  if (behind) return behind[1] === undefined ? 'pixels' : 'components'
  if (JOINED.test(words)) return 'components'
  if (/\bpixels?\b/i.test(words)) return 'pixels'
  return PATCH_WORDS.test(words) ? 'components' : null
}
