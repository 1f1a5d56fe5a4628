import { describe, expect, it } from 'vitest'
import { seedSkills, undoCommit, verdictCommit } from '../../src/memory/index.ts'
import { applyChanges } from '../../src/memory/journal/apply.ts'
import type { JournalRow, MemorySnapshot } from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { snapshotOf } from '../helpers/memory.ts'
import { learnedFrom } from './record-of.ts'
import { runOf, stepOf, waterSteps } from './finished-run.ts'

const judged = (record: RunRecord, verdict: 'up' | 'down'): RunRecord => ({
  ...record,
  events: [...record.events, { type: 'verdict', at: 0, verdict }],
})
const apply = (record: RunRecord, verdict: 'up' | 'down', memory: MemorySnapshot) =>
  applyChanges(memory, verdictCommit(record, verdict, memory, 5000).changes)

describe('verdictCommit', () => {
  const first = learnedFrom(runOf(), snapshotOf({ skills: seedSkills() }))
  const skillId = first.memory.skills.find(({ origin }) => origin === 'learned')!.id
  const skill = (memory: MemorySnapshot) => memory.skills.find(({ id }) => id === skillId)!

  it('makes active what the run made, without a second credit', () => {
    const up = apply(first.record, 'up', first.memory)
    expect(skill(up).state).toBe('active')
    expect(up.workflows[0]).toMatchObject({ state: 'active', successes: 1, failures: 0 })
    expect(up.edges).toEqual(first.memory.edges)
  })

  it('takes the credit back by a thumb down and sends entries back to candidate', () => {
    const down = apply(first.record, 'down', first.memory)
    expect(skill(down)).toMatchObject({ state: 'candidate', usage: { helped: 0, hurt: 1 } })
    expect(down.workflows[0]).toMatchObject({ state: 'candidate', successes: 0, failures: 1 })
    expect(down.edges.every(({ successes, failures }) => successes === 0 && failures === 1)).toBe(true)
  })

  it('lets a second verdict take the place of the first: down then up is up', () => {
    const down = apply(first.record, 'down', first.memory)
    expect(apply(judged(first.record, 'down'), 'up', down)).toEqual(apply(first.record, 'up', first.memory))
    const up = apply(first.record, 'up', first.memory)
    expect(apply(judged(first.record, 'up'), 'down', up)).toEqual(down)
  })

  it('turns the credit of a skill that the run used, and gives it back', () => {
    const used = { skills: [skillId], workflows: [first.memory.workflows[0]!.id], experiences: [] }
    const second = learnedFrom(runOf({ runId: 'run-2', fingerprints: ['print-b'], used }), first.memory)
    expect(skill(second.memory).usage).toMatchObject({ uses: 1, helped: 1, hurt: 0 })
    const down = apply(second.record, 'down', second.memory)
    expect(skill(down)).toMatchObject({
      usage: { uses: 1, helped: 0, hurt: 1 },
      provenance: ['run-1', 'data:print-a'],
    })
    expect(down.workflows[0]).toMatchObject({ successes: 1, failures: 1, usage: { helped: 0, hurt: 1 } })
    const up = apply(judged(second.record, 'down'), 'up', down)
    expect(skill(up)).toEqual({
      ...skill(second.memory),
      state: 'active',
      activation: { by: 'thumb-up', at: 5000, runs: ['run-2'] },
    })
  })

  it('reads the credit of a record that does not tell it off what was recalled and the gate', () => {
    const used = { skills: [skillId], workflows: [], experiences: [] }
    const second = learnedFrom(runOf({ runId: 'run-2', fingerprints: ['print-b'], used }), first.memory)
    const old: RunRecord = {
      ...second.record,
      events: second.record.events.map((event) =>
        event.type === 'memory-change'
          ? { ...event, items: event.items.map(({ credit: _credit, ...item }) => item) }
          : event,
      ),
    }
    expect(apply(old, 'down', second.memory)).toEqual(apply(second.record, 'down', second.memory))
  })

  it('takes back no credit that a run with a retry never gave', () => {
    const used = { skills: [skillId], workflows: [], experiences: [] }
    const helped = learnedFrom(runOf({ runId: 'run-2', fingerprints: ['print-b'], used }), first.memory)
    const detour = stepOf(
      9,
      'threshold_mask',
      { layer: 'layer-1' },
      { inAnswer: false, failedChecks: ['empty'] },
    )
    const steps = [...waterSteps(), detour]
    const retried = learnedFrom(
      runOf({ runId: 'run-3', fingerprints: ['print-c'], used, steps }),
      helped.memory,
    )
    expect(skill(retried.memory).usage).toMatchObject({ uses: 2, helped: 1, hurt: 0 })
    const down = apply(retried.record, 'down', retried.memory)
    expect(skill(down).usage).toMatchObject({ uses: 2, helped: 1, hurt: 1 })
    expect(skill(apply(judged(retried.record, 'down'), 'up', down)).usage).toEqual(
      skill(retried.memory).usage,
    )
  })

  it('leaves alone what waits in quarantine', () => {
    const memory = {
      ...first.memory,
      skills: first.memory.skills.map((row) =>
        row.id === skillId ? { ...row, state: 'quarantined' as const } : row,
      ),
    }
    expect(skill(apply(first.record, 'up', memory))).toEqual(skill(memory))
  })

  it('lets what was active by other evidence keep it', () => {
    const proven = { by: 'proven', at: 7, runs: ['run-a'] } as const
    const memory = {
      ...first.memory,
      skills: first.memory.skills.map((row) =>
        row.id === skillId ? { ...row, state: 'active' as const, activation: proven } : row,
      ),
    }
    expect(skill(apply(first.record, 'up', memory)).activation).toEqual(proven)
  })

  it('supersedes the old version when its successor becomes active', () => {
    const next = { ...skill(first.memory), replaces: 'seed-burned-area' }
    const memory = {
      ...first.memory,
      skills: first.memory.skills.map((row) => (row.id === skillId ? next : row)),
    }
    const up = apply(first.record, 'up', memory)
    expect(up.skills.some(({ id }) => id === 'seed-burned-area')).toBe(false)
    expect(skill(up)).not.toHaveProperty('replaces')
    expect(verdictCommit(first.record, 'up', memory).summary).toContain(
      '1 skill removed: superseded by a newer version that is active.',
    )
  })
})

describe('undoCommit', () => {
  const before = snapshotOf({ skills: seedSkills() })
  const { commit, memory } = learnedFrom(runOf(), before)
  const row: JournalRow = { ...commit, seq: 1, at: 0, hash: '', payloadHash: '', previous: '' }

  it('brings the memory back to what it was', () => {
    expect(applyChanges(memory, undoCommit(row, memory).changes)).toEqual(before)
  })

  it('is refused where a later change touched an entry, which is named', () => {
    const later = learnedFrom(runOf({ runId: 'run-2' }), memory).memory
    expect(() => undoCommit(row, later)).toThrow(/workflow-run-1 \(workflows\)/)
  })
})
