import { beforeAll, describe, expect, it } from 'vitest'
import { zlibDecoder } from '../../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../../src/io/read/block-decoder.ts'
import { importCommit } from '../../../src/memory/backup/index.ts'
import { readBackup } from '../../../src/memory/backup/read-backup.ts'
import { memoryStore, undoCommit } from '../../../src/memory/index.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { toolSpec } from '../../../src/tools/tool.ts'
import type { MemoryMode, RunEvent } from '../../../src/trace/events.ts'
import { badMemory } from '../../../src/ui/lessons/content/bad-memory.ts'
import { howTheAgentLearns as lesson } from '../../../src/ui/lessons/content/how-the-agent-learns.ts'
import { check } from '../../../src/ui/lessons/content/lesson.ts'
import { eventsOf, opened, valueOf } from '../../helpers/lesson-runs.ts'

beforeAll(() => decodeWith(zlibDecoder))

const task = (id: string) => lesson.tasks.find((each) => each.id === id)!
const toolsOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'step-start' ? [event.call.tool] : []))
const followed = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'context-ready' ? event.recalled : [])).filter(({ used }) => used)
const gateOf = (events: readonly RunEvent[]) => events.find((event) => event.type === 'gate')!
const changed = (events: readonly RunEvent[]) => events.some((event) => event.type === 'memory-change')

/** The lesson's runs in its order, over one memory. */
async function lessonRuns() {
  const workspace = await opened(lesson)
  const store = memoryStore()
  const ask = (id: string, memory: MemoryMode) => eventsOf(workspace, task(id).ask!, { store, memory })
  return {
    store,
    off: [await ask('melted', 'off'), await ask('steps-off', 'off')] as const,
    on: [await ask('steps-on', 'on'), await ask('steps-on', 'on')] as const,
    kept: await store.snapshot(),
    yard: [await ask('another-question', 'on'), await ask('another-question', 'on')] as const,
    depth: await ask('gate-refuses', 'on'),
    lake: await ask('gate-is-no-judge', 'on'),
    yardOff: await ask('another-question', 'off'),
    unlearned: await (async () => {
      for (const row of [...(await store.journal())].reverse())
        await store.commit(undoCommit(row, await store.snapshot()))
      return ask('steps-on', 'on')
    })(),
  }
}

describe('how the agent learns', () => {
  it('is as the tasks say, when the agent is asked in their order', { timeout: 240_000 }, async () => {
    const { off, on, kept, yard, depth, lake, yardOff, unlearned } = await lessonRuns()
    const right = (id: string, given: number | string) => expect([id, check(task(id), String(given)).says]).toEqual([id, expect.stringMatching(/^Right/)]) // prettier-ignore

    // The figure is the same with and without memory.
    for (const run of [...off, ...on]) right('melted', valueOf(run)!)
    for (const run of off) right('steps-off', toolsOf(run).length)
    expect(off.map(changed)).toEqual([false, false])

    // The first with memory has nothing to recall yet.
    expect(toolsOf(on[0])).toEqual(toolsOf(off[0]))
    right('steps-on', toolsOf(on[1]).length)
    expect(followed(on[0])).toEqual([])
    expect(followed(on[1])).toEqual([
      expect.objectContaining({ kind: 'skill', title: 'Snow cover: area from 2 dates' }),
    ])

    // What was left out is a plan of its own, and not the measuring.
    expect(toolsOf(off[0])).toContain('difference')
    expect(toolsOf(on[1])).toEqual(['ndsi', 'ndsi', 'threshold_mask', 'threshold_mask', 'combine_masks', 'mask_area']) // prettier-ignore
    right('what-went', 'first-plan')

    // What is kept holds the tools and no result.
    const learned = [...kept.workflows, ...kept.skills.filter(({ origin }) => origin === 'learned')]
    expect(kept.workflows.map(({ sequence }) => sequence)).toEqual([['ndsi', 'threshold_mask', 'combine_masks', 'mask_area']]) // prettier-ignore
    expect(kept.workflows[0]!.provenance.filter((each) => each.startsWith('run-'))).toHaveLength(2)
    const hectares = new RegExp(String.raw`\b${Math.floor(valueOf(on[0])!)}(\.\d+)?\b`)
    expect(JSON.stringify(learned)).not.toMatch(hectares)
    right('what-is-kept', 'sequence')

    // The other question takes its detour once more, and then no longer.
    right('another-question', toolsOf(yard[0]).length)
    expect(toolsOf(yardOff)).toHaveLength(toolsOf(yard[0]).length)
    expect(toolsOf(yard[1])).toHaveLength(6)
    expect(valueOf(yard[0])).toBeCloseTo(3.84, 1)

    right('gate-refuses', gateOf(depth).conditions.filter(({ passed }) => !passed).length)
    expect([gateOf(depth).passed, changed(depth)]).toEqual([false, false])

    // There is no water: the gate passes what is wrong.
    expect([gateOf(lake).passed, changed(lake), valueOf(lake)! > 100]).toEqual([true, true, true])
    right('gate-is-no-judge', 'person')

    // Once all was undone, the detour is back.
    expect(toolsOf(unlearned)).toEqual(toolsOf(off[0]))
  })

  it('has a file of which one entry is refused and one waits, without its slipped-in line', async () => {
    const backup = await readBackup(await badMemory(), null)
    const { report, commit } = importCommit(backup, await memoryStore().snapshot(), {
      trust: 'stranger',
      way: 'merge',
      at: 1,
      specs: TOOLS.map(toolSpec),
      checks: [],
      erased: new Set(),
    })
    expect(report).toMatchObject({ added: 1, dropped: 1, refused: [{ table: 'workflows', at: 1 }] })
    expect(commit.changes.map(({ after }) => after)).toEqual([
      expect.objectContaining({ state: 'quarantined', successes: 0, pinned: false, cautions: [] }),
    ])
    expect(check(task('bad-file'), 'one').right).toBe(true)
  })
})
