import { beforeAll, describe, expect, it } from 'vitest'
import { plainText } from '../../src/agent/index.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { answerOf, deskWithFolder, type Desk } from '../helpers/field.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const SPECS = TOOLS.map(toolSpec)
const INDICES = new Set(SPECS.filter(({ family }) => family === 'indices').map(({ name }) => name))
const directOf = (text: string) =>
  readQuestion(text, { indexNames: INDICES, specs: SPECS, products: [], hasScenes: true, shown: [] }).direct

describe('readBalance', () => {
  it.each([
    ['Did the water increase or decrease?', 'water'],
    ['How much water was lost or gained?', 'water'],
    ['By how many hectares did the water shrink or grow between the two dates?', 'water'],
    ['By how many hectares did the water change between the first and the last date?', 'water'],
    ['How much more water is there after the fire?', 'water'],
    ['Is there more water than before the fire?', 'water'],
    ['Did the lake shrink?', 'water'],
    ['What is the net loss of snow, in hectares?', 'snow'],
    ['Did vegetation grow or decline?', 'vegetation'],
  ])('reads both ways in “%s”', (text, target) => {
    expect(directOf(text)).toMatchObject({ kind: 'balance', target })
  })

  it.each([
    'How many hectares of water were lost?',
    'How many hectares did the lake gain?',
    'Did the lake lose more than 100 ha?',
    'How many hectares burned?',
    'How many hectares changed between water and land?',
    'Where did the lake shrink?',
    'How much water is there?',
  ])('leaves “%s” to the other readings', (text) => {
    expect(directOf(text)?.kind).not.toBe('balance')
  })
})

describe.skipIf(!hasShared)('a balance of the Corumbá pair (skipped without the shared scenes)', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await deskWithFolder(sharedPath('data', 'scenes', 'corumba_fire_2019'))
  }, 60_000)

  // By numpy on the same files, reflectance by the MTL: NDWI above 0 in 93.24 ha before and 3,434.40 ha after, 10.08 ha
  // lost, 3,351.24 ha gained; 2,303.46 ha of those after have a dNBR of at least 0.27.
  it('tells what was gained, lost and is there now, and how much of it lies on burned ground', async () => {
    const record = await desk.ask('Did the water increase or decrease?', memoryStore())
    expect(answerOf(record).value).toBeCloseTo(3341.16, 6)
    const text = plainText(answerOf(record))
    for (const told of [
      'On the whole it grew.',
      'Open water gained: 3,351.2 ha.',
      'Open water lost: 10.1 ha.',
      'Open water at the earlier date: 93.2 ha.',
      'Open water at the later date: 3,434.4 ha.',
      'Water and burned: 2,303.5 ha.',
      'more likely a scar than water',
    ])
      expect(text).toContain(told)
  }, 60_000)

  it('warns of scars where water after a fire is asked, and says what forest means', async () => {
    const after = await desk.ask('How much water is there after the fire?', memoryStore())
    expect(plainText(answerOf(after))).toContain('Fresh burn scars are dark')
    const forest = await desk.ask('How much forest is gone?', memoryStore())
    expect(plainText(answerOf(forest))).toContain('Forest is not told from other green plants')
  }, 60_000)

  it('tells an index at each of two dates, and gives no single figure of them', async () => {
    const record = await desk.ask('What was the mean NDVI on 9 August and on 25 August?', memoryStore())
    // By numpy: 0.467466 and 0.320852 over the valid pixels.
    expect(plainText(answerOf(record))).toMatch(
      /Mean NDVI of 2019-08-09: 0\.4675\. Mean NDVI of 2019-08-25: 0\.3209\./,
    )
  }, 60_000)
})

describe.skipIf(!hasShared)('dates of unlike seasons (skipped without the shared scenes)', () => {
  it('are told beside the figure', async () => {
    const desk = await deskWithFolder(sharedPath('data', 'scenes', 'landsat_ny_2018'))
    const record = await desk.ask('Did the lake shrink?', memoryStore())
    const text = plainText(answerOf(record))
    expect(text).toContain('dates of unlike seasons')
    // The burn ratio of March and December tells of snow.
    expect(text).not.toContain('burned')
  }, 60_000)
})

describe.skipIf(!hasShared)('several elevation models (skipped without the shared scenes)', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await deskWithFolder(sharedPath('data', 'scenes', 'dem'))
  }, 60_000)

  it('are asked about where none is named', async () => {
    const record = await desk.ask('How high is the highest point?', memoryStore())
    expect(record.status).toBe('needs_input')
  })

  // gdalinfo -stats: the highest value of elevation-f32-nan.tif is 4232, of olinda_dem_utm25s.tif 88.
  it.each([
    ['elevation-f32-nan', 4232],
    ['olinda_dem_utm25s.tif', 88],
  ])('are measured by name: %s', async (name, highest) => {
    const record = await desk.ask(`How high is the highest point in ${name}?`, memoryStore())
    expect(answerOf(record).value).toBe(highest)
    expect(plainText(answerOf(record))).toMatch(/Measured on layer-\d \(elevation\)/)
  })
})
