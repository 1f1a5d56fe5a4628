import { describe, expect, it } from 'vitest'
import { bqaToQaPixel, hasQaBit, maskedBySclOrQa, qaConfidence, sclClass } from '../../src/sensing/qa.ts'

describe('maskedBySclOrQa', () => {
  it('hides no data, saturated, shadow, clouds and cirrus of SCL and keeps the rest', () => {
    const masked = Array.from({ length: 12 }, (_, code) => code).filter((code) =>
      maskedBySclOrQa('scl', code),
    )
    expect(masked).toEqual([0, 1, 3, 8, 9, 10])
  })

  it('hides the five hiding bits of QA_PIXEL and keeps clear, snow and water', () => {
    // 21824 = clear, low confidences; 22280 = cloud, high confidence; 23888 = shadow: Landsat C2 guide, table 5-3.
    expect(maskedBySclOrQa('qa_pixel', 21824)).toBe(false)
    expect(maskedBySclOrQa('qa_pixel', 21952)).toBe(false)
    expect(maskedBySclOrQa('qa_pixel', 30048)).toBe(false)
    for (const value of [1, 21826, 22280, 23888, 54596]) expect(maskedBySclOrQa('qa_pixel', value)).toBe(true)
  })

  it('hides nodata and never looks at other bands', () => {
    expect(maskedBySclOrQa('scl', NaN)).toBe(true)
    expect(maskedBySclOrQa('qa_pixel', NaN)).toBe(true)
    expect(maskedBySclOrQa('red', 9)).toBe(false)
  })
})

describe('sclClass', () => {
  it('names codes and gives null beyond the list', () => {
    expect([sclClass(3), sclClass(11), sclClass(12)]).toEqual(['cloud_shadow', 'snow', null])
  })
})

describe('bqaToQaPixel', () => {
  it('keeps what a Collection 1 value says', () => {
    // C1 values of Landsat 8: 2720 clear, 2800 cloud high, 2976 shadow high, 6816 cirrus high, 1 fill.
    expect(maskedBySclOrQa('qa_pixel', bqaToQaPixel(2720))).toBe(false)
    expect(hasQaBit(bqaToQaPixel(2720), 'clear')).toBe(true)
    expect(hasQaBit(bqaToQaPixel(2800), 'cloud')).toBe(true)
    expect(qaConfidence(bqaToQaPixel(2800), 'cloud')).toBe(3)
    expect(hasQaBit(bqaToQaPixel(2976), 'cloud_shadow')).toBe(true)
    expect(hasQaBit(bqaToQaPixel(6816), 'cirrus')).toBe(true)
    expect(hasQaBit(bqaToQaPixel(1), 'fill')).toBe(true)
  })

  it('keeps high snow confidence as snow, which hides nothing', () => {
    // 3744 = snow high (bits 9–10 = 3), all else low.
    const value = bqaToQaPixel(3744)
    expect(hasQaBit(value, 'snow')).toBe(true)
    expect(maskedBySclOrQa('qa_pixel', value)).toBe(false)
  })
})
