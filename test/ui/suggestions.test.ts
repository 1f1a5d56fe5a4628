import { describe, expect, it } from 'vitest'
import { UNKNOWN_CRS } from '../../src/raster/grid/grid.ts'
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

  it('asks about two dates only where both show the same ground', () => {
    const grid = { ...after.grid!, transform: [20, 0, 930000, 0, -20, 7900000] as const }
    expect(suggestionsFor([before, { ...after, grid }]).join()).not.toContain('two dates')
  })

  it('goes by the scenes that fit, whatever else is loaded', () => {
    const scene = { ...before.scene!, bands: [], quantity: 'elevation' as const }
    const heights = { ...before, id: 'heights', date: null, scene }
    expect(suggestionsFor([heights, before, after])).toEqual(suggestionsFor([before, after]))
    expect(suggestionsFor([heights])).toEqual(['What data is loaded?'])
  })

  it('asks for no area where the place on Earth is unknown', () => {
    const grid = { ...before.grid!, crs: UNKNOWN_CRS }
    expect(suggestionsFor([{ ...before, grid }])).toEqual(['What is the mean NDVI?', 'What data is loaded?'])
  })

  it('leaves out what the bands cannot answer', () => {
    const scene = before.scene!
    const bands = scene.bands.filter(({ name }) => name === 'red')
    expect(suggestionsFor([{ ...before, scene: { ...scene, bands } }])).toEqual(['What data is loaded?'])
  })
})
