/** How the sectors are laid out, and which way is counted, names none of them. */
const LAYOUT =
  /\b(?:first|one|sectors?|start\w*|begin\w*|cent(?:er|re)d|centring|centering|count\w*|clockwise|measured|numbered|number one|zero|0)\b(?: (?!(?:east|west|south)\b)[\w°]+){0,3}? (?:on|at|from|with|to|around|about|being|is|=) (?:the |due |true )?north\b|\bnorth (?:is |being |at the |points? )?(?:up|first|top|zero|0)\b/gi
const POINTS = /\b(?:(north|south)[- ]?(east|west)|(north|south|east|west))(?:ern|wards?)?(?:most)?\b/gi

/** The sectors of the compass that are named in full, as N, NE and so on, each once. */
export function sectorsNamed(text: string): readonly string[] {
  const found = [...text.replace(LAYOUT, ' ').matchAll(POINTS)].map(([, a = '', b = '', one = '']) =>
    [a, b, one].map((word) => word.charAt(0).toUpperCase()).join(''),
  )
  return [...new Set(found)]
}
