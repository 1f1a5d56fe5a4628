import { describe, expect, it } from 'vitest'
import { readLimits } from '../../src/agent/read-limits.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { seesSpots } from '../../src/agent/spot-plans.ts'
import { targetsIn, unmeasurableIn } from '../../src/agent/targets.ts'
import type { Known, Plan } from '../../src/agent/types.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { Port } from '../../src/trace/port.ts'

const known = (quantity: string | null): Known => ({
  indexNames: new Set(['ndvi', 'nbr', 'ndbi']),
  specs: TOOLS.map(toolSpec),
  products:
    quantity === null ? [] : [{ id: 'layer-1', port: { kind: 'raster', quantity } as Port, made: false }],
  hasScenes: quantity !== 'elevation',
  shown: [],
})
const [HEIGHTS, CLASSES, SCENE] = [known('elevation'), known('class'), known(null)]
const directOf = (text: string, data: Known) => readQuestion(text, data).direct
const askOf = (text: string) => readQuestion(text, SCENE).asks[0]!
const slotsOf = (text: string) =>
  Object.fromEntries(readQuestion(text, SCENE).slots.map(({ slot, value }) => [slot, value]))

describe('words of terrain', () => {
  it.each([
    ['Which altitude does the summit reach?', 'max'],
    ['How high is the peak?', 'max'],
    ['What is the greatest height of the terrain?', 'max'],
    ['At what elevation is the lowest place?', 'min'],
  ])('reads one end of the heights from “%s”', (text, statistic) => {
    expect(directOf(text, HEIGHTS)).toMatchObject({ kind: 'values', of: { what: 'height' }, statistic })
  })

  it.each([
    'What is the difference between the highest and the lowest point, in metres?',
    'By how many metres do the highest and lowest elevations differ?',
    'How high is the summit above the valley floor, from the lowest place on?',
    'What is the range of altitude, from the valley bottom to the summit?',
  ])('reads the relief from “%s”', (text) => {
    expect(directOf(text, HEIGHTS)?.kind).toBe('relief')
  })

  it.each([
    'Prevailing slope direction?',
    'What is the main orientation of the hillsides?',
    'Which exposure is the most common?',
    'Are the slopes mostly facing north, east, south or west?',
  ])('reads the aspect from “%s”', (text) => {
    expect(directOf(text, HEIGHTS)?.kind).toBe('facing')
  })

  it('takes an area or a mean of slopes for no aspect', () => {
    expect(directOf('How many hectares of slopes face north?', HEIGHTS)?.kind).not.toBe('facing')
    expect(directOf('By the way, how steep is the terrain on average?', HEIGHTS)?.kind).toBe('values')
  })

  it.each([
    ['Which elevation is exceeded by half of the pixels?', 50],
    ['Below which elevation does a quarter of the land lie?', 25],
    ['What elevation is exceeded by only 10 % of the land?', 90],
  ])('reads a percentile from “%s”', (text, percentile) => {
    expect(directOf(text, HEIGHTS)).toMatchObject({ kind: 'percentile', percentile })
  })

  it('reads a slope in percent from its percentage', () => {
    expect(directOf('Please give the average gradient as a percentage.', HEIGHTS)).toMatchObject({
      of: { what: 'slope', unit: '%' },
      statistic: 'mean_slope',
    })
  })

  it.each([
    ['at altitudes of 810 to 1010 metres', 810, 1010],
    ['in the belt 810–1010 m', 810, 1010],
    ['in the height range 810-1010 m', 810, 1010],
    ['higher than 1 km', 1000, null],
  ])('reads limits from “%s”', (text, low, high) => {
    const limits = readLimits(text)
    expect([limits?.low?.value ?? null, limits?.high?.value ?? null]).toEqual([low, high])
    expect(limits?.unit).toBe('m')
  })

  it('keeps areas, dates and bare pairs of numbers out of limits', () => {
    for (const text of ['above 5 km²', 'from 2018-05-27 m', '3 to 4 lakes'])
      expect(readLimits(text)).toBeNull()
  })

  it('keeps the limit itself where it is said as one, and not where what lies above it is asked', () => {
    expect(readLimits('with 870 m as the lower limit')?.low?.side).toBe('at_or_above')
    expect(readLimits('Taking 870 m as the lower limit, how large is the area above it?')?.low?.side).toBe(
      'above',
    )
  })

  it('does not take a circumstance for what is asked', () => {
    expect(targetsIn('Where the gradient is above 15 degrees we plant no vines')).toEqual([])
    expect(unmeasurableIn('We sell cars. What is the highest elevation?')).toBeNull()
    const told = readQuestion(
      "Diggers can't work on ground steeper than 15 degrees. How many km² is that?",
      HEIGHTS,
    )
    expect(unservedPart(told, told.asks[0]!)).toBeNull()
  })
})

describe('words of where plants stand and of the steepest slope', () => {
  it.each([
    ['Where the coffee grows it has to be higher than 1500 m. How many km² is that?', 1500],
    ['Vines grow only below 900 m. How many hectares is that?', 900],
  ])('takes the limit of “%s”', (text, metres) => {
    const { direct, slots } = readQuestion(text, HEIGHTS)
    expect(direct).toMatchObject({ kind: 'cut', of: { what: 'height' } })
    expect(slots).toContainEqual({ slot: 'threshold', value: metres })
  })

  it('leaves the growth of a town above a height a growth', () => {
    expect(directOf('How much has the town grown above 500 m?', HEIGHTS)).toBeNull()
  })

  it.each(['Give the steepest slope in degrees.', 'How steep is the steepest hillside, in degrees?'])(
    'takes the highest value in “%s”',
    (text) => {
      expect(directOf(text, HEIGHTS)).toMatchObject({ kind: 'values', statistic: 'max_slope' })
    },
  )

  it.each(['How high is the steepest spot?', 'Where is the slope steepest?'])(
    'takes no slope for the answer to “%s”',
    (text) => expect(directOf(text, HEIGHTS)).toBeNull(),
  )
})

describe('words of classes', () => {
  it.each([
    ['What is the most extensive land cover class?', 'largest'],
    ['Rank the classes by area: which comes first?', 'largest'],
    ['Which of the classes is the rarest?', 'smallest'],
  ])('reads the size of classes from “%s”', (text, which) => {
    expect(directOf(text, CLASSES)).toMatchObject({ kind: 'class-size', which })
  })

  it.each([
    ['Where is the average NDVI lowest, by land cover class?', 'lowest_first'],
    ['Of all classes, which one has the poorest mean NDVI?', 'lowest_first'],
    ['In which land cover class does the mean NDVI peak?', 'highest_first'],
  ])('ranks classes by a value for “%s”', (text, direction) => {
    expect(directOf(text, CLASSES)).toMatchObject({ kind: 'class-rank', direction })
  })

  it.each([
    'For each land cover type, what is the mean NDVI?',
    'How does mean NDVI differ among the land cover classes? List the mean of each.',
    'Within land cover 2, mean NDVI?',
    'What is the average NDVI of the masked area and of the rest?',
    'Is the reserve greener than its surroundings? Give the mean NDVI in and outside it.',
  ])('reads values by class from “%s”', (text) => {
    const question = readQuestion(text, CLASSES)
    expect(question.direct?.kind).toBe('class-values')
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })

  it('does not take the hottest class for the largest', () => {
    expect(directOf('Which class is the hottest?', CLASSES)?.kind).not.toBe('class-size')
    expect(askOf('Which class is the hottest?').named[0]).toBe('surface_temperature')
  })
})

describe('words of hotspots', () => {
  const planOf = (...tools: string[]) =>
    ({ steps: tools.map((tool, at) => ({ id: `s${at}`, tool, args: {}, purpose: '' })) }) as unknown as Plan

  it('counts no plan that finds no hotspots, or those of something else', () => {
    const ask = askOf('Count the NDVI hotspots at or above 0.6.')
    expect(seesSpots(planOf('ndvi', 'hotspots'), ask)).toBe(true)
    expect(seesSpots(planOf('surface_temperature', 'hotspots'), ask)).toBe(false)
    expect(seesSpots(planOf('ndvi', 'threshold_mask', 'mask_area'), ask)).toBe(false)
  })

  it('takes kelvins for a temperature', () => {
    expect(askOf('Number of hot spots over 310 K?').named).toContain('surface_temperature')
    expect(askOf('Taking 310 K as the limit, how many hotspots lie above it?')).toMatchObject({
      dimension: 'count',
    })
  })

  it('reads a limit behind its number or its name', () => {
    expect(slotsOf('Taking 310 K as the limit, how many hotspots lie above it?')).toMatchObject({
      threshold: 310,
      side: 'above',
    })
    expect(
      slotsOf('With a dNBR limit of 0.66, how many hectares does the largest hotspot span?'),
    ).toMatchObject({ threshold: 0.66 })
  })

  it.each([
    'Which NDVI value is exceeded by only 5 % of the pixels?',
    'From which NDVI value on does a pixel belong to the highest 5 percent?',
    'Could you tell me the NDVI limit above which the highest five percent of pixels lie?',
  ])('reads where a part begins from “%s”', (text) => {
    expect(directOf(text, SCENE)).toMatchObject({ kind: 'percentile', percentile: 95 })
  })

  it.each([
    ['Which NDVI do ninety percent of the pixels stay below?', 90],
    ['What NDVI do three quarters of the pixels lie above?', 25],
    ['Below which NDVI do nine tenths of the pixels lie?', 90],
  ])('reads the part from “%s”', (text, percentile) => {
    expect(directOf(text, SCENE)).toMatchObject({ kind: 'percentile', percentile })
  })

  it('keeps the patch that is asked for beside a limit, also where the options tell the unit', () => {
    const text =
      'Compute the NDVI, keep what is 0.6 or higher and give me the area of the largest patch in ha.'
    expect(askOf(text).figures).toEqual(['largest_area'])
    expect(askOf('What is the second largest patch with an NDVI of at least 0.6, in ha?').rank).toBe(2)
    expect(
      askOf('Which size has the largest hotspot of surface temperatures over 310 K? A) 5 ha B) 9 ha').figures,
    ).toEqual(['largest_area'])
  })

  it('takes the mean of a top part for no percentile', () => {
    expect(directOf('What is the mean NDVI of the top 5 %?', SCENE)?.kind).not.toBe('percentile')
  })
})

describe('words of towns', () => {
  it.each([
    'How many hectares of the scene are urbanised?',
    'How large is the town, in hectares?',
    'How many villages can be seen?',
    'How much ground has been built on, in square kilometres?',
    'The town has grown since 2018-05-27. By how many hectares until 2022-05-26?',
  ])('reads built-up land from “%s”', (text) => {
    expect(targetsIn(text)).toEqual(['built_up'])
  })

  it.each(['How far is the town?', 'The town council wants the mean NDVI.'])(
    'reads no built-up land from “%s”',
    (text) => {
      expect(targetsIn(text)).toEqual([])
    },
  )

  it.each([
    'How many separate built-up clusters are there?',
    'Into how many distinct built-up areas does it divide?',
  ])('counts patches for “%s”', (text) => {
    const question = readQuestion(text, SCENE)
    expect(question.asks[0]).toMatchObject({ dimension: 'count', figures: ['components'] })
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })
})
