import { withoutSteps } from './question-words.ts'
import type { ChangeWord } from './types.ts'

/** 'Dry before' tells a state, 'before the dam was closed' a time. */
const EARLIER =
  /\b(first|earlier|former(?! (?:one|date|image|scene|picture|day)\b)|formerly|once(?= (?:was|were|dry|wet|covered|held|a|an|land|water|forest)\b)|in the past|back then|previously|beforehand|originally|used to be|(?:day|date|image|scene) one)\b|\bbefore\W*$/i
const LATER =
  /\b(now|nowadays|at present|presently|currently|these days|afterwards?|second|later|last|latest|today|any ?(?:more|longer)|no (?:more|longer)|by then|(?:day|date|image|scene) two)\b|\bafter\W*$/i
/** Without a word of time: what it was and what it is. */
const WAS = /\b(was|were|used to be|had been)\b/i
const IS = /\b(is|are|has become|have become)\b/i
const WAS_DRY =
  /\b(?:was|were|had been) (?:still )?(?:dry|land|dry land|dry ground)(?: \w+)? (?:before|earlier|previously|beforehand)\b/i
const DENIED = /\b(?:not?|none|never|without|free of|\w+[- ]free|no longer|any ?more)\b|n't\b/i
const TURNED =
  /\b(?:turn|chang|convert|transform|switch|went|gone|pass|shift|mov)\w*\b[^.?;]*?\bfrom\b([^.?;]+?)\b(?:in)?to\b([^.?;,:()]+)/i
/** 'Water became land', 'land that turned into water', 'land replaced by water'. */
const BECAME =
  /([^.?;:,()]+?)\b(?:(?:has |have |had )?bec[ao]mes?|(?:turn|chang|convert|transform)(?:s|ed)? (?:in)?to|(?:was |were |been )?(?:replaced|swallowed|taken over) by|gave way to|giving way to)\b([^.?;:,()]+)/i
/** 'In the first mask but not in the second', also where the masks are not named. */
const IN_ONE =
  /\b(?:in|on|at|of) the (first|earlier|second|later|last)\b[^.?;]*?\b(?:but|and|yet) (?:are |is |were |was )?(?:not|no longer|no more|missing|absent)\b[^.?;]*?\b(?:in|on|at|from) the (first|earlier|second|later|last|other)\b/i

const ONE =
  '(?:the )?(first|earlier|second|later|last|older|newer|other)(?: (?:one|date|image|scene|map|mask|day|picture))?'
const HAS = '(?:has|had|shows?|showed|holds?|carries|carried|bears?|is|was)'
const LACKS = `(?:(?:has|had|does|did|shows?|showed|is|was|holds?)(?: ?not|n['’]t| none| no)(?: any ?more| any longer)?|lacks?|lacked|misses|missed|no longer (?:has|shows?|is|holds?))`
/** 'The earlier one has it and the later one has not', and the other way round. */
const HELD_BY_ONE = new RegExp(
  `\\b${ONE},? ${HAS}\\b(?!n['’]t| not| none| no\\b)[^.?;]*?\\b(?:and|but|while|whereas|yet|though) ${ONE},? ${LACKS}(?!\\w)`,
  'i',
)
const LACKED_BY_ONE = new RegExp(
  `\\b${ONE},? ${LACKS}(?!\\w)[^.?;]*?\\b(?:and|but|while|whereas|yet|though|that|which|what) ${ONE},? (?:${HAS}|does|did)(?! not|n['’]t)`,
  'i',
)

const DATE_WORD = '(?:scene|image|picture|mask|map|layer|date|day|pass|one|of (?:them|the two))'
/** 'Water in the newer mask only', 'only at the later date': where two are laid over each other, what the other has not. */
const ONLY_ONE = new RegExp(
  `\\b(?:in|on|at|by|of) the (first|earlier|older|former|second|later|newer|latter|last|latest)(?: ${DATE_WORD})? (?:only|alone|exclusively|solely)\\b|\\b(?:only|solely|exclusively) (?:in|on|at|by) the (first|earlier|older|former|second|later|newer|latter|last|latest)\\b`,
  'i',
)
const BOTH_AT_HAND =
  /\b(?:both|two|either|each) (?:\w+ )?(?:scenes?|images?|pictures?|masks?|maps?|layers?|dates?|days|passes|results?)\b|\b(?:overlay|overlaid|superimpos|intersect|compar|combin|cross)\w*\b/i

/** Where the words go on to say when, or by which rule. */
const UNTIL = /\b(?:between|with|where|when|if|using|during|since|by)\b.*/i

/**
 * Loss or gain told by two states instead of a verb: 'water on the first date but land on the second', 'water now that was
 * dry before', 'turned from water into land'. `isTarget` tells whether a phrase names what is measured; null where the
 * words tell no such thing.
 */
export function changeOfState(whole: string, isTarget: (phrase: string) => boolean): ChangeWord | null {
  // 'Between the first and the last date' sets no two states side by side.
  const text = withoutSteps(whole)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\bbetween\b[^.,;?]*?\band\b/gi, 'between')
    // 'Non-forest' names what is no forest.
    .replace(/\bnon-\w+/gi, 'else')
  const holds = (phrase: string) => isTarget(phrase) && !DENIED.test(phrase)
  const turned = TURNED.exec(text)
  if (turned) return between(isTarget(turned[1]!), isTarget(turned[2]!))
  const became = BECAME.exec(text)
  // 'Became snow-free'.
  if (became && isTarget(became[2]!) && DENIED.test(became[2]!)) return 'loss'
  const ofBecame = became && between(isTarget(became[1]!), holds(became[2]!.replace(UNTIL, '')))
  if (ofBecame) return ofBecame
  const inOne = IN_ONE.exec(text)
  if (inOne && inOne[1] !== inOne[2]) return /first|earlier/i.test(inOne[1]!) ? 'loss' : 'gain'
  const holder = HELD_BY_ONE.exec(text)?.[1] ?? LACKED_BY_ONE.exec(text)?.[2]
  if (holder && !/other/i.test(holder)) return /first|earlier|older/i.test(holder) ? 'loss' : 'gain'
  const [, behind, ahead] = BOTH_AT_HAND.test(text) ? (ONLY_ONE.exec(text) ?? []) : []
  const alone = behind ?? ahead
  if (alone !== undefined && isTarget(text))
    return /first|earlier|older|former/i.test(alone) ? 'loss' : 'gain'
  const phrases = text.split(/\b(?:but|and|yet|then|that|which|while|though)\b|[,;:.?!]/i)
  return (
    twoStates(phrases, [EARLIER, LATER], holds) ??
    twoStates(
      phrases.flatMap((phrase) => phrase.split(/(?=\b(?:is|are|was|were)\b)/i)),
      [EARLIER, LATER],
      holds,
    ) ??
    (/\b(?:now|any ?(?:more|longer)|no longer)\b/i.test(text)
      ? twoStates(phrases, [WAS, IS], holds)
      : null) ??
    (WAS_DRY.test(text) && isTarget(text.replace(WAS_DRY, ' ')) ? 'gain' : null)
  )
}

/** From the one phrase that tells the earlier state to the one that tells the later. */
function twoStates(
  phrases: readonly string[],
  [before, after]: readonly [RegExp, RegExp],
  holds: (phrase: string) => boolean,
): ChangeWord | null {
  const at = (time: RegExp, other: RegExp) => phrases.filter((each) => time.test(each) && !other.test(each))
  const [earlier, later] = [at(before, after), at(after, before)]
  if (earlier.length !== 1 || later.length !== 1) return null
  return between(holds(earlier[0]!), holds(later[0]!))
}

const between = (before: boolean, after: boolean): ChangeWord | null =>
  before === after ? null : before ? 'loss' : 'gain'
