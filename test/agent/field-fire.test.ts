import { describe, expect, it } from 'vitest'
import { firmsTable, type Detection } from '../../bench/fieldbench/data/fire-points.ts'
import { fireDates, ringedScar, SIDE, unburned } from '../../bench/fieldbench/data/fire-dates.ts'
import { textFile, tiffFile } from '../../bench/fieldbench/data/files.ts'
import { landOf } from '../../bench/fieldbench/data/land.ts'
import { squareGrid } from '../../bench/fieldbench/data/place.ts'
import { plainText } from '../../src/agent/index.ts'
import { confidenceIn, ofFireProduct } from '../../src/agent/fire-products.ts'
import { readSlots } from '../../src/agent/read-slots.ts'
import { isSeverityClass } from '../../src/agent/severity-plans.ts'
import { targetsIn } from '../../src/agent/targets.ts'
import { TextReader } from '../../src/agent/text-reader.ts'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { answerOf, callsOf, deskWith, messagesOf } from '../helpers/field.ts'

decodeWith(zlibDecoder)

const slots = (text: string) =>
  Object.fromEntries(
    readSlots(new TextReader(text), new Set(['nbr', 'ndvi'])).map(({ slot, value }) => [slot, value]),
  )

describe('readSlots', () => {
  it.each([
    ['NBR of 0.6 or higher', 0.6, 'at_or_above'],
    ['what dropped by 0.2 or more', 0.2, 'at_or_above'],
    ['NDVI 0.3 and below', 0.3, 'at_or_below'],
    ['dNBR at or above 0.66', 0.66, 'at_or_above'],
    ['burned (dNBR from 0.27)', 0.27, 'at_or_above'],
  ])('reads the limit of “%s”', (text, threshold, side) => {
    expect(slots(text)).toMatchObject({ rule: 'value', threshold, side })
  })

  it('reads a point in degrees, and none of half a point', () => {
    expect(slots('at longitude -57.25, latitude -19.1 burned')).toMatchObject({
      longitude: -57.25,
      latitude: -19.1,
    })
    expect(slots('at lat 40.5, lon 8')).toMatchObject({ longitude: 8, latitude: 40.5 })
    expect(slots('at latitude 40.5')).not.toHaveProperty('latitude')
  })
})

describe('targetsIn', () => {
  it('takes a forest guard and a forest fire for no forest', () => {
    expect(targetsIn('The forest guard asks how much the fire burned')).toEqual(['burned'])
    expect(targetsIn('How large was the forest fire?')).toEqual(['burned'])
    expect(targetsIn('How many hectares of forest burned?')).toEqual(['burned', 'vegetation'])
  })
})

describe('confidenceIn', () => {
  it.each([
    ['high confidence only', 'high'],
    ['at least nominal confidence', 'nominal'],
    ['leave out detections of low confidence', 'nominal'],
    ['how many detections', null],
  ])('%s', (text, wanted) => expect(confidenceIn(text)).toBe(wanted))
})

describe('ofFireProduct', () => {
  const known = (port: object, hasScenes = false) =>
    ({ products: [{ id: 'table-1', port }], hasScenes }) as unknown as Parameters<typeof ofFireProduct>[2]
  const asked = { unit: null, dimension: 'count', figures: [] } as const

  it('needs a product, and words about it where there are scenes', () => {
    expect(ofFireProduct('How many fires?', asked, known({ kind: 'table' }))?.tool).toBe('active_fires')
    expect(ofFireProduct('How many fires?', asked, known({ kind: 'table' }, true))).toBeNull()
    expect(ofFireProduct('How many fire detections?', asked, known({ kind: 'table' }, true))?.tool).toBe(
      'active_fires',
    )
    expect(ofFireProduct('How many detections?', asked, { ...known({}), products: [] })).toBeNull()
  })

  it('gives no area of points but that of their hull', () => {
    const area = { ...asked, dimension: 'area' } as const
    expect(ofFireProduct('How many hectares burned?', area, known({ kind: 'table' }))).toBeNull()
    expect(
      ofFireProduct('How large is the hull of the fires?', area, known({ kind: 'table' }))?.figures,
    ).toEqual(['hull_area'])
  })

  it('takes a movement for one of the detections, or of the burn dates', () => {
    const sector = { ...asked, dimension: 'sector' } as const
    const days = { kind: 'raster', quantity: 'class', meaning: 'burn_date' }
    expect(ofFireProduct('Which way did the fire move?', sector, known({ kind: 'table' }))?.tool).toBe(
      'detections_direction',
    )
    expect(ofFireProduct('Which way did the fire move?', sector, known(days))?.tool).toBe('arrival_direction')
  })
})

describe('isSeverityClass', () => {
  it('is true of neighbouring limits alone', () => {
    expect([isSeverityClass(0.27, 0.44), isSeverityClass(0.1, 0.44), isSeverityClass(0.2, 0.3)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

const spot = (at: number, over: Partial<Detection> = {}): Detection => ({
  latitude: 40 + at / 1000,
  longitude: 8 + (at % 3) / 1000,
  date: `2021-07-0${1 + Math.floor(at / 4)}`,
  clock: 136,
  frp: 2,
  confidence: 'nominal',
  ...over,
})
/** Four on 1 July, one of them low, and three on 2 July, one of them high with 10 MW. */
const DETECTIONS = [spot(0, { confidence: 'low' }), spot(1), spot(2), spot(3), spot(4), spot(5), spot(6, { confidence: 'high', frp: 10 })] // prettier-ignore

describe('runAgent on a table of detections', { timeout: 60_000 }, () => {
  const ask = async (question: string) => {
    const desk = await deskWith([firmsTable(DETECTIONS)])
    return desk.ask(question, memoryStore())
  }

  it.each([
    ['How many fire detections are there?', 7, 'count'],
    ['How many fire detections of high confidence?', 1, 'count'],
    ['Without low confidence, what is the total radiative power of the fires in MW?', 20, 'MW'],
    ['What is the mean FRP of a detection?', 22 / 7, 'MW'],
    ['How many fire detections on 2 July 2021?', 3, 'count'],
    ['On how many days were there fires?', 2, 'count'],
  ])('%s', async (question, value, unit) => {
    const answer = answerOf(await ask(question))
    expect(answer.value).toBeCloseTo(value)
    expect(answer.unit).toBe(unit)
  })

  it('names the day with the most', async () => {
    expect(plainText(answerOf(await ask('Which day had the most fire detections?')))).toContain('2021-07-01')
  })

  it('asks back about part of a date and declines an area', async () => {
    expect((await ask('How many fire detections in July 2021?')).status).toBe('needs_input')
    expect((await ask('How many hectares burned?')).status).toBe('declined')
  })
})

describe('runAgent on a fire mask and its power', { timeout: 60_000 }, () => {
  it('counts by confidence and adds up megawatts in tenths', async () => {
    const grid = squareGrid(seededRandom(1), 3, 1000)
    const name = (layer: string) => `MOD14A1.A2020214.h11v10.061.2021300120000.${layer}.tif`
    const codes = Float32Array.of(5, 7, 8, 9, 9, 5, 6, 3, 4)
    const tenths = Float32Array.of(0, 50, 60, 70, 80, 0, 0, 0, 0)
    const desk = await deskWith([
      await tiffFile(name('FireMask'), grid, codes, { sampleType: 'uint8', nodata: null }),
      await tiffFile(name('MaxFRP'), grid, tenths, { sampleType: 'int32', nodata: null }),
    ])
    const value = async (question: string) => answerOf(await desk.ask(question, memoryStore())).value
    expect(await value('How many fire pixels are there?')).toBe(4)
    expect(await value('How many fire pixels of high confidence are there?')).toBe(2)
    expect(await value('What is the total radiative power of the fire pixels in MW?')).toBeCloseTo(26)
  })
})

describe('runAgent on a burn of several severities', { timeout: 60_000 }, () => {
  const scene = async () => {
    const random = seededRandom(11)
    const land = landOf(SIDE, 'forest')
    const burn = ringedScar(random, { col: 46, row: 36, along: 24, across: 18 })
    return fireDates(random, [
      { land, burn: unburned() },
      { land, burn },
    ])
  }

  it('takes the longest name of a class, and no cut of its own for one', async () => {
    const { dates } = await scene()
    const desk = await deskWith(dates.flatMap(({ files }) => files))
    const share = (low: number, high: number) =>
      dates[0]!.nbr.filter(
        (before, at) => before - dates[1]!.nbr[at]! >= low && before - dates[1]!.nbr[at]! < high,
      ).length
    const one = await desk.ask('How many hectares burned at moderate-low severity?', memoryStore())
    const other = await desk.ask(
      'How many hectares burned at low severity (dNBR 0.1 to 0.27)?',
      memoryStore(),
    )
    expect(callsOf(one)).toEqual(['burn_severity'])
    expect(answerOf(one).value! / answerOf(other).value!).toBeCloseTo(share(0.27, 0.44) / share(0.1, 0.27), 2)
  })

  it('takes the mean of the pixels beyond a threshold and not that of all', async () => {
    const { dates } = await scene()
    const desk = await deskWith(dates.flatMap(({ files }) => files))
    const record = await desk.ask('What is the mean dNBR where dNBR is at least 0.27?', memoryStore())
    const fell = [...dates[0]!.nbr]
      .map((before, at) => before - dates[1]!.nbr[at]!)
      .filter((value) => value >= 0.27)
    expect(answerOf(record).value).toBeCloseTo(fell.reduce((sum, value) => sum + value, 0) / fell.length, 4)
    expect(callsOf(record)).toContain('conditional_statistics')
  })

  it('gives no hectares for a range of dNBR that no plan cuts, and reads no one of its ends alone', async () => {
    const { dates } = await scene()
    const desk = await deskWith(dates.flatMap(({ files }) => files))
    const record = await desk.ask('How many hectares have a dNBR between 0.3 and 0.5?', memoryStore())
    expect(['declined', 'needs_input']).toContain(record.status)
    expect(callsOf(record)).toEqual([])
  })

  it('gives of a range of dNBR that is a class of severity what the class gives', async () => {
    const { dates } = await scene()
    const desk = await deskWith(dates.flatMap(({ files }) => files))
    const [range, named] = [
      await desk.ask('How many hectares have a dNBR between 0.27 and 0.44?', memoryStore()),
      await desk.ask('How many hectares burned with moderate-low severity?', memoryStore()),
    ]
    const value = answerOf(range).value
    expect(value).toBeGreaterThan(0)
    expect(value).toBe(answerOf(named).value)
  })

  it('declines where a band is a page of text', async () => {
    const { dates } = await scene()
    const files = dates.flatMap((date) => date.files)
    const broken = files.map((file) =>
      /[_.](B12|SR_B7)[_.]/.test(file.name) ? textFile(file.name, 'not found') : file,
    )
    const record = await (await deskWith(broken)).ask('How many hectares burned?', memoryStore())
    expect(record.status).toBe('declined')
    expect(messagesOf(record).join(' ')).toContain('swir2')
  })
})
