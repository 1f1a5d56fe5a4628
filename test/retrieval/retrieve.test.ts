import { describe, expect, it } from 'vitest'
import { tokens } from '../../src/lib/text.ts'
import { normalise } from '../../src/retrieval/dense.ts'
import { ToolFinder, toolText, type RetrieveQuery } from '../../src/retrieval/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const specs = TOOLS.map(toolSpec)
const everything = new Set(specs.map(({ name }) => name))

function retrieve(question: string, change: Partial<RetrieveQuery> = {}) {
  return new ToolFinder().find({
    question,
    subTasks: [],
    specs,
    admissible: everything,
    edges: [],
    past: [],
    ...change,
  })
}
const rankOf = (name: string, ranked: readonly { name: string }[]) =>
  ranked.findIndex((tool) => tool.name === name)

describe('what is retrieved', () => {
  it.each([
    ['How large is the area of the mask in hectares?', 'mask_area'],
    ['Compute NDVI', 'ndvi'],
    ['How severe was the burn?', 'burn_severity'],
    ['Export the layer as GeoJSON', 'export_layer'],
    ['In which direction does the scar lie?', 'mask_direction'],
    ['Where are the hotspots?', 'hotspots'],
  ])('finds for "%s" %s among the first five', (question, name) => {
    expect(retrieve(question).slice(0, 5).map((tool) => tool.name)).toContain(name)
  }) // prettier-ignore

  it('ranks admissible tools alone, each once, and none that is internal', () => {
    const ranked = retrieve('Compute NDVI and NBR', {
      admissible: new Set(['ndvi', 'mask_area', 'match_option']),
    })
    expect(ranked.map(({ name }) => name).sort()).toEqual(['mask_area', 'ndvi'])
  })

  it('is empty where nothing is admissible', () => {
    expect(retrieve('Compute NDVI', { admissible: new Set() })).toEqual([])
  })

  it('goes by sub-tasks where a plan names them, and says which', () => {
    const ranked = retrieve('Do the usual', { subTasks: [{ text: 'area of a mask', from: 'skill' }] })
    expect(ranked[0]!.name).toBe('mask_area')
    expect(ranked[0]!.because).toBe('matches “area of a mask”')
  })

  it('follows similar past questions, and says how many', () => {
    const past = [1, 2, 3].map(() => ({
      tokens: tokens('How did the Pantanal fare?'),
      tools: ['nbr', 'zonal_statistics'],
    }))
    const ranked = retrieve('And how did the Pantanal fare?', { past })
    expect(rankOf('zonal_statistics', ranked)).toBeLessThan(3)
    expect(ranked.find(({ name }) => name === 'zonal_statistics')!.because).toBe(
      'used for 3 similar past questions',
    )
  })

  it('raises what usually follows the best tool, and not after failures', () => {
    const edge = (successes: number, failures: number) => [
      { id: 'ndvi>compare_values', from: 'ndvi', to: 'compare_values', successes, failures },
    ]
    const scoreOf = (edges: RetrieveQuery['edges']) =>
      retrieve('Compute NDVI', { edges }).find(({ name }) => name === 'compare_values')!.score
    expect(scoreOf(edge(9, 0))).toBeGreaterThan(scoreOf([]))
    expect(scoreOf(edge(0, 9))).toBe(scoreOf([]))
  })

  it('ranks by meaning where vectors are given', () => {
    // Made-up plane: the question points the way of `soil`-like bsi alone.
    const question = 'bare ground'
    const vectors = new Map(
      specs.map((spec) => [toolText(spec), normalise(spec.name === 'bsi' ? [1, 0] : [0, 1])]),
    )
    vectors.set(question, normalise([1, 0]))
    expect(retrieve(question, { vectors })[0]!.name).toBe('bsi')
  })

  it('is deterministic', () => {
    const question = 'How many hectares burned between the two dates?'
    expect(retrieve(question)).toEqual(retrieve(question))
  })
})
