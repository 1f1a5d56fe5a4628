import { describe, expect, it } from 'vitest'
import { distil, seedSkills, undoCommit, verdictCommit } from '../../src/memory/index.ts'
import { applyChanges } from '../../src/memory/store-in-memory.ts'
import type { FinishedRun, JournalRow, MemoryCommit, MemorySnapshot } from '../../src/memory/types.ts'
import type { Recalled, RunRecord } from '../../src/trace/events.ts'
import { snapshotOf } from '../helpers/memory.ts'
import { runOf } from './finished-run.ts'

/** A run as the agent keeps it: what it recalled, what it changed, what the gate said. */
function recordOf(run: FinishedRun, commit: MemoryCommit, passed: boolean): RunRecord {
  const recalled = (kind: Recalled['kind'], ids: readonly string[]): readonly Recalled[] =>
    ids.map((id) => ({ kind, id, title: '', score: 1, state: 'active', used: true }))
  return {
    id: run.runId, question: run.question, startedAt: 0, status: run.status, taskType: run.taskType,
    events: [
      {
        type: 'context-ready', at: 0, taskType: run.taskType, answerSpace: run.answerSpace, slots: [], sensing: '', scenes: [],
        fingerprints: run.fingerprints, admissible: [], sop: '', guidance: '',
        recalled: [...recalled('skill', run.used.skills), ...recalled('workflow', run.used.workflows)],
      },
      { type: 'gate', at: 0, passed, conditions: [] },
      {
        type: 'memory-change', at: 0, summary: '',
        items: commit.changes.map(({ table, id, before }) => ({ table, id, change: before ? ('updated' as const) : ('added' as const), title: '' })),
      },
    ],
  } // prettier-ignore
}

function ran(run: FinishedRun, snapshot: MemorySnapshot) {
  const { commit, gate } = distil(run, snapshot)
  return { memory: applyChanges(snapshot, commit), record: recordOf(run, commit, gate.passed), commit }
}

const judged = (record: RunRecord, verdict: 'up' | 'down'): RunRecord => ({
  ...record,
  events: [...record.events, { type: 'verdict', at: 0, verdict }],
})
const apply = (record: RunRecord, verdict: 'up' | 'down', memory: MemorySnapshot) =>
  applyChanges(memory, verdictCommit(record, verdict, memory))

describe('verdictCommit', () => {
  const first = ran(runOf(), snapshotOf({ skills: seedSkills() }))
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
    const second = ran(runOf({ runId: 'run-2', fingerprints: ['print-b'], used }), first.memory)
    expect(skill(second.memory).usage).toMatchObject({ uses: 1, helped: 1, hurt: 0 })
    const down = apply(second.record, 'down', second.memory)
    expect(skill(down)).toMatchObject({
      usage: { uses: 1, helped: 0, hurt: 1 },
      provenance: ['run-1', 'data:print-a'],
    })
    expect(down.workflows[0]).toMatchObject({ successes: 1, failures: 1, usage: { helped: 0, hurt: 1 } })
    const up = apply(judged(second.record, 'down'), 'up', down)
    expect(skill(up)).toEqual({ ...skill(second.memory), state: 'active' })
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
  })
})

describe('undoCommit', () => {
  const before = snapshotOf({ skills: seedSkills() })
  const { commit, memory } = ran(runOf(), before)
  const row: JournalRow = { ...commit, seq: 1, at: 0, hash: '', payloadHash: '', previous: '' }

  it('brings the memory back to what it was', () => {
    expect(applyChanges(memory, undoCommit(row, memory))).toEqual(before)
  })

  it('is refused where a later change touched an entry, which is named', () => {
    const later = ran(runOf({ runId: 'run-2' }), memory).memory
    expect(() => undoCommit(row, later)).toThrow(/workflow-run-1 \(workflows\)/)
  })
})
