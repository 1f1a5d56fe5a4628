import { describe, expect, it } from 'vitest'
import { isDiverging, RAMP_NAMES } from '../../src/raster/render/ramps.ts'
import type { Layer, LayerStyle, SceneBand } from '../../src/trace/layer.ts'
import type { BandName } from '../../src/trace/port.ts'
import { presetsOf } from '../../src/ui/layers/presets.ts'
import {
  canBeColoured,
  drawableBands,
  rampsFor,
  stretchOf,
  withBand,
  withBands,
  withRamp,
  withRanges,
  withStretch,
} from '../../src/ui/layers/style-edits.ts'
import { fakeResult, fakeScene } from './fake-layers.ts'

const scene = fakeScene('scene-1', '2024-08-01', 'S2').scene!
const withNames = (...names: readonly BandName[]) => ({
  ...scene,
  bands: names.map((name, at): SceneBand => ({ ...scene.bands[0]!, name, designation: `band ${at + 1}` })),
})
const RANGES = [
  { min: 0, max: 1 },
  { min: 0.1, max: 0.9 },
  { min: 0.2, max: 0.8 },
]
const RGB: LayerStyle = { ramp: 'rgb', bands: ['red', 'green', 'blue'] }

describe('presetsOf', () => {
  it('gives those that a Sentinel-2 scene can show, with its bands', () => {
    expect(Object.fromEntries(presetsOf(scene).map(({ id, bands }) => [id, bands.join(' ')]))).toEqual({
      natural: 'red green blue',
      infrared: 'nir red green',
      burn: 'swir2 nir red',
      agriculture: 'swir1 nir blue',
      geology: 'swir2 swir1 blue',
      water: 'nir swir1 red',
    })
  })

  it('offers only what the bands are there for, the narrow near infrared for the wide one', () => {
    const presets = presetsOf(withNames('nir_narrow', 'red', 'green'))
    expect(presets).toEqual([{ id: 'infrared', bands: ['nir_narrow', 'red', 'green'] }])
    expect(presetsOf(withNames('vv', 'vh'))).toEqual([])
  })
})

describe('drawableBands', () => {
  it('leaves out quality bands, and calls bands without a name of their own by their designation', () => {
    expect(drawableBands(withNames('red', 'scl', 'band', 'band', 'red')).map(({ key }) => key)).toEqual([
      'red',
      'band 3',
      'band 4',
      'band 5',
    ])
  })
})

describe('stretches', () => {
  it.each(['auto', '2-98', '1-99', '5-95', '0-100', 'hand'] as const)(
    'come back as they were set: %s',
    (id) => {
      expect(stretchOf(withStretch(RGB, id, RANGES))).toBe(id)
      expect(stretchOf(withStretch({ ramp: 'viridis' }, id, RANGES))).toBe(id)
    },
  )

  it('take the place of each other', () => {
    const byHand = withStretch(RGB, 'hand', RANGES)
    expect(byHand).toEqual({ ...RGB, ranges: RANGES })
    expect(withStretch(byHand, '5-95', RANGES)).toEqual({ ...RGB, percentiles: [5, 95] })
    expect(withStretch(byHand, 'auto', RANGES)).toEqual(RGB)
  })

  it('keep zero in the middle of a ramp that has one', () => {
    const style = { ramp: 'viridis', min: -0.2, max: 0.6 }
    expect(withRamp(style, 'diverging')).toEqual({ ramp: 'diverging', min: -0.6, max: 0.6 })
    expect(withRanges({ ramp: 'drywet' }, [{ min: -2, max: 1 }])).toEqual({ ramp: 'drywet', min: -2, max: 2 })
    expect(withRamp(style, 'cividis')).toEqual({ ramp: 'cividis', min: -0.2, max: 0.6 })
  })
})

describe('withBands', () => {
  it('keeps how it is stretched, but no range that was set for other bands', () => {
    const style: LayerStyle = { ...withStretch(RGB, 'hand', RANGES), gamma: 1.4, isPerBand: true }
    expect(withBands(style, ['nir', 'red', 'green'])).toEqual({
      ramp: 'rgb',
      bands: ['nir', 'red', 'green'],
      gamma: 1.4,
      isPerBand: true,
    })
    expect(withBand(style, 'nir', 'magma')).toEqual({ ramp: 'magma', bands: ['nir'] })
  })
})

describe('rampsFor', () => {
  const of = (quantity: 'difference' | 'index' | 'temperature', ramp: string): Layer => ({
    ...fakeResult('layer-1', 'x', { ramp }),
    port: { kind: 'raster', quantity },
  })

  it('offers a difference ramps with a middle first', () => {
    const { fitting, others } = rampsFor(of('difference', 'diverging'))
    expect(fitting.every((ramp) => isDiverging(ramp))).toBe(true)
    expect(others.some((ramp) => isDiverging(ramp))).toBe(false)
  })

  it('puts the ramp that it was made with first, and offers every ramp once', () => {
    const { fitting, others } = rampsFor({ ...of('index', 'gray'), madeStyle: { ramp: 'water' } })
    expect(fitting[0]).toBe('water')
    expect([...fitting, ...others].toSorted()).toEqual([...RAMP_NAMES].toSorted())
    expect(rampsFor(of('temperature', 'magma')).fitting[0]).toBe('magma')
  })
})

describe('canBeColoured', () => {
  it('is true of pictures and values, not of classes, masks, vectors or what is lost', () => {
    expect(canBeColoured(fakeScene('a', '2024-01-01', 'a'))).toBe(true)
    expect(canBeColoured(fakeResult('b', 'b', { ramp: 'mask' }))).toBe(false)
    expect(canBeColoured({ ...fakeScene('a', '2024-01-01', 'a'), missing: 'gone' })).toBe(false)
  })
})
