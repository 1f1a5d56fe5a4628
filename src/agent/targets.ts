import { TASK_TYPES, type TaskType } from '../sensing/task-types.ts'
import { CLOUDS_KEPT, COMPARE_WORDS } from './question-words.ts'
import { FIRE_PRODUCT_TOOLS } from './fire-products.ts'
import { tellsWarming } from './heat-words.ts'
import type { Ask } from './types.ts'

/** Words that name something measurable, and the mask meaning they stand for. Longest phrases first. */
const TARGET_WORDS: readonly (readonly [pattern: RegExp, target: string])[] = [
  [
    /\b(burn(ed|t|ing|s)?|fires?|wildfires?|scars?|scorched|charred|blaze|(?<!drought )severity class(es)?|(low|moderate|high)[- ]severity(?! drought)|relativi[sz]ed burn ratio|dNBR class(es)?|Key (?:and|&) Benson|moderate[- ](?:low|high))\b|\b(rdnbr|rbr)\b/i,
    'burned',
  ],
  [
    /\bwet\b(?! (?:season|year|period|month|summer|winter|spell))(?=[^?.]*\bdry\b(?! (?:season|year|period|month|summer|winter|spell)))|\b(lakes?|(?<!precipitable |column |melt[ -])water(?! vapou?r)|reservoirs?|ponds?|rivers?|lagoons?|shorelines?|inundat\w*|drown(?:s|ed|ing)?|submerg\w*|flood\w*|log[- ]ratio)\b/i,
    'water',
  ],
  [/\b(snow\w*|glaciers?|(?<!\bice )(?:melted|thawed)(?: out| away| off)?(?!\w)(?!.*\bice\b))\b/i, 'snow'],
  [
    /\bsea[- ]?ice\b|\b(?:sea|ocean)s?\b[^?.]*\b(?:frozen|froze|freez\w*)\b|\bfrozen (?:sea|ocean)\b|\b(?<!\b(?:snow|glacier|river|lake|land)(?: and| or)? )ice\b|\bice ?floes?\b/i,
    'sea_ice',
  ],
  [
    /\b(built[- ]?(?:up|on|over|environments?|areas?|land|ground)|urban(?:i[sz]\w+)?|cit(y|ies)|settlements?|settled|buildings?|roof(?:s|tops?)?|(?:sealed|paved|impervious|impermeable|asphalted|concreted) (?:over|ground|surfaces?|land|areas?|soils?)|(?<=\b(?:is|are|was|were) )(?:sealed|paved|impervious)|pavements?|asphalt|imperviousness|houses|housing|dwellings|developed (?:land|areas?|ground))\b/i,
    'built_up',
  ],
  [
    /\b(vegetat\w*|forests?|trees?|crops?|green(ness|er|ery|ing|ed)?|brown(ing|er|ed)|(?<=\b(?:turned|turns|went|gone|became|become) )brown|denuded|defoliat\w*|stripped bare|laid bare|woodlands?|woods|timber|rainforests?|jungle|plants?|canopy|deforest\w*|(?:land|mud|rock)slides?|slides?|debris flows?|felled|logg(?:ed|ing)|clearings?|cleared (?:patch(?:es)?|areas?|parcels?|plots?|blocks?|pieces?|spots?|land|ground)|clear[- ]?(?:cuts?|cut\w*|fell\w*))\b/i,
    'vegetation',
  ],
]

/** Things a person may ask for that no tool here measures: such a question is declined, never bent. */
const UNMEASURABLE: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\b(ships?|vessels?|boats?)\b/i, 'ships'],
  [/\b(cars?|vehicles?|trucks?|aircraft|planes?)\b/i, 'vehicles'],
  [
    /\b(population|inhabitants)\b|\b(how many|number of|count( the)?|share of( the)?) people\b|\bpeople (live|lived|living|reside\w*|were (affected|displaced)|are (affected|exposed))\b/i,
    'people',
  ],
  [/\b(rain(?!forests?\b)\w*|precipitation)\b/i, 'rainfall'],
  [/\bwinds?\b(?! (erosion|farms?|parks?|turbines?|breaks?))/i, 'wind'],
  [
    /\bpH\b|\bacid(?:ity|ic)?\b|\balkalin(?:e|ity)\b|\b(nitrogen|phosph\w+|potassium|nutrients?|fertility)\b|\b(clay|sand|silt|humus)\b[^?]*\b(content|share|percent(age)?|fraction)\b/i,
    'what the soil is made of',
  ],
  [/\b(biomass|carbon|co2)\b/i, 'carbon or biomass'],
  [
    /\b(depth|deep)\b(?!.*\b(?:vapou?r|precipitable)\b)(?<!\b(?:vapou?r|precipitable)\b.*)|\bhow thick\b|\bthickness\b/i,
    'depth',
  ],
  [/\b(species|animals?|cattle)\b/i, 'species'],
  [/\b(cost|price|damage in (euro|dollar)s?|dollars|euros)\b/i, 'cost'],
  [/\b(cause[ds]?|why)\b/i, 'causes'],
  // Clouds that are left out, or kept, are a circumstance; cloudy water is turbid.
  [
    /^(?!.*\b(ignor\w*|keep\w*|includ\w*|exclud\w*|leav\w*|disregard\w*|mask\w*|remov\w*|skip\w*|screen\w*|drop\w*|discard\w*|filter\w*|eliminat\w*|omit\w*|count\w*|without|despite|except|with|under|from|free of|clear of|not) (out )?(the |any |all |every |under )?cloud(s|ed|y)?\b)(?!.*\bcloud[- ]?(free|less)\b)(?!.*\bcloudless\b)(?!.*\bcloud(s|ed|y)?( pixels?)?( are| is| were| was| being| have been)? (left out|left aside|gone|excluded|removed|masked|ignored|screened|discarded|dropped|filtered|taken out|aside))(?!.*\bcloud[- ]?mask)(?!.*\bcloud[iy]\w*\b.*\b(water|lakes?|reservoirs?|ponds?|rivers?|lagoons?|NTU|FNU)\b).*\bcloud/i,
    'cloud cover',
  ],
]

const TASK_TARGETS: Partial<Record<TaskType, string>> = {
  'burned-area': 'burned',
  'burn-severity': 'burned',
  'fire-spread': 'burned',
  'water-extent': 'water',
  'water-change': 'water',
  'snow-cover': 'snow',
  'sea-ice': 'sea_ice',
  'urban-extent': 'built_up',
  'vegetation-change': 'vegetation',
  deforestation: 'vegetation',
}

/** Words for heat: they need a thermal band, whatever else they name. */
export const asksForTemperature = (text: string): boolean =>
  /\btemperatures?\b|\bLST\b|\bhow (much )?(hot|warm|cold|cool)(er)?\b|\bheat[- ]islands?\b|\b(degrees?|kelvins?) (hott|warm|cold|cool)er\b/i.test(
    text,
  ) || tellsWarming(text)

const HEAT_TOLD = /\b(hott|warm|cool|cold)er\b|\btemperatures?\b|\bLST\b/i
const SET_BESIDE =
  /\b(differ\w*|exceed\w*|excess|surpass\w*|(hott|warm|cool|cold)er|compar\w*|contrast\w*|minus|subtract\w*|versus|vs|against|between|gap|relative to|than)\b/i
/** What lies around a city. */
const REST =
  /\b(surround\w*|rural|(?:all|the)(?: the)? others?|non-(urban|built[- ]up|city)|countryside|hinterland|environs|the rest|remainder|remaining|elsewhere|(everything|anywhere) else|other (land|pixels|areas?|ground|parts)|(land|country|areas?) around|outside)\b/i

/** How much warmer built-up land is than the rest of the scene. */
export const asksForHeatIsland = (text: string): boolean =>
  /\b[Hh]eat[- ][Ii]slands?\b|\bS?UHI\b/.test(text) ||
  (/\b(built[- ]?up|urban|cit(y|ies)|towns?|settlements?|villages?)\b/i.test(text) &&
    (/\b(hott|warm|cool|cold)er\b[^?]*\bthan\b(?!\s+-?\d)/i.test(text) ||
      (/\btemperatures?\b|\bLST\b/i.test(text) &&
        /\binside\b[^?]*\boutside\b|\b(minus|versus|vs\.?|less|and)\b[^?]*\b(rural|non-urban|countryside|surroundings)\b/i.test(
          text,
        )) ||
      (HEAT_TOLD.test(text) && SET_BESIDE.test(text) && REST.test(text)))) ||
  (/\bNDBI\b/i.test(text) && HEAT_TOLD.test(text) && SET_BESIDE.test(text) && REST.test(text))

const NOT_BUILT =
  /\b(?:not|never) (?:yet )?(?:built|urban\w*|sealed|paved|part of (?:the|a) (?:city|town|village))\b|\b(?:unbuilt|un-built|undeveloped)\b|\bnon-(?:urban|built|city)\b|\b(?:n't|no) (?:built|urban)\b|\b(?:outside|beyond) (?:of )?(?:the )?(?:built[- ]up|urban|city|town|villages?|settlements?)/i

/** The temperature of all that is no city, and not how it compares. */
export const asksForOutside = (text: string): boolean =>
  NOT_BUILT.test(text) &&
  asksForTemperature(text) &&
  !asksForHeatIsland(text) &&
  !/\b(median|max\w*|min\w*|highest|lowest|(?:hott|cold|warm|cool)est|standard deviation|than|above|below|over|under)\b/i.test(
    text,
  )

/** True where the words set a town beside the land around it, whatever grows there. */
export const isOfSurroundings = (text: string): boolean =>
  REST.test(text) ||
  /\b(?:around|about|surrounding|outside|beyond) (?:it|them|the (?:city|town|village))\b/i.test(text)

/** A town or village is built-up ground where its size, growth or number is asked; else it is but where people live. */
const TOWNS =
  /\b(?:how (?:large|big|extensive) (?:is|was|are|were)|(?:area|size|extent|footprint) of) (?:the |this |these |all )?(?:whole |entire )?(?:towns?|villages?|hamlets?)\b|\b(?:towns?|villages?|hamlets?)(?: has| have| did| do| does)? (?:gr[eo]w|expand|spread|cover|take|took|occup|sprawl|extend|gain|shr[aiu]nk)\w*|\b(?:how many|number of|count the) (?:[\w-]+ )?(?:towns|villages|hamlets)\b|\b(?:covered|occupied|taken up) (?:by|with) (?:the )?(?:towns?|villages?|hamlets?)\b|\b(?:is|are|was) (?:a )?(?:towns?|villages?)\b/i

/** A forest guard, a forest fire and crop insurance name no plants to be measured. */
const ATTRIBUTES =
  /\b(?:forest|tree|crop|vegetation|plant|wood|water|city|urban|snow|fire)s?[- ](?=(?:guard|brigade|crew|fighter|chief|warden|marshal|inspector|officer|management|manager|insurer|scientist|engineer|ranger|service|department|office|officer|agency|fire|owner|manager|insur\w*|law|authority|board|company|utility|council|planner)s?\b)/gi

/** A works is no growth. */
const WORKS =
  /\b(?:hydro\w*|power|nuclear|treatment|industrial|chemical|cement|desalination|solar|wind|waste|manufacturing|processing|bottling|sewage)[- ](?:power )?plants?\b/gi

/** Who plants names no plants that stand. */
const PLANTING =
  /\b(we|I|they|farmers|to|can|cannot|will|could|should|may|shall|must) (?:not |only )?plant\b/gi

/** The green band is no plant. */
const GREEN_BAND =
  /\bgreen(?= (?:bands?|channels?|reflectances?|light|wavelengths?)\b)|\bgreen(?=,? (?:and|or|minus|plus|times|over|divided by|from|against|to) (?:the )?(?:red|blue|nir|near|swir)\b)|(?<=\b(?:red|blue|nir|infrared|swir ?[12]?),? (?:and|or|minus|plus|times|over|divided by|from|against|to) (?:the )?)green\b/gi

/** The scar of a slide is no burn. */
const SCAR_OF_SLIDE =
  /\b((?:land|mud|rock)?slides?)(?:'s?|s')? scars?\b|\bscars? of (?:the |a |all )?((?:land|mud|rock)?slides?)\b/gi

/** Beside slides, and no fire, a scar is what a slide left. */
const SLIDES_ALONE =
  /^(?!.*\b(?:burn\w*|\w*fires?|blaze|flames?|scorched|charred|d?NBR)\b).*\b(?:(?:land|mud|rock)?slides?|landslips?|debris flows?)\b/is

export function targetsIn(whole: string): readonly string[] {
  const text = whole
    .replace(ATTRIBUTES, '')
    .replace(WORKS, '')
    .replace(GREEN_BAND, '')
    .replace(SCAR_OF_SLIDE, '$1$2')
    .replace(SLIDES_ALONE.test(whole) ? /\bscars?\b/gi : /$^/, 'ground')
    .replace(PLANTING, '$1')
  const found = TARGET_WORDS.filter(([pattern]) => pattern.test(text)).map(([, target]) => target)
  if (found.length === 0 && TOWNS.test(text)) return ['built_up']
  // The sea that ice covers, or leaves open, is no water of its own, nor is what the air holds.
  const isOther = found.includes('sea_ice') || /\bvapou?r\b|\bprecipitable\b/i.test(text)
  return isOther ? found.filter((target) => target !== 'water') : found
}

export function unmeasurableIn(text: string): string | null {
  const asked = askedPart(text).replace(WHO_ASKS, ' ').replace(CLOUDS_KEPT, ' ')
  const asking = askingSentences(text).replace(WHO_ASKS, ' ')
  // Herds and ships that a statement tells of are circumstances of the question behind it.
  return (
    UNMEASURABLE.find(
      ([pattern, what]) => pattern.test(asked) && (!TOLD_BESIDE.has(what) || pattern.test(asking)),
    )?.[1] ?? null
  )
}

const BIDS =
  /^\W*(?:please |now |then )*(?:give|tell|report|compute|calculate|measure|estimate|map|find|count|list|show|number|area|locate|detect|how|what|which|where)\b/i
const TOLD_BESIDE: ReadonlySet<string> = new Set(['ships', 'vehicles', 'species'])

/** The sentences that ask; all of them where none does. */
function askingSentences(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  const asking = sentences.filter((sentence) => BIDS.test(sentence) || sentence.endsWith('?'))
  return (asking.length > 0 ? asking : sentences).join(' ')
}

/** 'Our ship may only enter …' tells who asks, and asks for no ships. */
const WHO_ASKS =
  /\b(?:our|my|an?|your|their) (?:\w+ )?(?:ship|vessel|boat|car|vehicle|truck|aircraft|plane|drone)s? (?=(?:may|can|could|must|should|cannot|will|needs?|wants?|has to|have to|is|are)\b(?! (?:be )?(?:seen|visible|found|detected|counted|there|in the|on the)))/gi

const ASKS =
  /\b(?:how|what|which|where|give|tell|report|compute|calculate|measure|estimate|map|find|number of|percentage|area)\b/i

/**
 * What the words ask without the circumstances told beside it ('For the routing of a supply ship we need to know how
 * much …', 'Our boats lie still. How much …'), where it names something that can be measured; else all of them.
 */
function askedPart(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  const asking = sentences.filter((sentence) => ASKS.test(sentence) || sentence.endsWith('?'))
  const words = (asking.length > 0 ? asking : sentences)
    .map((sentence) =>
      /^\W*(?:for|to|as|since|because)\b/i.test(sentence) ? fromAsking(sentence) : sentence,
    )
    .join(' ')
  return targetsIn(words).length > 0 || MEASURED.test(words) ? words : text
}

const MEASURED =
  /\b(elevations?|altitudes?|heights?|slopes?|steep\w*|gradients?|temperatures?|LST|hotspots?|d?NDVI|d?NBR|NDBI|NDWI)\b/i

function fromAsking(sentence: string): string {
  const at = sentence.search(/\b(?:how|what|which|where)\b/i)
  return at < 0 ? sentence : sentence.slice(at)
}

/** What a task type measures; null where it can be anything. */
export function targetOfTask(taskType: TaskType): string | null {
  return TASK_TARGETS[taskType] ?? null
}

/** Types that compare dates. */
export const isChangeType = (taskType: TaskType): boolean =>
  taskType.endsWith('-change') || taskType === 'deforestation'

/** Types that look at one date. */
const STATE_TYPES: ReadonlySet<TaskType> = new Set(['water-extent', 'snow-cover', 'urban-extent'])

/** Types that follow an index over many dates. */
const COURSE_TYPES: ReadonlySet<TaskType> = new Set(['vegetation-trend', 'phenology', 'drought'])

/** Types that can be about any index. */
const INDEX_TYPES: ReadonlySet<TaskType> = new Set([
  'index-map',
  'statistics',
  'zonal-comparison',
  'hotspots',
  'band-maths',
])

/** True where the type measures neither another thing nor another shape (state or change) than asked. */
export function typeSuits(taskType: TaskType, ask: Ask): boolean {
  // Detections and fire masks are read by words of their own: a mask of a scar is none.
  if (taskType === 'active-fire') return FIRE_PRODUCT_TOOLS.has(ask.named[0] ?? '')
  if (taskType === 'hotspots') return /\bhot ?spots?\b/i.test(ask.text)
  if (taskType === 'zonal-comparison')
    return (
      COMPARE_WORDS.test(ask.text) ||
      /\b(zones?|polygons?|fields?|parcels?|plots?|districts?)\b/i.test(ask.text)
    )
  if (ask.target === null)
    return (
      (ask.series && COURSE_TYPES.has(taskType)) ||
      ask.indices.length === 0 ||
      INDEX_TYPES.has(taskType) ||
      (isChangeType(taskType) && ask.change !== null)
    )
  const target = targetOfTask(taskType)
  if (target === null) return taskType !== 'inventory'
  if (target !== ask.target) return false
  if (isChangeType(taskType)) return ask.change !== null
  return ask.change === null || !STATE_TYPES.has(taskType) || !hasChangeType(target)
}

const hasChangeType = (target: string) =>
  TASK_TYPES.some((taskType) => isChangeType(taskType) && targetOfTask(taskType) === target)

/** Types that a word settles, whatever else the question says. */
export function settledType(ask: Ask): TaskType | null {
  const isGreen = ask.target === null || ask.target === 'vegetation'
  if (ask.named.includes('urban_heat_island')) return 'urban-heat'
  if (ask.series && ask.dimension === 'rate' && isGreen) return 'vegetation-trend'
  if (ask.named[0] === 'active_fires' || ask.named[0] === 'fire_pixels') return 'active-fire'
  if (ask.named[0] === 'detections_direction' || ask.named[0] === 'arrival_direction') return 'fire-spread'
  if (ask.target !== 'burned') return null
  if (/\bsever/i.test(ask.text)) return 'burn-severity'
  const spreads =
    ask.dimension === 'sector' ||
    ask.dimension === 'length' ||
    ask.figures.includes('growth_area') ||
    ask.figures.includes('bearing')
  if (!spreads) return null
  return ask.dimension === 'sector' && asksForSide(ask.text) ? 'change-direction' : 'fire-spread'
}

/** What a fire does on its way. */
const MOVES =
  /\b(mov\w*|motion|travel\w*|head(s|ed|ing)?|advanc\w*|spread\w*|r[au]n(s|ning)?|cross\w*|front|go(es|ing)?|went|gone|progress\w*|expan\w*|gr[eo]w\w*|growth|shift\w*|march\w*|push\w*|drift\w*|extend\w*|swept|sweep\w*|cre(ep\w*|pt)|t[ao]k(e|es|en|ing)|took|came|come|stretch\w*|elongat\w*|orient\w*|axis|align\w*|point(s|ed|ing)?)\b/i

/** 'On which side does it lie' asks for a place, and so does a direction seen from a point where nothing moves. */
export const asksForSide = (text: string): boolean =>
  /\b(l(ies?|ying|ay)|located|found|hold(s|ing)?|contain(s|ing)?|concentrat\w*|whereabouts|sits?|sides?|sectors?|part of the (scene|image|picture)|situated)\b/i.test(
    text,
  ) ||
  (/\b(from|relative to|of the (scene|image|picture)|standing|(around|about) (the |its )?(\w+ )?(cent(re|er)|middle)|look(ing)?|gaze|visible|seen?)\b/i.test(
    text,
  ) &&
    !MOVES.test(
      text.replace(/\bpoints? of the compass\b|\b(?:my|our|your|the|his|her) (?:head|eyes)\b/gi, ' '),
    ))
