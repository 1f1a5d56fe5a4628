import { describe, expect, it } from 'vitest'
import { config } from '../../src/config.ts'
import { seedSkills, verdictCommit } from '../../src/memory/index.ts'
import { Changes } from '../../src/memory/distil/changes.ts'
import { consolidate } from '../../src/memory/distil/experiences.ts'
import { equivalenceOf, type Draft } from '../../src/memory/distil/drafts/draft.ts'
import { forbidden } from '../../src/memory/gate/forbidden.ts'
import { formFaults } from '../../src/memory/gate/form-faults.ts'
import { applyChanges } from '../../src/memory/journal/apply.ts'
import { runsOf } from '../../src/memory/provenance.ts'
import { snapshotShape } from '../../src/memory/shapes.ts'
import type { FinishedRun, MemorySnapshot } from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { snapshotOf } from '../helpers/memory.ts'
import { Chance, FAILURES, randomRun } from '../helpers/random-runs.ts'
import { learnedFrom } from './record-of.ts'

const seeded = snapshotOf({ skills: seedSkills() })

/** What a run may have used of a memory. */
const usedOf = (chance: Chance, { skills, workflows, experiences }: MemorySnapshot): FinishedRun['used'] => {
  const some = (rows: readonly { readonly id: string }[]) =>
    rows.length > 0 && chance.is(0.5) ? [chance.of(rows).id] : []
  return { skills: some(skills), workflows: some(workflows), experiences: some(experiences) }
}

interface Told {
  readonly memory: MemorySnapshot
  readonly record: RunRecord
}

/** A memory that has lived through some runs, passed and failed, and the last of them. */
function life(chance: Chance, runs: number): Told & { readonly history: readonly RunRecord[] } {
  let memory = seeded
  const history: RunRecord[] = []
  for (let at = 1; at <= runs; at += 1) {
    const failure = chance.is(0.3) ? chance.of(FAILURES) : null
    const run = randomRun(chance, {
      runId: `run-${at}`,
      at: at * 1000,
      used: usedOf(chance, memory),
      failure,
    })
    const told = learnedFrom(run, memory, history)
    memory = told.memory
    history.push(told.record)
  }
  return { memory, record: history.at(-1)!, history }
}

describe('the gate', () => {
  it(
    'changes no skill for a run with a failing factor, whatever it did and used',
    { timeout: 120_000 },
    () => {
      for (let seed = 1; seed <= 300; seed += 1) {
        const chance = new Chance(seed)
        const { memory, history } = life(chance, 1 + chance.below(3))
        const failure = FAILURES[seed % FAILURES.length]!
        const run = randomRun(chance, { runId: 'run-x', at: 9e6, used: usedOf(chance, memory), failure })
        const { commit, gate } = learnedFrom(run, memory, history)
        expect(gate.passed, `${seed} ${failure}`).toBe(false)
        expect(
          commit.changes.filter(({ table }) => table === 'skills'),
          `${seed} ${failure}`,
        ).toEqual([])
      }
    },
  )

  it('passes the others, and all that distillation writes keeps shape and F', { timeout: 120_000 }, () => {
    let skills = 0
    const kinds = new Set<string>()
    for (let seed = 1; seed <= 300; seed += 1) {
      const chance = new Chance(1000 + seed)
      const { memory, history } = life(chance, 1 + chance.below(3))
      const run = randomRun(chance, { runId: 'run-x', at: 9e6, used: usedOf(chance, memory) })
      const { commit, gate, memory: after } = learnedFrom(run, memory, history)
      expect(
        gate.conditions.filter(({ passed }) => !passed),
        String(seed),
      ).toEqual([])
      expect(forbidden(run, commit), String(seed)).toEqual([])
      expect(snapshotShape.safeParse(after).success, String(seed)).toBe(true)
      for (const table of ['skills', 'workflows', 'experiences'] as const) {
        for (const row of after[table]) expect(formFaults(table, row), `${seed} ${row.id}`).toEqual([])
      }
      expect(JSON.stringify(commit)).not.toMatch(/412|secret|layer-\d|scene-\d/)
      skills += commit.changes.filter(({ table, before }) => table === 'skills' && before === null).length
      for (const { kind } of after.experiences) kinds.add(kind)
    }
    // The runs are of all kinds: else the above would say little.
    expect(skills).toBeGreaterThan(50)
    expect([...kinds].sort()).toEqual(['argument', 'check', 'gate', 'retry', 'setting'])
  })
})

describe('consolidation', () => {
  const draft = (chance: Chance, kinds: number): Draft => {
    const tool = chance.of(['ndwi', 'threshold_mask', 'mask_area'])
    const name = `argument_${chance.below(kinds)}`
    const correction = `${tool}: give a number for the argument ${name}`
    return { kind: 'argument', tool, equivalence: equivalenceOf(tool, 'invalid_input', name, correction), trigger: `${tool} was refused`, correction, operations: [] } // prettier-ignore
  }
  type Batch = { readonly drafts: readonly Draft[]; readonly run: FinishedRun }
  const batches = (chance: Chance, runs: number, kinds: number): readonly Batch[] =>
    Array.from({ length: runs }, (_, at) => ({
      drafts: Array.from({ length: chance.below(4) }, () => draft(chance, kinds)),
      run: randomRun(chance, { runId: `run-${at}`, at: at + 1 }),
    }))
  const after = (memory: MemorySnapshot, all: readonly Batch[]): MemorySnapshot =>
    all.reduce((before, { drafts, run }) => {
      const changes = new Changes(before)
      consolidate(changes, drafts, run)
      return applyChanges(before, changes.list())
    }, memory)
  const counts = ({ experiences }: MemorySnapshot) =>
    experiences
      .map(({ equivalence, count, provenance }) => ({
        equivalence,
        count,
        runs: runsOf(provenance)
          .map(({ runId }) => runId)
          .sort(),
      }))
      .sort((a, b) => (a.equivalence < b.equivalence ? -1 : 1))

  it('says nothing new when it learns from the same runs again', { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const chance = new Chance(seed)
      const all = batches(chance, 8, 20)
      const once = after(snapshotOf(), all)
      expect(after(once, chance.order(all)), String(seed)).toEqual(once)
    }
  })

  it('comes to the same counts in any order of the runs', { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const chance = new Chance(2000 + seed)
      const all = batches(chance, 8, 20)
      expect(counts(after(snapshotOf(), chance.order(all))), String(seed)).toEqual(
        counts(after(snapshotOf(), all)),
      )
    }
  })

  it('never holds more than N', { timeout: 120_000 }, () => {
    const { keep } = config.experience
    const chance = new Chance(7)
    let memory = snapshotOf()
    for (const batch of batches(chance, 400, 2000)) {
      memory = after(memory, [batch])
      expect(memory.experiences.length).toBeLessThanOrEqual(keep)
    }
    expect(memory.experiences).toHaveLength(keep)
  })

  it('keeps workflows and transitions the same in any order of the runs', { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const chance = new Chance(3000 + seed)
      const runs = Array.from({ length: 6 }, (_, at) => randomRun(chance, { runId: `run-${at}`, at: at + 1 }))
      const graph = (order: readonly FinishedRun[]) => {
        const memory = order.reduce((before, run) => learnedFrom(run, before).memory, snapshotOf())
        return {
          edges: memory.edges.map((edge) => edge).sort((a, b) => (a.id < b.id ? -1 : 1)),
          workflows: memory.workflows
            .map(({ taskType, sequence, successes, failures, provenance, questionTokens, signature }) => ({
              key: `${taskType} ${sequence.join()} ${signature.modalities.join()} ${signature.dates}`,
              successes,
              failures,
              runs: runsOf(provenance)
                .map(({ runId }) => runId)
                .sort(),
              asked: questionTokens.map((question) => question.join(' ')).sort(),
            }))
            .sort((a, b) => (a.key < b.key ? -1 : 1)),
        }
      }
      expect(graph(chance.order(runs)), String(seed)).toEqual(graph(runs))
    }
  })
})

describe('a verdict', () => {
  const credit = (memory: MemorySnapshot) => ({
    edges: memory.edges,
    ...Object.fromEntries(
      (['skills', 'workflows', 'experiences'] as const).map((table) => [
        table,
        memory[table].map((row) => ({
          id: row.id,
          usage: row.usage,
          runs: runsOf(row.provenance).map(({ runId }) => runId),
          counts: 'successes' in row ? [row.successes, row.failures] : [],
        })),
      ]),
    ),
  })

  it('turned and turned back leaves every credit as it was', { timeout: 120_000 }, () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const chance = new Chance(4000 + seed)
      const { memory, record } = life(chance, 2 + chance.below(4))
      const told = (verdict: 'up' | 'down', before: Told): Told => ({
        memory: applyChanges(before.memory, verdictCommit(before.record, verdict, before.memory, 1).changes),
        record: { ...before.record, events: [...before.record.events, { type: 'verdict', at: 1, verdict }] },
      })
      const up = told('up', { memory, record })
      const again = told('up', told('down', up))
      expect(credit(again.memory), String(seed)).toEqual(credit(up.memory))
      const down = told('down', { memory, record })
      expect(credit(told('down', told('up', down)).memory), String(seed)).toEqual(credit(down.memory))
      const passed = record.events.some((event) => event.type === 'gate' && event.passed)
      if (passed) expect(credit(up.memory), String(seed)).toEqual(credit(memory))
    }
  })
})
