import type { AnswerSpace, ReadSlot } from '../trace/events.ts'
import type { Dimension } from '../trace/port.ts'
import type { Unit } from '../trace/quantity.ts'
import { datesIn } from './dates-in-text.ts'
import { readSlots } from './read-slots.ts'
import { targetsIn } from './targets.ts'
import type { Ask, ChangeWord, Question } from './types.ts'
import { meaningWords } from './words.ts'

const UNIT_WORDS: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [/\b(hectares?|ha)\b/i, 'ha'],
  [/(\bkm2\b|\bkm²|\bkm\^2|\bsquare kilomet(re|er)s?\b|\bsq\.? ?km\b)/i, 'km2'],
  [/(\bm2\b|\bm²|\bm\^2|\bsquare met(re|er)s?\b)/i, 'm2'],
  [/(\bpercent(age)?\b|%|\bper cent\b)/i, '%'],
  [/\bkilomet(re|er)s?\b|\bkm\b/i, 'km'],
  [/\bmet(re|er)s\b/i, 'm'],
  [/\b(degrees? celsius|°c)\b/i, 'degC'],
  [/\bkelvin\b/i, 'K'],
  [/\b(degrees?|bearing|azimuth)\b/i, 'deg'],
]

const DIMENSION_OF_UNIT: Partial<Record<Unit, Dimension>> = {
  ha: 'area', km2: 'area', m2: 'area', '%': 'share', km: 'length', m: 'length', degC: 'temperature', K: 'temperature', deg: 'angle',
} // prettier-ignore

const SECTOR_WORDS =
  /\b(which (way|direction)|what direction|in (which|what) direction|direction|spread(ing)? (to|toward)|head(ed|ing)?|compass|sector)\b/i
const COUNT_WORDS = /\b(how many|number of|count)\b/i
const AREA_WORDS = /\b(area|extent|how (much|large|big|extensive)|surface covered|size of)\b/i
const SHARE_WORDS = /\b(share|fraction|proportion|what part|how much of)\b/i
const PLACE_WORDS = /\b(where|location|locate|position of|coordinates)\b/i
const STATISTIC_WORDS: readonly (readonly [pattern: RegExp, figures: readonly string[]])[] = [
  [/\bmedian\b/i, ['median']],
  [/\b(standard deviation|std|spread of values)\b/i, ['std']],
  [/\b(mean|average)\b/i, ['mean']],
  [/\b(maximum|max|highest)\b/i, ['max']],
  [/\b(minimum|min|lowest)\b/i, ['min']],
]

const LOSS =
  /\b(los[te]\w*|loss|shr[aiu]nk\w*|dr(y|ied|ies)\b( up)?|recede[ds]?|retreat\w*|decreas\w*|disappear\w*|declin\w*|vanish\w*|less|smaller|cleared|removed|fell)\b/i
const GAIN =
  /\b(gain\w*|gr[eo]w[ns]?|growth|expan\w*|increas\w*|regr[eo]w\w*|recover\w*|appear\w*|larger|bigger|advanc\w*|new)\b/i
const CHANGE = /\b(chang\w*|between the|differen\w*|compared|since|from .+ to)\b/i

const INDEX_NAME = /\b[A-Za-z][A-Za-z0-9_]{1,9}\b/g

/**
 * Reads what is asked: the answer space, each thing asked for, the typed slots and the dates.
 * `indexNames` are the library's spectral indices, lower case.
 */
export function readQuestion(text: string, indexNames: ReadonlySet<string>): Question {
  const { stem, options } = splitOptions(text)
  const asks = readAsks(stem, indexNames)
  const first = asks[0]!
  return {
    text,
    stem,
    space: answerSpace(options, first),
    asks,
    slots: withSignOfLoss(readSlots(stem), stem, first.indices),
    dates: datesIn(stem),
    moment: /\b(first|earliest|initial|before)\b/i.test(stem)
      ? /\b(last|latest|after)\b/i.test(stem)
        ? null
        : 'first'
      : /\b(last|latest|most recent|after|final)\b/i.test(stem)
        ? 'last'
        : null,
  }
}

/**
 * 'NDVI fell by at least 0.2' asks for a change at or below −0.2, taken after minus before. The difference of NBR is
 * taken the other way round, so its fall is positive already.
 */
function withSignOfLoss(
  slots: readonly ReadSlot[],
  stem: string,
  indices: readonly string[],
): readonly ReadSlot[] {
  const fell = /\b(fell|fallen|dropp?ed|decreased?|declined?|lost|sank|reduced) by\b/i.test(stem)
  const threshold = slots.find(({ slot }) => slot === 'threshold')
  if (!fell || typeof threshold?.value !== 'number' || threshold.value < 0 || indices.includes('nbr'))
    return slots
  const turned: Readonly<Record<string, string>> = { at_or_above: 'at_or_below', above: 'below' }
  return slots.map((known) => {
    if (known.slot === 'threshold') return { ...known, value: -Number(threshold.value) }
    return known.slot === 'side' ? { ...known, value: turned[String(known.value)] ?? known.value } : known
  })
}

/** Options come as 'A) …', '(b) …' or 'C. …', in alphabetical order from A. */
export function splitOptions(text: string): { stem: string; options: { label: string; text: string }[] } {
  const marks = [...text.matchAll(/(?:^|[\s;,])\(?([A-Ha-h])[).:]\s+/g)]
  const start = marks.findIndex((mark) => mark[1]!.toUpperCase() === 'A')
  if (start < 0) return { stem: text.trim(), options: [] }
  const run: RegExpExecArray[] = []
  for (const mark of marks.slice(start)) {
    if (mark[1]!.toUpperCase() !== String.fromCharCode(65 + run.length)) break
    run.push(mark)
  }
  if (run.length < 2) return { stem: text.trim(), options: [] }
  const options = run.map((mark, index) => {
    const from = mark.index + mark[0].length
    const to = run[index + 1]?.index ?? text.length
    return {
      label: mark[1]!.toUpperCase(),
      text: text
        .slice(from, to)
        .trim()
        .replace(/[;,.]$/, ''),
    }
  })
  return { stem: text.slice(0, run[0]!.index).trim(), options }
}

function answerSpace(options: readonly { label: string; text: string }[], ask: Ask): AnswerSpace {
  if (options.length > 0) return { kind: 'choice', options }
  if (ask.dimension === 'text') return PLACE_WORDS.test(ask.text) ? { kind: 'place' } : { kind: 'free' }
  if (ask.dimension === 'sector') return { kind: 'free' }
  return { kind: 'number', unit: ask.unit }
}

/** Cuts at question marks, semicolons, commas and 'and' where each part asks for something of its own. */
function readAsks(stem: string, indexNames: ReadonlySet<string>): Ask[] {
  const targets = targetsIn(stem)
  const parts = stem
    .split(
      /[?;]\s*|,\s*(?:and\s+)?(?=(?:how|which|what|where)\b)|\s+and\s+(?=(?:how|which|what|where|in which)\b)/i,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const asking = parts.filter((part) => isAsking(part))
  const clauses = asking.length > 1 ? asking : [stem]
  return clauses.map((clause) =>
    readAsk(clause, clauses.length > 1 ? stem : clause, targets[0] ?? null, indexNames),
  )
}

function isAsking(part: string): boolean {
  return /\b(how (many|much|large|big|far)|which (way|direction|share|part)|what|where|direction|area|extent|share)\b/i.test(
    part,
  )
}

function readAsk(clause: string, whole: string, target: string | null, indexNames: ReadonlySet<string>): Ask {
  const indices = indicesIn(clause, indexNames)
  const unit = UNIT_WORDS.find(([pattern]) => pattern.test(clause))?.[1] ?? null
  const statistic = STATISTIC_WORDS.find(([pattern]) => pattern.test(clause))?.[1] ?? []
  const largest =
    /\b(largest|biggest|main) (burn(ed|t)? )?(scar|patch|area|component|piece|region|lake|one)?/i.test(clause)
  const dimension = readDimension(clause, unit, statistic.length > 0)
  const figures = [...(largest && dimension === 'area' ? ['largest_area'] : []), ...statistic]
  const own = targetsIn(clause)[0]
  return {
    text: clause,
    full: own === undefined && target !== null ? `${clause} (${meaningWords(target)})` : clause,
    dimension,
    unit,
    target: own ?? target,
    change: readChange(clause) ?? (whole === clause ? null : readChange(whole)),
    figures,
    indices: indices.length > 0 ? indices : indicesIn(whole, indexNames),
  }
}

function readDimension(clause: string, unit: Unit | null, statistic: boolean): Dimension {
  const ofUnit = unit === null ? undefined : DIMENSION_OF_UNIT[unit]
  if (SECTOR_WORDS.test(clause) && unit !== 'deg' && ofUnit !== 'area') return 'sector'
  if (/\b(axis|orientation|oriented|elongat\w*)\b/i.test(clause)) return 'angle'
  if (ofUnit) return ofUnit
  if (statistic) return 'value'
  if (SHARE_WORDS.test(clause)) return 'share'
  if (COUNT_WORDS.test(clause) && !/\bhow much\b/i.test(clause)) return 'count'
  if (AREA_WORDS.test(clause)) return 'area'
  if (/\bhow far\b|\bdistance\b/i.test(clause)) return 'length'
  if (PLACE_WORDS.test(clause)) return 'text'
  return 'text'
}

export function readChange(text: string): ChangeWord | null {
  if (LOSS.test(text)) return 'loss'
  if (GAIN.test(text)) return 'gain'
  return CHANGE.test(text) ? 'change' : null
}

function indicesIn(text: string, names: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(INDEX_NAME)) {
    const name = word.toLowerCase()
    if (names.has(name)) found.add(name)
    // 'dNBR' names the difference of an index.
    else if (name.startsWith('d') && names.has(name.slice(1))) found.add(name.slice(1))
  }
  return [...found]
}

export type { ReadSlot }
