import { describe, expect, it } from 'vitest'
import { changesOf, draftOf } from '../../src/ui/layers/scene-draft.ts'
import { fakeScene } from './fake-layers.ts'

const layer = fakeScene('a', '2024-08-01', 'a')
const draft = () => draftOf(layer, layer.scene!)

describe('changesOf', () => {
  it('is empty where nothing was changed', () => {
    expect(changesOf(draft(), draft())).toEqual({})
  })

  it('names only what was changed', () => {
    expect(changesOf(draft(), { ...draft(), offset: '0' })).toEqual({ scaling: { scale: 0.0001, offset: 0 } })
    expect(changesOf(draft(), { ...draft(), nodata: '' })).toEqual({ nodata: null })
    expect(changesOf(draft(), { ...draft(), date: '' })).toEqual({ date: null })
    const bands = { ...draft().bands, B8A: 'nir' as const }
    expect(changesOf(draft(), { ...draft(), bands })).toEqual({ bands: { B8A: 'nir' } })
  })

  it('can say that the scaling is unknown', () => {
    expect(changesOf(draft(), { ...draft(), scaling: 'unknown' })).toEqual({ scaling: 'unknown' })
  })

  it('refuses what is no number, and a scale of zero', () => {
    expect(changesOf(draft(), { ...draft(), scale: 'ten' })).toBeNull()
    expect(changesOf(draft(), { ...draft(), scale: '0' })).toBeNull()
    expect(changesOf(draft(), { ...draft(), nodata: 'none' })).toBeNull()
  })
})
