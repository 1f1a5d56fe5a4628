import { beforeAll, describe, expect, it } from 'vitest'
import { plainText } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { answerOf, callsOf, deskWithFolder, eventsOf, messagesOf, type Desk } from '../helpers/field.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const FOLDER = sharedPath('data', 'scenes', 'corumba_fire_2019')

// Expected values: golden.json beside the scene (numpy and scipy, made with the rule it states).
describe.skipIf(!hasShared)(
  'runAgent on the Corumbá pair (skipped without the shared scenes)',
  { timeout: 60_000 },
  () => {
    let desk: Desk
    beforeAll(async () => {
      desk = await deskWithFolder(FOLDER)
    })

    it('measures the burned hectares, counts what was left out and cites every figure', async () => {
      const record = await desk.ask(
        'How many hectares burned between the two dates (dNBR at least 0.27)?',
        memoryStore(),
      )
      expect(record.status).toBe('answered')
      const answer = answerOf(record)
      expect(answer.unit).toBe('ha')
      expect(Math.abs(answer.value! - 8026.11) / 8026.11).toBeLessThan(1e-4)
      const text = plainText(answer)
      expect(text).toContain('3,355.7 ha')
      expect(text).toMatch(/109 pixels left out/)
      expect(text).toMatch(/1 pixel left out \(not_positive\)/)
      expect(answer.by).toBe('planner')
      const cited = answer.spans.filter((span) => /\d/.test(span.text) && !/^Measured on/.test(span.text))
      expect(cited.length).toBeGreaterThan(3)
      expect(cited.every((span) => span.cite !== undefined)).toBe(true)
    })

    it('answers “which way did it spread” with the axis and its limit, and names no direction', async () => {
      const record = await desk.ask('Which way did it spread?', memoryStore())
      expect(record.status).toBe('answered')
      const answer = answerOf(record)
      const axes = eventsOf(record, 'step-end').flatMap(
        ({ observation }) =>
          observation?.numbers.filter(({ name }) => name === 'axis_bearing').map(({ value }) => value) ?? [],
      )
      expect(axes).toHaveLength(2)
      expect(Math.abs(axes[0]! - 27.2)).toBeLessThan(0.5)
      expect(Math.abs(axes[1]! - 49.5)).toBeLessThan(0.5)
      const text = plainText(answer)
      expect(text).toMatch(/Axis of the whole mask[^.]*27\.2°/)
      expect(text).toMatch(/Axis of the largest patch[^.]*49\.5°/)
      expect(text).toContain('not a direction')
      expect(text).not.toMatch(/spread towards/)
    })

    it('answers where, how many and which way in one run', async () => {
      const record = await desk.ask(
        'Where did it burn, how many hectares, and which way did it spread?',
        memoryStore(),
      )
      expect(record.status).toBe('answered')
      const answer = answerOf(record)
      expect(answer.place?.geometry.type).toBe('Point')
      expect(plainText(answer)).toMatch(/8,026\.1 ha/)
      expect(plainText(answer)).toMatch(/27\.2°/)
      expect(callsOf(record).filter((tool) => tool === 'nbr')).toHaveLength(2)
    })

    it('chooses the option nearest to what was measured', async () => {
      const record = await desk.ask(
        'How many hectares burned between 9 Aug 2019 and 25 Aug 2019? A) 125 ha B) 8,000 ha C) 12,000 ha',
        memoryStore(),
      )
      expect(record.status).toBe('answered')
      expect(answerOf(record).choice).toBe('B')
    })

    it.each([
      // numpy: the pixels of dNBR above 0.3 and from 0.44 up, in hectares; the mean of dNBR; NDVI inside the scar.
      [
        'First compute NBR for both dates, then the difference, then tell me how many hectares exceed 0.3',
        5308.38,
        0.5,
      ],
      ['How many hectares burned using a threshold of 0.44?', 293.58, 0.01],
      ['How many hectares burned, leaving out patches smaller than 10 pixels?', 7816.4, 0.05],
      ['How much did NBR drop on average?', 0.11553, 1e-4],
      ['What is the mean NDVI within the burned area?', 0.0939, 1e-4],
      ['What is the area of the second largest scar in hectares?', 1000.8, 0.01],
      ['What is the median NDVI on 2019-08-25?', 0.366053, 1e-3],
      ['What is the mean NDVI on 2019-08-09?', 0.467466, 1e-5],
    ])('%s', async (question, expected, tolerance) => {
      const record = await desk.ask(question, memoryStore())
      expect(Math.abs(answerOf(record).value! - expected)).toBeLessThan(tolerance)
    })

    it.each([
      ['How many ships are there?', /ships/],
      ['What was the surface temperature?', /thermal/],
      ['How many hectares burned between 2018-01-01 and 2019-08-25?', /2018-01-01/],
      ['Where is NDVI?', /measured no place/],
      ['What is the meaning of it all?', /nothing that the tools here can measure/],
    ])('declines “%s” and says why', async (question, why) => {
      const store = memoryStore()
      const before = await store.snapshot()
      const record = await desk.ask(question, store)
      expect(record.status).toBe('declined')
      expect(messagesOf(record).join(' ')).toMatch(why)
      expect((await store.snapshot()).skills).toEqual(before.skills)
      expect(eventsOf(record, 'gate')[0]?.passed).toBe(false)
      expect(await store.verifyJournal()).toBeNull()
    })

    it('names the missing bands where the short-wave infrared is not loaded', async () => {
      const poor = await deskWithFolder(FOLDER, (name) => !/_B[67]\.TIF$/.test(name))
      const store = memoryStore()
      const record = await poor.ask('How many hectares burned?', store)
      expect(record.status).toBe('declined')
      expect(messagesOf(record).join(' ')).toContain('swir2')
    })

    it('asks for the scaling where an index cannot do without it, and changes no skill', async () => {
      const raw = await deskWithFolder(FOLDER, (name) => !/MTL/.test(name))
      const store = memoryStore()
      const before = await store.snapshot()
      const record = await raw.ask('What is the mean EVI of the last date?', store)
      expect(record.status).toBe('needs_input')
      expect(messagesOf(record).join(' ')).toMatch(/scal/i)
      expect((await store.snapshot()).skills).toEqual(before.skills)
    })
  },
)
