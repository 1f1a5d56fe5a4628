import { describe, expect, it } from 'vitest'
import { bestNext, forcedWay, tokenTrie, type TrieNode } from '../../../src/models/transformers/token-trie.ts'

const END = 9
/** Logits that like the tokens in this order. */
const wish = (...ids: number[]) => {
  const logits = new Float32Array(10).fill(-99)
  ids.forEach((id, at) => (logits[id] = -at))
  return logits
}

/** The name that a model with one wish for all steps comes to. */
function walk(root: TrieNode, logits: Float32Array): { name: number | null; tokens: number[] } {
  const tokens: number[] = []
  for (let node = root; ;) {
    const token = bestNext(node, logits, [END])
    const next = node.next.get(token)
    if (!next) return { name: node.name, tokens }
    tokens.push(token)
    node = next
  }
}

describe('tokenTrie', () => {
  const names = [[1, 2], [1, 2, 3], [1, 4, 5], [6]]

  it('lets nothing come out but one of the names', () => {
    const root = tokenTrie(names)
    expect(walk(root, wish(7, 8, 6))).toEqual({ name: 3, tokens: [6] })
    expect(walk(root, wish(3, 5, 1, 4, 2))).toEqual({ name: 2, tokens: [1, 4, 5] })
  })

  it('closes a name that another begins with by the end of the turn alone', () => {
    const root = tokenTrie(names)
    expect(walk(root, wish(1, 2, END, 3)).name).toBe(0)
    expect(walk(root, wish(1, 2, 3, END)).name).toBe(1)
  })

  it('takes the first of equal names', () => {
    expect(walk(tokenTrie([[1], [1]]), wish(1)).name).toBe(0)
  })
})

describe('forcedWay', () => {
  it('goes on to where names part or one may end', () => {
    const root = tokenTrie([
      [1, 2, 3, 4],
      [1, 2, 5],
      [1, 2, 5, 6, 7],
    ])
    const fork = forcedWay(root)
    expect(fork.tokens).toEqual([1, 2])
    expect([...fork.end.next.keys()]).toEqual([3, 5])
    expect(forcedWay(fork.end.next.get(3)!)).toMatchObject({ tokens: [4], end: { name: 0 } })
    expect(forcedWay(fork.end.next.get(5)!)).toMatchObject({ tokens: [], end: { name: 1 } })
  })
})
