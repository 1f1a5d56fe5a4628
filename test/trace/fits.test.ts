import { describe, expect, it } from 'vitest'
import { fits } from '../../src/trace/fits.ts'
import type { Port } from '../../src/trace/port.ts'

const scene: Port = { kind: 'raster', quantity: 'reflectance', bands: ['red', 'nir'] }
const nbr: Port = { kind: 'raster', quantity: 'index', meaning: 'nbr' }

describe('fits', () => {
  it('compares quantities, one of the needed ones being enough', () => {
    expect(fits({ kind: 'raster', quantity: ['reflectance', 'raw'], bands: [] }, scene)).toBe(true)
    expect(fits({ kind: 'raster', quantity: ['index', 'raw'], bands: [] }, scene)).toBe(false)
  })

  it('wants every needed band', () => {
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: ['nir'] }, scene)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: ['nir', 'swir2'] }, scene)).toBe(false)
  })

  it('takes a scene of one measured band, and no other scene, where no bands are named', () => {
    const need: Port = { kind: 'raster', quantity: 'reflectance' }
    expect(fits(need, scene)).toBe(false)
    expect(fits(need, { kind: 'raster', quantity: 'reflectance', bands: ['red', 'scl'] })).toBe(true)
  })

  it('takes the narrow near infrared where the near infrared is needed', () => {
    const narrow: Port = { kind: 'raster', quantity: 'reflectance', bands: ['nir_narrow'] }
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: ['nir'] }, narrow)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: ['red'] }, narrow)).toBe(false)
  })

  it('compares meanings only where one is needed', () => {
    expect(fits({ kind: 'raster', quantity: 'index' }, nbr)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'index', meaning: 'nbr' }, nbr)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'index', meaning: 'ndvi' }, nbr)).toBe(false)
  })

  it('gives single rasters to a list argument, and no list to a single one', () => {
    const list: Port = { kind: 'rasters', of: { kind: 'raster', quantity: 'index' } }
    expect(fits(list, nbr)).toBe(true)
    expect(fits(list, list)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'index' }, list)).toBe(false)
  })

  it('compares other kinds by name', () => {
    expect(fits({ kind: 'vector' }, { kind: 'vector' })).toBe(true)
    expect(fits({ kind: 'vector' }, nbr)).toBe(false)
  })
})
