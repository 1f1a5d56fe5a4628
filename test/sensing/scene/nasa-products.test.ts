import { describe, expect, it } from 'vitest'
import { recognise } from '../../../src/sensing/recognise.ts'
import { sensedFile } from '../../helpers/sensed-file.ts'

const HLS = (product: string, band: string) => `HLS.${product}.T14RNV.2020001T170729.v2.0.${band}.tif`
const MODIS = (product: string, layer: string) => `${product}.A2020001.h10v05.061.2020010223456.${layer}.tif`
const int16 = { sampleType: 'int16' } as const
const scenesOf = (names: readonly string[], said: object = int16) =>
  recognise(
    names.map((name) => sensedFile(name, { bands: [said] })),
    [],
  )
const reasons = (scene: ReturnType<typeof scenesOf>[number], field: string) =>
  scene.facts.assumptions.filter((each) => each.field === field)

describe('HLS', () => {
  it('is scaled by 0.0001 with fill −9999, thermal bands to kelvin, and Fmask is of bits', () => {
    const [scene, ...others] = scenesOf(['B04', 'B05', 'B10', 'Fmask'].map((band) => HLS('L30', band)))
    expect(others).toEqual([])
    expect(scene).toMatchObject({ date: '2020-01-01', title: 'HLS L30 v2.0, 2020-01-01' })
    expect(scene!.facts).toMatchObject({ sensor: 'hls-l30', quantity: 'reflectance' })
    expect(
      scene!.facts.bands.map(({ name, scale, offset, nodata }) => [name, scale, offset, nodata]),
    ).toEqual([
      ['red', 1e-4, 0, -9999],
      ['nir', 1e-4, 0, -9999],
      ['thermal1', 0.01, 273.15, -9999],
      ['fmask', 1, 0, 255],
    ])
  })

  it('pairs the near and short-wave infrared of L30 and S30', () => {
    const names = (product: string, bands: readonly string[]) =>
      scenesOf(bands.map((band) => HLS(product, band)))[0]!.facts.bands.map((band) => band.name)
    expect(names('L30', ['B05', 'B06', 'B07'])).toEqual(['nir', 'swir1', 'swir2'])
    expect(names('S30', ['B8A', 'B11', 'B12'])).toEqual(['nir', 'swir1', 'swir2'])
    expect(names('S30', ['B08'])).toEqual(['nir_wide'])
  })

  it('takes SCALE of a thermal file for degrees Celsius', () => {
    const [scene] = scenesOf([HLS('L30', 'B10')], { ...int16, scale: 0.01, offset: 0 })
    expect(scene!.facts.bands[0]).toMatchObject({ scale: 0.01, offset: 273.15 })
    expect(reasons(scene!, 'scaling')[0]).toMatchObject({ sure: true, value: 'B10: DN × 0.01 + 273.15' })
  })

  it('names the bands of a silent stack by their usual order and says that it is assumed', () => {
    const six = recognise(
      [sensedFile('x_HLS.S30.T10TGS.2018285.v1.4_merged.tif', { bands: Array(6).fill(int16) })],
      [],
    )
    expect(six[0]!.facts.bands.map((band) => band.name)).toEqual([
      'blue', 'green', 'red', 'nir', 'swir1', 'swir2',
    ]) // prettier-ignore
    expect(reasons(six[0]!, 'bands')).toMatchObject([{ value: 'B02 B03 B04 B8A B11 B12', sure: false }])
    const ten = recognise(
      [sensedFile('hls_l30_like_10band_T14R.tif', { bands: Array(10).fill({ sampleType: 'float32' }) })],
      [],
    )
    expect(ten[0]!.facts.bands.map((band) => band.name)).toEqual([
      'coastal', 'blue', 'green', 'red', 'nir', 'swir1', 'swir2', 'cirrus', 'thermal1', 'thermal2',
    ]) // prettier-ignore
    expect(ten[0]!.facts).toMatchObject({ sensor: 'hls-l30', quantity: 'raw' })
    for (const field of ['bands', 'sensor', 'scaling'])
      expect(reasons(ten[0]!, field)).toMatchObject([{ sure: false }])
  })

  it('does not name bands that are counted otherwise', () => {
    const [scene] = recognise([sensedFile('hls_l30.tif', { bands: Array(7).fill(int16) })], [])
    expect(scene!.facts.bands.every((band) => band.name === 'band')).toBe(true)
  })
})

describe('MODIS', () => {
  it('scales surface reflectance, with fill and valid range', () => {
    const layers = ['sur_refl_b01', 'sur_refl_b02', 'sur_refl_b05', 'sur_refl_b07', 'sur_refl_state_500m']
    const [scene, ...others] = scenesOf(layers.map((layer) => MODIS('MOD09A1', layer)))
    expect(others).toEqual([])
    expect(scene!.facts).toMatchObject({ sensor: 'modis-terra', level: 'MOD09A1', quantity: 'reflectance' })
    expect(scene!.facts.bands.map(({ name, scale, nodata, valid }) => [name, scale, nodata, valid])).toEqual([
      ['modis_state', 1, 65535, undefined],
      ['red', 1e-4, -28672, [-100, 16000]],
      ['nir', 1e-4, -28672, [-100, 16000]],
      ['swir_1240', 1e-4, -28672, [-100, 16000]],
      ['swir2', 1e-4, -28672, [-100, 16000]],
    ])
  })

  it('makes a temperature of MOD11 and finished products of MOD13, MCD64 and MOD14', () => {
    const [day] = scenesOf([MODIS('MOD11A1', 'LST_Day_1km'), MODIS('MOD11A1', 'QC_Day')], {
      sampleType: 'uint16',
    })
    expect(day!.facts.quantity).toBe('temperature')
    expect(day!.facts.bands[0]).toMatchObject({ name: 'thermal1', scale: 0.02, nodata: 0 })
    const [ndvi] = scenesOf([
      MODIS('MOD13Q1', '250m_16_days_NDVI'),
      MODIS('MOD13Q1', '250m_16_days_pixel_reliability'),
    ])
    expect(ndvi!.facts.quantity).toBe('index')
    expect(ndvi!.facts.bands[0]).toMatchObject({ scale: 1e-4, nodata: -3000, valid: [-2000, 10000] })
    const [burned] = scenesOf([MODIS('MCD64A1', 'Burn_Date')])
    expect(burned!.facts.quantity).toBe('class')
    expect(burned!.facts.bands[0]).toMatchObject({ scale: 1, offset: 0, nodata: -1 })
  })

  it('takes a SCALE that is a divisor for one', () => {
    const [scene] = scenesOf([MODIS('MOD09A1', 'sur_refl_b01')], { ...int16, scale: 10000, offset: 0 })
    expect(scene!.facts.bands[0]).toMatchObject({ scale: 1e-4, offset: 0 })
    expect(reasons(scene!, 'scaling')[0]).toMatchObject({ sure: true })
    expect(reasons(scene!, 'scaling')[0]!.why).toMatch(/divisor/)
  })
})

describe('a file that states its scaling', () => {
  const landsat = (level: string) =>
    `LC08_${level}_227074_20190809_20200827_02_T1_${level === 'L2SP' ? 'SR_B5' : 'B5'}.TIF`
  const uint16 = { sampleType: 'uint16' } as const

  it('agrees with the specification of Landsat level 2', () => {
    const [scene] = scenesOf([landsat('L2SP')], { ...uint16, scale: 2.75e-5, offset: -0.2 })
    expect(reasons(scene!, 'scaling')).toMatchObject([
      { why: 'SCALE and OFFSET stand in the file', sure: true },
    ])
  })

  it('counts where it contradicts the specification, and that is said', () => {
    const [scene] = scenesOf([landsat('L2SP')], { ...uint16, scale: 1e-4, offset: 0 })
    expect(scene!.facts.bands[0]).toMatchObject({ scale: 1e-4, offset: 0 })
    expect(reasons(scene!, 'scaling')).toMatchObject([{ sure: false }])
    expect(reasons(scene!, 'scaling')[0]!.why).toMatch(/level 2 specification says DN × 0.0000275 − 0.2/)
  })

  it('still lacks the sun where it states the fixed factors of Landsat level 1', () => {
    const [scene] = scenesOf([landsat('L1TP')], { ...uint16, scale: 2e-5, offset: -0.1 })
    expect(scene!.facts.quantity).toBe('raw')
    expect(reasons(scene!, 'scaling')[0]!.value).toMatch(/not divided by the sine of the sun elevation/)
  })
})

describe('the source of no data', () => {
  it('is the tag, the product, a mask or the alpha band', () => {
    const [tagged] = scenesOf([HLS('L30', 'B04')], { ...int16, nodata: -9999 })
    expect(reasons(tagged!, 'nodata')[0]!.value).toBe('-9999')
    expect(reasons(tagged!, 'nodata')[0]!.why).toMatch(/tag/)
    const [silent] = scenesOf([HLS('L30', 'B04')])
    expect(reasons(silent!, 'nodata')[0]!.why).toMatch(/-9999 is the fill value/)
    const { id, header } = sensedFile('x.tif')
    const [masked] = recognise(
      [{ id, header: { ...header, hasInternalMask: true, alpha: 'premultiplied' } }],
      [],
    )
    expect(reasons(masked!, 'mask').map(({ value }) => value)).toEqual([
      'of the file',
      'alpha band, premultiplied',
    ])
  })
})
