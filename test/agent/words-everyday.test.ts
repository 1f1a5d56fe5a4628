import { describe, expect, it } from 'vitest'
import { confidenceIn } from '../../src/agent/fire-products.ts'
import { courseOf } from '../../src/agent/course-words.ts'
import { readDataFacts } from '../../src/agent/data-facts.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { unmeasurableIn } from '../../src/agent/targets.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const specs = TOOLS.map((tool) => toolSpec(tool))
const indexNames = new Set(specs.filter(({ family }) => family === 'indices').map(({ name }) => name))
const read = (text: string, sensors: readonly string[] = ['sentinel-2']) =>
  readQuestion(text, { indexNames, specs, products: [], hasScenes: true, shown: [], sensors })
const askOf = (text: string, sensors?: readonly string[]) => read(text, sensors).asks[0]!
const slotsOf = (text: string) => Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value]))
const unserved = (text: string) => unservedPart(read(text), askOf(text))
const courseFor = (text: string) => courseOf(askOf(text))

describe('everyday turns of speech', () => {
  it.each([
    'How many hectares of the reserve went up in smoke?',
    'What area in km² fell victim to the blaze?',
    'Give the hectares that were consumed by the flames.',
    'The area destroyed by fire, in hectares?',
  ])('knows what burns in “%s”', (text) => {
    expect(askOf(text)).toMatchObject({ target: 'burned', dimension: 'area', change: null })
  })

  it.each([
    'Area of open water in ha, as far as the clouds allow?',
    'Clouds permitting, how many hectares of water are there?',
    'How much water is there where the cloud does not hide the ground, in ha?',
  ])('takes clouds for a circumstance in “%s”', (text) => {
    expect(unmeasurableIn(read(text).stem)).toBeNull()
    expect(askOf(text)).toMatchObject({ target: 'water', dimension: 'area' })
  })

  it('still declines what asks for the clouds', () => {
    expect(unmeasurableIn(read('How much of the scene does cloud hide?').stem)).toBe('cloud cover')
  })

  it.each([
    ['Drop every pixel where dNBR is below 0.3, and average dNBR over what remains.', 0.3, 'at_or_above'],
    ['Discard all pixels with NDVI under 0.2; what is the mean NDVI of the rest?', 0.2, 'at_or_above'],
    [
      'Throw away those pixels whose NDWI lies above 0.1 and give the mean NDWI of the others.',
      0.1,
      'at_or_below',
    ],
  ])('keeps the other side of what “%s” drops', (text, threshold, side) => {
    expect(slotsOf(text)).toMatchObject({ threshold, side })
  })

  it.each([
    'Flooded area by a drop of VV by at least 4 dB',
    'Burned area in hectares, leaving out patches smaller than 10 pixels?',
  ])('turns no limit of “%s”', (text) => {
    expect(read(text).stem).toBe(text)
  })

  it.each([
    ['Use EVI instead of NDVI: what is its mean?', 'evi'],
    ['What is the mean SAVI, not NDVI?', 'savi'],
    ['NDVI saturates in dense stands, that is why I prefer EVI. What is its mean?', 'evi'],
    ['Rather than NDWI, take MNDWI and give its mean.', 'mndwi'],
  ])('sets the other index aside in “%s”', (text, name) => {
    expect(askOf(text).indices).toEqual([name])
  })

  it.each([
    ['What is the mean NDVI where NDWI is above 0.1?', ['ndvi', 'ndwi']],
    ['Mean NDVI and not EVI below 0.2?', ['ndvi', 'evi']],
  ])('keeps both indices of “%s”', (text, names) => {
    const { indices, cutBy } = askOf(text)
    expect([...indices, ...(cutBy === undefined ? [] : [cutBy])].sort()).toEqual([...names].sort())
  })

  it.each([
    'For section 3 of my report: what is the mean NDVI?',
    'Referee 1 asks for the mean NDVI. What is it?',
    'Exercise 4: compute the mean NDVI.',
  ])('takes the number in “%s” for a name', (text) => {
    expect(unserved(text)).toBeNull()
  })
})

describe('states of two dates', () => {
  it.each([
    ['Compare the two water masks: how many hectares are water only in the later one?', 'gain'],
    ['Overlay both scenes. What area in ha is water on the first date only?', 'loss'],
    ['With both masks at hand, how many hectares are water solely in the older image?', 'loss'],
    ['What is the water area in the later scene only, in ha?', null],
  ])('reads the change of “%s”', (text, change) => {
    expect(askOf(text).change).toBe(change)
  })

  it.each([
    ['The lake swallows land between the passes: how many hectares?', 'gain'],
    [
      'Outline the fire twice and give the hectares of what the later outline adds to the burned area.',
      'gain',
    ],
  ])('reads the growth of “%s”', (text, change) => {
    expect(askOf(text).change).toBe(change)
  })

  it.each([
    'VV weaker by 4 dB or more on the later pass: how many ha?',
    'Where is VH backscatter down by at least 4 dB, in km²?',
    'Area with a drop of backscatter by 4 dB or more, in ha?',
  ])('takes the fall of backscatter in “%s” for the ratio of two passes', (text) => {
    const question = read(text, ['sentinel-1'])
    expect(question.asks[0]).toMatchObject({ target: 'water', dimension: 'area' })
    expect(question.slots).toContainEqual({ slot: 'threshold', value: -4 })
  })

  it.each([
    'Of the places where trees were felled, how many hectares has the third largest?',
    'Among all patches where forest was lost, how many hectares does the second biggest have?',
  ])('takes the place of “%s” for a condition', (text) => {
    expect(read(text).asks).toHaveLength(1)
    expect(askOf(text)).toMatchObject({ dimension: 'area', unit: 'ha', target: 'vegetation', change: 'loss' })
  })

  it.each([
    'Standard deviation of the NDVI difference, later minus earlier?',
    'Take NDVI of the first image from NDVI of the second. How large is the standard deviation of the difference?',
  ])('knows the spread of a change in “%s”', (text) => {
    expect(read(text).direct).toEqual({
      kind: 'values',
      of: { what: 'change', name: 'ndvi' },
      statistic: 'std',
    })
  })
})

describe('courses over dates', () => {
  it.each([
    ['What was the mean NDMI in the driest of the years?', 'min'],
    ['On the greenest date of the series, how high is the scene-mean NDVI?', 'max'],
    ['Which scene-mean NDMI had the wettest summer?', 'max'],
    ['What is the highest scene-mean NDVI that any date of the series reaches?', 'max'],
  ])('finds the one date of “%s”', (text, end) => {
    expect(courseFor(text)).toMatchObject({ tool: 'extreme_of_values', figures: [end] })
  })

  it.each([
    [
      'Since which day of the year (1–366) was the vegetation in season, at 20 % of the NDVI amplitude?',
      'start_day',
    ],
    ['Until what day of the year do the plants stay in season, by NDVI?', 'end_day'],
  ])('knows the day of “%s”', (text, figure) => {
    expect(courseFor(text)).toMatchObject({ tool: 'growing_season', figures: [figure] })
    expect(unserved(text)).toBeNull()
  })

  it.each([
    'Average NDVI date by date. Lay a Theil–Sen line through the values. What slope per year does this line have?',
    'Collapse each date to its mean NDVI. Put the Sen line through them. How steep is that line, per year?',
  ])('keeps the line that “%s” points back at', (text) => {
    expect(courseFor(text)?.tool).toBe('sens_slope')
  })
})

describe('detections and data', () => {
  it.each([
    ['Discard the detections flagged low or nominal. How many remain?', 'high'],
    ['Weed out what is graded low, then count the detections.', 'nominal'],
    ['How many detections have high confidence?', 'high'],
    ['How many detections are rated at least nominal in confidence?', 'nominal'],
    ['How many detections are there?', null],
    ['How many detections lie in the low country?', null],
  ])('reads the confidence of “%s”', (text, least) => {
    expect(confidenceIn(text)).toBe(least)
  })

  it.each([
    ['From which date is the newest image?', 'dates'],
    ['How recent are the loaded pictures?', 'dates'],
    ['What goes into the field “recorded on”?', 'dates'],
  ])('reads the fact of “%s”', (text, label) => {
    expect(readDataFacts(text)[0]).toMatchObject({ label })
  })

  it.each(['How far, in km², does this frame stretch?', 'Over how many hectares does the image extend?'])(
    'reads the extent of “%s”',
    (text) => {
      expect(readDataFacts(text)[0]).toMatchObject({ figure: 'area' })
    },
  )
})
