import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSample } from '../../scripts/make-sample.ts'
import { plainText } from '../../src/agent/index.ts'
import { memoryStore, verdictCommit } from '../../src/memory/index.ts'
import { answerOf, callsOf, deskWithFolder, eventsOf, messagesOf, type Desk } from '../helpers/field.ts'

let folder: string
let first: Desk
let second: Desk
let truths: Awaited<ReturnType<typeof makeSample>>[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geoforge-test-'))
  truths = [await makeSample({ seed: 7, out: folder }), await makeSample({ seed: 21, out: folder })]
  first = await deskWithFolder(join(folder, '7'), (name) => name.endsWith('.tif'))
  second = await deskWithFolder(join(folder, '21'), (name) => name.endsWith('.tif'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const within = (value: number | null, truth: number, share: number) => {
  expect(value).not.toBeNull()
  expect(Math.abs(value! - truth) / truth).toBeLessThan(share)
}

describe('runAgent on the sample scenes', { timeout: 60_000 }, () => {
  it('measures the burned area within 2 % of the truth', async () => {
    for (const [at, desk] of [first, second].entries()) {
      const record = await desk.ask(
        'How many hectares burned between the first and the last date?',
        memoryStore(),
      )
      within(answerOf(record).value, truths[at]!.burned.secondFireHectares, 0.02)
    }
  })

  it('finds the way the fire spread, with bearing and distance as evidence', async () => {
    for (const [at, desk] of [first, second].entries()) {
      const record = await desk.ask('Which way did the fire spread?', memoryStore())
      const answer = answerOf(record)
      expect(answer.evidence.find(({ name }) => name === 'sector')?.value).toBe(truths[at]!.spread.sector)
      expect(answer.evidence.some(({ name }) => name === 'bearing')).toBe(true)
    }
  })

  it('learns a type without a seed: the second question, in other words on another scene, takes fewer calls', async () => {
    const store = memoryStore()
    const searched = await first.ask(
      'How many hectares did the lake lose between the first and the last date?',
      store,
    )
    expect(searched.status).toBe('answered')
    within(answerOf(searched).value, truths[0]!.lake.lostHectares, 0.02)
    expect(eventsOf(searched, 'decision').every(({ by }) => by === 'search')).toBe(true)
    expect(eventsOf(searched, 'context-ready')[0]!.sop).toBe('')
    expect(eventsOf(searched, 'step-end').some(({ failedChecks }) => failedChecks.length > 0)).toBe(true)
    const learned = (await store.snapshot()).skills.filter(({ taskType }) => taskType === 'water-change')
    expect(learned).toHaveLength(1)

    const followed = await second.ask('By how much did the reservoir shrink, in square kilometres?', store)
    expect(followed.status).toBe('answered')
    expect(answerOf(followed).unit).toBe('km2')
    within(answerOf(followed).value, truths[1]!.lake.lostHectares / 100, 0.02)
    expect(eventsOf(followed, 'decision').map(({ by }) => by)).toEqual(['skill'])
    const { recalled, sop } = eventsOf(followed, 'context-ready')[0]!
    expect(recalled.find(({ id }) => id === learned[0]!.id)).toMatchObject({ kind: 'skill', used: true })
    expect(recalled.some(({ kind }) => kind === 'workflow')).toBe(true)
    expect(sop).toContain('combine_masks')
    expect(callsOf(followed).length).toBeLessThan(callsOf(searched).length)
  })

  it('takes the credit back after a thumb down', async () => {
    const store = memoryStore()
    const record = await first.ask(
      'How many hectares did the lake lose between the first and the last date?',
      store,
    )
    const skill = async () =>
      (await store.snapshot()).skills.find(({ taskType }) => taskType === 'water-change')!
    const workflow = async () =>
      (await store.snapshot()).workflows.find(({ taskType }) => taskType === 'water-change')!
    await store.commit(verdictCommit(record, 'up', await store.snapshot()))
    expect((await skill()).state).toBe('active')
    const praised = await workflow()
    const judged = {
      ...record,
      events: [...record.events, { type: 'verdict', at: Date.now(), verdict: 'up' } as const],
    }
    await store.commit(verdictCommit(judged, 'down', await store.snapshot()))
    expect((await skill()).state).toBe('candidate')
    const blamed = await workflow()
    expect(blamed.successes).toBeLessThan(praised.successes)
    expect(blamed.failures).toBeGreaterThan(praised.failures)
    expect(await store.verifyJournal()).toBeNull()
  })

  it('does not take a learned loss for a gain', async () => {
    const store = memoryStore()
    await first.ask('How many hectares did the lake lose between the first and the last date?', store)
    const record = await second.ask(
      'How many hectares did the lake gain between the first and the last date?',
      store,
    )
    // The lakes of the samples only shrink.
    if (record.status === 'answered') expect(answerOf(record).value).toBeLessThan(1)
    else expect(messagesOf(record).join(' ')).toMatch(/No plan stood/)
    expect(plainText({ spans: [], caveats: [], ...eventsOf(record, 'answer').at(-1)?.answer })).not.toMatch(
      /lost/,
    )
  })

  it('ends as stopped where it is stopped in mid-run, and learns nothing', async () => {
    const store = memoryStore()
    const before = await store.snapshot()
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 30)
    const record = await first.ask('Which way did the fire spread?', store, stop.signal)
    expect(record.status).toBe('stopped')
    expect(await store.snapshot()).toEqual(before)
    expect((await store.run(record.id))?.status).toBe('stopped')
  })

  it('keeps each run whole in the store', async () => {
    const store = memoryStore()
    const record = await first.ask('How many hectares of snow are there?', store)
    expect(await store.run(record.id)).toEqual(record)
    within(answerOf(record).value, truths[0]!.snow.hectares, 0.02)
  })
})
