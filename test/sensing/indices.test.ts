import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bandsOf, parseExpression } from '../../src/raster/expression/parser.ts'
import { findIndex, INDICES } from '../../src/sensing/indices.ts'
import type { SpectralIndex } from '../../src/sensing/indices.ts'
import { recognise } from '../../src/sensing/recognise.ts'
import { isThermal } from '../../src/sensing/sensors.ts'
import { fits } from '../../src/trace/fits.ts'
import { BAND_NAMES } from '../../src/trace/port.ts'
import type { BandName } from '../../src/trace/port.ts'
import { sensedFile } from '../helpers/sensed-file.ts'

type Spectrum = Partial<Record<BandName, number>>

interface Oracle {
  readonly spectra: readonly Spectrum[]
  readonly values: Readonly<Record<string, readonly (number | null)[]>>
}

/** What Python gives for the published formulas: scripts/oracles/indices.py. */
const ORACLE = JSON.parse(readFileSync(new URL('../oracles/indices.json', import.meta.url), 'utf8')) as Oracle

/** Reflectance of a green leaf over soil, made up but plausible; linear power of radar. */
const PIXEL: Spectrum = {
  coastal: 0.02, blue: 0.05, green: 0.08, red: 0.06, rededge1: 0.12, rededge2: 0.28, rededge3: 0.36, nir: 0.4,
  nir_narrow: 0.42, swir_1240: 0.3, swir1: 0.2, swir2: 0.1, thermal1: 300, vv: 0.1, vh: 0.02, hh: 0.12, hv: 0.03,
} // prettier-ignore

/** Worked out apart from the code, from the formulas of the papers, for PIXEL. */
const BY_HAND: Readonly<Record<string, number>> = {
  ndvi: 0.34 / 0.46,
  nbr: 0.3 / 0.5,
  ndwi: -0.32 / 0.48,
  ndwi_gao: 0.2 / 0.6,
  ndmi: 0.2 / 0.6,
  mndwi: -0.12 / 0.28,
  evi: (2.5 * 0.34) / (0.4 + 0.36 - 0.375 + 1),
  evi2: (2.5 * 0.34) / (0.4 + 0.144 + 1),
  savi: (1.5 * 0.34) / (0.46 + 0.5),
  osavi: 0.34 / (0.46 + 0.16),
  msavi: (1.8 - Math.sqrt(1.8 * 1.8 - 8 * 0.34)) / 2,
  gndvi: 0.32 / 0.48,
  ndre: 0.28 / 0.52,
  bai: 1 / (0.04 ** 2 + 0.34 ** 2),
  nbr2: 0.1 / 0.3,
  mirbi: 1 - 1.96 + 2,
  ndsi: -0.12 / 0.28,
  ndbi: -0.2 / 0.6,
  bsi: (0.26 - 0.45) / (0.26 + 0.45),
  ndti: -0.02 / 0.14,
  ndci: 0.06 / 0.18,
  simple_ratio: 0.4 / 0.06,
  dvi: 0.34,
  rdvi: 0.34 / Math.sqrt(0.46),
  wdrvi: (0.04 - 0.06) / (0.04 + 0.06),
  cig: 0.4 / 0.08 - 1,
  cire: 0.4 / 0.12 - 1,
  mtci: (0.28 - 0.12) / (0.12 - 0.06),
  mcari: (0.06 - 0.2 * 0.04) * (0.12 / 0.06),
  // (0.36 + 0.06) / 2 − 0.12 = 0.09; 0.28 − 0.12 = 0.16
  s2rep: 705 + (35 * 0.09) / 0.16,
  ireci: 0.3 / (0.12 / 0.28),
  psri: 0.01 / 0.28,
  vari: 0.02 / (0.14 - 0.05),
  exg: 0.16 - 0.06 - 0.05,
  gli: 0.05 / (0.16 + 0.11),
  ngrdi: 0.02 / 0.14,
  // red corrected by blue: 2 · 0.06 − 0.05 = 0.07
  arvi: (0.4 - 0.07) / (0.4 + 0.07),
  nirv: (0.34 / 0.46) * 0.4,
  // tanh of the square of 0.34 / 0.46
  kndvi: Math.tanh((0.34 / 0.46) ** 2),
  lswi: 0.2 / 0.6,
  moisture_stress_index: 0.2 / 0.4,
  nmdi: (0.4 - 0.1) / (0.4 + 0.1),
  ndwi_1240: 0.1 / 0.7,
  awei_nsh: 4 * (0.08 - 0.2) - (0.25 * 0.4 + 2.75 * 0.1),
  awei_sh: 0.05 + 2.5 * 0.08 - 1.5 * 0.6 - 0.25 * 0.1,
  wi2015: 1.7204 + 171 * 0.08 + 3 * 0.06 - 70 * 0.4 - 45 * 0.2 - 71 * 0.1,
  fai: 0.4 - (0.06 + (0.14 * 214) / 995),
  // (0.35)² + (0.1)² = 0.1325
  baim: 1 / 0.1325,
  // √(0.28 · 0.36 · 0.42 / 0.06) = √0.7056 = 0.84; (0.1 − 0.42) / √0.52 + 1
  bais2: 0.16 * (1 - 0.32 / Math.sqrt(0.52)),
  // 0.1 · 300 / 10000 = 0.003
  nbrt1: (0.4 - 0.003) / (0.4 + 0.003),
  urban_index: -0.3 / 0.5,
  ndsoi: 0.02 / 0.18,
  // (0.2 − 0.1 − 0.4) / 0.7 + 0.5
  mbi: -0.3 / 0.7 + 0.5,
  rfdi: 0.09 / 0.15,
  dprvi_vv: 0.08 / 0.12,
  qprvi: 0.24 / (0.12 + 0.1 + 0.06),
  vh_over_vv: 0.2,
  vv_plus_vh: 0.12,
}

/** The value of an index for one pixel. */
function valueAt(index: SpectralIndex, pixel: Spectrum): number {
  const out = Float32Array.of(-99)
  index.compute(
    index.bands.map((band) => Float32Array.of(pixel[band] ?? NaN)),
    out,
  )
  return out[0]!
}

const named = (name: string): SpectralIndex => findIndex(name)!

/** All bands but those in kelvin times a factor. */
const scaled = (pixel: Spectrum, factor: number): Spectrum =>
  Object.fromEntries(
    Object.entries(pixel).map(([band, value]) => [
      band,
      isThermal(band as BandName) ? value : value * factor,
    ]),
  )

describe('INDICES', () => {
  it('has 260 rows and more, each of one snake_case name, known bands and a reference', () => {
    expect(INDICES.length).toBeGreaterThanOrEqual(260)
    expect(new Set(INDICES.map(({ name }) => name)).size).toBe(INDICES.length)
    for (const { name, bands, reference, range } of INDICES) {
      expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
      expect(reference, name).toMatch(/^(doi:10\.|https:)/)
      for (const band of bands) expect(BAND_NAMES, name).toContain(band)
      expect(range[0], name).toBeLessThan(range[1])
    }
  })

  it('has a formula of exactly its bands, and a title and a sentence of its own', () => {
    for (const { name, formula, bands, application } of INDICES) {
      expect(bandsOf(parseExpression(formula)), name).toEqual(bands)
      expect(application, name).toMatch(/^[A-Z0-9].{15,}\.$/)
    }
    expect(new Set(INDICES.map(({ title }) => title)).size).toBe(INDICES.length)
    expect(new Set(INDICES.map(({ application }) => application)).size).toBe(INDICES.length)
  })

  it('is checked row by row', () => {
    expect(Object.keys(ORACLE.values).sort()).toEqual(INDICES.map(({ name }) => name).sort())
  })

  it.each(Object.entries(ORACLE.values))('gives what the published formula of %s gives', (name, values) => {
    for (const [place, truth] of values.entries()) {
      const value = valueAt(named(name), ORACLE.spectra[place]!)
      if (truth === null) expect(value).toBeNaN()
      else expect(Math.abs(value - truth)).toBeLessThanOrEqual(1e-5 * Math.abs(truth))
    }
  })

  it.each(Object.entries(BY_HAND))('gives what is worked out by hand for %s', (name, value) => {
    expect(valueAt(named(name), PIXEL)).toBeCloseTo(value, 5)
  })

  it('depends on the scale of the numbers exactly where it says that it needs reflectance', () => {
    for (const index of INDICES) {
      // Kelvin is never scaled with the rest: such rows need physical values whatever their degree.
      if (index.bands.some(isThermal)) {
        expect(index.needsReflectance, index.name).toBe(true)
        continue
      }
      const moved = ORACLE.spectra.map((spectrum) => {
        const [before, after] = [valueAt(index, spectrum), valueAt(index, scaled(spectrum, 10_000))]
        return Number.isNaN(before) && Number.isNaN(after) ? 0 : Math.abs(after / before - 1)
      })
      const isMoved = moved.some((share) => !(share < 1e-3))
      const isKept = moved.every((share) => share < 1e-4)
      expect([isMoved, isKept], index.name).toEqual([index.needsReflectance, !index.needsReflectance])
    }
  })

  it('has no value where a band is zero, negative or without data', () => {
    for (const index of INDICES) {
      for (const band of index.bands) {
        for (const value of [0, -0.01, NaN])
          expect(valueAt(index, { ...ORACLE.spectra[0], [band]: value }), index.name).toBeNaN()
      }
    }
  })

  it('has no value where the formula has none', () => {
    // The denominator of evi, 1.25 + 6 · 0.25 − 7.5 · 0.5 + 1, is exactly 0.
    expect(valueAt(named('evi'), { nir: 1.25, red: 0.25, blue: 0.5 })).toBeNaN()
  })

  it('fills every pixel of a block', () => {
    const out = new Float32Array(4).fill(-99)
    named('ndvi').compute([Float32Array.of(3, 1, 2, NaN), Float32Array.of(1, 3, 2, 1)], out)
    expect([...out]).toEqual([0.5, -0.5, 0, NaN])
  })
})

/** What is wrong, or laid out for another use, in the list that the facts were taken from. */
describe('faults of the list of indices', () => {
  it('closes the bracket of BAIM behind the second square', () => {
    // At the point of convergence both squares are near 0, and the index has no bound; with the bracket misplaced it is
    // 1 / 0.0001 + 0.0001.
    expect(valueAt(named('baim'), { nir: 0.06, swir2: 0.2 })).toBeCloseTo(10_000, -1)
    expect(valueAt(named('baim'), { nir: 0.06, swir2: 0.21 })).toBeCloseTo(1 / (0.01 ** 2 + 0.01 ** 2), -1)
  })

  it('finds the near infrared of Landsat and MODIS, and takes it for no narrow one', () => {
    const landsat = ['B4', 'B5'].map((band) => `LC08_L2SP_227074_20200801_20200914_02_T1_SR_${band}.TIF`)
    const modis = ['b01', 'b02'].map(
      (band) => `MOD09A1.A2020001.h10v05.061.2020010223456.sur_refl_${band}.tif`,
    )
    for (const files of [landsat, modis]) {
      const [scene] = recognise(
        files.map((name) => sensedFile(name, { bands: [{ sampleType: 'int16' }] })),
        [],
      )
      const bands = scene!.facts.bands.map(({ name }) => name)
      expect(bands.toSorted()).toEqual(['nir', 'red'])
      const have = { kind: 'raster', quantity: 'reflectance', bands: [...bands, 'rededge1'] } as const
      const can = (name: string) =>
        fits({ kind: 'raster', quantity: 'reflectance', bands: named(name).bands }, have)
      expect(can('ndvi')).toBe(true)
      expect(can('ashburn_vi')).toBe(true)
      expect(can('seli')).toBe(false)
    }
    expect(INDICES.filter(({ bands }) => bands.includes('nir_narrow')).map(({ name }) => name)).toEqual([
      'simple_ratio_860', 'seli', 'ttvi', 'crswir', 'bais2', 'nbr_plus',
    ]) // prettier-ignore
  })

  it('reads its S2 as the second short-wave infrared band', () => {
    expect(named('nbr').bands).toEqual(['nir', 'swir2'])
    expect(named('wi1').bands).toEqual(['green', 'swir2'])
    expect(named('bais2').bands).toContain('swir2')
  })

  it('keeps apart what differs in the case of its letters alone', () => {
    // BAI is of burns, BaI of bare land; MSR705 of 750 and 705 nm, mSR705 with the coastal band.
    expect(named('bai').domain).toBe('burn')
    expect(valueAt(named('bareness_index'), PIXEL)).toBeCloseTo(0.06 + 0.2 - 0.4, 6)
    expect(valueAt(named('msr705'), PIXEL)).toBeCloseTo((0.28 / 0.12 - 1) / Math.sqrt(0.28 / 0.12 + 1), 5)
    expect(valueAt(named('msr705_445'), PIXEL)).toBeCloseTo((0.28 - 0.02) / (0.12 - 0.02), 5)
    expect(new Set(INDICES.map(({ name }) => name.toLowerCase())).size).toBe(INDICES.length)
  })

  it('calls the bare soil index BSI', () => {
    expect(named('bsi').title).toContain('(BSI)')
    expect(findIndex('bi')).toBeUndefined()
  })

  it('prints what the papers print where the list differs', () => {
    // (0.28 − 0.12) / (0.28 + 0.12 − 2 · 0.02)
    expect(valueAt(named('mnd705'), PIXEL)).toBeCloseTo(0.16 / 0.36, 5)
    // (0.12 − 1.7 · 0.06 + 0.7 · 0.05) / (0.12 + 2.3 · 0.06 − 1.3 · 0.05)
    expect(valueAt(named('vari700'), PIXEL)).toBeCloseTo(0.053 / 0.193, 5)
    // NDVI and the index of leaf water at 2.1 µm, 0.6
    const [ndvi, water] = [0.34 / 0.46, 0.6]
    expect(valueAt(named('nddi'), PIXEL)).toBeCloseTo((ndvi - water) / (ndvi + water), 5)
    // 1.5 · (0.4 − 0.07) / (0.4 + 0.07 + 0.5), red corrected by blue
    expect(valueAt(named('sarvi'), PIXEL)).toBeCloseTo(0.495 / 0.97, 5)
    // 0.74 · 0.06 + 0.26 · 0.2 = 0.0964
    expect(valueAt(named('ndpi'), PIXEL)).toBeCloseTo((0.4 - 0.0964) / (0.4 + 0.0964), 5)
  })
})

describe('findIndex', () => {
  it('finds by name whatever the case, and nothing for an unknown name', () => {
    expect(findIndex('NDVI')?.name).toBe('ndvi')
    expect(findIndex('ndxi')).toBeUndefined()
  })
})
