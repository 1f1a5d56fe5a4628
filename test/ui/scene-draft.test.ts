import { describe, expect, it } from 'vitest'
import { changesOf, draftOf, faultOf } from '../../src/ui/layers/scene-draft.ts'
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

describe('a coordinate system', () => {
  const placeless = fakeScene('a', '2024-08-01', 'a')
  const unknown = {
    ...placeless,
    grid: { ...placeless.grid!, crs: { ...placeless.grid!.crs, id: 'unknown' } },
  }

  it('is empty where the file names none, and 32721 where it names that', () => {
    expect(draftOf(unknown, unknown.scene!).epsg).toBe('')
    expect(draft().epsg).toBe('32721')
  })

  it('is taken with and without the word EPSG, and only where it changes', () => {
    expect(changesOf(draft(), { ...draft(), epsg: ' EPSG:32621 ' })).toEqual({ epsg: 32621 })
    expect(changesOf(draft(), { ...draft(), epsg: '4326' })).toEqual({ epsg: 4326 })
    expect(changesOf(draft(), { ...draft(), epsg: 'epsg: 32721' })).toEqual({})
  })

  it.each(['', 'utm 21', '326', '32621.5', '-32621'])('is not %j', (epsg) => {
    expect(faultOf(draft(), { ...draft(), epsg })).toMatchObject({ field: 'epsg' })
    expect(changesOf(draft(), { ...draft(), epsg })).toBeNull()
  })
})
