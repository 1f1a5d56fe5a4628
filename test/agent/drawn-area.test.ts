import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskWith, type Desk } from '../../bench/lib/desk.ts'
import { makeSample } from '../../scripts/make-sample.ts'
import { insideArea, readArea, seesArea } from '../../src/agent/drawn-area.ts'
import { planOf } from '../../src/agent/plan-of.ts'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { eventsOf } from '../helpers/field.ts'

const drawn = { id: 'layer-1', port: { kind: 'vector' }, made: false } as const
const made = { id: 'layer-9', port: { kind: 'vector' }, made: true } as const
const SPECS = TOOLS.map(toolSpec)
const answerOf = (record: RunRecord) => eventsOf(record, 'answer')[0]?.answer

describe('readArea', () => {
  it.each([
    ['How many hectares burned inside the drawn area?', 'How many hectares burned?'],
    ['How many hectares burned within the polygon I drew?', 'How many hectares burned?'],
    ['Within the area of interest, how much water is there?', 'how much water is there?'],
    ['What share of the drawn rectangle is water?', 'What share is water?'],
    ['How many hectares burned inside the area?', 'How many hectares burned?'],
    ['What is the mean NDVI over my AOI in July?', 'What is the mean NDVI in July?'],
    ['How many hectares burned inside layer-1?', 'How many hectares burned?'],
  ])('takes the place out of “%s”', (text, rest) => {
    const read = readArea(text, { products: [drawn] })
    expect(read.rest).toBe(rest)
    expect(read.area).toEqual({ layer: text.includes('layer-1') ? 'layer-1' : null, side: 'inside' })
  })

  it.each([
    ['How many hectares burned outside the drawn area?', 'How many hectares burned?'],
    ['How many hectares burned beyond my polygon?', 'How many hectares burned?'],
    ['How many hectares burned, leaving out the area of interest?', 'How many hectares burned?'],
    ['How many hectares burned except in the area?', 'How many hectares burned?'],
    ['How much water is not inside the drawn rectangle?', 'How much water is?'],
    ['What is the mean NDVI outside of layer-1?', 'What is the mean NDVI?'],
  ])('knows the other side in “%s”', (text, rest) => {
    const read = readArea(text, { products: [drawn] })
    expect(read.rest).toBe(rest)
    expect(read.area?.side).toBe('outside')
  })

  it.each([
    'Did more burn in the drawn area or in the rest?',
    'How many hectares burned inside the drawn area and outside of it?',
    'How much burned outside the drawn area, and how much inside?',
  ])('sets no two places beside each other: “%s”', (text) => {
    expect(readArea(text, { products: [drawn] })).toMatchObject({
      area: null,
      refusal: expect.stringMatching(/inside of it, and then for what lies outside/) as string,
    })
  })

  it.each([
    'What is the mean NDVI of each polygon?',
    'How many hectares is the polygon?',
    'How many hectares burned in this area?',
    'How much of the area burned?',
    'How many hectares burned inside layer-2?',
  ])('leaves “%s” as it is', (text) => {
    expect(readArea(text, { products: [drawn] })).toEqual({ rest: text, area: null, refusal: null })
  })

  it('says what is missing where nothing was drawn, and takes no result for it', () => {
    const { refusal, area } = readArea('How much burned inside the drawn area?', { products: [made] })
    expect(area).toBeNull()
    expect(refusal).toMatch(/draw one on the map and keep it/)
    expect(readArea('How much burned within the area of interest?', { products: [made] }).refusal).toBeNull()
  })
})

describe('insideArea', () => {
  const only = { from: 'role', role: 'only' } as const

  it('cuts once what several steps measure, and measures anew what the maker told of all', () => {
    const plan = planOf(
      [
        { id: 's1', tool: 'ndwi', args: { scene: only }, purpose: '' },
        { id: 's2', tool: 'threshold_mask', args: { layer: { from: 'step', step: 's1' } }, purpose: '' },
        { id: 's3', tool: 'components', args: { mask: { from: 'step', step: 's2' } }, purpose: '' },
      ],
      [{ step: 's2', figure: 'share' }],
    )
    const inside = insideArea(plan, SPECS)!
    expect(inside.steps.map(({ tool }) => tool)).toEqual([
      'ndwi',
      'threshold_mask',
      'clip_to_polygons',
      'components',
      'mask_area',
    ])
    expect(inside.answer).toEqual([{ step: 'of-inside-s2', figure: 'share' }])
    const isFor = (side: 'inside' | 'outside' | null) =>
      seesArea(inside, { area: side && { layer: null, side }, asks: [] })
    expect([isFor(null), isFor('inside'), isFor('outside')]).toEqual([false, true, false])
  })

  it('gives no plan where figures come from whole scenes', () => {
    const plan = planOf(
      [{ id: 's1', tool: 'index_series', args: { scenes: { from: 'role', role: 'all' } }, purpose: '' }],
      [{ step: 's1', figure: 'mean' }],
    )
    expect(insideArea(plan, SPECS)).toBeNull()
  })
})

describe('a question about a drawn area', () => {
  const place = mkdtempSync(join(tmpdir(), 'geoforge-area-'))
  let desk: Desk
  beforeAll(async () => {
    await makeSample({ seed: 7, out: place })
    const folder = join(place, '7')
    const names = readdirSync(folder).filter((name) => name.endsWith('.tif'))
    const ring = [
      [-122.69, 46.458],
      [-122.678, 46.459],
      [-122.676, 46.4655],
      [-122.6845, 46.4635],
      [-122.69, 46.458],
    ]
    const aoi = JSON.stringify({ type: 'Polygon', coordinates: [ring] })
    desk = await deskWith([
      ...(await Promise.all(
        names.map(async (name) => ({ name, bytes: await fileBytes(join(folder, name)) })),
      )),
      { name: 'area.geojson', bytes: bufferBytes(new TextEncoder().encode(aoi)) },
    ])
  }, 60_000)
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  // By numpy and pyproj on the same files: 826 pixel centres of 20 m with dNBR (B8A, B12) ≥ 0.27 by even–odd crossings
  // inside the ring taken to EPSG:32610, of 1192 inside; 1912 in the whole scene.
  it('is answered from the pixels inside, and what was learned from it does not answer for the whole', async () => {
    const store = memoryStore()
    const inside = await desk.ask('How many hectares burned inside the drawn area?', store)
    expect(answerOf(inside)?.value).toBeCloseTo(33.04, 6)
    expect(
      answerOf(inside)
        ?.spans.map(({ text }) => text)
        .join(''),
    ).toMatch(/inside layer-\d+ alone/)
    const whole = await desk.ask('How many hectares burned?', store)
    expect(answerOf(whole)?.value).toBeCloseTo(76.48, 6)
    const again = await desk.ask('How many hectares burned within the polygon?', store)
    expect(answerOf(again)?.value).toBeCloseTo(33.04, 6)
  }, 60_000)

  // Of the 1912 burned pixels of the scene the 826 inside leave 1086.
  it('is answered from the pixels outside, and what was learned inside does not answer for them', async () => {
    const store = memoryStore()
    await desk.ask('How many hectares burned inside the drawn area?', store)
    const outside = await desk.ask('How many hectares burned outside the drawn area?', store)
    expect(answerOf(outside)?.value).toBeCloseTo(43.44, 6)
    const inside = await desk.ask('How many hectares burned within the polygon?', store)
    expect(answerOf(inside)?.value).toBeCloseTo(33.04, 6)
  }, 60_000)

  it('tells the classes of severity of the pixels inside', async () => {
    const record = await desk.ask('How severe was the burn, by class, inside the drawn area?', memoryStore())
    expect(answerOf(record)?.value).toBeCloseTo(33.04, 6)
  }, 60_000)

  it('is declined with the reason where no tool can look inside', async () => {
    const record = await desk.ask('What is the NDVI of each date inside the drawn area?', memoryStore())
    expect(record.status).toBe('declined')
    expect(JSON.stringify(record)).toMatch(/No tool measures this in one area alone/)
  }, 60_000)
})
