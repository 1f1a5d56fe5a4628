import { describe, expect, it } from 'vitest'
import { plainTerms } from '../../src/agent/field-terms.ts'
import { percentileIn } from '../../src/agent/percentiles.ts'
import { readLimits } from '../../src/agent/read-limits.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { targetsIn } from '../../src/agent/targets.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { formatQuantity } from '../../src/agent/units.ts'
import type { Known } from '../../src/agent/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const SPECS = TOOLS.map(toolSpec)
const known: Known = {
  indexNames: new Set(['ndvi', 'ndwi', 'ndbi', 'nbr', 'bsi', 'dbsi']),
  specs: SPECS,
  products: [],
  hasScenes: true,
  shown: [],
}
const classes: Known = {
  ...known,
  products: [{ id: 'layer-1', port: { kind: 'raster', quantity: 'class' } }],
}
const read = (text: string, given = known) => readQuestion(text, given)
const slotsOf = (text: string, given = known) =>
  Object.fromEntries(read(text, given).slots.map(({ slot, value }) => [slot, value] as const))

describe('terms of the field', () => {
  it.each([
    ['How large are the slope failures?', 'landslides'],
    ['The biggest landslip, in ha', 'landslide'],
    ['ground scoured by mass movements', 'landslides'],
    ['How transparent is the atmosphere in band 19?', 'transmittance'],
    ['clusters that do not touch each other', 'separate'],
    ['non-contiguous built-up areas', 'separate'],
    ['hectares of land cover code 2', 'class 2'],
    ['share of class two', 'class 2'],
    ['sea at least half covered with ice', 'at least 50 %'],
  ])('of “%s” are said as “%s”', (text, form) => {
    expect(plainTerms(text)).toContain(form)
  })

  it('leaves parts of other things than ice as they are', () => {
    expect(plainTerms('at least half of the forest')).toBe('at least half of the forest')
  })

  it('takes the short name beside a long one', () => {
    expect(read('Dry bare-soil index (DBSI): mean?').asks[0]!.indices).toEqual(['dbsi'])
  })

  it('knows the green band for no plant', () => {
    expect(targetsIn('the smallest reflectance in the green band')).toEqual([])
    expect(targetsIn('red and green added')).toEqual([])
    expect(targetsIn('how green is the land')).toEqual(['vegetation'])
  })
})

describe('limits and parts of values', () => {
  it.each([
    ['Which temperature is exceeded by only the hottest tenth of the land?', 90],
    ['Which radiance do only 5 % of the pixels surpass at night?', 95],
    ['I need to say which NDWI half of the pixels remain under. Which number is it?', 50],
  ])('“%s” asks for a percentile', (text, percentile) => {
    expect(percentileIn(text)?.value).toBe(percentile)
  })

  it('takes what lies lower than a level of water', () => {
    const text = 'When the reservoir is filled to 1320 m, everything below goes under water.'
    expect(readLimits(text)).toMatchObject({ high: { value: 1320, side: 'below' }, unit: 'm' })
    expect(readLimits('The hut stands at 1320 m. How many people know it?')).toBeNull()
  })

  it.each(['NDVI is negative', 'negative NDVI values'])('reads “%s” as below 0', (words) => {
    expect(read(`How many pixels are there where ${words}?`).direct).toMatchObject({
      kind: 'cut',
      limits: { high: { value: 0, side: 'below' } },
    })
  })

  it.each([
    'terrain with a gradient above 10°, where NDVI fell by 0.3',
    'the slope from the DEM exceeds 10 degrees and NDVI fell by 0.3',
  ])('reads the steepness of “%s”', (text) => {
    expect(slotsOf(text)['steepness']).toBe(10)
  })

  it.each([
    ['the watch post at -25.3, 20.7 (lat, lon)', -25.3, 20.7],
    ['from lon/lat 20.7, -25.3', -25.3, 20.7],
    ['from 25.3° S, 20.7° E', -25.3, 20.7],
  ])('reads the point of “%s”', (text, latitude, longitude) => {
    expect(slotsOf(`In which direction ${text} did it burn?`)).toMatchObject({ latitude, longitude })
  })
})

describe('classes and sides set apart', () => {
  it.each([
    ['What is the NDVI difference of class 1 minus class 4?', [1, 4]],
    ['How much higher is the NDVI in class 2 than in class 3?', [2, 3]],
    ['Subtract the mean NDVI of class 2 from that of class 3.', [3, 2]],
    ['How much higher is the mean NDVI within the protected mask than outside it?', [1, 0]],
    ['By how much is the NDVI inside the mask lower than outside?', [0, 1]],
  ])('“%s” asks for one figure', (text, codes) => {
    expect(read(text, classes).direct).toMatchObject({ kind: 'classes-apart', codes })
  })
})

describe('what would be answered with another figure', () => {
  it.each([
    ['Which NDVI has the greenest quartile?', 'quartile|greenest'],
    ['Mean size of a settlement, in hectares?', 'usual size'],
    ['How many degrees does the city exceed its environs by?', 'degrees of what'],
    ['Add the red band, the green band and the blue band.', 'arithmetic'],
  ])('“%s” is given back', (text, why) => {
    const question = read(text)
    expect(unservedPart(question, question.asks[0]!)).toMatch(new RegExp(why))
  })
})

describe('large figures', () => {
  it('are said by as many digits as tell something', () => {
    expect(formatQuantity(1_106_875, 'km2')).toBe('1,106,875 km²')
    expect(formatQuantity(8026.14, 'ha')).toBe('8,026.1 ha')
    expect(formatQuantity(3.14159, 'km2')).toBe('3.142 km²')
  })
})
