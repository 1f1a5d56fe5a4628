import type { Dimension, Port } from '../trace/port.ts'
import type { Unit } from '../trace/quantity.ts'
import type { Known } from './types.ts'

/** What the words ask of a product of fires: a table of detections, a fire mask with its power, a map of burn days. */
export interface OfFireProduct {
  readonly tool: 'active_fires' | 'fire_pixels' | 'detections_direction' | 'arrival_direction'
  readonly dimension: Dimension
  readonly figures: readonly string[]
}

/** Tools that these words lead to. */
export const FIRE_PRODUCT_TOOLS: ReadonlySet<string> = new Set<OfFireProduct['tool']>([
  'active_fires',
  'fire_pixels',
  'detections_direction',
  'arrival_direction',
])

const DETECTIONS =
  /\b(detect(ions?|ed)|firms|active[- ]fires?|fire (points?|hits?|pixels?|spots?|masks?)|(?:max[- ]?)?frp|radiative power)\b/i
const BURN_DAYS = /\bburn(ing|ed)? (dates?|days?)\b|\b(dates?|days?) of (the )?burn(ing)?\b|\barrival\b/i
const FIRES = /\b(fires?|burn\w*|flames?|blaze|hot ?spots?)\b/i
const MOTION =
  /\b(mov\w*|motion|travel\w*|wander\w*|migrat\w*|march\w*|push\w*|creep\w*|crept|sweep\w*|swept|expan\w*|head(s|ed|ing)?|advanc\w*|spread\w*|r[au]n(ning)?|cross\w*|shift\w*|progress\w*|drift\w*|direction|bearing|azimuth|(which|what) (way|side)|front)\b/i
/** How fast something goes. */
export const SPEED_WORDS =
  /\b(speed|pace|velocity|(?:rate|tempo) of (?:spread|advance|movement|motion|progress\w*|travel|propagation)|(?:spread|advance|propagation) rate|how (fast|quick(ly)?|swift(ly)?|rapid(ly)?))\b/i
/** Words for the one detection that gives off the most power. */
const STRONGEST =
  /\b(strongest|most (intense|intensive|powerful|energetic)|fiercest|hottest|(largest|biggest|greatest|top|peak|highest|maximal) (single |individual )?(frp|fire radiative power|radiative power|power|value)|(frp|power) (of|by|from|for) (the |any |a )?(single )?(largest|biggest|greatest))\b/i
/** Words that ask for a day of the detections. */
const DAY_ASKED =
  /\b(?:which|what) (?:\w+ )?(?:day|date)\b|\bwhen\b|\b(?:day|date) (?:with|of|on which|when|that|having)\b|\b(?:busiest|worst|peak|top) (?:\w+ )?(?:day|date)\b/i
const POWER = /\b(?:max[- ]?)?frp\b|\bradiative power\b|\bhow strong(ly)?\b|\bmegawatts?\b|\bMW\b/i
const HULL = /\bhulls?\b|\bspread (over|across)\b|\bextent\b/i

/**
 * Null where no such product is loaded or the words are about something else. A table of points is the only data, or is
 * spoken of; words that would need more than the product tells (an area of points without their hull) give null too.
 */
export function ofFireProduct(
  text: string,
  asked: { readonly unit: Unit | null; readonly dimension: Dimension; readonly figures: readonly string[] },
  { products, hasScenes }: Known,
): OfFireProduct | null {
  const ports = products.filter(({ made }) => made !== true).map(({ port }) => port)
  const hasTable = ports.some(({ kind }) => kind === 'table' || kind === 'vector')
  const hasMask = ports.some((port) => isMeaning(port, 'fire_mask') || isMeaning(port, 'fire_power'))
  const hasDays = ports.some((port) => isMeaning(port, 'burn_date'))
  const isMeant = DETECTIONS.test(text) || (BURN_DAYS.test(text) && hasDays)
  if (!isMeant && (hasScenes || !FIRES.test(text))) return null
  const dimension = SPEED_WORDS.test(text) ? 'speed' : asked.dimension
  if (
    (MOTION.test(text) || asked.dimension === 'speed') &&
    (dimension === 'sector' || dimension === 'speed' || dimension === 'angle')
  ) {
    const tool = hasDays && (BURN_DAYS.test(text) || !hasTable) ? 'arrival_direction' : 'detections_direction'
    const figures = { speed: ['speed'], angle: ['bearing'], sector: [] }[dimension]
    return tool === 'arrival_direction' || hasTable ? { tool, dimension, figures } : null
  }
  if (hasMask) return ofMask(text, { ...asked, dimension })
  return hasTable ? ofTable(text, { ...asked, dimension }) : null
}

const isMeaning = (port: Port, meaning: string) => port.kind === 'raster' && port.meaning === meaning

type Asked = Parameters<typeof ofFireProduct>[1]

/** 'mean', 'max' or the whole of the power. */
const statisticOf = (text: string, { figures }: Asked) =>
  figures.find((name) => ['mean', 'max', 'min'].includes(name)) ?? (STRONGEST.test(text) ? 'max' : undefined)

function ofMask(text: string, asked: Asked): OfFireProduct | null {
  const tool = 'fire_pixels'
  if (POWER.test(text)) {
    const figure = `power_${statisticOf(text, asked) ?? 'sum'}`
    return { tool, dimension: 'value', figures: [figure] }
  }
  const { dimension } = asked
  return dimension === 'count' || dimension === 'share' || dimension === 'area'
    ? { tool, dimension, figures: dimension === 'count' ? ['pixels'] : [dimension] }
    : null
}

function ofTable(text: string, asked: Asked): OfFireProduct | null {
  const tool = 'active_fires'
  if (DAY_ASKED.test(text) && !/\bhow many days\b/i.test(text)) {
    // The day of the most detections need not be that of the most power.
    const isPeak = /\b(most|worst|peak\w*|busiest|highest|largest|greatest|maximum|max)\b/i.test(text)
    return isPeak && !POWER.test(text) ? { tool, dimension: 'text', figures: ['peak_day'] } : null
  }
  if (POWER.test(text)) {
    const figure = `${statisticOf(text, asked) ?? 'total'}_power`
    return { tool, dimension: 'value', figures: [figure] }
  }
  if (/\b(how many|number of|count( of)?( the)?) (\w+ )?(days|dates)\b/i.test(text))
    return { tool, dimension: 'count', figures: ['days_with_fire'] }
  if (asked.dimension === 'count') return { tool, dimension: 'count', figures: ['detections'] }
  return asked.dimension === 'area' && HULL.test(text)
    ? { tool, dimension: 'area', figures: ['hull_area'] }
    : null
}

const DROPPED =
  /\b(?:drop|discard|exclud\w*|ignor\w*|remov\w*|leav\w* out|skip\w*|without|throw\w* (?:out|away)|strik\w* (?:out|off)|weed\w* out|reject\w*|delet\w*|omit\w*|set aside|filter\w* out|neither)\b([^.;]*)/i
const RATED =
  /\bconfiden\w*\b|\b(?:rated|graded|ranked|flagged|labell?ed|marked|classed|tagged|scored|of) (?:as )?(?:low|nominal|high)\b/i

/** The least confidence that the words keep; null where they name none. */
export function confidenceIn(text: string): 'nominal' | 'high' | null {
  if (!RATED.test(text)) return null
  // What follows the dropping, up to the next thing to do.
  const dropped = DROPPED.exec(text)?.[1]?.split(
    /,? (?:then|and (?:then )?(?:tell|give|count|report|say|keep))\b/i,
  )[0]
  if (dropped !== undefined && /\blow\b/i.test(dropped))
    return /\bnominal\b/i.test(dropped) ? 'high' : 'nominal'
  if (/\bnominal\b/i.test(text)) return 'nominal'
  return /\bhigh\w*\b/i.test(text) ? 'high' : null
}
