import { OF_ICE } from './ice-words.ts'
import type { Dimension } from '../trace/port.ts'
import type { Unit } from '../trace/quantity.ts'

/** Units as people write them; longer ones first. */
export const UNIT_WORDS: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [/\b(hectares?|ha)\b/i, 'ha'],
  [/(\bkm2\b|\bkm²|\bkm\^2|\bsquare kilomet(re|er)s?\b|\bsq\.? ?km\b)/i, 'km2'],
  [/(\bm2\b|\bm²|\bm\^2|\bsquare met(re|er)s?\b|\bsq\.? ?m(et(re|er)s?)?\b)/i, 'm2'],
  [/\bacres?\b/i, 'acre'],
  [/(\bpercent(age)?\b|%|\bper cent\b)/i, '%'],
  [/\b(kilomet(re|er)s?|km) (per|a) day\b|\bkm\/d(ay)?\b/i, 'km/day'],
  [/\b(met(re|er)s?|m) (per|a) day\b|\bm\/d(ay)?\b/i, 'm/day'],
  [/\bMW\b|\bmegawatts?\b/i, 'MW'],
  [/\bkilomet(re|er)s?\b|\bkm\b/i, 'km'],
  [/\bmet(re|er)s\b/i, 'm'],
  [/\b(degrees? )?(celsius|centigrade)\b|°\s?c\b/i, 'degC'],
  [/\b[Kk]elvins?\b|(?<![-\w])K\b(?!-)/, 'K'],
  [/\b(centimet(re|er)s?|cm)\b(?!²|\^)/i, 'cm'],
  [/\b(millimet(re|er)s?|mm)\b(?!²|\^)/i, 'mm'],
  [/\bnW\b|\bnanowatts?\b/i, 'nW/cm2/sr'],
  [/\b(degrees?|bearing|azimuth)\b/i, 'deg'],
]

export const DIMENSION_OF_UNIT: Partial<Record<Unit, Dimension>> = {
  ha: 'area', km2: 'area', m2: 'area', acre: 'area', '%': 'share', km: 'length', m: 'length', degC: 'temperature', K: 'temperature', deg: 'angle',
  'm/day': 'speed', 'km/day': 'speed', MW: 'value', cm: 'value', mm: 'value',
  'nW/cm2/sr': 'value',
} // prettier-ignore

/** Words beside which degrees are those of a thermometer. */
export const HEAT_WORDS =
  /\b(temperatures?|LST|(hott|warm|cool|cold)(er|est)?|warm\w*|cool\w*|hot|cold|heat\w*|thermal)\b/i
export const SECTOR_WORDS =
  /\b((which|what) of the (\w+ ){0,3}(sectors|directions|quadrants|octants)|which (way|direction|side|heading|part of the (scene|image|picture))|what (direction|side|heading|part of the (scene|image|picture))|direction|whereabouts|where\b[^?]*\b(?:seen from|from|relative to) (?:the |its )?(?:scene |image |picture )?(?:cent(?:re|er)|middle)|points? of the compass|spread(ing)? (to|toward)|head(s|ed|ing)?|compass|sector|towards? (where|which|what)|where ?to)\b|\bwhere\b[^?.;]*\b(fires?|blaze|flames|hot ?spots?|detections?|front|burn)\b[^?.;]*\b(mov\w*|spread\w*|go|going|gone|travel\w*|advanc\w*|shift\w*|expand\w*|progress\w*|driven|pushed)\b/i
export const COUNT_WORDS =
  /\b(how many|number of|count|how often|(?:detections?|fires?|hot ?spots?|pixels|patches) (?:(?:are|that are) )?(?:left|remaining|remain))\b/i
export const AREA_WORDS =
  /\bhow (much|large|big|extensive)\b|^\W*(what|give|compute|calculate|measure|estimate|find|determine)\b.*\b(area|extent|size)\b|^\W*(the )?(area|extent|size) of\b/i
export const SHARE_WORDS = /\b(share|fraction|proportion|what part|how much of)\b/i
export const PLACE_WORDS = /\b(where|location|locate|position of|coordinates)\b/i
export const YES_NO = /^\W*(is|are|was|were|did|does|do|has|have)\b/i
export const COMPARE_WORDS = /\b(compare[ds]?|inside|outside|within)\b/i

export const STATISTIC_WORDS: readonly (readonly [pattern: RegExp, figures: readonly string[]])[] = [
  // Of the three bands beside which water vapour absorbs the transmittance is a figure of its own.
  [/\btransmittance\b(?!.*\b(water|vapou?r)\b).*\b(0?\.905|band 17)\b/i, ['mean_transmittance_905']],
  [/\btransmittance\b(?!.*\b(water|vapou?r)\b).*\b(0?\.936|band 18)\b/i, ['mean_transmittance_936']],
  [/\btransmittance\b(?!.*\b(water|vapou?r)\b).*\b(0?\.940?|band 19)\b/i, ['mean_transmittance_940']],
  [/\bmedian\b/i, ['median']],
  [/\b(standard deviation|std|spread of values)\b/i, ['std']],
  [/\b(mean|averag(?:e|ed|ing)|on the whole)\b/i, ['mean']],
  [
    /\b(maximum|maximal|max|highest)\b|\b(?:peak|top|largest|greatest|biggest|strongest)(?= (?:[\w-]+ ){0,3}(?:turbidity|temperature|LST|concentration|level|value|reading|radiance|brightness|amount|content|light|precipitable water|vapou?r)s?\b)|\b(?:its|their) (?:peak|top)\b(?! (?:of|season|green|date))/i,
    ['max'],
  ],
  [
    /\b(minimum|minimal|min|lowest)\b|\b(?:smallest|least|weakest)(?= (?:[\w-]+ ){0,3}(?:temperature|LST|concentration|level|value|reading|radiance|brightness|amount|content|precipitable water|vapou?r)s?\b)/i,
    ['min'],
  ],
  // 'The murkiest spot', 'at its most turbid', 'up to what turbidity', 'how turbid at most', 'the worst turbidity'.
  [
    /\b(?:murki|muddi|cloudi|dirti|high)est\b|\bmost (?:turbid|muddy|murky)\b|\bup to (?:what|which)\b|\bat (?:the |its |their )?(?:most|worst)\b(?! -?\d)(?=[^.?]*\W*$)|\b(?:top|worst|greatest|largest|utmost|upper) (?:turbidity|concentration|temperature|level|value|reading)s?\b|\bpeaks? at\b/i,
    ['max'],
  ],
  // 'The hottest spot', 'at its coldest', 'how low does it get' ask for one end of the values; 'the hottest 10 %' for a part.
  [
    /\b(hott|warm)est\b(?! (?:\d|ten|five|one|two|three|quarter|third|part|half|date|day|month|year|scene|image|season|patch|zone|field|district|class|region|cluster|hot|spots))|\b(hott|warm|bright|wett|green|moist)est\b (?:[\w-]+ )?(spot|place|point|pixel|corner)\b|\bat (its|the|their) (hott|warm|bright|wett|green)est\b|\bhow (high|hot|warm|bright) (does|did|do|could|can|will)\b[^?]*\b(get|go|reach|become|rise)\b/i,
    ['max'],
  ],
  [
    /\b(cold|cool|chilli)est\b(?! (?:\d|ten|five|one|two|three|quarter|third|part|half|date|day|month|year|scene|image|season|patch|zone|field|district|class|region|cluster|hot|spots))|\b(cold|cool|dark|dri|dimm)est\b (?:[\w-]+ )?(spot|place|point|pixel|corner)\b|\bat (its|the|their) (cold|cool|dark|dri)est\b|\bhow (low|cold|cool|dark) (does|did|do|could|can|will)\b[^?]*\b(get|go|fall|become|drop|sink)\b/i,
    ['min'],
  ],
]

/** Comparison words before an amount: a unit behind them is that of the limit and not of what is asked. */
const LIMIT_WITH_UNIT =
  /\b(?:above|over|below|under|than|least|most|exceed\w*|surpass\w*|within|from|between|to|and|reach\w*|of|taking|using)\s+-?\d+(?:[.,]\d+)?(?:\s*(?:and|to|–|-)\s*-?\d+(?:[.,]\d+)?)?\s*(?:°\s?C\b|degrees? (?:celsius|centigrade|C)\b|degrees?\b|celsius\b|K\b|kelvins?\b|cm\b|mm\b|cent\w+|milli\w+|nW\S*|DN\b)/gi

/** The text without limits that carry a unit of their own: 'hectares hotter than 35 °C' asks for hectares. */
export const withoutLimits = (text: string): string =>
  (OF_ICE.test(text) ? text.replace(LIMIT_OF_ICE, 'a limit') : text).replace(LIMIT_WITH_UNIT, 'a limit')

/** How much of the sea is ice is told in percent: that of a limit is not what is asked. */
const LIMIT_OF_ICE =
  /\b(?:above|over|below|under|than|least|most|exceed\w*|surpass\w*|of|taking|using|usual|limit|threshold)\s+(?:the )?\d+(?:\.\d+)? ?(?:%|percent\b|per cent\b)|\b\d+(?:\.\d+)? ?(?:%|percent|per cent) (?:(?:or|and) (?:more|less|above|below|higher|lower|over|under)|limit|threshold|cut-?off|criterion|isoline|contour)\b/gi

export const LOSS =
  /\b(los[te]\w*|loss|shr[aiu]nk\w*|dr(ied|ies)\b|dry (up|out)|(run|runs|ran|go|goes|went|gone|fall|fell|fallen) dry|recede[ds]?|retreat\w*|decreas\w*|disappear\w*|declin\w*|vanish\w*|less|smaller|cleared|removed|fell|fall(s|en)?|drop(s|ped)?|deforest\w*|felled|felling|logg(ed|ing)|clear(ing|ings|ance|[- ]?cut\w*)|(cut|chopped) down|stripped|denuded|destroyed|gone|no longer|(land|mud|rock)?slides?|debris flows?|melt(?!\w*[- ]?waters?\b)\w*|thaw\w*|sank|sunk|sink(s|ing)?|(go|goes|going|went|gone|come|comes|came) down|(?<=\b(?:ndvi|evi|savi|nbr|ndmi|ndwi) )down|(?:reduced|lowered)(?= (?:by|at least|more than))|(?<=\bis |\bwas |\bbeen )reduced|reductions?|contract(?:s|ed|ing|ions?)?(?= |\W*$)|laid dry|(?<!\b(?:lies?|lay|lying|left|stays?|remains?|soils?|is|are) )exposed(?! (?:soil|ground|earth|land))|(?<=\b(?:is|are|went|gone) )missing|dwindl\w*|diminish\w*|harvested|(timber|wood|forest|tree) harvest\w*|(?<=\b(?:forests?|trees?|woods?|woodland|timber)\b[^?.]{0,20}\b)taken|(?<=\b(?:been|was|were|got|actually) )cut(?! (?:at|by|off|to))|cut (?:in|into|out of) the|opened up|cleared|slid|(torn|washed|swept|ripped|cut|taken|scraped) (away|off)|died( back| off)?|die[- ]?back|brown(ed|er)|(?:bec[ao]me|becoming|g[eo]t|gotten|turn(?:ed|s|ing)|went|gone) brown|withered|laid bare|lay bare|bared|denud\w*)\b|\bcool(s|ed|ing)? (down|off|by|between|since|from)\b/i
export const GAIN =
  /\b(gain\w*|(?<=\b(?:rivers?|lakes?|seas?|floods?|waters?|reservoirs?) )(?:swallow|engulf|drown|submerge|inundate|devour|claim)(?:s|ed)?|(?<=\b(?:what|that|which) the (?:second|later|newer|last|latter)(?: \w+)? )adds?|(?<=\b(?:has|have|had|did) (?:[\w-]+ ){0,4})(?:drown(?:ed)?|swallow(?:ed)?|engulf(?:ed)?|submerged?|inundated?)|(?<=\b(?:plants?|crops?|vegetation|grass|greenery|seedlings|weeds|something|trees) (?:\w+ ){0,2})(?:c[ao]me up|sprout\w*|germinat\w*|shot up|sprung up|sprang up|taken root|took root|established)|(?:sprouted|germinated|greened up|sprung up)|gr[eo]w[ns]?|growth|(?<=\b(?:is|are|was|were|been|got|newly) )(?:added|formed|created|submerged|drowned)|newly|fr[eo]{1,2}zes? over|froze|emerg(?:ed?|es|ing)|(?:go|goes|going|went|gone) under(?= water|\W*$| (?:in|during|between|since)\b)|(?<=\b(?:ice|water|snow|lake|flood)s? (?:\w+ )?)spread|(?<!\bhow )spread out|swell\w*|swell?ed|swollen|enlarg\w*|extended by|(?:bec[ao]me|becoming|g[eo]t|gotten|turned|is|are|was|were|now) (?:much |visibly )?greener|(?:bec[ao]me|becoming|g[eo]t|gotten|turn(?:ed|s|ing)|went|gone) green|com(?:e|es|ing) back|came back|greened(?: up)?|re-?green\w*|(go|goes|went|gone) up|expan\w*|increas\w*|regr[eo]w\w*|recover\w*|appear\w*|larger|bigger|advanc\w*|rise[ns]?|rose|climb\w*|new)\b|\b(warm|heat)(s|ed|ing)? (up|by|between|since|from)\b/i
/** A limit on the steepness of the ground in degrees. */
export const STEEPER =
  /(?:\b(?:steeper than|(?:slopes?|gradients?|inclinations?|inclines?|steepness)(?: (?!\d)[\w-]+){0,5}? (?:of )?(?:over|above|beyond|exceed(?:s|ing|ed)|(?:of )?(?:at least|more than|greater than|higher than|steeper than)))|(?<=\b(?:slope|gradient|inclination) ?)[>≥]=?) ?(\d+(?:\.\d+)?) ?(?:°|deg(?:rees?)?\b)/i
/** The strongest change at any pixel. */
export const LARGEST_CHANGE =
  /\b(?:largest|biggest|greatest|strongest|sharpest|deepest|steepest|heaviest|worst|highest|maximum|maximal|most (?:severe|extreme)) (?:\w+ )?(drop|fall|decrease|decline|reduction|loss|rise|increase|gain)\b|\b(fell|fall|drop(?:ped)?|decreased?|declined?|sank|rise|rose|increased?)\b[^?.]{0,40}?\b(?:at most|the most|most strongly|worst[- ]hit|hardest[- ]hit)\b|\bmost (negative|positive)\b/i
export const CHANGE =
  /\b(chang\w*|between the|differen\w*|compared|since|(apart|range|gap|swing|minus)\b[^?]*\b(day\b[^?]*\bnight|night\b[^?]*\bday)|(day\b[^?]*\bnight|night\b[^?]*\bday)(time)?\b[^?]*\b(apart|range|gap|swing|minus)|from (?!(?:which|what)\b|(?<what>\w+) to \k<what>\b).+ to)\b/i

/** An event named as a time ('before the fire') says when, not what is to be measured. */
const EVENT_AS_TIME =
  /\b(before|after|since|during|prior to|following|until)\s+(?:the\s+)?(?:(?:wild)?fires?|burn(?:ing)?|blaze|flood(?:ing)?|event|storm|drought|(?:earth)?quake|(?:land|mud)slides?|(?:heavy )?rains?|rainfall|monsoon|typhoon|hurricane|cyclone)\b/gi

/** 'From 27 to 34 °C' tells a range, and no two dates. */
const RANGE_OF_VALUES =
  /\bfrom -?\d{1,3}(?:\.\d+)? ?(?:°\s?C|K|kelvins?|cm|mm|%)? ?(?:up )?to -?\d{1,3}(?:\.\d+)?(?=\s*(?:°|degrees?\b|celsius\b|K\b|kelvins?\b|cm\b|mm\b|nW|DN\b))/gi

/** 'How low did it drop' asks for one end of the values. */
const ENDS_OF_VALUES =
  /\b(how (?:low|cold|cool|dark|high|hot|warm|bright)\b[^?,;]*?) (?:drop|fall|sink|rise|climb)\b/gi

/** 'Rank the pixels from dry to wet' tells an order, and no change. */
const IN_ORDER =
  /\b((?:rank|sort|order|arrang|lin|list)\w*\b[^.?;]{0,40}?),? from (?:the )?\w+ (?:up |down )?to (?:the )?\w+/gi

/** 'I send them where it is greener' sets places side by side, and no dates. */
const PLACE_COMPARED =
  /\bwhere(?:ver)? (?:it|they|that|the (?:\w+ )?(?:grass|grazing|ground|land|soil|water|place|vegetation)) (?:is|are|was|were|looks?|seems?) (?:\w+er|more \w+|less \w+)\b(?! (?:than before|now|again))|\bwhich(?: one| of (?:them|the (?:two|\w+))| class| zone| side)? (?:is|was) (?:the )?(?:\w+er|more \w+|less \w+)\b(?! (?:than|now|again))/gi

/** 'Where coffee grows', 'vines grow only below 900 m': where plants stand tells no growth. */
const HABITAT =
  /(?<=\bwhere (?:(?:the|our|their|its|most|such) )?(?!(?:lakes?|water|rivers?|reservoirs?|ponds?|floods?|ice|snow|glaciers?|fires?|scars?|towns?|city|cities|villages?|settlements?|index|NDVI)\b)[\w-]+ (?:(?:can|will|may|does|do) )?)grows?\b|\bgrows? (?=(?:(?:only|best|well|mostly|mainly|here|just) )*(?:above|below|over|under|between|up to|higher than|lower than|at|from) (?:altitudes? |elevations? |heights? )?(?:of |above |below |between )?\d[\d.]* ?(?:m|met\w+|(?:and|to) \d)\b)/gi

export const withoutHabitat = (text: string): string => text.replace(HABITAT, 'stands ')

/** 'Larger than' compares with an amount; it tells no growth, nor does what falls into parts. */
export const withoutComparisons = (text: string): string =>
  withoutHabitat(text)
    .replace(
      /\b(larger|bigger|smaller|less|more|greater|higher|lower) than\b(?! (?:before|it|they|formerly|earlier|previously|(?:in|on|at) the|the (?:first|earlier|other|year))\b)/gi,
      'than',
    )
    .replace(ENDS_OF_VALUES, '$1')
    .replace(PLACE_COMPARED, 'where it is so')
    .replace(IN_ORDER, '$1')
    .replace(/\b(?:less|more|fewer) (?:\w+ )?than (?=(?:any|all|every|each|the others)\b)/gi, 'than ')
    .replace(RANGE_OF_VALUES, 'a range')
    .replace(/\b(into (?:how many|what number)\b[^?]*?) fall\b|\bfalls? (?=(?:in)?to\b)/gi, '$1 ')

export const withoutTimes = (text: string): string => text.replace(EVENT_AS_TIME, '$1 it')

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1, earliest: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6, last: -1, latest: -1, final: -1,
} // prettier-ignore

/** One of the dates that were spoken of. */
export const ONE_OF_DATES =
  /\b(?:earlier|earliest|first|older|oldest|former|later|latest|last|second|newer|newest|latter|more recent|most recent) (?:one|date|image|scene|acquisition|picture|map|layer|day|of (?:the|these|those|them)\b)|\bthe (?:latter|former)\b/i

/** 'First map the water, then …' counts steps and no dates. */
export const withoutSteps = (text: string): string =>
  text.replace(
    /(^|[.;:!?]\s+)first(ly)?\b,?(?!\s+(?:\w+\s+)?(?:dates?|scenes?|images?|acquisitions?|pictures?|days?|pass|passes)\b)/gi,
    '$1',
  )

/** Dates named by their place in the series: 1 is the first, −1 the last; empty where no date or scene is spoken of. */
export function ordinalsIn(whole: string): readonly number[] {
  const text = withoutSteps(whole)
  if (!/\b(dates?|scenes?|images?|acquisitions?|pictures?)\b/i.test(text)) return []
  const words = text.matchAll(/\b(first|earliest|second|third|fourth|fifth|sixth|last|latest|final)\b/gi)
  return [...new Set([...words].map(([word]) => ORDINALS[word.toLowerCase()]!))]
}

/** 'first' or 'last' where the words point at one end of the series and not at both. */
export function momentIn(whole: string): 'first' | 'last' | null {
  // 'After that tell me …' counts steps.
  const text = withoutSteps(whole).replace(/\bafter(?= (?:that|this|which|doing)\b)/gi, ' ')
  const first =
    /\b(first|earliest|initial(ly)?|before)\b|\b(?:earlier|older|former) (?:one|date|image|scene|picture|map|day|of the two)\b/i.test(
      text,
    )
  const last =
    /\b(last|latest|most recent|after|final(ly)?|now|today)\b|\b(?:later|newer|latter|second|more recent) (?:one|date|image|scene|picture|map|day|of the two)\b/i.test(
      text,
    )
  return first === last ? null : first ? 'first' : 'last'
}

/** A course over many dates. */
export const SERIES_WORDS =
  /\b(trend(?:s|ing|ed)?|over (the )?(time|years?|months?|dates?)|time series|per year|(?<!\b(?:in|within|after|for|of|half|last) )a year|(each|every) (year|month)|yearly|annual(ly)?|long[- ]term|greening|browning|(each|every|all( the)?|per) (dates?|scenes?|images?))\b/i
/** A figure for one date after another. */
export const AT_EACH = /\b(?:each|every|per) (?:date|scene|image|month|year)s?\b|\btime series\b|\btrends?\b/i
/** 'How does NDVI evolve', 'how did EVI develop in 2018': a course, said of an index alone. */
export const COURSE_OF_INDEX =
  /\bevol(?:v(?:e[sd]?|ing)|ution)\b|\bdevelop(?:s|ed|ing)?\b(?= (?:over|in|during|through|throughout|across)\b|[^\w]*$)|\bdevelopment of\b/i
/** The year of plants, which is told from many dates. */
export const SEASON_WORDS =
  /\b(growing|green|vegetation|crop)[- ](seasons?|period)\b|\b(start|begin\w*|onset|peak|end|length|height|duration) of (the )?(season|green(ness|ing)|growth)\b|\bpeak (green\w*|season)\b|\bphenolog\w*\b|\bgreen[- ]?up\b|\bsenescence\b|\bseasonal\b|\b(the|its|of|over) season\b(?! of)|\bseason('s)? (starts?|started|begins?|began|ends?|ended|peaks?|peaked|length|duration|lasts?|culminates?)\b|\bplants? (start|begin)\w* (to grow|growing)\b|\b(?:is|are|was|were|be|been|c[ao]mes?|stays?|stayed) (?:[\w-]+ ){0,2}in(?:to)? season\b/i
/** What is unusual is so beside other dates. */
export const UNUSUAL_WORDS =
  /\bdroughts?\b|\bunusual(ly)?\b|\b(than|what is|(?:from|with|against)( the)?|compared to( the)?|to the|below|above) (usual|normal)\b/i
export const RATE_WORDS =
  /\b(trends?|per year|(?<!\b(?:in|within|after|for|of|half|last) )a year|each year|yearly|annual(ly)?|rates?|greening|browning|how fast)\b/i
/** Each of several zones, which a layer of polygons or classes tells apart. */
export const ZONE_WORDS =
  /\b(each|every|all( the)?|per|by|the different) (polygons?|zones?|fields?|parcels?|plots?|districts?|regions?)\b|\b(which|what) (polygon|zone|field|parcel|plot|district|region)\b|\b(polygons?|zones?|fields|parcels|plots|districts|regions|geojson)\b.*\b(?:each|every|any|all|every single) (?:(?:single )?one )?of (?:them|these|those)\b|\b(polygons|zones|fields|parcels|plots|districts|regions)\b.*\b(?:for|in|on|of|inside|within) each(?: one)?(?=\W*$)/i
/** A thing on the ground that a value is to be taken of alone. */
export const PLACE_OF_TARGET =
  /\b(?:over|in|inside|within|across|on|of) (?:the |all )?(?:open |only |just )?water(?: pixels?| cells?| surfaces?| only| alone|(?=\W*$|[,;]))|\b(?:of|in|over|on|inside|within|across|is|are|was|were) (?:the|its|all|this|that|these)(?: open| whole| entire)? (lakes?|water|rivers?|reservoirs?|ponds?|seas?|towns?|city|cities|villages?|urban areas?|built-up (?:areas?|ground|land)|forests?|trees|snow|glaciers?|burn(?:ed|t) areas?|scars?|vegetated areas?|buildings?)\b/i
/** 'Where does it lie' asks for a place; 'the area where NDWI is above 0.3' tells a condition. */
export const asksWhere = (text: string): boolean =>
  /\bwhere\b/i.test(
    text.replace(
      /(?<!\b(?:me|us|know|show|see|find|map|tell|say|out|and|mark) )(?<=[\w)²] )where\b(?=[^?.;]*\d)/gi,
      ' ',
    ),
  )
export const PATCH_WORDS =
  /\b(patch(es)?|parts?|pieces?|components?|scars?|bod(y|ies)|clusters?|regions?|settlements?|towns?|villages?|hamlets?|clearings?|clear[- ]?cuts?|gaps?|(?:land|mud|rock)?slides?)\b|\b(?:separate|distinct|individual|isolated|disconnected) (?:[\w-]+ )?areas?\b/i
/** 'With clouds', 'without masking clouds': what lies under them counts as well. 'Without clouds' is the other way round. */
export const CLOUDS_KEPT =
  /\b(?:keep|include|including|with) (?:the )?cloud(?:s|ed|y)?\b(?![- ]?(?:mask|screen|filter|free|remov|exclu)|s? (?:mask|screen|remov|exclu))|\b(?:without|no|not|don['’]?t|do not) (?:mask|screen|remov|filter|exclud)\w*(?: out)? (?:the |any )?clouds?\b|\bwithout (?:a |the |any )?cloud[- ]?(?:mask|screen|filter)\w*|\bclouds? (?:(?:are|is|were|left) )?(?:not |un-?)(?:mask|screen|remov)ed\b|\bregardless of (?:the |any )?clouds?\b|\bclouds? (?:included|kept|left in)\b/i
