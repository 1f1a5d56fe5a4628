import { describe, expect, it } from 'vitest'
import { fits } from '../../src/trace/fits.ts'
import type { Port } from '../../src/trace/port.ts'

const scene: Port = { kind: 'raster', quantity: 'reflectance', bands: ['red', 'nir', 'swir2', 'scl'] }
const dnbr: Port = { kind: 'raster', quantity: 'difference', meaning: 'dnbr' }

describe('fits', () => {
  it('takes a scene that has the bands and the quantity', () => {
    expect(fits({ kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] }, scene)).toBe(
      true,
    )
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: ['nir', 'green'] }, scene)).toBe(false)
    expect(fits({ kind: 'raster', quantity: 'raw', bands: ['nir'] }, scene)).toBe(false)
  })

  it('takes the narrow near infrared for nir, not nir for the narrow one', () => {
    const narrow: Port = { kind: 'raster', quantity: 'reflectance', bands: ['nir_narrow', 'swir2'] }
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: ['nir', 'swir2'] }, narrow)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: ['nir_narrow'] }, scene)).toBe(false)
  })

  it('takes no scene of several bands where one raster is needed', () => {
    expect(fits({ kind: 'raster', quantity: 'reflectance' }, scene)).toBe(false)
    expect(fits({ kind: 'raster', quantity: 'reflectance', bands: [] }, scene)).toBe(true)
    const single: Port = { kind: 'raster', quantity: 'reflectance', bands: ['nir', 'qa_pixel'] }
    expect(fits({ kind: 'raster', quantity: 'reflectance' }, single)).toBe(true)
  })

  it('takes any single raster, vector and table where data is needed, and nothing else', () => {
    const takes = (have: Port) => fits({ kind: 'data' }, have)
    expect([
      takes(dnbr),
      takes({ kind: 'vector' }),
      takes({ kind: 'table' }),
      takes({ kind: 'data' }),
    ]).toEqual([true, true, true, true])
    expect([takes(scene), takes({ kind: 'figures' })]).toEqual([false, false])
  })

  it('compares meanings only where one is needed', () => {
    expect(fits({ kind: 'raster', quantity: ['index', 'difference'] }, dnbr)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'difference', meaning: 'dnbr' }, dnbr)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'difference', meaning: 'dndvi' }, dnbr)).toBe(false)
    expect(
      fits(
        { kind: 'raster', quantity: 'difference', meaning: 'dnbr' },
        { kind: 'raster', quantity: 'difference' },
      ),
    ).toBe(false)
  })

  it('takes one raster for a list and no list for one raster', () => {
    const list: Port = { kind: 'rasters', of: { kind: 'raster', quantity: 'difference' } }
    expect(fits(list, dnbr)).toBe(true)
    expect(fits(list, list)).toBe(true)
    expect(fits({ kind: 'raster', quantity: 'difference' }, list)).toBe(false)
  })

  it('keeps other kinds apart', () => {
    expect(fits({ kind: 'vector' }, { kind: 'vector' })).toBe(true)
    expect(fits({ kind: 'vector' }, { kind: 'table' })).toBe(false)
    expect(fits({ kind: 'vector' }, dnbr)).toBe(false)
  })
})
