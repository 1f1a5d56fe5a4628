import { describe, expect, it } from 'vitest'
import { erasureOf, replay } from '../../../src/memory/journal/index.ts'
import { memoryStore } from '../../../src/memory/store-in-memory.ts'
import type { Experience, MemoryCommit, RowChange, Skill, Workflow } from '../../../src/memory/types.ts'
import { experienceOf, workflowOf } from '../../helpers/memory.ts'
import { makeSkill } from '../../store/open-store.ts'
import { recordOf, runIdOf, sorted } from './random-memory.ts'

const [first, second, third] = [runIdOf(1), runIdOf(2), runIdOf(3)]

async function storeOf(commits: readonly (readonly [runId: string | null, changes: readonly RowChange[]])[]) {
  const store = memoryStore()
  for (const [runId, changes] of commits) {
    const commit: MemoryCommit = { cause: 'run', runId, summary: 'learned', changes }
    await store.commit(commit, runId === null ? undefined : { ...recordOf(1), id: runId })
  }
  return store
}

async function erased(store: Awaited<ReturnType<typeof storeOf>>, runId: string) {
  const erasure = erasureOf(runId, await store.snapshot(), await store.journal(), await store.runs())
  await store.erase(erasure)
  expect(await store.verifyJournal()).toBeNull()
  expect(sorted(replay(await store.journal(), store.base))).toEqual(sorted(await store.snapshot()))
  return { erasure, snapshot: await store.snapshot(), dump: store.dump() }
}

const flow = (change: Partial<Workflow>) => workflowOf({ state: 'candidate', ...change })
const put = (before: Workflow | null, after: Workflow | null): RowChange => ({
  table: 'workflows',
  id: (before ?? after)!.id,
  before,
  after,
})
const putSkill = (before: Skill | null, after: Skill | null): RowChange => ({
  table: 'skills',
  id: (before ?? after)!.id,
  before,
  after,
})

describe('erasureOf', () => {
  const a = flow({ id: 'a', provenance: [first], questionTokens: [['lakeword']], successes: 1 })
  const b = flow({
    id: 'b',
    provenance: [second],
    questionTokens: [['riverword']],
    successes: 2,
    parameters: ['p'],
  })
  const merged = {
    ...a,
    provenance: [first, second],
    questionTokens: [['lakeword'], ['riverword'], ['pondword']],
    parameters: ['p'],
    successes: 4,
  }

  it('takes out of an entry what it took over from one that the run had made', async () => {
    const store = await storeOf([
      [first, [put(null, a)]],
      [second, [put(null, b)]],
      [third, [put(a, merged), put(b, null)]],
    ])
    const { snapshot, dump } = await erased(store, second)
    expect(snapshot.workflows).toEqual([
      { ...a, questionTokens: [['lakeword'], ['pondword']], parameters: [], successes: 2 },
    ])
    expect(dump).not.toContain('riverword')
  })

  it('keeps an entry that had gone up in one which the run had made', async () => {
    const store = await storeOf([
      [first, [put(null, a)]],
      [second, [put(null, b)]],
      [third, [put(a, merged), put(b, null)]],
    ])
    const { snapshot, dump } = await erased(store, first)
    expect(snapshot.workflows).toEqual([b])
    expect(dump).not.toContain('lakeword')
  })

  it('makes an entry a candidate again that was active by the run, and brings back the one it replaced', async () => {
    const old = makeSkill('old', { origin: 'learned', provenance: ['run-0'] })
    const next = makeSkill('next', {
      origin: 'learned',
      state: 'candidate',
      activation: null,
      provenance: [third],
      replaces: 'old',
    })
    const { replaces: _, ...rest } = next
    const helped: Skill = { ...next, provenance: [third, first, second] }
    const active: Skill = {
      ...rest,
      state: 'active',
      activation: { by: 'proven', at: 5, runs: [first, second] },
      provenance: helped.provenance,
    }
    const store = await storeOf([
      [null, [putSkill(null, old)]],
      [third, [putSkill(null, next)]],
      // What the run wrote is taken back whole.
      [second, [putSkill(next, helped)]],
      [null, [putSkill(helped, active), putSkill(old, null)]],
    ])
    const { snapshot } = await erased(store, second)
    const kept = snapshot.skills.filter(({ origin }) => origin !== 'seed')
    expect(kept.find(({ id }) => id === 'old')).toEqual(old)
    expect(kept.find(({ id }) => id === 'next')).toMatchObject({
      state: 'candidate',
      activation: null,
      provenance: [third],
    })
  })

  it('takes the words of its lessons out of the rules of skills', async () => {
    const lesson: Experience = experienceOf({
      id: `experience-${first}`,
      provenance: [first],
      correction: 'Use dry gauges',
    })
    const skill = makeSkill('taught', {
      origin: 'learned',
      provenance: [second],
      rules: ['For burns: use dry gauges', 'Own rule'],
    })
    const store = await storeOf([
      [first, [{ table: 'experiences', id: lesson.id, before: null, after: lesson }]],
      [second, [putSkill(null, skill)]],
    ])
    const { snapshot, dump, erasure } = await erased(store, first)
    expect(snapshot.skills.find(({ id }) => id === 'taught')!.rules).toEqual(['Own rule'])
    expect(dump.toLowerCase()).not.toContain('dry gauges')
    expect(erasure.summary).toBe(
      'A run and what came of it were erased: 1 entry removed, 1 entry without its share.',
    )
  })

  it('counts a transition for the runs that are left alone', async () => {
    const edge = { id: 'a>b', from: 'a', to: 'b', successes: 1, failures: 0 }
    const store = await storeOf([
      [first, [{ table: 'edges', id: 'a>b', before: null, after: edge }]],
      [second, [{ table: 'edges', id: 'a>b', before: edge, after: { ...edge, successes: 2, failures: 1 } }]],
    ])
    const { snapshot } = await erased(store, first)
    expect(snapshot.edges).toEqual([{ ...edge, successes: 1, failures: 1 }])
  })
})
