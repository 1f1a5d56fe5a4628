import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSample } from '../../scripts/make-sample.ts'
import { plainText } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { answerOf, callsOf, deskWithFolder, eventsOf, messagesOf, type Desk } from '../helpers/field.ts'

let folder: string
let desk: Desk
let truth: Awaited<ReturnType<typeof makeSample>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geoforge-test-'))
  truth = await makeSample({ seed: 7, out: folder })
  desk = await deskWithFolder(join(folder, '7'), (name) => name.endsWith('.tif'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

type Truth = Awaited<ReturnType<typeof makeSample>>

/** Question, the value it should give and its unit. */
const FIGURES: readonly (readonly [question: string, value: (truth: Truth) => number, unit: string])[] = [
  ['How many hectares burned on the second date?', ({ burned }) => burned.firstFireHectares, 'ha'],
  ['How many hectares burned by 2023-07-02?', ({ burned }) => burned.firstFireHectares, 'ha'],
  [
    'How much did the fire grow between the second and the third date?',
    ({ burned }) => burned.growthHectares,
    'ha',
  ],
  ['What percentage of the scene burned?', ({ burned }) => (100 * burned.secondFireHectares) / 2304, '%'],
  ['How large is the lake now, in km²?', ({ lake }) => lake.hectares.secondFire / 100, 'km2'],
  ['How many hectares of water were there on the first date?', ({ lake }) => lake.hectares.before, 'ha'],
  ['Did the lake shrink?', ({ lake }) => -lake.lostHectares, 'ha'],
  ['Is there snow?', ({ snow }) => snow.hectares, 'ha'],
  ['What is the largest water body in hectares?', ({ lake }) => lake.hectares.secondFire, 'ha'],
  ['What is the bearing of the spread?', ({ spread }) => spread.bearingDegrees, 'deg'],
  ['How many separate burned patches are there?', () => 1, 'count'],
  ['On 17 June, how much open water was there in hectares?', ({ lake }) => lake.hectares.before, 'ha'],
  ['How many hectares of water are there on scene-1?', ({ lake }) => lake.hectares.before, 'ha'],
  ['How far did the fire spread between 2 July and 12 July?', ({ spread }) => spread.distanceMetres, 'm'],
  [
    'How much bigger was the burned area on 12 July than on 2 July?',
    ({ burned }) => burned.growthHectares,
    'ha',
  ],
  ['Is the lake larger than 50 ha?', ({ lake }) => lake.hectares.secondFire, 'ha'],
  ['How many hectares did NDVI fall by at least 0.2?', ({ burned }) => burned.secondFireHectares, 'ha'],
  [
    'How many hectares of water were lost between the dates (NDWI above 0.1)?',
    ({ lake }) => lake.lostHectares,
    'ha',
  ],
  // The scar is the one place where NDVI fell by 0.2 or more.
  [
    'How many hectares lost vegetation (NDVI fell by at least 0.2)?',
    ({ burned }) => burned.secondFireHectares,
    'ha',
  ],
]

const DECLINED = [
  ['How hot was the fire?', /thermal/],
  ['What share of the scene is cloudy?', /cloud cover/],
  ['What is the cloud cover on 2 July?', /cloud cover/],
  ['How many hectares burned in 2019?', /No scene of 2019/],
  ['How many people live near the lake?', /people/],
  ['How many hectares burned on the fourth date?', /date 4, and there are 3/],
  ['How many hectares of happiness are there?', /nothing that the tools here can measure/],
] as const

const ASKED_BACK = [
  ['How many hectares did not burn?', /“not”/],
  ['How many hectares burned in the northern half?', /a part of the scene/],
  ['How much of the burned area was forest?', /in one figure/],
  ['How many hectares burned in the first fire?', /say its dates/],
] as const

describe('runAgent on many wordings', { timeout: 60_000 }, () => {
  it.each(FIGURES)('%s', async (question, value, unit) => {
    const record = await desk.ask(question, memoryStore())
    expect(record.status, messagesOf(record).join(' ')).toBe('answered')
    const answer = answerOf(record)
    expect(answer.unit).toBe(unit)
    expect(Math.abs(answer.value! - value(truth)) / value(truth)).toBeLessThan(0.02)
  })

  it.each(DECLINED)('declines “%s”', async (question, why) => {
    const record = await desk.ask(question, memoryStore())
    expect(record.status).toBe('declined')
    expect(messagesOf(record).join(' ')).toMatch(why)
  })

  it.each(ASKED_BACK)('asks back on “%s” instead of leaving part of it out', async (question, why) => {
    const record = await desk.ask(question, memoryStore())
    expect(record.status).toBe('needs_input')
    expect(messagesOf(record).join(' ')).toMatch(why)
    expect(callsOf(record)).toEqual([])
  })

  it('says that nothing was lost where nothing was lost', async () => {
    const record = await desk.ask('How many hectares of snow were lost between the dates?', memoryStore())
    expect(answerOf(record).value).toBe(0)
    expect(plainText(answerOf(record))).toMatch(/Snow lost between the dates: 0\.0 ha/)
  })

  it('compares with the amount of a yes-or-no question', async () => {
    const record = await desk.ask('Is the burned area larger than 50 ha?', memoryStore())
    expect(plainText(answerOf(record))).toMatch(/That is more than 50 ha/)
  })

  it('takes “before the fire” for a time and not for what is measured', async () => {
    const record = await desk.ask('What is the mean NDVI before the fire?', memoryStore())
    expect(callsOf(record)).toEqual(['ndvi', 'statistics'])
    expect(eventsOf(record, 'step-start')[0]!.call.args).toMatchObject({ scene: 'scene-1' })
  })

  it('compares an index inside and outside the scar', async () => {
    const record = await desk.ask('Compare NDVI inside and outside the burned area', memoryStore())
    expect(answerOf(record).value).toBeLessThan(-0.2)
    expect(plainText(answerOf(record))).toMatch(
      /outside the burned area 0\.\d+, inside the burned area 0\.\d+/,
    )
  })

  it('says which way the fire went as an option', async () => {
    const record = await desk.ask(
      'Which direction did the burned area expand: A) north B) south C) east D) west',
      memoryStore(),
    )
    expect(truth.spread.sector).toBe('N')
    expect(answerOf(record).choice).toBe('A')
  })

  it('lists the severity classes', async () => {
    const record = await desk.ask('Give me the burn severity by class', memoryStore())
    expect(plainText(answerOf(record))).toMatch(/moderate low .* high \d/)
  })

  it('saves the result where a file is asked for', async () => {
    const record = await desk.ask('Export the burned area as GeoTIFF', memoryStore())
    expect(callsOf(record).at(-1)).toBe('export_layer')
    expect(plainText(answerOf(record))).toMatch(/\.tif/)
  })

  it('keeps what was learned for a change apart from a state of the same index', async () => {
    const store = memoryStore()
    await desk.ask('How many hectares of forest were lost between the first and the last date?', store)
    const record = await desk.ask('How many hectares have NDVI above 0.6 on the first date?', store)
    expect(callsOf(record)).toEqual(['ndvi', 'threshold_mask', 'mask_area'])
  })
})
