/**
 * Names as sequences of token ids. A walk from the root says after each token which ones may follow so that one of the
 * names comes out; the end of the turn closes a name.
 */
export interface TrieNode {
  readonly next: ReadonlyMap<number, TrieNode>
  /** Index of the name that ends here, the first of equal ones. */
  readonly name: number | null
}

interface Growing extends TrieNode {
  readonly next: Map<number, Growing>
  name: number | null
}

/** Of the names in their order; an empty one ends at the root. */
export function tokenTrie(names: readonly (readonly number[])[]): TrieNode {
  const root: Growing = { next: new Map(), name: null }
  names.forEach((ids, at) => {
    let node = root
    for (const id of ids) {
      const known = node.next.get(id) ?? { next: new Map(), name: null }
      node.next.set(id, known)
      node = known
    }
    node.name ??= at
  })
  return root
}

/** What is bound to follow a node: tokens up to the next fork, or to the end of the only name left. */
export function forcedWay(node: TrieNode): { tokens: number[]; end: TrieNode } {
  const tokens: number[] = []
  let end = node
  while (end.name === null && end.next.size === 1) {
    const [id, next] = [...end.next][0]!
    tokens.push(id)
    end = next
  }
  return { tokens, end }
}

/** The likeliest of what may follow: a token, or one of `ends` where a name is complete. */
export function bestNext(node: TrieNode, logits: Float32Array, ends: readonly number[]): number {
  const allowed = [...node.next.keys(), ...(node.name === null ? [] : ends)]
  return allowed.reduce((best, id) => (logits[id]! > logits[best]! ? id : best))
}
