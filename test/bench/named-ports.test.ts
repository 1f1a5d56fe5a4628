import { describe, expect, it } from 'vitest'
import { namedEdges } from '../../bench/retrieval/named-ports.ts'

const tool = (params: readonly string[], outputs: readonly string[]) => ({ params, outputs })

describe('namedEdges', () => {
  const tools = [
    tool(['address'], ['latitude', 'longitude']),
    tool(['latitude', 'longitude'], ['temperature']),
    tool(['organisation'], ['members']),
    tool(['member_name'], ['status']),
    ...Array.from({ length: 8 }, () => tool(['status'], ['status'])),
  ]
  const graph = namedEdges(tools)

  it('leads from what gives a value to what takes one of that name', () => {
    expect(graph.count(0, 1)).toBe(1)
    expect(graph.count(2, 3)).toBe(1)
    expect(graph.count(1, 0)).toBe(0)
  })

  it('takes no word that many tools have', () => {
    expect(graph.count(3, 4)).toBe(0)
    expect(graph.count(4, 5)).toBe(0)
  })
})
