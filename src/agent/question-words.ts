import type { Dimension } from '../trace/port.ts'
import type { Unit } from '../trace/quantity.ts'

/** Units as people write them; longer ones first. */
export const UNIT_WORDS: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [/\b(hectares?|ha)\b/i, 'ha'],
  [/(\bkm2\b|\bkm²|\bkm\^2|\bsquare kilomet(re|er)s?\b|\bsq\.? ?km\b)/i, 'km2'],
  [/(\bm2\b|\bm²|\bm\^2|\bsquare met(re|er)s?\b)/i, 'm2'],
  [/(\bpercent(age)?\b|%|\bper cent\b)/i, '%'],
  [/\bkilomet(re|er)s?\b|\bkm\b/i, 'km'],
  [/\bmet(re|er)s\b/i, 'm'],
  [/\b(degrees? )?(celsius|centigrade)\b|°\s?c\b/i, 'degC'],
  [/\bkelvin\b/i, 'K'],
  [/\b(degrees?|bearing|azimuth)\b/i, 'deg'],
]

export const DIMENSION_OF_UNIT: Partial<Record<Unit, Dimension>> = {
  ha: 'area', km2: 'area', m2: 'area', '%': 'share', km: 'length', m: 'length', degC: 'temperature', K: 'temperature', deg: 'angle',
} // prettier-ignore

export const SECTOR_WORDS =
  /\b(which (way|direction|side)|what (direction|side)|direction|spread(ing)? (to|toward)|head(ed|ing)?|compass|sector)\b/i
export const COUNT_WORDS = /\b(how many|number of|count)\b/i
export const AREA_WORDS =
  /\bhow (much|large|big|extensive)\b|^\W*(what|give|compute|calculate|measure|estimate|find|determine)\b.*\b(area|extent|size)\b|^\W*(the )?(area|extent|size) of\b/i
export const SHARE_WORDS = /\b(share|fraction|proportion|what part|how much of)\b/i
export const PLACE_WORDS = /\b(where|location|locate|position of|coordinates)\b/i
export const YES_NO = /^\W*(is|are|was|were|did|does|do|has|have)\b/i
export const COMPARE_WORDS = /\b(compare[ds]?|inside|outside|within)\b/i

export const STATISTIC_WORDS: readonly (readonly [pattern: RegExp, figures: readonly string[]])[] = [
  [/\bmedian\b/i, ['median']],
  [/\b(standard deviation|std|spread of values)\b/i, ['std']],
  [/\b(mean|average)\b/i, ['mean']],
  [/\b(maximum|max|highest)\b/i, ['max']],
  [/\b(minimum|min|lowest)\b/i, ['min']],
]

export const LOSS =
  /\b(los[te]\w*|loss|shr[aiu]nk\w*|dr(y|ied|ies)\b( up)?|recede[ds]?|retreat\w*|decreas\w*|disappear\w*|declin\w*|vanish\w*|less|smaller|cleared|removed|fell|fall(s|en)?|drop(s|ped)?|melt\w*|thaw\w*|sank|sunk)\b/i
export const GAIN =
  /\b(gain\w*|gr[eo]w[ns]?|growth|expan\w*|increas\w*|regr[eo]w\w*|recover\w*|appear\w*|larger|bigger|advanc\w*|rise[ns]?|rose|climb\w*|new)\b/i
export const CHANGE = /\b(chang\w*|between the|differen\w*|compared|since|from .+ to)\b/i

/** An event named as a time ('before the fire') says when, not what is to be measured. */
const EVENT_AS_TIME =
  /\b(before|after|since|during|prior to|following|until)\s+(?:the\s+)?(?:(?:wild)?fires?|burn(?:ing)?|blaze|flood(?:ing)?|event|storm|drought)\b/gi

/** 'Larger than' compares with an amount; it tells no growth. */
export const withoutComparisons = (text: string): string =>
  text.replace(/\b(larger|bigger|smaller|less|more|greater|higher|lower) than\b/gi, 'than')

export const withoutTimes = (text: string): string => text.replace(EVENT_AS_TIME, '$1 it')

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1, earliest: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, last: -1, latest: -1, final: -1,
} // prettier-ignore

/** Dates named by their place in the series: 1 is the first, −1 the last; empty where no date or scene is spoken of. */
export function ordinalsIn(text: string): readonly number[] {
  if (!/\b(dates?|scenes?|images?|acquisitions?|pictures?)\b/i.test(text)) return []
  const words = text.matchAll(/\b(first|earliest|second|third|fourth|fifth|sixth|last|latest|final)\b/gi)
  return [...new Set([...words].map(([word]) => ORDINALS[word.toLowerCase()]!))]
}

/** 'first' or 'last' where the words point at one end of the series and not at both. */
export function momentIn(text: string): 'first' | 'last' | null {
  const first = /\b(first|earliest|initial(ly)?|before)\b/i.test(text)
  const last = /\b(last|latest|most recent|after|final(ly)?|now|today)\b/i.test(text)
  return first === last ? null : first ? 'first' : 'last'
}

/** A course over many dates. */
export const SERIES_WORDS =
  /\b(trends?|over (the )?(time|years?|months?|dates?)|time series|per year|a year|each year|yearly|annual(ly)?|long[- ]term|greening|browning|(each|every|all( the)?|per) (dates?|scenes?|images?))\b/i
/** The year of plants, which is told from many dates. */
export const SEASON_WORDS =
  /\b(growing|green|vegetation|crop) seasons?\b|\b(start|peak|end|length) of (the )?season\b|\bphenolog\w*\b|\bgreen-up\b/i
/** What is unusual is so beside other dates. */
export const UNUSUAL_WORDS = /\bdroughts?\b|\bunusual(ly)?\b|\b(than|what is) (usual|normal)\b/i
export const RATE_WORDS =
  /\b(trends?|per year|a year|each year|yearly|annual(ly)?|rates?|greening|browning|how fast)\b/i
/** Each of several zones, which a layer of polygons or classes tells apart. */
export const ZONE_WORDS =
  /\b(each|every|all( the)?|per|by|the different) (polygons?|zones?|fields?|parcels?|plots?|districts?|regions?)\b|\b(which|what) (polygon|zone|field|parcel|plot|district|region)\b/i
/** A thing on the ground that a value is to be taken of alone. */
export const PLACE_OF_TARGET =
  /\b(?:of|in|over|on|inside|within|across|is|are|was|were) (?:the|its|all|this|that|these)(?: open| whole| entire)? (lakes?|water|rivers?|reservoirs?|ponds?|seas?|towns?|city|cities|villages?|urban areas?|built-up areas?|forests?|trees|snow|glaciers?|burn(?:ed|t) areas?|scars?|vegetated areas?|buildings?)\b/i
export const PATCH_WORDS = /\b(patch(es)?|parts?|pieces?|components?|scars?|bod(y|ies)|clusters?|regions?)\b/i
