import { describe, expect, it } from 'vitest'
import type { FileBand } from '../../../src/io/types.ts'
import { recognise } from '../../../src/sensing/recognise.ts'
import { applyOverride } from '../../../src/sensing/scene/override.ts'
import { sensedFile } from '../../helpers/sensed-file.ts'

const sceneOf = (names: readonly string[], bands: readonly Partial<FileBand>[] = [{}]) => {
  const scenes = recognise(
    names.map((name) => sensedFile(name, { bands })),
    [],
  )
  expect(scenes).toHaveLength(1)
  return scenes[0]!
}
const namesOf = ({ facts }: ReturnType<typeof sceneOf>) => facts.bands.map(({ name }) => name)
const reasonOf = ({ facts }: ReturnType<typeof sceneOf>) =>
  facts.assumptions.find(({ field }) => field === 'scaling')
const float32 = { sampleType: 'float32' } as const

describe('VIIRS', () => {
  it('is scaled by 0.0001 with fill −28672, and its bands have the names of other sensors', () => {
    const layers = ['I1', 'I2', 'I3', 'M3', 'M4', 'M8', 'M11']
    const scene = sceneOf(
      layers.map((band) => `VNP09GA.A2020001.h10v05.002.2020010223456.SurfReflect_${band}_1.tif`),
      [{ sampleType: 'int16' }],
    )
    expect(namesOf(scene)).toEqual(['red', 'nir', 'swir1', 'blue', 'green', 'swir_1240', 'swir2'])
    expect(scene.facts).toMatchObject({ sensor: 'viirs', quantity: 'reflectance' })
    expect(scene.facts.bands[0]).toMatchObject({ scale: 1e-4, nodata: -28672, valid: [-100, 16000] })
    expect(scene.title).toBe('VIIRS VNP09GA, 2020-01-01')
  })
})

describe('ASTER', () => {
  it('is reflectance of 0.001 in AST_07, and raw at level 1', () => {
    const surface = sceneOf(
      ['VNIR_B02', 'VNIR_B3N', 'SWIR_B04', 'SWIR_B06'].map(
        (band) => `AST_07XT_00401062004183030_20240203104512_SRF_${band}.tif`,
      ),
      [{ sampleType: 'int16' }],
    )
    expect(namesOf(surface)).toEqual(['red', 'nir', 'swir1', 'swir2'])
    expect(surface.facts.quantity).toBe('reflectance')
    expect(surface.facts.bands[0]).toMatchObject({ scale: 1e-3, nodata: -9999 })
    const level1 = sceneOf(
      ['1', '2', '3N', '10', '14'].map(
        (band) => `AST_L1T_00307032022183226_20220704094110_18540_ImageData${band}.tif`,
      ),
    )
    expect(namesOf(level1)).toEqual(['green', 'red', 'nir', 'tir1', 'tir5'])
    expect(level1.facts.quantity).toBe('raw')
    expect(reasonOf(level1)).toMatchObject({
      sure: false,
      value: expect.stringContaining('unknown') as string,
    })
    expect(reasonOf(level1)!.why).not.toContain('MTL')
  })
})

describe('PlanetScope', () => {
  it('names four or eight silent bands in the order of delivery', () => {
    const four = sceneOf(['20200101_153045_1003_3B_AnalyticMS_SR.tif'], Array(4).fill({}))
    expect(namesOf(four).toSorted()).toEqual(['blue', 'green', 'nir', 'red'])
    expect(four.facts.bands.map(({ name, bandIndex }) => [name, bandIndex])).toContainEqual(['nir', 3])
    expect(four.facts).toMatchObject({ sensor: 'planetscope', quantity: 'reflectance' })
    const eight = sceneOf(['20220615_153045_23_2461_3B_AnalyticMS_SR_8b.tif'], Array(8).fill({}))
    expect(eight.facts.bands.toSorted((a, b) => a.bandIndex - b.bandIndex).map(({ name }) => name)).toEqual([
      'coastal',
      'blue',
      'green1',
      'green',
      'yellow',
      'red',
      'rededge1',
      'nir',
    ])
    expect(eight.facts.bands[0]).toMatchObject({ scale: 1e-4, nodata: 0 })
  })

  it('takes the descriptions of the bands before their order, and radiance for raw', () => {
    const described = ['red', 'nir', 'green_i', 'coastal_blue'].map((description) => ({ description }))
    const scene = sceneOf(['20220615_153045_23_2461_3B_AnalyticMS_8b_clip.tif'], described)
    expect(scene.facts.bands.map(({ name, bandIndex }) => [bandIndex, name]).sort()).toEqual([
      [0, 'red'], [1, 'nir'], [2, 'green1'], [3, 'coastal'],
    ]) // prettier-ignore
    expect(scene.facts.quantity).toBe('raw')
  })
})

describe('Sentinel-1', () => {
  const grd = (band: string, place: string) =>
    `s1a-iw-grd-${band}-20200101t053045-20200101t053110-030612-0381b5-${place}.tiff`
  const asf = (kind: string, band: string) =>
    `S1A_IW_20200101T053045_DVP_RTC30_G_g${kind}uned_1A2B_${band}.tif`

  it('is raw before calibration, and says so', () => {
    const scene = sceneOf([grd('vv', '001'), grd('vh', '002')])
    expect(namesOf(scene)).toEqual(['vh', 'vv'])
    expect(scene.facts).toMatchObject({ sensor: 'sentinel-1', quantity: 'raw' })
    expect(scene.facts.bands[0]!.scale).toBeNaN()
    expect(reasonOf(scene)!.why).toContain('calibrat')
  })

  it('is linear power or decibels where the product says which', () => {
    const power = sceneOf([asf('p', 'VV'), asf('p', 'VH')], [float32])
    expect(power.facts).toMatchObject({ quantity: 'backscatter' })
    expect(power.facts.isDecibel).toBeUndefined()
    expect(power.facts.bands[0]).toMatchObject({ scale: 1, offset: 0, nodata: null })
    const decibels = sceneOf([asf('d', 'VV'), asf('d', 'VH')], [float32])
    expect(decibels.facts).toMatchObject({ quantity: 'backscatter', isDecibel: true })
    expect(sceneOf([asf('a', 'VV')], [float32]).facts.quantity).toBe('raw')
  })

  it('asks where decimal numbers may be either', () => {
    const bands = [
      { ...float32, description: 'VV' },
      { ...float32, description: 'VH' },
    ]
    const name = 'S1A_IW_GRDH_1SDV_20200101T053045_20200101T053110_030612_0381B5_1234.tif'
    const scene = sceneOf([name], bands)
    expect(scene.facts.quantity).toBe('raw')
    expect(reasonOf(scene)).toMatchObject({ sure: false, why: expect.stringContaining('decibels') as string })
    const said = sceneOf(
      [name],
      [
        { ...float32, description: 'Sigma0_VV_db' },
        { ...float32, description: 'Sigma0_VH_db' },
      ],
    )
    expect(namesOf(said)).toEqual(['vh', 'vv'])
    expect(said.facts).toMatchObject({ quantity: 'backscatter', isDecibel: true })
  })

  it('is backscatter in linear power where a person gives scale and offset', async () => {
    for (const kind of ['a', 'd']) {
      const scene = sceneOf([asf(kind, 'VV'), asf(kind, 'VH')], [float32])
      const { facts } = await applyOverride(scene, { scaling: { scale: 1, offset: 0 } })
      expect(facts.quantity).toBe('backscatter')
      expect(facts.isDecibel).toBeUndefined()
    }
  })
})

describe('MODIS', () => {
  it('names the bands in the absorption of water vapour and the split window', () => {
    const scene = sceneOf(
      ['MOD021KM', 'MOD021KM', 'MOD021KM', 'MOD02QKM', 'MOD021KM', 'MOD021KM'].map(
        (product, place) =>
          `${product}.A2020001.1530.061.2020002013456.b${['17', '18', '19', '02', '31', '32'][place]!}.tif`,
      ),
    )
    expect(namesOf(scene)).toEqual(['nir', 'wv_905', 'wv_936', 'wv_940', 'thermal1', 'thermal2'])
    expect(scene.facts.quantity).toBe('raw')
  })

  it('names the 1.24 µm band of surface reflectance', () => {
    const scene = sceneOf(
      ['b02', 'b05'].map((band) => `MOD09A1.A2020001.h10v05.061.2020010223456.sur_refl_${band}.tif`),
      [{ sampleType: 'int16' }],
    )
    expect(namesOf(scene)).toEqual(['nir', 'swir_1240'])
    expect(scene.facts.quantity).toBe('reflectance')
  })
})

describe('files of no product', () => {
  it('keep unnamed bands until a person names them', async () => {
    const scene = sceneOf(['holiday.tif'], [{}, {}])
    expect(namesOf(scene)).toEqual(['band', 'band'])
    const { facts } = await applyOverride(scene, {
      bands: { 'band 1': 'red', 'band 2': 'nir' },
      scaling: { scale: 1e-4, offset: 0 },
    })
    expect(facts.bands.map(({ name }) => name)).toEqual(['red', 'nir'])
    expect(facts.quantity).toBe('reflectance')
  })
})
