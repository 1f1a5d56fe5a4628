import { describe, expect, it } from 'vitest'
import { readDataFacts } from '../../src/agent/data-facts.ts'
import { changeOfDates, tellsWarming } from '../../src/agent/heat-words.ts'
import { asksForOtherSide } from '../../src/agent/permitted.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { asksForOutside, targetsIn, unmeasurableIn } from '../../src/agent/targets.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const SPECS = TOOLS.map(toolSpec)
const read = (text: string, shown: readonly string[] = []) =>
  readQuestion(text, {
    indexNames: new Set(['ndvi', 'ndbi', 'ndwi', 'nbr']),
    specs: SPECS,
    products: [],
    hasScenes: shown.length === 0,
    shown,
  })
const slotsOf = (text: string, shown: readonly string[] = []) =>
  Object.fromEntries(read(text, shown).slots.map(({ slot, value }) => [slot, value] as const))
const unserved = (text: string) => unservedPart(read(text), read(text).asks[0]!)

describe('limits and what lies on their other side', () => {
  it.each([
    ['Our ship may only enter water with less than 15 % ice. What share of the sea is closed to it?', true],
    ['Machines may only work on slopes below 15°. How many hectares are off limits?', true],
    ['Our boats cannot pass more than 40 % ice. What share of the sea is open to them?', true],
    ['Our ship may only enter water with less than 15 % ice. What share of the sea can it enter?', false],
    ['Our boats cannot pass more than 40 % ice. What share of the sea is closed to them?', false],
    ['What share of the sea is closed by more than 15 % ice?', false],
  ])('“%s”: %s', (text, other) => {
    expect(asksForOtherSide(text)).toBe(other)
  })

  it('turns the side of the limit', () => {
    const rule = 'Our ship may only enter water with less than 15 % ice.'
    expect(slotsOf(`${rule} What share of the sea is closed to it?`, ['sea_ice'])).toMatchObject({
      threshold: 0.15,
      side: 'at_or_above',
    })
    const { direct } = read(
      'Tractors may only go where NDVI is below 0.4. What percentage is closed to them?',
    )
    expect(direct).toMatchObject({
      kind: 'cut',
      limits: { low: { value: 0.4, side: 'at_or_above' }, high: null },
    })
  })

  it.each([
    ['Which percentage is darker at night than 1 nW/cm²/sr?', 1, 'below'],
    ['What share is brighter in winter than 8 nW/cm²/sr?', 8, 'above'],
  ])('reads the limit of “%s”', (text, threshold, side) => {
    expect(slotsOf(text, ['night_lights'])).toMatchObject({ threshold, side })
  })

  it('reads a cut of the difference and the side that is told apart', () => {
    const text =
      'Take the later NDVI minus the earlier, cut the difference at -0.3 and give the hectares of what lies below.'
    expect(slotsOf(text)).toMatchObject({ threshold: -0.3, side: 'below' })
  })

  it.each([
    ['Area in ha where VV got darker by 4 dB or more?', -4],
    ['Where did the backscatter become weaker by more than 3 dB, in ha?', -3],
    ['Area in ha that got brighter by 4 dB or more?', 4],
  ])('reads the change that limits “%s”', (text, threshold) => {
    expect(read(text).thresholdOn).toBe('change')
    expect(slotsOf(text)).toMatchObject({ threshold })
  })

  it('takes no limit for dates set beside each other', () => {
    expect(changeOfDates('the lit area (more than 5 nW/cm²/sr) between 2014 and 2018')).toBeNull()
    expect(changeOfDates('brighter in 2018 than in 2014')).toBe('gain')
  })
})

describe('what is said of the measurement', () => {
  it('reads crossed polarisations and where the sun stood', () => {
    expect(slotsOf('Area in ha where VH fell by 3 dB or more?')).toMatchObject({ polarisation: 'vh' })
    expect(slotsOf('Area in ha where VV fell by 3 dB or more?')).not.toHaveProperty('polarisation')
    const water = 'What mean precipitable water, in cm, follows from the near infrared bands?'
    expect(slotsOf(`The sun stood 35° from the zenith. ${water}`)).toMatchObject({ sun_zenith: 35 })
    expect(slotsOf(`With the sun 40° above the horizon: ${water}`)).toMatchObject({ sun_zenith: 50 })
    expect(read(water).direct).toBeNull()
    expect(read(water).asks[0]!.named).toContain('water_vapour_ratio')
  })

  it('tells the time of a picture from a question for it', () => {
    expect(readDataFacts('How muddy was it on average when this image was taken, as turbidity?')).toEqual([])
    expect(readDataFacts('When was this image taken?')[0]?.label).toBe('dates')
    expect(readDataFacts('Which sensor was used and when was this image taken?')).toHaveLength(2)
    expect(readDataFacts('What can you tell me about when the scene was acquired?')[0]?.label).toBe('dates')
  })

  it('asks for one thing together, and not for two', () => {
    expect(unserved('How many hectares of water, all ponds and the lake together?')).toBeNull()
    expect(unserved('How many hectares of water were lost and gained together?')).not.toBeNull()
    expect(unserved('How many hectares do water and snow cover together?')).not.toBeNull()
  })
})

describe('towns, and the land around them', () => {
  it('takes what grows around a town for its surroundings', () => {
    const { asks } = read('By how many kelvins is his town hotter than the fields and woods around it?')
    expect(asks[0]).toMatchObject({
      named: ['urban_heat_island'],
      target: 'built_up',
      dimension: 'temperature',
    })
    expect(unserved('How many K is the city warmer than the forest around it?')).toBeNull()
    expect(unserved('How many K is the city warmer than the lake?')).not.toBeNull()
  })

  it.each([
    ['What was the average surface temperature of the land that is not built up?', true],
    ['How warm was the land outside the city on average, in °C?', true],
    ['What is the mean temperature of unbuilt land?', true],
    ['How much hotter is the city than the land that is not built up?', false],
    ['What is the highest temperature outside the city?', false],
    ['How many hectares are not built up?', false],
  ])('“%s” asks for what is outside: %s', (text, outside) => {
    expect(asksForOutside(text)).toBe(outside)
    if (outside) {
      expect(read(text).asks[0]).toMatchObject({ named: ['urban_heat_island'], figures: ['mean_outside'] })
      expect(unserved(text)).toBeNull()
    }
  })

  it('knows sealed ground for built-up ground', () => {
    for (const text of [
      'hectares of roofs and paved surfaces',
      'what is impervious',
      'area of sealed ground',
    ])
      expect(targetsIn(text)).toEqual(['built_up'])
    expect(targetsIn('the fate of the sealed letter')).toEqual([])
  })

  it('reads a warming told in degrees', () => {
    expect(tellsWarming('By how many degrees did the land surface warm up?')).toBe(true)
    expect(tellsWarming('How much did the ground cool, in K?')).toBe(true)
    expect(tellsWarming('How much land is green?')).toBe(false)
  })

  it('takes a rainforest for no rain, and who asks for no ships', () => {
    expect(unmeasurableIn('How much of this rainforest was cut?')).toBeNull()
    expect(unmeasurableIn('Our ship may only enter thin floes. What is closed to it?')).toBeNull()
    expect(unmeasurableIn('How many ships are there?')).toBe('ships')
    expect(unmeasurableIn('How much rain fell?')).toBe('rainfall')
  })
})
