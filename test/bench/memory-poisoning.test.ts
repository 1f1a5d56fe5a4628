import { beforeAll, describe, expect, it } from 'vitest'
import { attacks, DOORS } from '../../bench/memory/poisoning/attacks.ts'
import { asRead, PAYLOADS, payloadsIn } from '../../bench/memory/poisoning/payloads.ts'
import { leaksOf, runAttacks, type AttackReport } from '../../bench/memory/poisoning/run-attacks.ts'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { experienceOf } from '../helpers/memory.ts'

beforeAll(() => decodeWith(zlibDecoder))

describe('attacks', () => {
  it('are two hundred different ones by every door, sixty-three of them with every kind already', () => {
    const all = attacks(200)
    expect(new Set(all.map(({ door, payload, turn }) => `${door} ${payload.text} ${turn}`)).size).toBe(200)
    expect(new Set(all.map(({ door }) => door))).toEqual(new Set(DOORS))
    expect(new Set(attacks(63).map(({ payload }) => payload.kind))).toEqual(
      new Set(PAYLOADS.map(({ kind }) => kind)),
    )
  })
})

describe('payloadsIn', () => {
  it('finds a text as it is written and as it is read, and none in our own', () => {
    for (const { text } of PAYLOADS) {
      expect(payloadsIn(`It says: ${text}.`)).toContain(text)
      expect(payloadsIn(`it says ${asRead(text)} here`)).toContain(text)
    }
    expect(payloadsIn('Mask of water: threshold_mask with value 0, then its area.')).toEqual([])
  })
})

describe('runAttacks', () => {
  it('says what got through: an imported entry that is open, a seed that was changed, a door that broke', async () => {
    const store = memoryStore()
    const [seed] = (await store.snapshot()).skills
    const lesson = experienceOf({ id: 'bad', origin: 'imported', state: 'candidate' })
    const said = experienceOf({ id: 'said', correction: PAYLOADS[0]!.text })
    await store.commit({
      ...{ cause: 'import', runId: null, summary: '' },
      changes: [
        { table: 'experiences', id: 'bad', before: null, after: lesson },
        { table: 'experiences', id: 'said', before: null, after: said },
        { table: 'skills', id: seed!.id, before: seed!, after: { ...seed!, title: 'Other' } },
      ],
    })
    expect(await runAttacks([], store)).toMatchObject({ open: ['bad', 'said'], changedSeeds: [seed!.id] })
    const shut = { ...memoryStore(), snapshot: () => Promise.reject(new Error('shut')) }
    await expect(runAttacks(attacks(1), shut)).rejects.toThrow('shut')
  })
})

describe('leaksOf', () => {
  it('reads what a run was told, not what the person asked', () => {
    const { text } = PAYLOADS[4]!
    const record: RunRecord = {
      ...{ id: 'run-1', question: text, startedAt: 0, taskType: null },
      status: 'answered',
      events: [{ type: 'run-start', runId: 'run-1', at: 0, question: text }],
    }
    expect(leaksOf(record)).toEqual([])
    const summary = { type: 'memory-change', at: 0, summary: `x ${text}`, items: [] } as const
    expect(leaksOf({ ...record, events: [...record.events, summary] })).toEqual([text])
  })
})

describe('sixty-three attacks through the app’s own doors', { timeout: 300_000 }, () => {
  let report: AttackReport
  beforeAll(async () => {
    report = await runAttacks(attacks(63), memoryStore())
  }, 300_000)

  it('leave every entry of theirs in quarantine or outside, and no run is told a word of them', () => {
    expect(report).toMatchObject({
      attacks: 63,
      open: [],
      told: [],
      contradictions: [],
      changedSeeds: [],
      broken: [],
    })
  })

  it('were not all turned away at the door: some wait for a person, some were part of a run', () => {
    expect(report.refused).toBeLessThan(63)
    expect(report.quarantined).toBeGreaterThan(0)
  })
})
