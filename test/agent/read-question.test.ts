import { describe, expect, it } from 'vitest'
import { isMeant, readDates } from '../../src/agent/dates-in-text.ts'
import { TextReader } from '../../src/agent/text-reader.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { readQuestion, splitOptions } from '../../src/agent/read-question.ts'
import { readSlots } from '../../src/agent/read-slots.ts'

const INDICES = new Set(['ndvi', 'ndwi', 'nbr', 'nbr2', 'mndwi', 'evi'])
const read = (text: string) =>
  readQuestion(text, { indexNames: INDICES, specs: [], products: [], hasScenes: true, shown: [] })
const slots = (text: string) => {
  const reader = new TextReader(text)
  readDates(reader)
  return Object.fromEntries(readSlots(reader, INDICES).map(({ slot, value }) => [slot, value]))
}

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

  it('reads a course where an index evolves, and a change between two dates where ground changed over all of them', () => {
    const ask = (text: string) => read(text).asks[0]
    expect(ask('How does the NDVI evolve?')).toMatchObject({ series: true, dimension: 'value' })
    expect(ask('How did NDVI develop over 2018?')).toMatchObject({ series: true })
    expect(ask('How many hectares of developed land are there?')).toMatchObject({ series: false })
    expect(ask('How did water change over the dates?')).toMatchObject({
      ...{ series: false, change: 'change', dimension: 'area', target: 'water' },
    })
    expect(ask('How did vegetation change over the year?')).toMatchObject({
      ...{ series: true, dimension: 'value', target: 'vegetation' },
    })
  })

  it('asks a loaded index for its own figures where there is no scene to compute it from', () => {
    const port = { kind: 'raster', quantity: 'index', meaning: 'ndvi' } as const
    const asked = (text: string, hasScenes: boolean) =>
      readQuestion(text, {
        ...{ indexNames: INDICES, specs: [], shown: [], hasScenes },
        products: [{ id: 'layer-1', port }],
      }).asks[0]
    expect(asked('What is the mean NDVI?', false)).toMatchObject({
      ofProduct: true,
      indices: [],
      figures: ['mean'],
    })
    expect(asked('What is the mean EVI?', false)).toMatchObject({ indices: ['evi'] })
    expect(asked('What is the mean NDVI?', true)).toMatchObject({ indices: ['ndvi'] })
  })

  it('gives areas at each of many dates back', () => {
    const given = (text: string) => {
      const question = read(text)
      return unservedPart(question, question.asks[0]!)
    }
    expect(given('How many hectares of water are there on each date?')).toContain('several dates at once')
    expect(given('How much snow was there every month?')).toContain('several dates at once')
    expect(given('How many hectares of water are there?')).toBeNull()
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

describe('readDates', () => {
  const dates = (text: string) =>
    readDates(new TextReader(text)).map(({ year, month, day }) =>
      [year, month, day].map((part) => part ?? '?').join('-'),
    )

  it('reads whole dates in figures and in words', () => {
    expect(dates('from August 9, 2019 to 25 Aug 2019, not 2018-06-15')).toEqual([
      '2018-6-15',
      '2019-8-25',
      '2019-8-9',
    ])
    expect(dates('on 17/06/2023')).toEqual(['2023-6-17'])
    expect(dates('between 9 and 25 August 2019')).toEqual(['2019-8-9', '2019-8-25'])
  })

  it('reads parts of dates', () => {
    expect(dates('on 2 July')).toEqual(['?-7-2'])
    expect(dates('in June 2023')).toEqual(['2023-6-?'])
    expect(dates('in 2019')).toEqual(['2019-?-?'])
    expect(dates('Did the water change between June and July?')).toEqual(['?-6-?', '?-7-?'])
    expect(dates('water in May versus September')).toEqual(['?-5-?', '?-9-?'])
    expect(dates('between July and the last date')).toEqual(['?-7-?'])
  })

  it('does not take an amount or a modal verb for a date', () => {
    expect(dates('more than 2000 ha may have burned')).toEqual([])
  })

  it('means the days that agree in all parts given', () => {
    const [july] = readDates(new TextReader('on 2 July'))
    expect(isMeant(july!, '2023-07-02')).toBe(true)
    expect(isMeant(july!, '2023-07-12')).toBe(false)
  })
})

describe('unservedPart', () => {
  const unserved = (text: string) => {
    const question = read(text)
    return question.asks.map((ask) => unservedPart(question, ask)).find((part) => part !== null) ?? null
  }

  it.each([
    'How many hectares did not burn?',
    'How many hectares burned in the northern half?',
    'How many hectares burned south of latitude -20?',
    'How many hectares of forest burned?',
    'How many hectares burned (dNBR at least 0.1 but below 0.27)?',
    'How many square miles burned?',
    'How many hectares burned per day?',
    'What is the total area of the three largest scars together?',
    'How many burned patches are larger than 100 ha?',
    'What percent of the lake was lost?',
    'How many days passed between the dates?',
    'How many hectares have RdNBR above 0.5?',
    'How many wombats burned?',
  ])('finds that “%s” asks for more than is served', (text) => {
    expect(unserved(text)).not.toBeNull()
  })

  it.each([
    'How many hectares burned between the two dates (dNBR at least 0.27)?',
    'Where did it burn, how many hectares, and which way did it spread?',
    'How many hectares burned between 9 and 25 August 2019?',
    'How many hectares burned, ignoring clouds?',
    'Is the burned area larger than 10,000 ha?',
    'Compare NDVI inside and outside the burned area',
    'How many separate burned patches are there?',
    'How many hectares exceeded a dNBR of 0.3?',
    'How many hectares burned, leaving out patches smaller than 10 pixels?',
    'What is the NBR2 of scene-1?',
    'How many pixels burned?',
    'Give the five largest burned scars',
    'First compute NBR for the dates, then the difference, then tell me how many hectares exceed 0.3',
  ])('lets “%s” pass', (text) => {
    expect(unserved(text)).toBeNull()
  })
})
