/** What it costs to turn one sequence of tools (numbers of a library) into another. Costs are 0 and up. */
export interface EditCosts {
  /** Of leaving a tool out or putting it in, one a tool. */
  readonly single: ArrayLike<number>
  /** Of one tool in the place of another: a row a tool; the diagonal is 0. */
  readonly swap: readonly ArrayLike<number>[]
}

/** Smallest cost of insertions, deletions and substitutions between two sequences (Wagner and Fischer, doi:10.1145/321796.321811). */
export function editDistance(
  first: readonly number[],
  second: readonly number[],
  { single, swap }: EditCosts,
): number {
  const row = new Float64Array(second.length + 1)
  for (let at = 0; at < second.length; at++) row[at + 1] = row[at]! + single[second[at]!]!
  for (const tool of first) {
    const swaps = swap[tool]!
    const drop = single[tool]!
    let corner = row[0]!
    row[0] = corner + drop
    for (let at = 0; at < second.length; at++) {
      const other = second[at]!
      const above = row[at + 1]!
      const cheapest = Math.min(corner + swaps[other]!, above + drop, row[at]! + single[other]!)
      row[at + 1] = cheapest
      corner = above
    }
  }
  return row[second.length]!
}
