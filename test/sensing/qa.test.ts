import { describe, expect, it } from 'vitest'
import { bqaToQaPixel } from '../../src/sensing/qa/bqa.ts'
import { CLEAR_BANDS } from '../../src/sensing/qa/clear-bands.ts'
import { decode, hides, maskOf, namesOf } from '../../src/sensing/qa/decode.ts'
import { QA_TABLES, type QaKind } from '../../src/sensing/qa/tables.ts'
import { QUALITY_BANDS } from '../../src/trace/port.ts'

const KINDS = Object.keys(QA_TABLES) as QaKind[]
const hiddenCodes = (kind: QaKind, codes: readonly number[]) => codes.filter(hides(kind))

describe('QA_TABLES', () => {
  it.each(KINDS)('of %s gives every bit to one field and every name to one value', (kind) => {
    const { fields } = QA_TABLES[kind]
    const bits = fields.flatMap(({ first, width }) => Array.from({ length: width }, (_, at) => first + at))
    expect(new Set(bits).size).toBe(bits.length)
    expect(Math.max(...bits)).toBeLessThan(16)
    expect(new Set(namesOf(kind)).size).toBe(namesOf(kind).length)
    for (const { width, values } of fields) expect(values?.length ?? 2).toBeLessThanOrEqual(2 ** width)
  })

  it('has a table for every quality band, in the order of CLEAR_BANDS', () => {
    expect([...CLEAR_BANDS].sort()).toEqual([...QUALITY_BANDS].sort())
    expect(KINDS.filter((kind) => kind !== 'bqa').sort()).toEqual([...QUALITY_BANDS].sort())
  })
})

describe('decode', () => {
  it('names SCL codes and nothing beyond the list', () => {
    expect([3, 11, 12].map((code) => decode('scl', code))).toEqual([['cloud_shadow'], ['snow'], []])
  })

  it('gives nothing for numbers that the kind cannot hold', () => {
    expect([256 + 3, -1, 0.5, NaN].map((value) => decode('scl', value))).toEqual([[], [], [], []])
  })

  it('reads Landsat Collection 2 as its guide does', () => {
    // 22280 = 0101 0111 0000 1000: bit 3 cloud; from bit 8 on two bits each: 11 cloud, 01 shadow, 01 snow, 01 cirrus.
    expect(decode('qa_pixel', 22280)).toEqual([
      'cloud', 'cloud_confidence_high', 'cloud_shadow_confidence_low', 'snow_confidence_low', 'cirrus_confidence_low',
    ]) // prettier-ignore
    // 21824 = 0101 0101 0100 0000: bit 6 clear, all confidences 01.
    expect(decode('qa_pixel', 21824).slice(0, 2)).toEqual(['clear', 'cloud_confidence_low'])
  })

  it('reads Landsat Collection 1 as its guide does', () => {
    // 2800 = 0000 1010 1111 0000: bit 4 cloud, bits 5–6 11, 7–8 01, 9–10 01, 11–12 01.
    expect(decode('bqa', 2800)).toEqual([
      'cloud', 'cloud_confidence_high', 'cloud_shadow_confidence_low', 'snow_confidence_low', 'cirrus_confidence_low',
    ]) // prettier-ignore
    // 2724 = 2720 + 4: bits 2–3 01, one or two bands saturated.
    expect(decode('bqa', 2724)).toContain('saturated_bands_1_to_2')
  })

  it('reads the Fmask of HLS as its guide does', () => {
    // 194 = 1100 0010: cloud, aerosol 11; 100 = 0110 0100: adjacent, water, aerosol 01; 24 = 0001 1000.
    expect(decode('fmask', 194)).toEqual(['cloud', 'aerosol_high'])
    expect(decode('fmask', 100)).toEqual(['adjacent', 'water', 'aerosol_low'])
    expect(decode('fmask', 24)).toEqual(['cloud_shadow', 'snow', 'aerosol_climatology'])
  })

  it('reads the state of MOD09 as its guide does', () => {
    // 72 = 0100 1000: clear, 001 land, aerosol 01. 1 + 4 + 1024: cloudy, shadow, internal cloud.
    expect(decode('modis_state', 72)).toEqual(['cloud_clear', 'surface_land', 'aerosol_low'])
    expect(decode('modis_state', 1029)).toEqual([
      'cloud_cloudy', 'cloud_shadow', 'surface_shallow_ocean', 'aerosol_climatology', 'internal_cloud',
    ]) // prettier-ignore
    // 14600 = 0011 1001 0000 1000: land, cirrus 01, internal fire, MOD35 snow, adjacent.
    expect(decode('modis_state', 14600)).toEqual([
      'cloud_clear', 'surface_land', 'aerosol_climatology', 'cirrus_small', 'internal_fire', 'mod35_snow', 'adjacent',
    ]) // prettier-ignore
  })

  it('reads the quality of MOD13 and MOD11 as their guides do', () => {
    // 2112 = 0000 1000 0100 0000: good, usefulness 0000, aerosol 01, land 001.
    expect(decode('modis_vi_quality', 2112)).toEqual([
      'vi_good',
      'usefulness_highest',
      'aerosol_low',
      'surface_land',
    ])
    expect([0, 2, 3].map((value) => decode('modis_reliability', value))).toEqual([
      ['good'],
      ['snow'],
      ['cloudy'],
    ])
    // 81 = 01 01 00 01: produced at other quality, data good, emissivity within 0.02, LST within 2 K.
    expect(decode('modis_lst_qc', 81)).toEqual([
      'lst_other_quality', 'data_good', 'emissivity_error_to_0.02', 'lst_error_to_2_K',
    ]) // prettier-ignore
  })
})

describe('maskOf', () => {
  it('is true where decode gives one of the names, for every value of every kind', () => {
    for (const kind of KINDS) {
      const names = namesOf(kind).filter((_, at) => at % 3 === 0)
      const isMasked = maskOf(kind, names)
      const values = Array.from({ length: 65536 / 8 }, (_, at) => at * 8 + (at % 8))
      const unlike = values.filter(
        (value) => isMasked(value) !== decode(kind, value).some((name) => names.includes(name)),
      )
      expect(unlike).toEqual([])
    }
  })

  it('refuses a name that the kind does not have and lists those it has', () => {
    expect(() => maskOf('fmask', ['cloud', 'fog'])).toThrow(/nothing of fog; it says cirrus, cloud, adjacent/)
  })
})

describe('hides', () => {
  it('hides no data, saturated, shadow, clouds and cirrus of SCL and keeps the rest', () => {
    const codes = Array.from({ length: 13 }, (_, code) => code)
    expect(hiddenCodes('scl', codes)).toEqual([0, 1, 3, 8, 9, 10])
  })

  it('hides the five hiding bits of QA_PIXEL and keeps clear, snow and water', () => {
    // 21824 = clear, low confidences; 22280 = cloud, high confidence; 23888 = shadow: Landsat C2 guide.
    expect(hiddenCodes('qa_pixel', [21824, 21952, 30048, 1, 21826, 22280, 23888, 54596])).toEqual([
      1, 21826, 22280, 23888, 54596,
    ])
  })

  it('hides cloud, its surroundings, shadow and fill of Fmask and keeps snow, water and aerosol', () => {
    expect(hiddenCodes('fmask', [0, 64, 192, 16, 32, 224, 2, 4, 8, 1, 255])).toEqual([2, 4, 8, 1, 255])
  })

  it('hides clouds, shadow and high cirrus of the MODIS state', () => {
    // 8 land; 8 + 3 not set; 8 + 256 small cirrus; 8 + 1; 8 + 2; 8 + 4; 8 + 768 high cirrus; 8 + 1024.
    expect(hiddenCodes('modis_state', [8, 11, 264, 9, 10, 12, 776, 1032])).toEqual([9, 10, 12, 776, 1032])
  })

  it('hides what MOD13 and MOD11 did not see', () => {
    expect(hiddenCodes('modis_reliability', [0, 1, 2, 3])).toEqual([3])
    expect(hiddenCodes('modis_vi_quality', [2112, 2114, 2115])).toEqual([2114, 2115])
    expect(hiddenCodes('modis_lst_qc', [0, 81, 2, 3])).toEqual([2, 3])
  })

  it('hides cloud alone where asked', () => {
    const hidden = (kind: QaKind, codes: readonly number[]) => codes.filter(hides(kind, 'cloud'))
    // SCL 8 and 9; QA_PIXEL 22280; BQA 2800 and 6896 with bit 4: the rest is fill, shadow, cirrus and clear.
    expect(hidden('scl', [0, 1, 3, 4, 8, 9, 10])).toEqual([8, 9])
    expect(hidden('qa_pixel', [21824, 1, 21826, 22280, 23888, 54596])).toEqual([22280])
    expect(hidden('bqa', [1, 2720, 2800, 2976, 6816, 6896])).toEqual([2800, 6896])
    expect(hidden('fmask', [2, 4, 8, 16])).toEqual([2])
  })

  it.each(KINDS)('hides nodata of %s', (kind) => {
    expect(hides(kind)(NaN)).toBe(true)
  })
})

describe('bqaToQaPixel', () => {
  it('keeps what a Collection 1 value says', () => {
    // C1 values of Landsat 8: 2720 clear, 2800 cloud high, 2976 shadow high, 6816 cirrus high, 1 fill, 3744 snow high.
    const said = [2720, 2800, 2976, 6816, 1, 3744].map((value) => decode('qa_pixel', bqaToQaPixel(value))[0])
    expect(said).toEqual(['clear', 'cloud', 'cloud_shadow', 'cirrus', 'fill', 'snow'])
    expect(decode('qa_pixel', bqaToQaPixel(2800))).toContain('cloud_confidence_high')
  })

  it('hides what the Collection 1 value hides, for every value', () => {
    const hidden = hides('bqa')
    const same = Array.from({ length: 8192 }, (_, value) => value).every(
      (value) => hidden(value) === hides('qa_pixel')(bqaToQaPixel(value)),
    )
    expect(same).toBe(true)
  })
})
