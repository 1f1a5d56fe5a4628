import { describe, expect, it } from 'vitest'
import { datesIn } from '../../src/agent/dates-in-text.ts'
import { readQuestion, splitOptions } from '../../src/agent/read-question.ts'
import { readSlots } from '../../src/agent/read-slots.ts'

const INDICES = new Set(['ndvi', 'ndwi', 'nbr', 'mndwi', 'evi'])
const read = (text: string) => readQuestion(text, INDICES)
const slots = (text: string) => Object.fromEntries(readSlots(text).map(({ slot, value }) => [slot, value]))

describe('readQuestion', () => {
  it('reads an area of a burn with its unit, threshold and side', () => {
    const question = read('How many hectares burned between the two dates (dNBR at least 0.27)?')
    expect(question.space).toEqual({ kind: 'number', unit: 'ha' })
    expect(question.asks).toHaveLength(1)
    expect(question.asks[0]).toMatchObject({
      dimension: 'area',
      unit: 'ha',
      target: 'burned',
      indices: ['nbr'],
    })
    expect(slots(question.stem)).toMatchObject({
      threshold: 0.27,
      side: 'at_or_above',
      rule: 'value',
      unit: 'ha',
    })
  })

  it('reads a direction as a sector, not as a number', () => {
    expect(read('Which way did it spread?').asks[0]).toMatchObject({ dimension: 'sector' })
    expect(read('In which direction did the fire spread?').space).toEqual({ kind: 'free' })
  })

  it('reads three asks from one question and lets the later ones inherit the target', () => {
    const { asks } = read('Where did it burn, how many hectares, and which way did it spread?')
    expect(asks.map(({ dimension }) => dimension)).toEqual(['text', 'area', 'sector'])
    expect(asks.map(({ target }) => target)).toEqual(['burned', 'burned', 'burned'])
  })

  it('reads loss, gain and plain change of a target', () => {
    expect(
      read('How many hectares did the lake lose between the first and the last date?').asks[0],
    ).toMatchObject({
      target: 'water',
      change: 'loss',
      dimension: 'area',
    })
    expect(read('By how many square kilometres did the reservoir shrink?').asks[0]).toMatchObject({
      change: 'loss',
      unit: 'km2',
    })
    expect(read('How much larger did the lake become, in hectares?').asks[0]).toMatchObject({
      change: 'gain',
    })
    expect(read('How many hectares of water are there?').asks[0]).toMatchObject({ change: null })
  })

  it('reads the statistic that is asked for', () => {
    expect(read('What is the median NDVI of the last date?').asks[0]).toMatchObject({
      dimension: 'value',
      figures: ['median'],
      indices: ['ndvi'],
    })
    expect(read('What is the median NDVI of the last date?').moment).toBe('last')
  })

  it('reads the largest patch as a figure of its own', () => {
    expect(read('How large is the largest burned patch in hectares?').asks[0]).toMatchObject({
      figures: ['largest_area'],
    })
  })

  it('reads a share with a percent sign or in words', () => {
    expect(read('What percentage of the scene is covered by snow?').asks[0]).toMatchObject({
      dimension: 'share',
      unit: '%',
      target: 'snow',
    })
    expect(read('What share of the scene is water?').asks[0]).toMatchObject({
      dimension: 'share',
      target: 'water',
    })
  })
})

describe('readQuestion on a fall by an amount', () => {
  const slotsOf = (text: string) =>
    Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value]))

  it('turns the sign of the threshold, for NDVI and not for NBR', () => {
    expect(slotsOf('Where did NDVI fall? How many hectares fell by at least 0.2 in NDVI?')).toMatchObject({
      threshold: -0.2,
      side: 'at_or_below',
    })
    expect(slotsOf('How many hectares have NBR that dropped by more than 0.27?')).toMatchObject({
      threshold: 0.27,
      side: 'above',
    })
  })
})

describe('splitOptions', () => {
  it('takes options apart in each usual notation', () => {
    const expected = [
      { label: 'A', text: '100 ha' },
      { label: 'B', text: '8,026 ha' },
      { label: 'C', text: '12 ha' },
    ]
    expect(splitOptions('How much burned? A) 100 ha B) 8,026 ha C) 12 ha')).toEqual({
      stem: 'How much burned?',
      options: expected,
    })
    expect(splitOptions('How much burned?\n(a) 100 ha\n(b) 8,026 ha\n(c) 12 ha').options).toEqual(expected)
    expect(splitOptions('How much burned?\nA. 100 ha;\nB. 8,026 ha;\nC. 12 ha').options).toEqual(expected)
  })

  it('leaves a question without options whole', () => {
    expect(splitOptions('What did band B (nir) do?').options).toEqual([])
  })
})

describe('readSlots', () => {
  it.each([
    ['NDVI above 0.3', { threshold: 0.3, side: 'above' }],
    ['dNBR >= 0.44', { threshold: 0.44, side: 'at_or_above' }],
    ['change below −0.2', { threshold: -0.2, side: 'below' }],
    ['no more than 0.1', { threshold: 0.1, side: 'at_or_below' }],
  ])('reads the threshold of “%s”', (text, expected) => {
    expect(slots(text)).toMatchObject({ rule: 'value', ...expected })
  })

  it('does not take an area, a share, a pixel count or a date for a threshold', () => {
    expect(slots('patches above 5 ha')).not.toHaveProperty('threshold')
    expect(slots('over 20 % of the scene')).not.toHaveProperty('threshold')
    expect(slots('ignore patches smaller than 12 pixels')).toEqual({ min_pixels: 12 })
    expect(slots('changes from 2019-08-09 to 2019-08-25')).not.toHaveProperty('threshold')
  })

  it('reads percentile, factor, Otsu, sectors and counts', () => {
    expect(slots('above the 95th percentile')).toMatchObject({ rule: 'percentile', percentile: 95 })
    expect(slots('the top 5 % of values')).toMatchObject({ percentile: 95, side: 'at_or_above' })
    expect(slots('more than twice the mean')).toMatchObject({ rule: 'mean_times', factor: 2 })
    expect(slots('with Otsu')).toEqual({ rule: 'otsu' })
    expect(slots('in four sectors')).toEqual({ sectors: 4 })
    expect(slots('the three largest patches')).toEqual({ top: 3 })
  })
})

describe('datesIn', () => {
  it('reads dates in figures and in words, in text order', () => {
    expect(datesIn('from August 9, 2019 to 25 Aug 2019, not 2018-06-15')).toEqual([
      '2019-08-09',
      '2019-08-25',
      '2018-06-15',
    ])
  })

  it('leaves out days that do not exist', () => {
    expect(datesIn('on 2019-02-30 or 31 Jun 2020')).toEqual([])
  })
})
