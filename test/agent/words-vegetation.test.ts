import { describe, expect, it } from 'vitest'
import { courseIn, courseIndex } from '../../src/agent/course-words.ts'
import { countsAre } from '../../src/agent/dates-in-text.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { unservedPart } from '../../src/agent/unserved.ts'

const INDICES = new Set(['ndvi', 'ndmi', 'nbr'])
const read = (text: string) =>
  readQuestion(text, { indexNames: INDICES, specs: [], products: [], hasScenes: true, shown: [] })
const slotsOf = (text: string) => Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value]))

describe('courseIn', () => {
  it.each([
    ['On which day of the year does the season begin?', 'growing_season', ['start_day']],
    ['Onset of greening: which day of the year?', 'growing_season', ['start_day']],
    ['Duration of the vegetation period, days?', 'growing_season', ['season_length']],
    ['How many days pass from green-up to senescence?', 'growing_season', ['season_length']],
    ['With a 50% amplitude threshold: growing season length in days?', 'growing_season', ['season_length']],
    ['What amplitude does NDVI have over the season?', 'growing_season', ['amplitude']],
    ['the difference between the peak and the base of NDVI over the season', 'growing_season', ['amplitude']],
    ['How far is the latest mean NDMI from the multi-year mean?', 'series_anomalies', ['last_anomaly']],
    ['the deviation of NDMI from the average of all years', 'series_anomalies', ['last_anomaly']],
    ['Z-score of the driest date in the series', 'series_anomalies', ['lowest_z']],
    ['share of the area with significant browning', 'trend_map', ['falling_share']],
    ['percent of the pixels where NDVI gains significantly', 'trend_map', ['rising_share']],
    ['How much of the variance of the yearly means is explained by a line?', 'linear_trend', ['r_squared']],
    ['Lowest yearly average of NDMI?', 'extreme_of_values', ['min']],
    ['the p of the linear NDVI trend', 'linear_trend', ['p_value']],
  ])('reads “%s” as %s', (text, tool, figures) => {
    expect(courseIn(text, true)).toMatchObject({ tool, figures })
  })

  it('takes no season of drought, fire or the calendar for that of plants', () => {
    expect(courseIn('How large was the lake in the dry season?', false)).toBeNull()
    expect(courseIn('How much burned in the fire season?', false)).toBeNull()
  })
})

describe('readQuestion', () => {
  it('reads a fall by an amount in more constructions, and no fall below a limit', () => {
    for (const text of [
      'On how many km² did NDVI go down by 0.3 or more?',
      'How many hectares lost 0.3 or more of NDVI?',
      'NDVI loss ≥ 0.3: how many hectares?',
      'How many hectares had their NDVI reduced by 0.3 or more?',
      'a decline in NDVI of at least 0.3, in hectares',
    ]) {
      expect(slotsOf(text), text).toMatchObject({ threshold: -0.3, side: 'at_or_below' })
      expect(read(text), text).toMatchObject({ thresholdOn: 'change', direct: null })
    }
    expect(slotsOf('On how many hectares did NDVI fall below 0.3?')).toMatchObject({
      threshold: 0.3,
      side: 'below',
    })
  })

  it('reads levels of significance and shares of an amplitude', () => {
    expect(slotsOf('a significant trend of NDVI at the 5 % level')).toMatchObject({ alpha: 0.05 })
    expect(slotsOf('At a significance level of 0.01, NDVI falls')).toMatchObject({ alpha: 0.01 })
    expect(slotsOf('the season at half of the amplitude')).toMatchObject({ share: 50 })
    expect(slotsOf('with a 20 % amplitude threshold')).toMatchObject({ share: 20 })
    expect(slotsOf('NDVI fell by at least 0.3 and the DEM slope exceeds 15°')).toMatchObject({
      steepness: 15,
    })
  })

  it('finds the end of a difference at which its strongest fall lies', () => {
    for (const text of [
      'Maximum drop in NDVI',
      'Biggest NDVI loss of a pixel',
      'the most negative NDVI change',
    ])
      expect(read(text).asks[0]!.figures, text).toEqual(['min'])
    expect(read('the strongest NDVI increase').asks[0]!.figures).toEqual(['max'])
  })

  it('reads gain and loss of plants in other words', () => {
    expect(read('How many hectares became greener between the dates?').asks[0]!.change).toBe('gain')
    expect(read('Plants have come back. What area turned green?').asks[0]!.change).toBe('gain')
    expect(read('How many hectares turned brown between the dates?').asks[0]).toMatchObject({
      target: 'vegetation',
      change: 'loss',
    })
    expect(read('How many hectares of woodland were harvested?').asks[0]!.change).toBe('loss')
    expect(read('How many new clear-cuts are there?').asks[0]!.figures).toEqual(['components'])
    expect(
      unservedPart(read('How many clear-cuts are there?'), read('How many clear-cuts are there?').asks[0]!),
    ).toBeNull()
  })

  it('takes ground lost over the year for a change of two dates, and a rate for a course', () => {
    expect(read('What area of forest disappeared over the year?').asks[0]).toMatchObject({ series: false })
    expect(read('How much does the greenness change per year?').asks[0]).toMatchObject({ series: true })
  })

  it('wants an area where all options are areas', () => {
    const text = 'Which figure matches the ground whose NDVI sank by 0.4 or more? A) 6 ha B) 9 ha'
    expect(read(text).asks[0]).toMatchObject({ dimension: 'area', unit: 'ha' })
  })

  it('knows the scar of a slide from a burn', () => {
    expect(read('How large is the largest landslide scar in hectares?').asks[0]!.target).toBe('vegetation')
  })

  it('sets a condition by a clause of where', () => {
    expect(read('Where NDVI fell by at least 0.3, what is the mean slope?').asks).toHaveLength(1)
  })
})

describe('words of dates', () => {
  it.each([
    'On which of the dates was the mean NDVI highest?',
    'Which of the six images has the lowest mean NDVI?',
    'Which of these dates has the maximum NDVI?',
  ])('looks for a date among several in “%s”', (text) => {
    const question = read(text)
    expect(question.allDates).toBe(false)
    expect(courseIn(text, true)).toMatchObject({ tool: 'extreme_of_values' })
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })

  it.each([
    ['Work out the NDVI of both dates. After that tell me the mean of the later one.', 'last'],
    ['Compute NDVI on each date, and then give the mean of the earlier image.', 'first'],
  ])('takes one of the dates in “%s”', (text, moment) => {
    const question = read(text)
    expect(question).toMatchObject({ direct: null, moment })
    expect(question.asks[0]).toMatchObject({ series: false })
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })

  it('takes a number of years for no threshold, and holds it against the dates', () => {
    const text = 'Over the 3 years from 2013, by how much NDVI a year has it been greening?'
    const question = read(text)
    expect(slotsOf(text)).not.toHaveProperty('threshold')
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
    expect(countsAre(text, ['2013-07-01', '2014-07-01', '2015-07-01'])).toBe(true)
    expect(countsAre(text, ['2013-07-01', '2014-07-01', '2015-07-01', '2016-07-01', '2017-07-01'])).toBe(
      false,
    )
    expect(countsAre('NDVI trend over all 2 scenes', ['2013-07-01', '2014-07-01', '2015-07-01'])).toBe(false)
  })
})

describe('words of moisture, plots and shares said twice', () => {
  it('tells how moist plants are by their water, and how green by their leaves', () => {
    const index = (text: string) => courseIndex(read(text).asks[0]!)
    expect(index('How unusual is the moisture of the plants on the last date, as a z-score?')).toBe('ndmi')
    expect(index('How dry are the plants on the last date, compared with usual?')).toBe('ndmi')
    expect(index('How unusual is the vegetation on the last date, as a z-score?')).toBe('ndvi')
  })

  it.each([
    'Their plots are in the GeoJSON: what is the average NDVI on every one of them?',
    'What is the mean NDVI in the plots? Give it for each of them.',
    'Here are my fields as polygons. Give the mean NDVI of each.',
  ])('measures by zones in “%s”', (text) => expect(read(text).asks[0]).toMatchObject({ zoned: true }))

  it('takes the same share said again for the same limit, and no other one', () => {
    const of = (down: string) =>
      read(
        `The season runs from the rise through 20 % of the amplitude to the fall through ${down}; how long?`,
      )
    expect(unservedPart(of('20 %'), of('20 %').asks[0]!)).toBeNull()
    expect(unservedPart(of('50 %'), of('50 %').asks[0]!)).toContain('50 %')
  })

  it('takes a percentile told in two ways that agree', () => {
    const of = (share: number) =>
      read(`Which NDVI is only exceeded by ${share} % of the pixels, i.e. the 95th percentile?`)
    expect(of(5).direct).toMatchObject({ kind: 'percentile', percentile: 95 })
    expect(unservedPart(of(5), of(5).asks[0]!)).toBeNull()
    expect(unservedPart(of(10), of(10).asks[0]!)).toContain('10 %')
  })

  it('takes the name of the loaded sensor for no number, and that of another one for one', () => {
    const of = (name: string) =>
      readQuestion(`Median of B5 divided by B4, with the bands of ${name}?`, {
        indexNames: INDICES,
        specs: [],
        products: [],
        hasScenes: true,
        shown: [],
        sensors: ['landsat-8'],
      })
    expect(unservedPart(of('Landsat 8'), of('Landsat 8').asks[0]!)).toBeNull()
    expect(unservedPart(of('Landsat 9'), of('Landsat 9').asks[0]!)).toContain('9')
  })
})
