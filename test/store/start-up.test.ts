import { describe, expect, it } from 'vitest'
import { closeCutOffRuns, seedOnce } from '../../src/store/start-up.ts'
import { makeSkill, openStore } from './open-store.ts'

describe('seedOnce', () => {
  it('puts seeds in with one journal row and does nothing the second time', async () => {
    const { memory } = await openStore()
    const seeds = [makeSkill('a'), makeSkill('b')]
    await seedOnce(memory, seeds)
    await seedOnce(memory, seeds)
    expect((await memory.snapshot()).skills).toEqual(seeds)
    expect((await memory.journal()).map((row) => row.cause)).toEqual(['seed'])
  })

  it('adds a seed of a later version and does not bring back one that was removed', async () => {
    const { memory } = await openStore()
    const [removed, later] = [makeSkill('removed'), makeSkill('later')]
    await seedOnce(memory, [removed])
    const change = { table: 'skills', id: 'removed', before: removed, after: null } as const
    await memory.commit({ cause: 'erase', runId: null, summary: 'removed', changes: [change] })
    await seedOnce(memory, [removed, later])
    expect((await memory.snapshot()).skills).toEqual([later])
  })
})

describe('closeCutOffRuns', () => {
  it('marks a run found running as stopped and leaves finished ones alone', async () => {
    const { memory } = await openStore()
    const run = { question: 'q', startedAt: 1, taskType: null, events: [] }
    await memory.saveRun({ ...run, id: 'cut', status: 'running' })
    await memory.saveRun({ ...run, id: 'done', status: 'answered' })
    expect((await closeCutOffRuns(memory, 99)).map(({ id }) => id)).toEqual(['cut'])
    expect(await memory.run('cut')).toMatchObject({
      status: 'stopped',
      events: [{ type: 'run-end', at: 99, status: 'stopped' }],
    })
    expect((await memory.run('done'))?.status).toBe('answered')
  })
})
