import { describe, expect, it } from 'vitest'
import { courseIn } from '../../src/agent/course-words.ts'
import { plainGroundTerms } from '../../src/agent/ground-terms.ts'
import { orderOfDates } from '../../src/agent/order-words.ts'
import { plainRatio } from '../../src/agent/radar-words.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { plainSeverity } from '../../src/agent/severity-words.ts'
import { plainStatistics } from '../../src/agent/statistic-words.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const SPECS = TOOLS.map((tool) => toolSpec(tool))
const INDICES = new Set(SPECS.filter(({ family }) => family === 'indices').map(({ name }) => name))
const read = (text: string, sensors: readonly string[] = ['sentinel-2']) =>
  readQuestion(text, { indexNames: INDICES, specs: SPECS, products: [], hasScenes: true, sensors, shown: [] })
const slotsOf = (text: string) => Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value]))

describe('plainGroundTerms', () => {
  it.each([
    ['The greatest stretch of water, in ha?', 'largest water body'],
    ['area of the most extensive connected burnt patch', 'largest connected burnt patch'],
    ['How many sheets of water are there?', 'water bodies'],
    ['Which area did the high water take?', 'flood water'],
    ['By how much does it rise per annum?', 'per year'],
    ['mean of the water index of McFeeters', 'NDWI'],
    ['the vegetation condition index under 35', 'VCI'],
    ['Take green and short-wave infrared 1 and form the NDSI', 'form the NDSI'],
  ])('says of “%s”: %s', (text, form) => {
    expect(plainGroundTerms(text)).toContain(form)
  })

  it('leaves what only looks alike', () => {
    for (const text of [
      'the mean of the land surface water index',
      'the surface of the water in ha',
      'soil moisture index of the scene',
      'nir / red with the red band',
    ])
      expect(plainGroundTerms(text), text).toBe(text)
  })
})

describe('plainRatio', () => {
  it('takes later over earlier in decibels for the log ratio, and not the other way round', () => {
    for (const text of [
      'Divide the later VV image by the earlier one and express that in dB.',
      'Ratio of the second to the first pass in decibels, then the mean.',
      'Backscatter after divided by backscatter before, as 10 log of it.',
    ])
      expect(plainRatio(text), text).toContain('log ratio')
    for (const text of [
      'Divide the earlier image by the later one, in dB.',
      'Divide the later image by the earlier one.',
      'the log ratio of the later over the earlier image in dB',
    ])
      expect(plainRatio(text), text).toBe(text)
  })
})

describe('plainSeverity', () => {
  it('names the class that a range of dNBR is, and no other range', () => {
    expect(plainSeverity('dNBR from 0.44 up to 0.66: what area?')).toContain('moderate-high burn severity')
    expect(plainSeverity('area with dNBR between 0.1 and 0.27')).toContain('low burn severity')
    expect(plainSeverity('area with dNBR between 0.2 and 0.3')).not.toContain('severity')
  })
})

describe('courseIn', () => {
  it.each([
    ['How well does a straight line describe the means over the years?', 'linear_trend', ['r_squared']],
    ['How likely is it that the trend over the years is mere chance?', 'linear_trend', ['p_value']],
    ['Regress the yearly means on time.', 'linear_trend', ['slope']],
    ['On what day does NDVI rise through half of its amplitude?', 'growing_season', ['start_day']],
    ['When does NDVI fall below a fifth of its amplitude?', 'growing_season', ['end_day']],
    ['From green-up to senescence it takes', 'growing_season', ['season_length']],
    ['Highest value of the seasonal NDVI curve', 'extreme_of_values', ['max']],
    ['What NDVI is reached at the peak of the season?', 'extreme_of_values', ['max']],
    ['On which day is the peak of the season?', 'growing_season', ['peak_day']],
  ])('reads “%s” as %s', (text, tool, figures) => {
    expect(courseIn(text, true)).toMatchObject({ tool, figures })
  })
})

describe('readQuestion', () => {
  it('reads shares of an amplitude told as a part', () => {
    expect(slotsOf('The season is where NDVI is above a fifth of its amplitude')).toMatchObject({ share: 20 })
    expect(slotsOf('from a quarter of the seasonal range')).toMatchObject({ share: 25 })
    expect(slotsOf('at half its amplitude')).toMatchObject({ share: 50 })
  })

  it('reads the end of the values that stands behind them', () => {
    expect(plainStatistics('Which value of NDVI is the largest?')).toContain('highest value')
    expect(plainStatistics('what reading in the scene is the smallest')).toContain('lowest value')
  })

  it('takes what options are all alike in for what is asked', () => {
    expect(read('The fire ran toward the …\nA) north\nB) south-east\nC) west').asks[0]!.dimension).toBe(
      'sector',
    )
    expect(read('Mean NDVI drifts by\nA) 0.01 per year\nB) 0.02 per year').asks[0]).toMatchObject({
      series: true,
      dimension: 'rate',
    })
  })

  it('reads water that land became, also by adjectives of time and wetness', () => {
    expect(read('Former land that is water now, in ha?').asks[0]!.change).toBe('gain')
    expect(read('Area of pixels that are wet first and dry afterwards').asks[0]).toMatchObject({
      target: 'water',
      change: 'loss',
    })
    expect(read('What was once a lake and is land now, in ha?').asks[0]!.change).toBe('loss')
  })

  it('reads ranks by place, and limits by adjectives of water', () => {
    expect(read('In second place by size: what is the area of that lake?').asks[0]!.rank).toBe(2)
    expect(read('Area of the lake that ranks third in size').asks[0]!.rank).toBe(3)
    expect(slotsOf('What of the lake is muddier than 50 NTU?')).toMatchObject({
      threshold: 50,
      side: 'above',
    })
  })

  it('keeps a step that computes, however short', () => {
    expect(read('Pre minus post gives dNBR. Everything over 0.3 is burnt. Hectares?').asks[0]).toMatchObject({
      differenced: true,
      dimension: 'area',
    })
  })
})

describe('orderOfDates', () => {
  it('tells which date is taken from which', () => {
    for (const text of [
      'take earlier minus later',
      'subtract the newer NBR from the older one',
      'NBR before less NBR after',
    ])
      expect(orderOfDates(text), text).toBe('earlier_minus_later')
    for (const text of [
      'later minus earlier',
      'take the first map away from the second',
      'post-fire minus pre-fire',
    ])
      expect(orderOfDates(text), text).toBe('later_minus_earlier')
    expect(orderOfDates('NIR minus red on the second date')).toBeNull()
  })

  it('turns a limit to the side on which the difference has it', () => {
    const ndvi = 'NDVI of both dates, earlier minus later; area of what exceeds 0.3, in ha?'
    expect(slotsOf(ndvi)).toMatchObject({ threshold: -0.3, side: 'below' })
    expect(read('First NDVI minus second NDVI: mean?').asks[0]).toMatchObject({
      change: 'loss',
      differenced: true,
    })
    const nbr = 'NBR later minus earlier; area at or below -0.3, in ha?'
    expect(Number(slotsOf(nbr)['threshold'])).toBe(0.3)
  })
})

describe('what is read wrong is given back', () => {
  it('gives back a difference or a change whose words are not understood', () => {
    for (const text of [
      'NDMI of the scene relative to that of the forest next door',
      'On how many hectares has water overrun the meadows?',
    ]) {
      const question = read(text)
      expect(unservedPart(question, question.asks[0]!), text).not.toBeNull()
    }
  })

  it('reads what came up or was drowned', () => {
    expect(read('On how many hectares have plants come up?').asks[0]!.change).toBe('gain')
    expect(read('How many hectares has the new lake drowned?').asks[0]).toMatchObject({
      target: 'water',
      change: 'gain',
    })
    expect(read('Which pixels were water and are not any longer? Area in ha.').asks[0]!.change).toBe('loss')
  })
})

describe('ends and courses in other words', () => {
  it.each([
    ['Minimum of the yearly NDMI averages', 'extreme_of_values', ['min']],
    ['Is NDVI trending significantly? p =', 'linear_trend', ['p_value']],
  ])('reads “%s” as %s', (text, tool, figures) => {
    expect(courseIn(text, true)).toMatchObject({ tool, figures })
  })

  it('reads limits with their end named last, and greening between two dates', () => {
    expect(slotsOf('what is below or at -6 dB')).toMatchObject({ threshold: -6, side: 'at_or_below' })
    expect(read('Greening between the two pictures, hectares?').asks[0]).toMatchObject({
      change: 'gain',
      series: false,
    })
  })
})
