import { describe, expect, it } from 'vitest'
import { dateFromDigits, dateInName, nameTokens, titleOfFile } from '../../../src/sensing/names/file-name.ts'

describe('dateFromDigits', () => {
  it('reads days of the calendar and refuses what is none', () => {
    expect(dateFromDigits('20200229')).toBe('2020-02-29')
    expect(dateFromDigits('20190229')).toBeNull()
    expect(dateFromDigits('20201301')).toBeNull()
    expect(dateFromDigits('19001231')).toBeNull()
  })
})

describe('dateInName', () => {
  it('takes the only date of a name, whichever way it is written', () => {
    expect(dateInName('folder/nbr_2019-08-09.tif')).toBe('2019-08-09')
    expect(dateInName('nbr_20190809_v2.tif')).toBe('2019-08-09')
  })

  it('takes none of several dates and none of longer numbers', () => {
    expect(dateInName('2019-08-09_2019-08-25.tif')).toBeNull()
    expect(dateInName('scene1201908091.tif')).toBeNull()
    expect(dateInName('scene.2018285.tif')).toBeNull()
  })
})

describe('titleOfFile', () => {
  it('drops folders, the extension and characters that cannot be seen', () => {
    expect(titleOfFile('a/b/fire\u202egnp.tif')).toBe('firegnp')
    expect(titleOfFile('\u200b.tif')).toBe('unnamed file')
  })

  it('cuts long names to 80 characters', () => {
    expect(titleOfFile('x'.repeat(200) + '.tif')).toHaveLength(80)
  })
})

describe('nameTokens', () => {
  it('splits at everything but letters and digits', () => {
    expect(nameTokens('p/olinda_DEM-utm25s.tif')).toEqual(['olinda', 'dem', 'utm25s', 'tif'])
  })

  it('reads days of the year where NASA writes them', () => {
    // 285 − 273 days of nine months of a year without a leap day: 12 October; 366 only in leap years.
    expect(dateInName('HLS.S30.T10TGS.2018285.v1.4.burnscar_mask.tif')).toBe('2018-10-12')
    expect(dateInName('MOD21A2.A2020366.h10v05.tif')).toBe('2020-12-31')
    expect(dateInName('MOD21A2.A2019366.h10v05.tif')).toBeNull()
    expect(dateInName('MOD21A2_doy2020000.tif')).toBeNull()
  })
})
