import { describe, expect, it } from 'vitest'
import { withoutBackground } from '../../src/agent/background.ts'
import { courseIn } from '../../src/agent/course-words.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { BandName } from '../../src/trace/port.ts'
import { askContext } from '../helpers/context-desk.ts'
import { answerOf, callsOf } from '../helpers/field.ts'
import { raster } from '../raster/kernels/rasters.ts'
import { MemoryContext } from '../tools/memory-context.ts'

const INDICES = new Set(['ndvi', 'ndmi', 'nbr'])
const read = (text: string) =>
  readQuestion(text, { indexNames: INDICES, specs: [], products: [], hasScenes: true, shown: [] })
const slotsOf = (text: string) => Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value]))

describe('courseIn', () => {
  it.each([
    ['Sen slope of NDVI per year', 'sens_slope', ['slope']],
    ['Kendall tau of the yearly means', 'mann_kendall', ['tau']],
    ['R² of the trend over the years', 'linear_trend', ['r_squared']],
    ['Is the greening trend significant?', 'linear_trend', ['p_value']],
    ['How long was the growing season?', 'growing_season', ['season_length']],
    ['When did the growing season end?', 'growing_season', ['end_day']],
    ['When does the growing season start, peak and end?', 'growing_season', []],
    ['mean VCI in percent', 'vci_map', ['mean']],
    ['hectares with VCI below 35', 'vci_map', []],
    ['z-score of the last date against the series', 'series_anomalies', ['last_z']],
    ['lowest mean NDVI over the years', 'extreme_of_values', ['min']],
    ['On which date was NDVI highest?', 'extreme_of_values', ['max']],
  ])('reads “%s” as %s', (text, tool, figures) => {
    expect(courseIn(text, true)).toMatchObject({ tool, figures })
  })

  it('finds no course in the change of two dates', () => {
    expect(courseIn('How many hectares of forest were lost in a year?', true)).toBeNull()
    expect(courseIn('What is the mean NDVI?', true)).toBeNull()
  })
})

describe('withoutBackground', () => {
  const isAbout = (rest: string) => /NDVI/.test(rest)

  it('leaves out a statement that only tells a situation', () => {
    expect(withoutBackground('The permit is for 40 ha of timber. What was the mean NDVI?', isAbout)).toBe(
      'What was the mean NDVI?',
    )
  })

  it('keeps conditions, commands, and what the question points back to', () => {
    for (const text of [
      'Forest is where the value is above 0.6. What was the mean NDVI?',
      'First mask the pixels. What was the mean NDVI?',
      'The plants were greenest once. When was that, by NDVI?',
    ]) {
      expect(withoutBackground(text, isAbout)).toBe(text)
    }
  })
})

describe('readQuestion', () => {
  it('reads limits behind the number, of significance, of an amplitude and of steepness', () => {
    expect(slotsOf('Where did NDVI drop by 0.4 or more?')).toMatchObject({
      threshold: -0.4,
      side: 'at_or_below',
    })
    expect(slotsOf('NDVI falls significantly (p at most 0.01)')).toMatchObject({ alpha: 0.01 })
    expect(slotsOf('where NDVI passes 50 % of its amplitude')).toMatchObject({ share: 50 })
    expect(slotsOf('hectares on slopes steeper than 15° that lost NDVI')).toMatchObject({ steepness: 15 })
  })

  it('takes slides and clearings for losses of vegetation', () => {
    expect(read('What area did the landslides strip bare, in hectares?').asks[0]).toMatchObject({
      target: 'vegetation',
      change: 'loss',
    })
    expect(read('How many separate clearings are there?').asks[0]).toMatchObject({
      change: 'loss',
      figures: ['components'],
    })
  })

  it('takes the unit of the options where the words name no amount', () => {
    expect(
      read('Which is closest, where NDVI dropped by 0.4 or more? A) 7 ha B) 9 ha').asks[0],
    ).toMatchObject({
      unit: 'ha',
      dimension: 'area',
    })
  })
})

const EARLY = [0.6, 0.6, 0.6, 0.6]
const LATE = [0.1, 0.6, 0.6, 0.6]

/** Two dates of 2 × 2 pixels of 100 m², one of which loses its NDVI. */
function twoDates(context: MemoryContext): void {
  const bands = (ndvi: readonly number[]) => {
    const [a, b, c, d] = ndvi.map((value) => (0.1 * (1 + value)) / (1 - value)) as [
      number,
      number,
      number,
      number,
    ]
    const made: Partial<Record<BandName, ReturnType<typeof raster>>> = {
      red: raster([[0.1, 0.1], [0.1, 0.1]]), // prettier-ignore
      nir: raster([[a, b], [c, d]]), // prettier-ignore
    }
    return made
  }
  context.addScene('scene-1', bands(EARLY), { date: '2021-06-01' })
  context.addScene('scene-2', bands(LATE), { date: '2021-07-01' })
}

describe('runAgent on vegetation', { timeout: 60_000 }, () => {
  it('answers a landslide by its loss of NDVI, and a count of parts by parts', async () => {
    const context = new MemoryContext()
    twoDates(context)
    const area = await askContext(
      context,
      'Map the landslide as a fall of NDVI by at least 0.3. What is its area in m²?',
      memoryStore(),
    )
    expect(answerOf(area)).toMatchObject({ value: 100, unit: 'm2' })
    const parts = await askContext(
      context,
      'How many separate landslides let NDVI fall by at least 0.3?',
      memoryStore(),
    )
    expect(answerOf(parts).value).toBe(1)
    expect(callsOf(parts)).toContain('components')
  })

  it('gives the largest drop and not the mean', async () => {
    const context = new MemoryContext()
    twoDates(context)
    const record = await askContext(context, 'What was the largest drop of NDVI anywhere?', memoryStore())
    expect(answerOf(record).value).toBeCloseTo(-0.5, 5)
  })

  it('does not answer for years that are not there', async () => {
    const context = new MemoryContext()
    twoDates(context)
    const record = await askContext(context, 'What was the NDVI trend between 1990 and 2000?', memoryStore())
    expect(record.status).toBe('declined')
  })
})
