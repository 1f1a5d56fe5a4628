import { describe, expect, it } from 'vitest'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'

describe('modisName', () => {
  it.each([
    [
      'MOD09A1.A2020001.h10v05.061.2020010223456.sur_refl_b01.tif',
      'modis-terra',
      'SUR_REFL_B01',
      '2020-01-01',
    ],
    ['MYD09GA.A2019366.h10v05.061.2020010223456.state_1km_1.tif', 'modis-aqua', 'STATE', null],
    [
      'MOD09Q1.A2020366.h10v05.061.2021010223456.sur_refl_state_250m.tif',
      'modis-terra',
      'STATE',
      '2020-12-31',
    ],
    ['MOD09A1.061_sur_refl_b07_doy2020009_aid0001.tif', 'modis-terra', 'SUR_REFL_B07', '2020-01-09'],
    ['MOD13Q1.A2020001.h10v05.061.2020018001022.250m 16 days NDVI.tif', 'modis-terra', 'NDVI', '2020-01-01'],
    ['MOD13Q1.061__250m_16_days_EVI_doy2020001_aid0001.tif', 'modis-terra', 'EVI', '2020-01-01'],
    ['MYD11A2.061_LST_Day_1km_doy2020033000000_aid0001.tif', 'modis-aqua', 'LST_DAY', '2020-02-02'],
    ['MOD11A1.A2020001.h10v05.061.2020010223456.QC_Night.tif', 'modis-terra', 'QC_NIGHT', '2020-01-01'],
    ['MCD64A1.A2019213.h12v10.061.2021309112233.Burn_Date.tif', 'modis', 'BURN_DATE', '2019-08-01'],
    ['MOD14A1.A2020001.h10v05.061.2020010223456.FireMask.tif', 'modis-terra', 'FIREMASK', '2020-01-01'],
  ] as const)('reads %s', (name, sensor, designation, date) => {
    expect(parseProductName(name)).toMatchObject({ sensor, designation, date })
  })

  it('groups bands with their state, and keeps a second index and the night apart', () => {
    const keyOf = (layer: string) =>
      parseProductName(`MOD13Q1.A2020001.h10v05.061.2020018001022.250m_16_days_${layer}.tif`)?.key
    expect(keyOf('NDVI')).toBe(keyOf('pixel_reliability'))
    expect(keyOf('EVI')).not.toBe(keyOf('NDVI'))
    expect(keyOf('red_reflectance')).toBe(keyOf('NIR_reflectance'))
  })

  it('leaves layers that are not used and other products aside', () => {
    expect(parseProductName('MOD09A1.A2020001.h10v05.061.2020010223456.sur_refl_szen.tif')).toBeNull()
    expect(parseProductName('MOD21A2.A2020001.h10v05.061.2020010223456.LST_Day_1KM.tif')).toBeNull()
  })
})
