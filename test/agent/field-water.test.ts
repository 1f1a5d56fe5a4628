import { describe, expect, it } from 'vitest'
import { iceConcentration, iceGrid } from '../../bench/fieldbench/data/ice-concentration.ts'
import { landOf, paint, patch, reflectance } from '../../bench/fieldbench/data/land.ts'
import { squareGrid } from '../../bench/fieldbench/data/place.ts'
import { sentinel1 } from '../../bench/fieldbench/data/sentinel-1.ts'
import { sentinel2 } from '../../bench/fieldbench/data/sensors.ts'
import { deskWith } from '../../bench/lib/desk.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { changeOfState } from '../../src/agent/state-words.ts'
import { targetsIn, unmeasurableIn } from '../../src/agent/targets.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { RunRecord } from '../../src/trace/events.ts'

const INDICES = new Set(['ndwi', 'mndwi', 'ndti', 'ndsi'])
const read = (text: string, shown: readonly string[] = []) =>
  readQuestion(text, { indexNames: INDICES, specs: [], products: [], hasScenes: true, shown })
const slotsOf = (text: string) => Object.fromEntries(read(text).slots.map(({ slot, value }) => [slot, value]))

const answerOf = (record: RunRecord) =>
  record.events.flatMap((event) => (event.type === 'answer' ? [event.answer] : [])).at(-1)
const toolsOf = (record: RunRecord) =>
  record.events.flatMap((event) => (event.type === 'step-start' ? [event.call.tool] : []))

describe('changeOfState', () => {
  const ofWater = (text: string) => changeOfState(text, (phrase) => /\b(lake|water)\b/.test(phrase))

  it('tells loss and gain by what was there first and later', () => {
    expect(ofWater('the area that was lake at first and is land now')).toBe('loss')
    expect(ofWater('what is water now and was dry before?')).toBe('gain')
    expect(ofWater('how much turned from water into fields')).toBe('loss')
    expect(ofWater('hectares that went from fields to water')).toBe('gain')
  })

  it('tells nothing of times, steps and states that stay', () => {
    expect(ofWater('how large was the lake before the storm')).toBeNull()
    expect(ofWater('First map the water, then give its area')).toBeNull()
    expect(ofWater('water at first and water later')).toBeNull()
  })
})

describe('readQuestion', () => {
  it('takes a step that comes first for no first date', () => {
    expect(read('First compute NDWI, then give the mean of the image.')).toMatchObject({
      ordinals: [],
      moment: null,
    })
    expect(read('How large was the lake on the first date?').ordinals).toEqual([1])
  })

  it('takes melt water for no change', () => {
    expect(read('How much snow feeds the melt water?').asks[0]!.change).toBeNull()
    expect(read('How much snow melted?').asks[0]!.change).toBe('loss')
    expect(read('For the forecast of melt water: how many hectares of snow are there?').asks[0]!.target).toBe(
      'snow',
    )
  })

  it('reads limits on ice in percent as shares', () => {
    expect(slotsOf('Area with an ice concentration of at least 80 %')).toMatchObject({
      threshold: 0.8,
      side: 'at_or_above',
    })
    expect(slotsOf('Where is ice of 15 % or more?')).toMatchObject({ threshold: 0.15, side: 'at_or_above' })
    expect(slotsOf('Lakes of at least 80 %')).not.toHaveProperty('threshold')
  })

  it('reads a fall in dB as a negative limit', () => {
    const fallen = { threshold: -4, side: 'at_or_below' }
    expect(slotsOf('Flooded area where backscatter fell by 4 dB or more')).toMatchObject(fallen)
    expect(slotsOf('Flooded area by a drop of VV by at least 4 dB')).toMatchObject(fallen)
  })

  it('knows an index that marks a part from the one asked for', () => {
    const { asks } = read('Mean NDTI where NDWI is above 0.1')
    expect(asks[0]).toMatchObject({ indices: ['ndti'], cutBy: 'ndwi', within: true, dimension: 'value' })
    expect(read('Area where NDWI is above 0.1').asks[0]).not.toHaveProperty('cutBy')
  })
})

describe('targetsIn', () => {
  it('knows sea ice, beside which water is the open sea, from ice on land', () => {
    expect(targetsIn('ice floes and open water')).toEqual(['sea_ice'])
    expect(targetsIn('snow and ice on the glacier')).toEqual(['snow'])
  })
})

describe('unmeasurableIn', () => {
  it('leaves aside what is told as the purpose', () => {
    expect(unmeasurableIn('For our ships we need to know how much ice there is.')).toBeNull()
    expect(unmeasurableIn('How many ships lie in the ice?')).toBe('ships')
    expect(unmeasurableIn('How many boats are on the lake?')).toBe('ships')
  })
})

/** A lake of 30 × 30 pixels or so in grass, muddy in the middle. */
async function lake() {
  const random = seededRandom(5)
  const water = paint(landOf(40, 'grass'), patch(random, 40, { col: 20, row: 20, along: 12 }), 'water')
  const muddy = paint(water, patch(random, 40, { col: 20, row: 20, along: 4 }), 'turbid')
  return sentinel2(squareGrid(random, 40, 20), '2021-06-01', reflectance(random, muddy))
}

describe('the agent', () => {
  it('masks water before it computes its turbidity, and declines where it cannot', async () => {
    const { files } = await lake()
    const desk = await deskWith(files)
    const median = await desk.ask('Median turbidity of the lake?', memoryStore())
    expect(toolsOf(median)).toEqual(['ndwi', 'threshold_mask', 'turbidity', 'statistics'])
    // Clear water has about 12 NTU, mud over 200 and grass, of red 0.065 and near infrared 0.33, no value at all.
    expect(answerOf(median)!.value).toBeGreaterThan(10)
    expect(answerOf(median)!.value).toBeLessThan(15)
    const blind = await deskWith(files.filter(({ name }) => !/_(B03)_/.test(name)))
    expect((await blind.ask('Median turbidity of the lake?', memoryStore())).status).not.toBe('answered')
  })

  it('measures single patches of a flood', async () => {
    const grid = squareGrid(seededRandom(6), 20, 30)
    const dry = new Float32Array(400).fill(0.1)
    // 12 and 5 pixels.
    const wet = dry.map((value, at) => (at < 12 || (at >= 380 && at < 385) ? 0.01 : value))
    const files = [
      ...(await sentinel1(grid, '2023-01-06', { VV: dry })),
      ...(await sentinel1(grid, '2023-01-18', { VV: wet })),
    ]
    const desk = await deskWith(files)
    const run = await desk.ask('Size of the largest flooded patch in hectares?', memoryStore())
    // 12 · 900 m² = 1.08 ha
    expect(answerOf(run)).toMatchObject({ value: 1.08, unit: 'ha' })
  })

  it('measures extent, loss and mean of sea ice, and no change of one day', async () => {
    const grid = iceGrid('north', 10)
    const day = (edge: number) => Float32Array.from({ length: 100 }, (_, at) => (at < edge ? 60 : 5))
    const [much, little] = [
      await iceConcentration('north', grid, '2020-03-01', day(40)),
      await iceConcentration('north', grid, '2020-06-01', day(30)),
    ]
    const both = await deskWith([much.file, little.file])
    const lost = await both.ask('How much sea ice was lost, in km²?', memoryStore())
    // 10 pixels of 625 km².
    expect(answerOf(lost)).toMatchObject({ value: 6250, unit: 'km2' })
    const one = await deskWith([much.file])
    const extent = await one.ask('Extent of the sea ice in km²?', memoryStore())
    expect(answerOf(extent)).toMatchObject({ value: 25_000, unit: 'km2' })
    const mean = await one.ask('Mean ice concentration in percent?', memoryStore())
    // (40 · 60 + 60 · 5) / 100 = 27
    expect(answerOf(mean)!.value).toBeCloseTo(27, 3)
    const change = await one.ask('How much sea ice was lost, in km²?', memoryStore())
    expect(change.status).not.toBe('answered')
  })
})
