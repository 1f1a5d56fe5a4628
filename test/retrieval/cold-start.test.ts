import { describe, expect, it } from 'vitest'
import { typedEdges } from '../../src/retrieval/cold-start.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

describe('typedEdges', () => {
  const specs = TOOLS.map(toolSpec)
  const graph = typedEdges(specs)
  const count = (from: string, to: string) =>
    graph.count(
      specs.findIndex(({ name }) => name === from),
      specs.findIndex(({ name }) => name === to),
    )

  it('leads from a tool to those that take what it gives', () => {
    expect([count('nbr', 'difference'), count('threshold_mask', 'mask_area'), count('mask_area', 'nbr')]).toEqual([1, 1, 0]) // prettier-ignore
  })

  it('has no edge to a tool that needs no layer', () => {
    expect(count('ndvi', 'compare_values')).toBe(0)
  })
})
