import { describe, expect, it } from 'vitest'
import { lacksNight } from '../../src/agent/hours-of-night.ts'
import { percentileIn } from '../../src/agent/percentiles.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import type { SensingContext } from '../../src/sensing/context.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const SPECS = TOOLS.map(toolSpec)
const read = (text: string, shown: readonly string[] = []) =>
  readQuestion(text, {
    indexNames: new Set(['ndvi', 'ndbi', 'nbr', 'ndsi', 'bsi']),
    specs: SPECS,
    products: [],
    hasScenes: shown.length === 0,
    shown,
  })
const slotsOf = (text: string, shown: readonly string[] = []) =>
  Object.fromEntries(read(text, shown).slots.map(({ slot, value }) => [slot, value] as const))

describe('percentiles told by a part of the values', () => {
  it.each([
    ['At what NDVI do the greenest 10 % of the pixels start?', 90],
    ['What NDVI value do the barest 20 percent of the pixels stay under?', 20],
    ['From which radiance on are the brightest 2 % of the pixels?', 98],
    ['Up to which value do the driest 15 per cent reach?', 15],
    ['Which brightness do just 5 per cent of the cells exceed in 2020?', 95],
  ])('“%s”', (text, percentile) => {
    expect(percentileIn(text)?.value).toBe(percentile)
  })

  it('are none where a mean or an area of the part is asked', () => {
    expect(percentileIn('What is the mean NDVI of the poorest 5 %?')).toBeNull()
    expect(percentileIn('How many hectares are the greenest 5 %, and above which value?')).toBeNull()
  })

  it('are told of what a tool makes and of a formula', () => {
    expect(
      read(
        'Order the pixels by precipitable water from low to high; which value in cm is the 25th percentile?',
      ),
    ).toMatchObject({ direct: { kind: 'percentile', percentile: 25 }, asks: [{ unit: 'cm', change: null }] })
    for (const [text, expression, percentile] of [
      ['The average of red, green and blue: what is its 90th percentile?', '( red + green + blue ) / 3', 90],
      [
        'Sum red, green, and nir, then divide the total by 3; 75th percentile?',
        '( red + green + nir ) / 3',
        75,
      ],
      ['5th percentile of nir - red?', 'nir - red', 5],
    ] as const)
      expect(read(text).direct).toMatchObject({ kind: 'formula', expression, percentile })
    expect(read('What is the mean of red, green and blue?').direct).toBeNull()
  })

  it.each([
    'What is the 75th percentile of NDVI over all pixels that are not under cloud?',
    "10th percentile of BSI where it isn't cloudy?",
    '95th percentile of NDVI in the pixels that no mask calls cloudy and that are not cloud-covered?',
  ])('look past clouds in “%s”', (text) => {
    const question = read(text)
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })

  it('keep what else is left out', () => {
    const question = read('What is the 75th percentile of NDVI over all pixels that are not forest?')
    expect(unservedPart(question, question.asks[0]!)).not.toBeNull()
  })
})

describe('an amount on which something hangs', () => {
  it.each([
    [
      'The municipality must act if more than 20 % of the ground is sealed. What percentage is built up by NDBI above 0?',
      20,
      '%',
    ],
    [
      'Insurance pays once more than 40 ha have burned. How many hectares burned, at dNBR of 0.27 or more?',
      40,
      'ha',
    ],
    [
      'By law at least 30 per cent has to stay green. What per cent of the scene has NDVI above 0.4?',
      30,
      '%',
    ],
    ['The grant is ours at less than 2 km2 of bare soil. How many km2 have BSI above 0.1?', 2, 'km2'],
  ])('is compared with in “%s”', (text, value, unit) => {
    const question = read(text)
    expect(question.limit).toMatchObject({ value, unit })
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })

  it('is none where pixels are held to it, or the question has it', () => {
    expect(
      read('A pixel counts, by law, where at least 15 % is ice. What percentage is that?', ['sea_ice']).limit,
    ).toBeNull()
    expect(
      read('The law is strict. What percentage has more than 15 % of ice?', ['sea_ice']).limit,
    ).toBeNull()
  })
})

describe('percent of ice', () => {
  it.each([
    ['Seals rest where more than one half of the sea is frozen. What area is that in km²?', 0.5, 'above'],
    [
      'Take a concentration of at least 30 per cent as the edge. What share lies inside, in per cent?',
      0.3,
      'at_or_above',
    ],
    ['How many km² of sea are frozen to 90 % or more?', 0.9, 'at_or_above'],
    ['How many km² have a concentration under 40 %?', 0.4, 'below'],
  ])('is a limit in “%s”', (text, threshold, side) => {
    expect(slotsOf(text, ['sea_ice'])).toMatchObject({ threshold, side })
  })
})

describe('statements before the question', () => {
  it.each([
    'Bats fly where the town is dark. In 2021, what per cent of the pixels exceed 20 nW/cm²/sr?',
    'Astronomers settle where lamps are few. On the whole, which share of the pixels is below 5 nW/cm²/sr, in per cent?',
    'Moths gather where it shines. For 2020, how many per cent lie above 10 nW/cm²/sr?',
  ])('ask for no place in “%s”', (text) => {
    const { asks } = read(text, ['night_lights'])
    expect(asks).toHaveLength(1)
    expect(asks[0]!.dimension).toBe('share')
  })
})

describe('the night', () => {
  const of = (sensor: string, time?: 'day' | 'night') =>
    ({ scenes: [{ sensor, ...(time && { time }) }] }) as unknown as SensingContext

  it('is missing where scenes were taken by day', () => {
    for (const text of [
      'How cold was the ground overnight?',
      'Mean night-time surface temperature?',
      'Temperature of the roofs before sunrise, in °C?',
    ]) {
      expect(lacksNight(text, of('modis-terra', 'day'))).toBe(true)
      expect(lacksNight(text, of('landsat-8'))).toBe(true)
      expect(lacksNight(text, of('modis-terra', 'night'))).toBe(false)
    }
    expect(lacksNight('Mean temperature at noon?', of('landsat-8'))).toBe(false)
    expect(lacksNight('Is it hot where the night lights are?', of('landsat-8'))).toBe(false)
  })
})
