import { describe, expect, it } from 'vitest'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'

describe('parseProductName', () => {
  it('reads a Sentinel-2 L2A band', () => {
    expect(parseProductName('T33TWN_20230712T100031_B8A_20m.tif')).toMatchObject({
      sensor: 'sentinel-2',
      sensorSure: true,
      level: 'L2A',
      date: '2023-07-12',
      designation: 'B8A',
      baseline: null,
    })
  })

  it('takes the processing baseline from the product folder', () => {
    const folder = 'S2B_MSIL2A_20220413T150759_N0400_R025_T33XWJ_20220414T082126.SAFE'
    expect(parseProductName(`${folder}/R10m/T33XWJ_20220413T150759_B04_10m.tif`)).toMatchObject({
      level: 'L2A',
      designation: 'B04',
      baseline: 400,
    })
  })

  it('takes a file named after the product for one of several bands', () => {
    const name = 'S2A_MSIL2A_20210418T150759_N0214_R025_T33XWJ_20210418T182126.tif'
    expect(parseProductName(name)).toMatchObject({ designation: null, baseline: 214, date: '2021-04-18' })
  })

  it('does not say L2A of a band that shows no sign of it', () => {
    expect(parseProductName('T33TWN_20230712T100031_B04.tif')).toMatchObject({ level: 'unknown' })
    expect(parseProductName('T33TWN_20230712T100031_SCL.tif')).toMatchObject({ level: 'L2A' })
  })

  it('reads Landsat bands of both levels with their own band tables', () => {
    expect(parseProductName('LC08_L1TP_227074_20190825_20200826_02_T1_B7.TIF')).toMatchObject({
      sensor: 'landsat-8',
      level: 'L1TP',
      date: '2019-08-25',
      designation: 'B7',
      collection: 2,
    })
    expect(parseProductName('LT05_L2SP_227074_19990825_20200826_02_T1_SR_B4.TIF')).toMatchObject({
      sensor: 'landsat-5',
      level: 'L2SP',
      designation: 'SR_B4',
    })
    expect(parseProductName('LE07_L1TP_227074_19990825_20200826_01_T1_B6_VCID_2.TIF')).toMatchObject({
      sensor: 'landsat-7',
      designation: 'B6_VCID_2',
      collection: 1,
    })
    expect(parseProductName('LC08_L1TP_014032_20180311_BQA.TIF')).toMatchObject({
      designation: 'BQA',
      collection: null,
    })
  })

  it('gives all files of one acquisition one key, and levels their own', () => {
    const key = (name: string) => parseProductName(name)!.key
    expect(key('T33TWN_20230712T100031_B8A_20m.tif')).toBe(key('T33TWN_20230712T100031_B04_10m.tif'))
    expect(key('T33TWN_20230712T100031_B04.tif')).toBe(key('T33TWN_20230712T100031_SCL_20m.tif'))
    expect(key('T33TWN_20230712T100031_B8A_20m.tif')).not.toBe(key('T33TWM_20230712T100031_B8A_20m.tif'))
    expect(key('LC08_L1TP_227074_20190825_20200826_02_T1_B7.TIF')).not.toBe(
      key('LC08_L2SP_227074_20190825_20200826_02_T1_SR_B7.TIF'),
    )
  })

  it('takes a hint for a hint', () => {
    expect(parseProductName('sentinel-b08.tif')).toMatchObject({
      sensor: 'sentinel-2',
      sensorSure: false,
      level: 'unknown',
      date: null,
      designation: 'B08',
    })
  })

  it('finds no product in other names', () => {
    for (const name of [
      'HLS.S30.T10TGS.2018285.v1.4.burnscar_mask.tif',
      'hls_l30_like_10band_T14R.tif',
      'LC08_L1TP_227074_20190825_20200826_02_T1_B77.TIF',
      'LM05_L1TP_227074_19990825_20200826_02_T2_B4.TIF',
      'sentinel.tif',
      'elevation-f32-nan.tif',
    ]) {
      expect(parseProductName(name)).toBeNull()
    }
  })
})
