import { describe, expect, it } from 'vitest'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'

const S1 = 'S1A_IW_GRDH_1SDV_20200101T053045_20200101T053110_030612_0381B5_1234'
const keyOf = (name: string) => parseProductName(name)?.key

describe('viirsName', () => {
  it.each([
    ['VNP09GA.A2020001.h10v05.001.2020010223456.SurfReflect_I1_1.tif', 'VNP09GA', 'I1', '2020-01-01'],
    ['VJ109GA.A2023366.h10v05.002.2024010223456.SurfReflect_M11_1.tif', 'VJ109GA', 'M11', null],
    ['VNP09H1.A2023033.h10v05.002.2023050223456.SurfReflect_I3.tif', 'VNP09H1', 'I3', '2023-02-02'],
    ['VNP09GA.002_SurfReflect_M8_1_doy2023060_aid0001.tif', 'VNP09GA', 'M8', '2023-03-01'],
    ['VNP09A1.002_SurfReflect_M5_doy2023060000000_aid0001.tif', 'VNP09A1', 'M5', '2023-03-01'],
  ] as const)('reads %s', (name, level, designation, date) => {
    expect(parseProductName(name)).toMatchObject({ sensor: 'viirs', level, designation, date })
  })

  it('groups the bands of a day and keeps satellites apart', () => {
    const key = (product: string, band: string) =>
      keyOf(`${product}.A2020001.h10v05.002.2020010223456.SurfReflect_${band}_1.tif`)
    expect(key('VNP09GA', 'I1')).toBe(key('VNP09GA', 'M8'))
    expect(key('VJ109GA', 'I1')).not.toBe(key('VNP09GA', 'I1'))
  })

  it('leaves quality layers and other products aside', () => {
    expect(parseProductName('VNP09GA.A2020001.h10v05.002.2020010223456.SurfReflect_QF1_1.tif')).toBeNull()
    expect(parseProductName('VNP13A1.A2020001.h10v05.002.2020018001022.NDVI.tif')).toBeNull()
  })
})

describe('asterName', () => {
  it.each([
    ['AST_L1T_00307032022183226_20220704094110_18540_ImageData3N.tif', 'AST_L1T', 'B3N', '2022-07-03'],
    ['AST_L1T_00307032022183226_20220704094110_18540_ImageData10.tif', 'AST_L1T', 'B10', '2022-07-03'],
    ['AST_07XT_00401062004183030_20240203104512_SRF_VNIR_B01.tif', 'AST_07', 'B1', '2004-01-06'],
    ['AST_07_00301062004183030_20160203104512_12345_SRF_SWIR_Band4.tif', 'AST_07', 'B4', '2004-01-06'],
  ] as const)('reads %s', (name, level, designation, date) => {
    expect(parseProductName(name)).toMatchObject({ sensor: 'aster', level, designation, date })
  })

  it('groups the bands of a scene', () => {
    const key = (band: string) => keyOf(`AST_L1T_00307032022183226_20220704094110_18540_ImageData${band}.tif`)
    expect(key('1')).toBe(key('3N'))
    expect(keyOf('AST_L1T_00307032022183226_20220704094110_18540_ImageData3B.tif')).toBeUndefined()
  })
})

describe('planetName', () => {
  it.each([
    ['20200101_153045_1003_3B_AnalyticMS_SR.tif', 'SR', '2020-01-01'],
    ['20220615_153045_23_2461_3B_AnalyticMS_SR_8b.tif', 'SR', '2022-06-15'],
    ['20220615_153045_23_2461_3B_AnalyticMS_SR_8b_harmonized_clip.tif', 'SR', '2022-06-15'],
    ['20200101_153045_1003_3B_AnalyticMS_clip.tif', 'radiance', '2020-01-01'],
  ] as const)('reads %s', (name, level, date) => {
    expect(parseProductName(name)).toMatchObject({ sensor: 'planetscope', level, date, designation: null })
  })

  it('leaves masks aside', () => {
    expect(parseProductName('20220615_153045_23_2461_3B_udm2.tif')).toBeNull()
  })
})

describe('sentinel1Name', () => {
  it.each([
    [`${S1}.SAFE/measurement/s1a-iw-grd-vv-20200101t053045-20200101t053110-030612-0381b5-001.tiff`, 'GRD', 'VV', undefined],
    ['s1a-iw-grd-vh-20200101t053045-20200101t053110-030612-0381b5-002.tiff', 'GRD', 'VH', undefined],
    [`${S1}.tif`, 'GRD', null, undefined],
    [`${S1}_VH.tif`, 'GRD', 'VH', undefined],
    [`${S1}_rtc/measurement/iw-vv.rtc.tiff`, 'RTC', 'VV', 'power'],
    ['S1A_IW_20200101T053045_DVP_RTC30_G_gpuned_1A2B_VV.tif', 'RTC', 'VV', 'power'],
    ['S1A_IW_20200101T053045_DVP_RTC30_G_sduned_1A2B_VH.tif', 'RTC', 'VH', 'decibel'],
    ['S1A_IW_20200101T053045_DVP_RTC30_G_gauned_1A2B_VH.tif', 'RTC', 'VH', undefined],
    ['OPERA_L2_RTC-S1_T069-147170-IW1_20200101T121500Z_20231020T101010Z_S1A_30_v1.0_VV.tif', 'RTC', 'VV', 'power'],
  ] as const)('reads %s', (name, level, designation, backscatter) => {
    const found = parseProductName(name)
    expect(found).toMatchObject({ sensor: 'sentinel-1', level, designation, date: '2020-01-01' })
    expect(found?.backscatter).toBe(backscatter)
  }) // prettier-ignore

  it('groups the polarisations of an acquisition', () => {
    const asf = (band: string) => keyOf(`S1A_IW_20200101T053045_DVP_RTC30_G_gpuned_1A2B_${band}.tif`)
    expect(asf('VV')).toBe(asf('VH'))
    const raw = (band: string, place: string) =>
      keyOf(`s1a-iw-grd-${band}-20200101t053045-20200101t053110-030612-0381b5-${place}.tiff`)
    expect(raw('vv', '001')).toBe(raw('vh', '002'))
  })

  it('leaves layers beside the measurements aside', () => {
    for (const layer of ['dem', 'inc_map', 'ls_map', 'rgb'])
      expect(parseProductName(`S1A_IW_20200101T053045_DVP_RTC30_G_gpuned_1A2B_${layer}.tif`)).toBeNull()
  })
})

describe('modisName', () => {
  it.each([
    ['MOD021KM.A2020001.1530.061.2020002013456.b17.tif', 'B17'],
    ['MYD021KM.A2020001.1530.061.2020002013456_EV_1KM_Emissive_b31.tif', 'B31'],
    ['MOD02HKM.A2020001.1530.061.2020002013456.band5.tif', 'B05'],
    ['MODOCGA.A2020001.h10v05.061.2020010223456.sur_refl_b11_1.tif', 'SUR_REFL_B11'],
  ] as const)('reads %s', (name, designation) => {
    expect(parseProductName(name)).toMatchObject({ designation, date: '2020-01-01' })
  })

  it('puts the bands of a swath together, of whatever resolution', () => {
    expect(keyOf('MOD021KM.A2020001.1530.061.2020002013456.b17.tif')).toBe(
      keyOf('MOD02QKM.A2020001.1530.061.2020002013456.b02.tif'),
    )
  })
})
