import { comparesDayAndNight, tellsWarming } from './heat-words.ts'
import { HEAT_WORDS } from './question-words.ts'
import { tokens } from '../lib/text.ts'
import { asksForHeatIsland, asksForOutside } from './targets.ts'
import type { ToolSpec } from '../tools/tool.ts'

/** Words of the field for tools whose own names a person would not say; the first that the data can supply is taken. */
const WORDS: readonly (readonly [pattern: RegExp, tools: readonly string[]])[] = [
  [
    /\b(slopes?|steep(est|ness)?|inclin(?:ations?|es?|ed))\b|\b(terrain|ground|land|hill\w*) gradients?\b|\bgradients? of the (terrain|ground|land|hill\w*)\b/i,
    ['slope'],
  ],
  [/\b(aspect|exposition|which way do(es)? the (slopes?|hill\w*) face)\b/i, ['aspect']],
  [/\b(hill ?shad\w*|shaded relief)\b/i, ['hillshade']],
  [/\b(rugged\w*|TRI)\b/i, ['terrain_ruggedness']],
  [/\b(topographic position|TPI)\b/i, ['topographic_position']],
  [
    /\b(surface|ground|land surface|skin) temperatures?\b|\bLST\b|\bhow (hot|warm|cold|cool)\b|\btemperatures?\b/i,
    ['surface_temperature', 'single_channel_lst', 'brightness_temperature'],
  ],
  // Only a temperature can lie beyond so many degrees Celsius.
  [
    /\b(?:above|over|below|under|than|exceed\w*|surpass\w*|between|from|within|least|most|reach\w*|pass\w*|and|to)\s*-?\d+(?:\.\d+)? ?(?:°\s?C\b|degrees? (?:celsius|centigrade|C)\b|kelvins?\b|K\b)/i,
    ['surface_temperature', 'single_channel_lst', 'brightness_temperature'],
  ],
  // Nothing but a temperature is told in degrees Celsius.
  [
    /\bdegrees? (?:celsius|centigrade|C)\b|°\s?C\b|\b(?:celsius|centigrade|kelvins?)\b/i,
    ['surface_temperature', 'single_channel_lst', 'brightness_temperature'],
  ],
  [/\bTVDI\b|\btemperature[- ]vegetation dryness\b/i, ['tvdi']],
  [/\bthermal inertia\b/i, ['thermal_inertia']],
  [
    /\bsuspended (?:particulate )?(matter|sediments?|solids?|particles?|particulates?|material|load)\b|\b(?:SPM|TSM|TSS|SSC)\b|\bparticulate matter\b|\bg ?(?:\/ ?|per )m(?:3\b|³|\^3)|\bmg ?(?:\/ ?|per )l\b/i,
    ['suspended_matter', 'ndti'],
  ],
  [
    /\b(turbid\w*|mudd(?:y|ier|iest|iness)|murk(?:y|ier|iest|iness)|NTU|FNU)\b|\bcloud(?:y|ier|iness)\b(?=.*\b(?:water|lakes?|reservoirs?|rivers?|ponds?)\b)|\b(?:water|lakes?|reservoirs?|rivers?|ponds?)\b.*\bcloud(?:y|ier|iness)\b(?! (?:scenes?|images?|pixels?|days?))/i,
    ['turbidity', 'ndti'],
  ],
  [/\bsea[- ]ice\b/i, ['sea_ice_concentration']],
  [
    /\b(transmittan\w*|precipitable water|vapou?r|column water|T?PWV?|air humidity|how (?:humid|moist)(?:er)? (?:is|was|did) the (?:air|atmosphere))\b/i,
    ['water_vapour_ratio'],
  ],
  [/\balbedo\b/i, ['albedo']],
  [/\b(fractional|vegetation|green) cover( fraction)?\b|\bfvc\b/i, ['vegetation_cover_fraction']],
  [/\bemissivit\w*\b/i, ['emissivity_from_ndvi']],
  [/\bgetis\b|\bgi\*/i, ['getis_ord_gi_star']],
  [/\bmoran('?s)?( i)?\b/i, ['morans_i']],
  [
    /\b(hott|warm|cold|cool)er than -?\d|\b(hott|warm|cold|cool)est\b[^?]*\bclass|\bclass(es)?\b[^?]*\b(hott|warm|cold|cool)est\b|\d ?(?:K|kelvins?|°\s?C) as (?:the|a|an|our) (?:\w+ )?(?:limit|threshold|cut-?off)\b/i,
    ['surface_temperature', 'single_channel_lst', 'brightness_temperature'],
  ],
  [/\brbr\b|\brelativi[sz]ed burn ratio\b/i, ['rbr']],
  [/\brdnbr\b|\b(relativi[sz]ed|relative) (dnbr|differenced? |delta )/i, ['rdnbr']],
]

const TEMPERATURES = ['surface_temperature', 'single_channel_lst', 'brightness_temperature']

/**
 * Families whose tools are found by their own names in a question ('turbidity', 'kmeans_classes'). Those of the others bear
 * everyday verbs ('calculate', 'smooth', 'where') or are reached by other ways.
 */
const NAMED_FAMILIES: ReadonlySet<string> = new Set(['thermal', 'inversion', 'terrain'])

/** Tools that the search over typed ports uses whether named or not. */
export const SEARCHED: ReadonlySet<string> = new Set([
  'difference', 'burn_severity', 'threshold_mask', 'combine_masks', 'mask_area', 'components', 'clean_mask', 'hotspots',
  'mask_direction', 'spread_between', 'statistics', 'mask_by_class', 'class_areas',
]) // prettier-ignore

/** Tools that the words name beside indices, best first; no index tool and none that the search finds on its own. */
export function toolsNamed(text: string, specs: readonly ToolSpec[]): readonly string[] {
  // What is warmer than what is no temperature: no other tool may stand in.
  if (asksForHeatIsland(text) || asksForOutside(text)) return ['urban_heat_island']
  const known = new Map(specs.map((spec) => [spec.name, spec]))
  const byWords = [
    ...WORDS.flatMap(([pattern, tools]) => (pattern.test(text) ? tools : [])),
    ...(tellsWarming(text) || (comparesDayAndNight(text) && HEAT_WORDS.test(text)) ? TEMPERATURES : []),
  ]
  const said = new Set(tokens(text))
  const byName = specs
    .filter(({ name, family, internal }) => NAMED_FAMILIES.has(family) && !internal && !SEARCHED.has(name))
    .filter(({ name }) => nameTokens(name).every((token) => said.has(token)))
    // A fire here and pixels there are no mask of fires.
    .filter(({ name }) => name !== 'fire_pixels' || /\bfire[- ]pixels?\b/i.test(text))
    .sort((a, b) => nameTokens(b.name).length - nameTokens(a.name).length)
    .map(({ name }) => name)
  const all = [...new Set([...byWords, ...byName])].filter((name) => known.has(name))
  // What is told of a layer ('Moran's I of the temperature') is asked for before what makes the layer.
  const ofLayer = all.filter((name) => isOfLayer(known.get(name)))
  return [...ofLayer, ...all.filter((name) => !ofLayer.includes(name))]
}

/** True of tools that tell how the values of any layer lie together. */
export const isOfLayer = (spec: ToolSpec | undefined): boolean =>
  spec?.family === 'hotspots' && 'layer' in spec.needs

/** Parts of a tool's name, stemmed: 'sea_ice_concentration' → sea, ic, concentr. */
const nameTokens = (name: string): readonly string[] => tokens(name.replaceAll('_', ' '))
