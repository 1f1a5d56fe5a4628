import { describe, expect, it } from 'vitest'
import { bandsOf, parseExpression } from '../../src/raster/expression/parser.ts'
import { findIndex, INDICES } from '../../src/sensing/indices.ts'
import { BAND_NAMES } from '../../src/trace/port.ts'
import type { BandName } from '../../src/trace/port.ts'

/** Reflectance of a green leaf over soil, made up but plausible. */
const PIXEL: Partial<Record<BandName, number>> = {
  blue: 0.05, green: 0.08, red: 0.06, rededge1: 0.12, nir: 0.4, swir1: 0.2, swir2: 0.1,
} // prettier-ignore

/**
 * Worked out apart from the code from the published formulas, in Python, for PIXEL:
 * evi 2.5·0.34/(0.4 + 0.36 − 0.375 + 1) = 0.85/1.385; savi 1.5·0.34/0.96; msavi (1.8 − √(1.8² − 2.72))/2;
 * bai 1/(0.04² + 0.34²); bsi (0.26 − 0.45)/(0.26 + 0.45); the normalised differences by hand.
 */
const TRUTH: Readonly<Record<string, number>> = {
  ndvi: 0.34 / 0.46,
  nbr: 0.6,
  ndwi: -0.32 / 0.48,
  ndwi_gao: 0.2 / 0.6,
  ndmi: 0.2 / 0.6,
  mndwi: -0.12 / 0.28,
  evi: 0.6137184115523466,
  evi2: 0.85 / 1.544,
  savi: 0.53125,
  osavi: 0.34 / 0.62,
  msavi: 0.5394448724536011,
  gndvi: 0.32 / 0.48,
  ndre: 0.28 / 0.52,
  bai: 8.532423208191128,
  nbr2: 1 / 3,
  mirbi: 1.04,
  ndsi: -0.12 / 0.28,
  ndbi: -0.2 / 0.6,
  bsi: -0.2676056338028169,
  ndti: -0.02 / 0.14,
  ndci: 0.06 / 0.18,
}

/** The value of an index for one pixel whose bands are scaled by a factor. */
function valueAt(name: string, pixel: Partial<Record<BandName, number>>, factor = 1): number {
  const index = findIndex(name)!
  const inputs = index.bands.map((band) => Float32Array.of((pixel[band] ?? NaN) * factor))
  const out = Float32Array.of(-99)
  index.compute(inputs, out)
  return out[0]!
}

describe('INDICES', () => {
  it('has one snake_case name a row, known bands and a reference', () => {
    expect(new Set(INDICES.map(({ name }) => name)).size).toBe(INDICES.length)
    for (const { name, bands, reference, range } of INDICES) {
      expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
      expect(reference).toMatch(/^(doi:10\.|https:)/)
      for (const band of bands) expect(BAND_NAMES).toContain(band)
      expect(range[0]).toBeLessThan(range[1])
    }
  })

  it('has a formula of exactly its bands', () => {
    for (const { name, formula, bands } of INDICES) {
      expect(bandsOf(parseExpression(formula)).sort(), name).toEqual([...bands].sort())
    }
  })

  it('is checked row by row', () => {
    expect(Object.keys(TRUTH).sort()).toEqual(INDICES.map(({ name }) => name).sort())
  })

  it.each(Object.entries(TRUTH))('gives the value of the published formula for %s', (name, value) => {
    expect(valueAt(name, PIXEL)).toBeCloseTo(value, 5)
  })

  it('depends on the scale of the numbers exactly where it says that it needs reflectance', () => {
    for (const { name, needsReflectance } of INDICES) {
      const moved = Math.abs(valueAt(name, PIXEL, 10_000) - valueAt(name, PIXEL))
      if (needsReflectance) expect(moved, name).toBeGreaterThan(0.01)
      else expect(moved, name).toBeLessThan(1e-6)
    }
  })

  it('has no value where a band is zero, negative or without data', () => {
    for (const { name, bands } of INDICES) {
      for (const band of bands) {
        for (const value of [0, -0.01, NaN])
          expect(valueAt(name, { ...PIXEL, [band]: value }), name).toBeNaN()
      }
    }
  })

  it('has no value where the formula has none', () => {
    // The denominator of evi, 1.25 + 6 · 0.25 − 7.5 · 0.5 + 1, is exactly 0.
    expect(valueAt('evi', { nir: 1.25, red: 0.25, blue: 0.5 })).toBeNaN()
  })

  it('fills every pixel of a block', () => {
    const out = new Float32Array(4).fill(-99)
    findIndex('ndvi')!.compute([Float32Array.of(3, 1, 2, NaN), Float32Array.of(1, 3, 2, 1)], out)
    expect([...out]).toEqual([0.5, -0.5, 0, NaN])
  })
})

describe('findIndex', () => {
  it('finds by name whatever the case, and nothing for an unknown name', () => {
    expect(findIndex('NDVI')?.name).toBe('ndvi')
    expect(findIndex('ndxi')).toBeUndefined()
  })
})
