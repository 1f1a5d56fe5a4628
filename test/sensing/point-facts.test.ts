import { describe, expect, it } from 'vitest'
import { pointFacts } from '../../src/sensing/point-facts.ts'
import type { SceneFacts } from '../../src/trace/layer.ts'
import { fakeScene } from '../ui/fake-layers.ts'

/** blue, green, red, nir_narrow, nir, swir1, swir2, scl */
const facts: SceneFacts = fakeScene('scene-1', '2024-08-01', 'scene').scene!

describe('pointFacts', () => {
  it('takes the narrow near infrared for the burn ratio and the wide one for the others', () => {
    const { indices, quality, hidden } = pointFacts(facts, [0.03, 0.06, 0.05, 0.3, 0.45, 0.2, 0.1, 4])
    // (0.45 − 0.05) / 0.5, (0.3 − 0.1) / 0.4, (0.06 − 0.45) / 0.51
    expect(indices.map(({ name }) => name)).toEqual(['ndvi', 'nbr', 'ndwi'])
    expect(indices[0]!.value).toBeCloseTo(0.8, 12)
    expect(indices[1]!.value).toBeCloseTo(0.5, 12)
    expect(indices[2]!.value).toBeCloseTo(-0.39 / 0.51, 12)
    expect(quality).toEqual(['vegetation'])
    expect(hidden).toBe(false)
  })

  it('gives no ratio of a band without value, or of one that is not above zero', () => {
    const { indices } = pointFacts(facts, [0.03, -0.01, null, 0.3, 0.45, 0.2, 0.1, 4])
    expect(indices.map(({ value }) => value === null)).toEqual([true, false, true])
  })

  it('says what hides the ground', () => {
    const under = pointFacts(facts, [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 9])
    expect(under).toMatchObject({ quality: ['cloud_high'], hidden: true })
    expect(pointFacts(facts, [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, null]).hidden).toBe(true)
  })

  it('offers only indices whose bands are there', () => {
    const bands = facts.bands.slice(1, 3)
    expect(pointFacts({ ...facts, bands }, [0.06, 0.05])).toEqual({ indices: [], quality: [], hidden: false })
  })
})
