import { describe, expect, it } from 'vitest'
import { withIdsForNames } from '../../src/agent/layer-names.ts'

const layers = [
  { id: 'layer-1', title: 'Area 1' },
  { id: 'layer-2', title: 'Area 12.geojson' },
  { id: 'layer-3', title: 'elevation-f32-nan' },
  { id: 'layer-4', title: 'water' },
  { id: 'layer-5', title: 'North field' },
  { id: 'layer-6', title: 'a(b)*2' },
]

describe('withIdsForNames', () => {
  it.each([
    ['How many hectares burned in Area 1?', 'How many hectares burned in layer-1?'],
    ['How many hectares burned in “area 1”?', 'How many hectares burned in layer-1?'],
    ['Inside Area 12, how much burned?', 'Inside layer-2, how much burned?'],
    ['Highest point of elevation-f32-nan.tif?', 'Highest point of layer-3?'],
    ['How much of the north  field is green?', 'How much of the layer-5 is green?'],
    ['What is the mean of a(b)*2?', 'What is the mean of layer-6?'],
  ])('puts the id into “%s”', (text, told) => {
    expect(withIdsForNames(text, layers)).toBe(told)
  })

  it('leaves words of the language, and longer names, as they are', () => {
    for (const text of ['How much water is there?', 'How much burned in Area 13?', 'my-elevation-f32-nan'])
      expect(withIdsForNames(text, layers)).toBe(text)
  })

  it('takes a name that two layers share for neither', () => {
    const twice = [...layers, { id: 'layer-7', title: 'area 1' }]
    expect(withIdsForNames('How much burned in Area 1?', twice)).toBe('How much burned in Area 1?')
  })
})
