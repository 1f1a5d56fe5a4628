/** Code points from `first` to `last`, both counted in. */
export type Span = readonly [first: number, last: number]

const LAST = 0x10ffff

/** What the spans hold but not `out`. */
export function without(spans: readonly Span[], out: readonly Span[]): Span[] {
  return out.reduce<Span[]>(
    (left, [first, last]) =>
      left.flatMap(([from, to]) => {
        const kept: Span[] = [
          [from, Math.min(to, first - 1)],
          [Math.max(from, last + 1), to],
        ]
        return last < from || first > to ? [[from, to] as Span] : kept.filter(([low, high]) => low <= high)
      }),
    [...spans],
  )
}

export const complement = (spans: readonly Span[]): Span[] => without([[0, LAST]], spans)

/** A character class of GBNF. Every sign but letters and digits is written by its number, so that none has a meaning. */
export function charClass(spans: readonly Span[]): string {
  return `[${spans.map(([first, last]) => (first === last ? sign(first) : `${sign(first)}-${sign(last)}`)).join('')}]`
}

function sign(code: number): string {
  const character = String.fromCodePoint(code)
  if (/[A-Za-z0-9]/.test(character)) return character
  const hex = code.toString(16).toUpperCase()
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** A literal of GBNF. */
export function literal(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/[\n\r\t]/g, (at) => ESCAPES[at]!)
  return `"${escaped}"`
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
