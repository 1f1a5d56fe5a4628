/** A context-free grammar over code points, as GBNF writes it, without left recursion. */
export interface Grammar {
  readonly root: Rule
}

export interface Rule {
  readonly alternatives: Sequence[]
}

export type Sequence = readonly Element[]

export type Element = CharacterClass | RuleCall

export interface CharacterClass {
  readonly kind: 'characters'
  /** First and last code point of each. */
  readonly ranges: readonly (readonly [number, number])[]
  /** True where all others are meant. */
  readonly negated: boolean
}

export interface RuleCall {
  readonly kind: 'rule'
  readonly rule: Rule
}

export const LAST_CODE_POINT = 0x10ffff

/** True where the class holds one of the code points from `first` to `last`. */
export function holdsAny({ ranges, negated }: CharacterClass, first: number, last: number): boolean {
  if (!negated) return ranges.some(([from, to]) => from <= last && to >= first)
  // Ranges may lie in any order: what is left between them is what the negation holds.
  let from = first
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (start > from) return true
    from = Math.max(from, end + 1)
    if (from > last) return false
  }
  return from <= last
}
