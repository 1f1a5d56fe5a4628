import { describe, expect, it } from 'vitest'
import { parseProductName } from '../../../src/sensing/names/product-name.ts'

describe('hlsName', () => {
  it('reads product, tile, day and band', () => {
    // Day 60 of the leap year 2020 is 29 February.
    expect(parseProductName('x/HLS.S30.T14RNV.2020060T170729.v2.0.B8A.tif')).toMatchObject({
      sensor: 'hls-s30',
      level: 'v2.0',
      date: '2020-02-29',
      designation: 'B8A',
      key: 'hls-s30|14RNV|2020060|T170729',
    })
    expect(parseProductName('HLS.L30.T14RNV.2020060T165957.v2.0.Fmask.tif')).toMatchObject({
      sensor: 'hls-l30',
      designation: 'FMASK',
    })
  })

  it('takes a file of several bands for a whole product and leaves masks made from one aside', () => {
    expect(parseProductName('HLS.S30.T10TGS.2018285.v1.4_merged.tif')).toMatchObject({
      date: '2018-10-12',
      designation: null,
    })
    expect(parseProductName('HLS.S30.T10TGS.2018285.v1.4.burnscar_mask.tif')).toBeNull()
    expect(parseProductName('HLS.L30.T14RNV.2020060T165957.v2.0.B8A.tif')).toBeNull()
  })
})
