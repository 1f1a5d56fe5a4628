import { describe, expect, it } from 'vitest'
import { changeOfDates, comparesDayAndNight, plainHeat } from '../../src/agent/heat-words.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { asksForHeatIsland, unmeasurableIn } from '../../src/agent/targets.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const SPECS = TOOLS.map(toolSpec)
const read = (text: string, shown: readonly string[] = []) =>
  readQuestion(text, {
    indexNames: new Set(['ndvi', 'ndbi', 'nbr']),
    specs: SPECS,
    products: [],
    hasScenes: shown.length === 0,
    shown,
  })
const slotsOf = (text: string) =>
  Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value] as const))

describe('words of heat', () => {
  it('reads degrees beside words of heat as Celsius, and leaves those of slopes and places', () => {
    expect(plainHeat('ground temperature over 32 degrees')).toBe('ground temperature over 32 °C')
    expect(plainHeat('warmer than 27 degrees C')).toBe('warmer than 27 °C')
    expect(plainHeat('hot slopes steeper than 30 degrees')).toBe('hot slopes steeper than 30 degrees')
    expect(plainHeat('temperature above 90 degrees F')).toBe('temperature above 90 degrees F')
  })

  it('takes a limit in degrees Celsius for one of the temperature, also where none is named', () => {
    const text = 'In how many ha of the city does the ground exceed 32 °C?'
    expect(read(text).asks[0]).toMatchObject({ dimension: 'area', unit: 'ha', target: 'built_up' })
    expect(read(text).asks[0]!.named).toContain('surface_temperature')
    expect(slotsOf(text)['threshold']).toBeCloseTo(305.15, 6)
  })

  it.each([
    'How many km² are between 27 °C and 34 °C at the surface?',
    'What area, in km², has a surface temperature within 27–34 °C?',
    'Over how many km² is the surface temperature at least 27 but at most 34 °C?',
    'In how many km² is the ground warmer than 27 °C and cooler than 34 °C?',
    'Give the area in km² with surface temperatures from 27 up to 34 °C.',
  ])('reads both ends of “%s”, and no change', (text) => {
    const { range, asks } = read(text)
    expect([range?.low, range?.high]).toEqual([300.15, 307.15])
    expect(asks[0]).toMatchObject({ change: null, dimension: 'area', unit: 'km2' })
  })

  it.each([
    ['What is the top land surface temperature in K?', 'max'],
    ['How hot was the hottest cloud-free pixel, in kelvin?', 'max'],
    ['How low did the surface temperature drop at the coldest place, in °C?', 'min'],
    ['What is the smallest amount of column water vapour, in millimetres?', 'min'],
  ])('reads the end of the values in “%s”', (text, figure) => {
    expect(read(text).asks[0]).toMatchObject({ figures: [figure], change: null })
  })

  it('takes all dates where the words name them together', () => {
    expect(read('Maximum LST over the three days, °C?').allDates).toBe(true)
    expect(read('What is the overall maximum of LST in the series?').allDates).toBe(true)
    expect(read('What was the maximum LST?').allDates).toBe(false)
    expect(read('What was the highest fall of NDVI between the two dates?').allDates).toBe(false)
  })

  it('tells day less night where the words set them apart', () => {
    expect(comparesDayAndNight('Subtract the night-time LST from the daytime LST')).toBe(true)
    expect(comparesDayAndNight('the mean LST at night')).toBe(false)
    expect(read('Average diurnal range of LST in K?').asks[0]).toMatchObject({ change: 'change', unit: 'K' })
    expect(read('How much did the ground cool from day to night, in K?').asks[0]!.change).toBe('change')
  })

  it('tells a rise or fall by two dates that are compared, whichever is named first', () => {
    expect(changeOfDates('higher on 9 September 2021 than on 10 August 2021')).toBe('gain')
    expect(changeOfDates('higher on 10 August 2021 than on 9 September 2021')).toBe('loss')
    expect(changeOfDates('darker in 2020 than in 2015')).toBe('loss')
    expect(changeOfDates('higher than 12 in 2020')).toBeNull()
  })

  it('sees a heat island in a city set beside what lies around it', () => {
    expect(asksForHeatIsland('the difference in mean LST between urban and non-urban land')).toBe(true)
    expect(asksForHeatIsland('how much hotter is the town compared with the countryside')).toBe(true)
    expect(asksForHeatIsland('How many hectares of the city are hotter than 32 °C?')).toBe(false)
    expect(asksForHeatIsland('the mean temperature of the city')).toBe(false)
    expect(read('How large is the urban heat island?').asks[0]!.dimension).toBe('temperature')
  })

  it('takes the temperature of built-up land of that land alone', () => {
    for (const text of [
      'How warm is the urban surface on average, in °C?',
      'How hot are the built-up parts on average, in °C?',
      'Mean surface temperature of the town, °C?',
    ])
      expect(read(text).asks[0]).toMatchObject({ within: true, target: 'built_up', figures: ['mean'] })
  })

  it('lets clouds be left out in many words, and still knows that none are measured', () => {
    for (const words of [
      'clouds excluded',
      'screen out the clouds',
      'remove cloudy pixels',
      'if clouds are ignored',
    ])
      expect(unmeasurableIn(`Mean surface temperature, ${words}`)).toBeNull()
    expect(unmeasurableIn('How much of the scene is hidden by clouds?')).toBe('cloud cover')
  })

  it('reads “no lower than” and “greater than or equal to” as the lower end that is kept', () => {
    for (const words of ['no lower than', 'greater than or equal to', 'at least'])
      expect(slotsOf(`What percentage of the pixels has a DN ${words} 12?`)).toMatchObject({
        threshold: 12,
        side: 'at_or_above',
      })
  })
})
