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
  '(?:scenes?|images?|pictures?|acquisitions?|photos?|files?|data(?:sets?)?|rasters?|layers?|tiles?)'

/** Words for what the data are like. Figures come first: 'how many dates' asks for no list of them. */
const FACTS: readonly (readonly [pattern: RegExp, fact: DataFact])[] = [
  [/\b(how many|number of) (\w+ )?bands?\b/i, figure('describe_layer', 'band_count', 'count')],
  [
    /\b(how many|number of) ((different|separate|distinct) )?dates\b|\bhow many ((different|separate|distinct) )?days\b[^?]*\b(taken|acquired|recorded|captured)\b/i,
    figure('list_data', 'date_count', 'count'),
  ],
  [
    /\b(how many|number of) (scenes|images|pictures|acquisitions)\b/i,
    figure('list_data', 'scene_count', 'count'),
  ],
  [
    /\b(pixel size|size of (a|the|one|each) pixels?|how (large|big|wide) (is|are) (a|the|one|each) pixels?|(spatial|ground) resolution|ground sampling distance)\b/i,
    figure('describe_layer', 'pixel_size', 'length'),
  ],
  [
    new RegExp(
      `\\b(do|does|did) (the |this |that |these |each |one |an? )?(\\w+ ){0,2}${PICTURES} (cover|span|take in)\\b|\\bfootprint\\b|\\b(extent|area) of the ${PICTURES}(?! (that|which|where|with))\\b`,
      'i',
    ),
    figure('describe_layer', 'area', 'area'),
  ],
  [
    /\b(which|what) (satellites?|sensors?|instruments?|missions?)\b|\b(name|tell me|list|give) the (satellite|sensor|instrument)s?\b/i,
    label('sensors'),
  ],
  [
    new RegExp(
      `\\bwhen (was|were) (the |this |that |these |each )?(\\w+ ){0,2}${PICTURES} (acquired|taken|recorded|captured|made|shot)\\b|\\b(dates?|days?) of the ${PICTURES}|\\bacquisition dates?\\b|\\b(which|what) (dates?|days?) (is|are|was|were|do|does|did)\\b[^?]*\\b(${PICTURES}|loaded|here|have|taken)\\b|\\b(on|of|from) (which|what) (day|date)s?\\b[^?]*\\b(taken|acquired|recorded|captured|from)\\b|\\bthe first and (the )?last dates?\\b`,
      'i',
    ),
    label('dates'),
  ],
  [/\b(which|what) bands?\b[^?]*\b(are|is|has|have|does|do|there|available|loaded)\b/i, label('bands')],
]

/** 'What do I have?', 'what can I ask?': everything that can be told. */
const ALL =
  /\b(what data|what (is|'s) loaded|what can (i|we|you) (ask|do)|list what|list (all )?the (data|files|scenes)|(what|which) (files|scenes|images) (do (i|we|you) have|are (there|loaded|here)))\b/i
const EVERYTHING: readonly DataFact[] = [
  label('sensors'),
  label('dates'),
  figure('list_data', 'scene_count', 'count'),
  label('bands'),
]

/** What the words ask of the data, best first; empty where they ask for something that the data show. */
export function readDataFacts(text: string): readonly DataFact[] {
  const named = FACTS.flatMap(([pattern, fact]) => (pattern.test(text) ? [fact] : []))
  const [first] = named
  if (first === undefined) return ALL.test(text) ? EVERYTHING : []
  const alike = named.filter(({ tool }) => tool === first.tool)
  return first.figure === null && ALL.test(text) ? [...new Set([...alike, ...EVERYTHING])] : alike
}
