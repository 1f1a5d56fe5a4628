/** Digits that a number without a bound may have: all such integers are exact in a double. */
const DIGITS = 15
const LARGEST = 10 ** DIGITS - 1

/** GBNF of the integers from `minimum` to `maximum`, both counted in, without leading zeros; none where there are none. */
export function integerRange(minimum = -LARGEST, maximum = LARGEST): string | null {
  const low = Math.max(Math.ceil(minimum), -LARGEST)
  const high = Math.min(Math.floor(maximum), LARGEST)
  if (low > high) return null
  const alternatives: string[] = []
  if (low < 0) alternatives.push(...upTo(Math.max(1, -high), -low).map((digits) => `"-" (${digits})`))
  if (high >= 0) alternatives.push(...upTo(Math.max(0, low), high))
  return `(${alternatives.join(' | ')})`
}

/** Alternatives for the integers from low to high, one for each count of digits. 0 ≤ low ≤ high. */
function upTo(low: number, high: number): string[] {
  const alternatives: string[] = []
  for (let count = String(low).length; count <= String(high).length; count++) {
    const first = Math.max(low, count === 1 ? 0 : 10 ** (count - 1))
    const last = Math.min(high, 10 ** count - 1)
    alternatives.push(sameLength(String(first), String(last)))
  }
  return alternatives
}

/** Numbers of equally many digits from `low` to `high`. */
function sameLength(low: string, high: string): string {
  if (low === high) return low === '' ? '' : `"${low}"`
  const rest = low.length - 1
  const [first, last] = [Number(low[0]), Number(high[0])]
  if (first === last) return `"${first}" (${sameLength(low.slice(1), high.slice(1))})`
  const parts: string[] = []
  let [from, to] = [first, last]
  if (Number(low.slice(1)) > 0) {
    parts.push(`"${first}" (${sameLength(low.slice(1), '9'.repeat(rest))})`)
    from++
  }
  const partLast = rest > 0 && high.slice(1) !== '9'.repeat(rest)
  if (partLast) to--
  if (from <= to) {
    const digits = rest > 0 ? ` [0-9]{${rest}}` : ''
    parts.push(`[${from}-${to}]${digits}`)
  }
  if (partLast) parts.push(`"${last}" (${sameLength('0'.repeat(rest), high.slice(1))})`)
  return parts.join(' | ')
}
