import { describe, expect, it } from 'vitest'
import { largestPoints, type FeatureList } from '../../src/ui/map/largest-points.ts'

const feature = (type: string, area: number): FeatureList['features'][number] => ({
  type: 'Feature',
  geometry: { type },
  properties: { area_ha: area },
})

describe('largestPoints', () => {
  it('keeps all shapes and the points of the largest areas', () => {
    const features = [feature('Point', 1), feature('Polygon', 0.5), feature('Point', 9), feature('Point', 4)]
    const kept = largestPoints({ type: 'FeatureCollection', features }, 2).features
    expect(kept.map(({ properties }) => properties?.['area_ha'])).toEqual([0.5, 9, 4])
  })
})
