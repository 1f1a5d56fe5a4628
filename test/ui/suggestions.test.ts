import { describe, expect, it } from 'vitest'
import { suggestionsFor } from '../../src/ui/chat/suggestions.ts'
import { fakeScene } from './fake-layers.ts'

const before = fakeScene('a', '2024-08-01', 'a')
const after = fakeScene('b', '2024-09-20', 'b')

describe('suggestionsFor', () => {
  it('offers nothing where nothing is loaded', () => {
    expect(suggestionsFor([])).toEqual([])
  })

  it('asks about two dates only where there are two', () => {
    expect(suggestionsFor([before]).join()).not.toContain('two dates')
    expect(suggestionsFor([before, after])[0]).toContain('between the two dates')
  })

  it('leaves out what the bands cannot answer', () => {
    const scene = before.scene!
    const bands = scene.bands.filter(({ name }) => name === 'red')
    expect(suggestionsFor([{ ...before, scene: { ...scene, bands } }])).toEqual(['What data is loaded?'])
  })
})
