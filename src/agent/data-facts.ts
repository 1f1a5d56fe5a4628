import type { Dimension } from '../trace/port.ts'

/** Something to be told of the data themselves: a figure or a label of `list_data` or `describe_layer`. */
export interface DataFact {
  readonly tool: 'list_data' | 'describe_layer'
  readonly figure: string | null
  readonly label: string | null
  readonly dimension: Dimension
}

const label = (name: string): DataFact => ({
  tool: 'list_data',
  figure: null,
  label: name,
  dimension: 'text',
})
const figure = (tool: DataFact['tool'], name: string, dimension: Dimension): DataFact => ({
  tool,
  figure: name,
  label: null,
  dimension,
})

const PICTURES =
  '(?:scenes?|images?|imagery|pictures?|acquisitions?|photos?|files?|data(?:[ -]?sets?)?|rasters?|layers?|tiles?|recordings?|shots?|snapshots?|frames?|captures?)'
const MANY = '\\b(?:how many|number of|count(?: of)?|counting)'
const TAKEN = '(?:acquired|taken|recorded|captured|made|shot|collected|obtained|sensed|from|date)'
const PIXEL = '(?:pixels?|cells?)'
const ASKED =
  '(?:which|what|list|nam(?:e|ing)|tell(?:ing)?|stat(?:e|ing)|report(?:ing)?|not(?:e|ing)|giv(?:e|ing)|show(?:ing)?|know|write|see|read|identify(?:ing)?|specify(?:ing)?|say(?:ing)?|mention(?:ing)?|includ(?:e|ing)|with)'

/** Words for what the data are like. Figures come first: 'how many dates' asks for no list of them. */
const FACTS: readonly (readonly [pattern: RegExp, fact: DataFact])[] = [
  [
    new RegExp(`${MANY} (?:the )?(?:\\w+ )?(?:bands?|channels?)\\b|\\b(?:band|channel) count\\b`, 'i'),
    figure('describe_layer', 'band_count', 'count'),
  ],
  [
    new RegExp(
      `${MANY} (?:the )?(?:(?:different|separate|distinct) )?dates\\b|\\bhow many (?:(?:different|separate|distinct) )?days\\b[^?]*\\b${TAKEN}\\b`,
      'i',
    ),
    figure('list_data', 'date_count', 'count'),
  ],
  [
    new RegExp(
      `${MANY} (?:the )?(?:(?:loaded|available|satellite|different) )*(?:scenes|images|pictures|acquisitions|photos|overpasses|passes|flyovers|recordings|snapshots|shots|frames)\\b(?! (?:burn|lost|gain|flood))`,
      'i',
    ),
    figure('list_data', 'scene_count', 'count'),
  ],
  [
    new RegExp(
      `\\b(?:${PIXEL}[- ](?:size|width|spacing)|(?:size|width|length|edge|side|dimensions?) of (?:a|the|one|each|single) (?:single )?${PIXEL}|how (?:large|big|wide|long|broad) (?:on (?:the )?ground |in reality |really |actually )?(?:is|are) (?:a|the|one|each) (?:side of a |single )?${PIXEL}|how (?:large|big|wide) (?:a|the|one|each) ${PIXEL} (?:is|are)|(?:metres|meters|m) (?:\\w+ )*?(?:a|the|one|each) ${PIXEL}\\b|${PIXEL} (?:\\w+ )?(?:measures?|across|wide)|resolution|GSD|ground sampl(?:e|ing) (?:distance|interval))\\b`,
      'i',
    ),
    figure('describe_layer', 'pixel_size', 'length'),
  ],
  [
    new RegExp(
      `\\b(?:do|does|did) (?:the |this |that |these |each |one |an? )?(?:\\w+ ){0,2}${PICTURES} (?:cover|span|take in|extend|stretch|reach over|occupy)\\b|\\b(?:the|this) ${PICTURES} (?:covers?|spans?|takes? in)\\b|\\bcovered by (?:the|this) ${PICTURES}|\\bfootprint\\b|\\b(?:extent|area|size) of (?:the|this) (?:whole |entire )?${PICTURES}(?! (?:that|which|where|with|steeper|above|below|over|under|covered|facing|lying|is|has|have|are|in the|in which))\\b|\\bhow (?:large|big) is (?:the|this) ${PICTURES}\\b|\\b(?:raster|image|scene) extent\\b(?! of)`,
      'i',
    ),
    figure('describe_layer', 'area', 'area'),
  ],
  [
    new RegExp(
      `\\b(?:which|what) (?:\\w+ )?(?:satellites?|sensors?|instruments?|missions?|platforms?|spacecraft)\\b|\\b${ASKED} (?!(?:dates?|days?|times?)\\b)(?:\\w+ ){0,3}(?:the|this) (?:\\w+ )?(?:satellite|sensor|instrument|mission|platform)s?\\b|\\b(?:satellite|sensor|instrument|mission|platform|spacecraft) (?:of|behind|for) (?:the|this|these)\\b|\\b(?:who|what) (?:took|recorded|acquired|made) (?:the|these) ${PICTURES}`,
      'i',
    ),
    label('sensors'),
  ],
  [
    new RegExp(
      `\\bwhen (?:was|were|is|are) (?:the |this |that |these |each |they |it )?(?:\\w+ ){0,2}(?:${PICTURES} )?${TAKEN}\\b|\\bwhen\\b[^?.]*\\b(?:took|taken|acquire[sd]?|recorded|captured?) (?:the|these|this|my) ${PICTURES}|\\bwhen (?:the |these |each |every )?(?:\\w+ ){0,2}${PICTURES} (?:was|were|is|are) ${TAKEN}\\b|\\bfrom when\\b|\\bfrom (?:which|what) (?:day|date) (?:is|are|was|were)\\b|\\bhow (?:fresh|recent|old|current|up[- ]to[- ]date) (?:is|are|was|were) (?:our|my|the|this|these|that) (?:\\w+ ){0,2}(?:${PICTURES}|one)\\b|\\b(?:box|field|column|cell|entry|form|line|label|tag)\\b[^?]{0,40}\\b(?:acquired|taken|captured|recorded|sensed) on\\b|\\b(?:dates?|days?) (?:of|for) (?:the|these|each|every|all|my) (?:\\w+ )?${PICTURES}|\\b(?:acquisition|recording|imaging|sensing|capture|scene|image) (?:dates?|days?)\\b|\\b(?:which|what) (?:dates?|days?) (?:is|are|was|were|do|does|did)\\b[^?]*\\b(?:${PICTURES}|loaded|here|have|taken)\\b|\\b(?:on|of|from) (?:which|what) (?:day|date)s?\\b[^?]*\\b${TAKEN}\\b|\\b(?:dates?|days) (?:on|at) which (?:the|these|each|every) ${PICTURES}|\\b(?:on|at|from) (?:which|what) (?:dates?|days?) (?:was|were|did|is|has|have) (?:the |this |a )?(?:satellites?|sensors?|instruments?|spacecraft)\\b|\\bthe first and (?:the )?last dates?\\b|\\b${ASKED} (?:\\w+ ){0,2}(?:the|their|its) dates?\\b(?! (?:when|with|on which|where|that|of the (?:fire|flood|change)))`,
      'i',
    ),
    label('dates'),
  ],
  [
    /\b(which|what) ((spectral|satellite|optical) )?(bands?|channels?)\b[^?]*\b(are|is|has|have|does|do|there|available|loaded|contain\w*|includ\w*|present)\b|\b(list|name|show|tell|enumerate)( me)? (all )?(of )?(the |its )?(\w+ )?(bands|channels)\b|\b(bands|channels) (are |that are )?(available|present|included|loaded|there)\b/i,
    label('bands'),
  ],
]

const LOADED =
  '(?:loaded|available|here|there|at hand|opened?|imported|in (?:here|this|the) ?(?:project|session|tab|list)?)'
/** 'What do I have?', 'what can I ask?': everything that can be told. */
const ALL = new RegExp(
  [
    `\\b(?:what|which) (?:kinds? of |sorts? of )?${PICTURES} (?:do (?:i|we|you) have|have (?:i|we)|are|is|did i)\\b[^?.]*`,
    '\\bwhat data\\b',
    `\\bwhat(?: is|'s|’s| are| has been| was)(?: \\w+)? (?:currently )?${LOADED}\\b`,
    `\\b${PICTURES}:? what (?:is|'s|do)\\b`,
    '\\bwhat (?:do|have) (?:i|we|you) (?:have |got )?(?:got )?(?:in )?(?:here|loaded|there|to work with|at hand)\\b',
    '\\blist (?:what|everything|all that)\\b',
    `\\b(?:list|show(?: me)?|describe|present|introduce|summari[sz]e|go through) (?:all )?(?:of )?(?:the |my |what |these |every )?(?:loaded |available )?(?:${PICTURES}|what is (?:there|here|loaded))\\b`,
    `\\b(?:overview|inventory|summary|list|catalogue|description) (?:of|over) (?:all )?(?:the |my |what )?(?:\\w+ )?(?:${PICTURES}|is (?:loaded|there|here))`,
    `\\b(?:run|walk|talk|take|guide|lead|bring|fill) (?:me|us) (?:through|over|in on) (?:all )?(?:of )?(?:the |my |our |these |what )?(?:\\w+ )?(?:${PICTURES}|is (?:loaded|there|here))`,
    `\\bwhat (?:am i|are we|is one) (?:looking at|dealing with|working with)\\b`,
    `\\b(?:overview|inventory|summary|list|catalogue|description) (?:of|over) (?:everything|all|what|whatever)(?: that)? (?:has been|is|was|we have|i have|you have)?`,
    `^\\W*(?:the )?loaded ${PICTURES}\\b|^\\W*${PICTURES} (?:loaded|available|at hand|here)\\b|\\b(?:get|have) an? (?:overview|idea|impression) of (?:the|my|our|these) (?:\\w+ )?${PICTURES}`,
    '\\btake stock\\b|\\b(?:data|scene) (?:overview|inventory|summary)\\b',
    // What can be done with it.
    '\\bwhat (?:all )?(?:can|could|may|might|should|shall) (?:i|we|you|one|be|this|it)\\b[^?.]*\\b(?:ask|asked|do|done|find out|learn|analy[sz]e|analy[sz]ed|run|try|work out)\\b(?! (?:about|for) the (?:fire|flood))',
    '\\b(?:which|what|some|kinds? of|sorts? of|examples? of) (?:kinds? of |sorts? of |sensible )?(?:questions?|analys[ei]s|analyses|studies|tasks|things) (?:can|could|may|do|are|would|to|that)\\b',
    "\\bwhat(?: is|'s|’s) (?:possible|doable|feasible)\\b",
    '\\bideas (?:of|for|about|on) (?:what|questions)\\b',
  ].join('|'),
  'i',
)
const EVERYTHING: readonly DataFact[] = [
  label('sensors'),
  label('dates'),
  figure('list_data', 'scene_count', 'count'),
  label('bands'),
]

/** 'How muddy was it when this image was taken' says at what time, and asks for none. */
const WHEN_TAKEN = new RegExp(
  `(\\b(?:how|what|which|where)\\b[^?.]*(?<!\\b(?:and|or|know|tell|say|about|of|from|me|us|out|list|show|state|is|was|,) ?)) when (?:the|this|that|these) (?:\\w+ ){0,2}${PICTURES} (?:was|were|is|are) ${TAKEN}\\b`,
  'gi',
)

/** What the words ask of the data, best first; empty where they ask for something that the data show. */
export function readDataFacts(whole: string): readonly DataFact[] {
  const text = whole.replace(WHEN_TAKEN, '$1 ')
  const named = FACTS.flatMap(([pattern, fact]) => (pattern.test(text) ? [fact] : []))
  const [first] = named
  if (first === undefined) return ALL.test(text) ? EVERYTHING : []
  const alike = named.filter(({ tool }) => tool === first.tool)
  return first.figure === null && ALL.test(text) ? [...new Set([...alike, ...EVERYTHING])] : alike
}
