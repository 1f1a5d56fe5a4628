import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../src/agent/read-question.ts'
import { asksForSeverity } from '../../src/agent/severity-plans.ts'
import { asksForSide, settledType } from '../../src/agent/targets.ts'
import { toolsNamed } from '../../src/agent/named-tools.ts'
import type { Known } from '../../src/agent/types.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { unservedPart } from '../../src/agent/unserved.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { Port } from '../../src/trace/port.ts'

const SPECS = TOOLS.map(toolSpec)
const known = (products: readonly Port[] = []): Known => ({
  indexNames: new Set(['nbr', 'ndvi']),
  specs: SPECS,
  products: products.map((port, at) => ({ id: `layer-${at + 1}`, port, made: false }) as never),
  hasScenes: products.length === 0,
  shown: [],
})
const TABLE = known([{ kind: 'table' }])
const FIRE_MASK = known([{ kind: 'raster', quantity: 'class', meaning: 'fire_mask' }])
const readWith = (given: Known) => (text: string) => readQuestion(text, given)
const scene = readWith(known())
const table = readWith(TABLE)
const slotsOf = (text: string) =>
  Object.fromEntries(scene(text).slots.map(({ slot, value }) => [slot, value]))

describe('words for where a burn lies', () => {
  it.each([
    'From the centre of the scene, in which direction is the burned area?',
    "Could you tell me the direction of the burned land from the scene's centre?",
    'A fire tower stands at lon -75.6, lat 37.2. Which way from there is most of the burnt ground?',
    'In which part of the scene is the burned area?',
    'In which direction do people have to look to see most of the burnt land?',
    'In which of the eight sectors around the scene centre is most of the burned area?',
  ])('reads a side from “%s”', (text) => {
    const [ask] = scene(text).asks
    expect(ask).toMatchObject({ dimension: 'sector', target: 'burned' })
    expect(settledType(ask!)).toBe('change-direction')
  })

  it.each([
    'Which way did the fire spread from the second image to the third?',
    'Where did the fire move to from the second image to the third?',
    'Where did the fire spread to between the first fire date and the last one?',
    'What direction did the fire take?',
  ])('reads a movement from “%s”', (text) => {
    const [ask] = scene(text).asks
    expect(ask).toMatchObject({ dimension: 'sector', target: 'burned' })
    expect(settledType(ask!)).toBe('fire-spread')
  })

  it('serves a share of a sector about the centre, and no other side', () => {
    const unserved = (text: string) => unservedPart(scene(text), scene(text).asks[0]!)
    expect(
      unserved('What percentage of the burn lies north-west of the scene centre, of eight sectors?'),
    ).toBeNull()
    expect(unserved('How many hectares of the burn lie north-west of the scene centre?')).not.toBeNull()
    expect(unserved('What percentage of the burn lies south of the lake, of eight sectors?')).not.toBeNull()
  })

  it.each([
    'At what bearing in degrees from the older burn to the newer part?',
    'At what bearing, in degrees from north, does the newly burned part lie from the earlier scar?',
  ])('reads the way between two burns from “%s”', (text) => {
    const [ask] = scene(text).asks
    expect(ask).toMatchObject({ dimension: 'angle', figures: ['bearing'] })
    expect(settledType(ask!)).toBe('fire-spread')
  })

  it('leaves the bearing of one scar to its axis', () => {
    expect(scene('What is the bearing of the long axis of the burned area?').asks[0]!.figures).toEqual([])
  })

  it('takes the start of a time for no place', () => {
    const [ask] = scene('From 2022-07-29 to 2022-08-14, how much ground did the fire newly take, in ha?').asks
    expect(ask).toMatchObject({ dimension: 'area', change: 'gain', figures: ['growth_area'] })
    expect(settledType(ask!)).toBe('fire-spread')
    expect(asksForSide('In which direction does the scar stretch from the centre?')).toBe(false)
  })

  it.each([
    ['cut it in four quadrants about the centre', 4],
    ['the share of the north octant', 8],
    ['in the N sector of eight around the centre', 8],
    ['divide it into four parts', 4],
  ])('reads the sectors of “%s”', (text, sectors) => {
    expect(slotsOf(`Find the burn, ${text}, in %`)).toMatchObject({ sectors })
  })
})

describe('words for detections of fire', () => {
  it.each([
    ['How strong was the most intense fire detection, in MW?', 'max_power', 'MW'],
    ['What is the FRP of the strongest fire detection?', 'max_power', 'MW'],
    ['Total FRP of the hotspots?', 'total_power', 'MW'],
    ['What was the busiest day for fire detections?', 'peak_day', null],
    ['Day with the highest count of hotspots?', 'peak_day', null],
    ['Count the days on which fires were detected.', 'days_with_fire', null],
  ])('reads “%s”', (text, figure, unit) => {
    expect(table(text).asks[0]).toMatchObject({ named: ['active_fires'], figures: [figure], unit })
  })

  it('takes the day of the most power for no day of the most detections', () => {
    expect(table('On which day was the fire radiative power highest?').asks[0]!.figures).not.toContain(
      'peak_day',
    )
  })

  it.each([
    'Fit the movement of the detections over time and report its bearing in degrees.',
    'Take the hotspots, regress their position on time, and tell me the bearing of that motion in degrees.',
  ])('has a course of their own: “%s”', (text) => {
    const question = table(text)
    expect(question.asks[0]).toMatchObject({
      named: ['detections_direction'],
      series: false,
      figures: ['bearing'],
    })
    expect(unservedPart(question, question.asks[0]!)).toBeNull()
  })

  it('adds up megawatts of a fire mask also where no unit is said', () => {
    expect(readWith(FIRE_MASK)('Add up the FRP over all fire pixels.').asks[0]).toMatchObject({
      named: ['fire_pixels', 'fire_pixels'],
      unit: 'MW',
      figures: ['power_sum'],
    })
  })
})

describe('words for severity', () => {
  it('keeps the two relativised ratios apart', () => {
    expect(toolsNamed('a relativized burn ratio of 0.3 or more', SPECS)).toEqual(['rbr'])
    expect(toolsNamed('the relativised dNBR', SPECS)).toEqual(['rdnbr'])
  })

  it('takes the limits of a class for the class', () => {
    for (const text of [
      'Of all the valid pixels, what per cent is of low severity, dNBR 0.1 to 0.27?',
      'With dNBR classes as usual (moderate low = 0.27–0.44), how many km² are moderate low?',
    ]) {
      const question = scene(text)
      expect(question.asks[0]!.target).toBe('burned')
      expect(question.range).toBeNull()
      expect(unservedPart(question, question.asks[0]!)).toBeNull()
    }
  })

  it('knows the classes by their authors and by their names', () => {
    expect(asksForSeverity(scene('Sort the dNBR into Key and Benson classes: ha of each?').asks[0]!)).toBe(
      true,
    )
    expect(asksForSeverity(scene('How many hectares are moderate-high?').asks[0]!)).toBe(true)
    expect(scene('How many hectares are moderate-high?').asks[0]!.target).toBe('burned')
  })

  it('makes one difference of an index for each image', () => {
    expect(
      scene('Compute NBR for each image, then the dNBR, then select everything over 0.4; how many m² is it?')
        .asks[0],
    ).toMatchObject({ series: false, differenced: true })
  })
})
