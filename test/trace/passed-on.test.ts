import { describe, expect, it } from 'vitest'
import { passedOn, passesOn } from '../../src/trace/fits.ts'
import type { Port, RasterQuantity } from '../../src/trace/port.ts'

const raster = (...quantity: RasterQuantity[]): Port => ({
  kind: 'raster',
  quantity: quantity.length === 1 ? quantity[0]! : quantity,
})

const clip = {
  needs: { layer: raster('index', 'mask', 'elevation') },
  gives: raster('index', 'mask', 'elevation'),
}

describe('passesOn', () => {
  it('tells tools that give what they take from those that make something else', () => {
    expect(passesOn(clip)).toBe(true)
    expect(passesOn({ needs: { layer: raster('mask') }, gives: raster('mask') })).toBe(true)
    expect(passesOn({ needs: { layer: raster('index') }, gives: raster('mask') })).toBe(false)
    const both = { first: raster('mask'), second: raster('mask') }
    expect(passesOn({ needs: both, gives: raster('mask') })).toBe(false)
    expect(
      passesOn({ needs: { layers: { kind: 'rasters', of: clip.gives as never } }, gives: clip.gives }),
    ).toBe(true)
  })
})

describe('passedOn', () => {
  it('leaves of what may come out the kinds that are there', () => {
    expect(passedOn(clip, [raster('mask'), raster('reflectance')])).toMatchObject({ quantity: ['mask'] })
    expect(passedOn(clip, [])).toMatchObject({ quantity: [] })
  })

  it('leaves a tool that makes something else as it is', () => {
    const slope = { needs: { layer: raster('elevation') }, gives: raster('terrain') }
    expect(passedOn(slope, [raster('mask')])).toEqual(raster('terrain'))
  })
})
