/**
 * Terms of the field and of everyday speech for water, plants and their course, by the words that the readings know. Each
 * row is one concept: what it is called elsewhere, and its name here.
 */
type Terms = readonly (readonly [pattern: RegExp, form: string])[]

/** Things that lie apart on the ground, of which one is the largest. */
const PATCH =
  '(?:lakes?|ponds?|reservoirs?|lagoons?|water|bod(?:y|ies)|patch(?:es)?|scars?|burns?|clearings?|clear[- ]?cuts?|cuts?|areas?|pieces?|blocks?|tracts?|zones?|floods?|inundations?|slides?|settlements?|towns?|cluster)'
const GREATEST =
  '(?:greatest|largest|biggest|vastest|widest|hugest|broadest|most (?:extensive|extended|sizeable|spacious)|single (?:largest|biggest|greatest))'

const SIZES: Terms = [
  // 'A stretch of water' is a lake of any kind; the surface of the water is an area.
  [/\b(?:stretch|sheet|tract) of (?:open |standing |inland )?water\b/gi, 'water body'],
  [/\b(?:stretches|sheets|tracts) of (?:open |standing |inland )?water\b/gi, 'water bodies'],
  [
    new RegExp(
      `\\b${GREATEST} (?:single |connected |contiguous |continuous |unbroken )?(?:expanse|mass|area|piece) of (?:open )?water\\b`,
      'gi',
    ),
    'largest water body',
  ],
  [
    new RegExp(
      `\\b${GREATEST}(?= (?:(?:single|connected|contiguous|continuous|unbroken|coherent|burn(?:ed|t)|cleared|flooded|inland|open) ){0,2}${PATCH}\\b)`,
      'gi',
    ),
    'largest',
  ],
]

const WATER: Terms = [
  [
    /\b(?:high|flood) ?waters?(?! (?:vapou?r|content|stress|mark|level|index|quality))\b|\b(?:deluge|spate|freshet)s?\b/gi,
    'flood water',
  ],
  [
    /\b(?:overflow(?:ed|s|n)?|overtopped|spilled over|(?:left|leaves|burst|bursts|broke|broken|breached|overtopped) (?:its|their|the) (?:beds?|banks?|levees?|dykes?|dikes?|shores?))\b/gi,
    'flooded',
  ],
]

/** Words that only sound like another thing. */
const IDIOMS: Terms = [
  // Between two dates plants come or go; over many it is a trend.
  [/\bgreening(?: up)?(?= (?:between|since)\b)/gi, 'green gained'],
  [/\bbrowning(?: off)?(?= (?:between|since)\b)/gi, 'green lost'],
  // A condition, and no time.
  [
    /\bwhen(?= (?:the |its )?[A-Z]{3,}\w* (?:is |values? |being )*(?:[<>≥≤=]|above|below|over|under|exceed\w*|at least|at most|greater|more|less|higher|lower)(?!\w))/g,
    'where',
  ],
  [/,? when (?=(?:taking|counting|using|treating|considering|applying)\b)/gi, ', '],
  [
    /\bthermal anomal(?:y|ies)\b(?=[^?.]*\b(?:file|table|list|day|satellite|detected|FRP|confidence)\b)|(?<=\b(?:count|how many|number of) (?:the |all )?)thermal anomalies\b/gi,
    'hotspots',
  ],
  [/(^|[.;:!?]\s+|,\s+)(?:put|taken|all) together,\s*/gi, '$1'],
  [
    /\b(hot ?spot|detection|fire|point)s?[- ]clouds?\b|\bclouds? of (?:the )?(hot ?spot|detection|fire|point)s\b/gi,
    '$1$2s',
  ],
]

/** The pace of a course by years, and the time that it takes. */
const COURSES: Terms = [
  [
    /\b(?:per annum|from (?:one |any |each )?year to (?:the (?:next|other|following)|year)|year[- ]on[- ]year|with (?:each|every) (?:passing )?year)\b|\bp\.\s?a\.(?=\W|$)|(?<=\w) ?\/ ?(?:yr|year)\b/gi,
    ' per year',
  ],
  [
    /\b(?:through|throughout|across|along|during|with) (?:all )?(?:the|these|those) (?:\w+ )?(?:years|summers)\b/gi,
    'over the years',
  ],
]

/** A name without another word before it, which would make another index of it ('land surface water index'). */
const alone = (name: string): RegExp =>
  new RegExp(
    `(?<=^\\W*|[,;:(.] ?|\\b(?:the|an?|this|that|its|of|mean|average|median|highest|lowest|maximum|minimum|and|by|with|make|map|compute|calculate|draw|form|show) )${name}\\b(?! \\d)`,
    'gi',
  )

/** Names under which an index is known beside its title; what its inventor's name settles comes first. */
const INDICES: Terms = [
  [
    /\b(?:McFeeters(?:['’]s?)?,? )(?:(?:19|20)\d\d )?(?:NDWI|(?:open )?water index)\b|\b(?:NDWI|(?:open )?water index)\b(?=(?:[^.?;]{0,60}?)\(?\bMcFeeters\b)/gi,
    'NDWI',
  ],
  [/(?<=\bNDWI\b[^.?;]{0,60}?) ?\(?\b(?:of |by |after |following )?McFeeters(?:,? \d{4})?\b\)?/gi, ''],
  [/\bXu(?:['’]s)? (?:NDWI|water index)\b/g, 'MNDWI'],
  [/\bGao(?:['’]s)? (?:NDWI|water index)\b/g, 'NDMI'],
  [alone('water index'), 'NDWI'],
  [alone('moisture index'), 'NDMI'],
  [alone('snow index'), 'NDSI'],
  [/(?<!\b(?:difference|area|relativi[sz]ed|relative) )\bturbidity index\b/gi, 'NDTI'],
  [/\bvegetation condition index\b/gi, 'VCI'],
  [/\btemperature condition index\b/gi, 'TCI'],
  [/\bvegetation health index\b/gi, 'VHI'],
  [/\b(?:differenced|delta|difference) (?:normali[sz]ed )?burn ratio\b(?: \(d ?NBR\))?/gi, 'dNBR'],
  [
    /(?<!\b(?:relativi[sz]ed|relative|differenced|normali[sz]ed) )\bburn ratio\b(?: \(NBR\))?(?! (?:\d|plus|thermal|SWIR))/gi,
    'NBR',
  ],
  [/\bnormali[sz]ed burn ratio\b(?! (?:\d|plus|thermal|SWIR))/gi, 'NBR'],
]

const BAND =
  '(?:the )?(?:(?:green|red|blue|NIR|SWIR(?:[ -]?[12])?|near[- ]infra-?red|short-?wave[- ]infra-?red(?: [12])?)(?: (?:band|channel|reflectance)s?)?)'
/** Bands that an index is made of say nothing that its name does not. */
const BANDS_OF_INDEX = new RegExp(
  `,? ?\\b(?:(?:built|based|made|formed|computed|derived|calculated|constructed) )?(?:up )?(?:out of|from|on|with|using|of|take|taking|use|combining|combine) ${BAND}(?:(?:,| and|, and| plus| with) ${BAND})+`,
  'gi',
)
const INDEX_SAID = /\b(?:ND[A-Z]I|M?NDWI|NBR|EVI|SAVI|BSI)\b/

const NEAR_AND_SHORT = /\bnear[- ]?(?: and|,|\/)[- ]short-?wave[- ]infra-?red\b/gi
const SHORT_WAVE = /\b(?:short-?wave[- ]infra-?red|SWIR) ?\(?(?:no\. ?|number |band )?([12])\)?(?![\d.])/gi

/** The text in the words that the readings know. */
export function plainGroundTerms(text: string): string {
  const said = [...IDIOMS, ...SIZES, ...WATER, ...COURSES, ...INDICES]
    .reduce((words, [pattern, form]) => words.replace(pattern, form), text)
    .replace(NEAR_AND_SHORT, 'NIR and SWIR')
  if (!INDEX_SAID.test(said)) return said
  return said
    .replace(SHORT_WAVE, 'SWIR$1')
    .replace(BANDS_OF_INDEX, '')
    .replace(/^[\s,]+/, '')
}
