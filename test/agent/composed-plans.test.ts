import { describe, expect, it } from 'vitest'
import { runAgent } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import type { MemoryCommit, Skill } from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { answerOf, callsOf, eventsOf } from '../helpers/field.ts'
import { layer, ok, ScriptedRunner, spec } from '../helpers/scripted-runner.ts'

const ELEVATION = { kind: 'raster', quantity: 'elevation' } as const
const MOISTURE = { kind: 'raster', quantity: 'retrieval', meaning: 'wetness' } as const
const SPECS = [
  spec('wetness_of_ground', { elevation: ELEVATION }, MOISTURE, {
    family: 'terrain',
    title: 'Wetness of the ground',
  }),
  spec(
    'ground_stability',
    { wetness: MOISTURE },
    { kind: 'figures' },
    {
      title: 'Stability of the ground',
      summary: 'Share of the terrain that is unstable.',
      measures: [{ name: 'unstable_share', dimension: 'share' }],
    },
  ),
]

const skill = (id: string, more: Partial<Skill>): Skill => ({
  id,
  version: 1,
  taskType: 'terrain',
  title: id,
  description: '',
  steps: [],
  answer: [],
  gives: 'share',
  requires: [],
  minDates: 0,
  notes: [],
  rules: [],
  origin: 'learned',
  state: 'active',
  activation: { by: 'approval', at: 0, runs: [] },
  pinned: false,
  provenance: [],
  usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
  createdAt: 0,
  ...more,
})

const WET = skill('skill-wetness', {
  title: 'Wetness of the ground',
  description: 'Wetness of the ground from elevation',
  steps: [
    {
      id: 'wet',
      tool: 'wetness_of_ground',
      args: { elevation: { from: 'role', role: 'product' } },
      purpose: 'wetness',
    },
  ],
  answer: [{ step: 'wet', figure: 'mean' }],
  gives: 'value',
  requires: [{ role: 'product', port: ELEVATION }],
})
const UNSTABLE = skill('skill-unstable', {
  title: 'Instability of wet terrain',
  description: 'Instability of terrain: percentage of the terrain that is unstable',
  steps: [
    {
      id: 'unstable',
      tool: 'ground_stability',
      args: { wetness: { from: 'role', role: 'product' } },
      purpose: 'unstable',
    },
  ],
  answer: [{ step: 'unstable', figure: 'unstable_share' }],
  requires: [{ role: 'product', port: MOISTURE }],
})

async function storeWith(...skills: readonly Skill[]) {
  const store = memoryStore()
  const commit: MemoryCommit = {
    cause: 'import',
    runId: null,
    summary: '',
    changes: skills.map((row) => ({ table: 'skills', id: row.id, before: null, after: row })),
  }
  await store.commit(commit)
  return store
}

async function ask(store: Awaited<ReturnType<typeof storeWith>>, question: string): Promise<RunRecord> {
  const runner = new ScriptedRunner(SPECS, [layer('layer-1', ELEVATION)], ({ tool }) =>
    tool === 'wetness_of_ground'
      ? ok({ facts: { valid_share: 1 } }, [layer('layer-2', MOISTURE)])
      : ok({ numbers: [{ name: 'unstable_share', value: 12, unit: '%', dimension: 'share' }] }),
  )
  const run = runAgent({ question, runner, store })
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
  }
}

const QUESTION = 'What percentage of the terrain is unstable?'

describe('two skills of which one makes what the other needs', () => {
  it('are joined where neither serves alone, and the trace says so', async () => {
    const record = await ask(await storeWith(WET, UNSTABLE), QUESTION)
    expect(callsOf(record)).toEqual(['wetness_of_ground', 'ground_stability'])
    expect(answerOf(record).value).toBe(12)
    expect(eventsOf(record, 'decision')[0]).toMatchObject({
      by: 'skill',
      chosen: 'Wetness of the ground → Instability of wet terrain',
      reason:
        'no recalled skill serves it alone; what “Wetness of the ground” makes is what “Instability of wet terrain” needs',
    })
  })

  it('are both credited, and leave a skill of their own', async () => {
    const store = await storeWith(WET, UNSTABLE)
    await ask(store, QUESTION)
    const { skills } = await store.snapshot()
    expect(skills.find(({ id }) => id === WET.id)!.usage.uses).toBe(1)
    expect(skills.find(({ id }) => id === UNSTABLE.id)!.usage.uses).toBe(1)
    expect(
      skills.some(({ origin, steps, id }) => origin === 'learned' && steps.length === 2 && id !== WET.id),
    ).toBe(true)
  })

  it('are not joined where the first measures something else than the words are about', async () => {
    const ofAir = { ...WET, taskType: 'air-moisture' as const }
    const record = await ask(await storeWith(ofAir, UNSTABLE), QUESTION)
    expect(eventsOf(record, 'decision').map(({ by }) => by)).not.toContain('skill')
  })

  it('are not joined where the maker is missing', async () => {
    const record = await ask(await storeWith(UNSTABLE), QUESTION)
    expect(callsOf(record)).not.toContain('ground_stability')
  })
})
