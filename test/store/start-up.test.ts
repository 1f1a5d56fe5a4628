import { describe, expect, it } from 'vitest'
import { closeCutOffRuns, lookAfter, seedOnce } from '../../src/store/start-up.ts'
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

describe('lookAfter', () => {
  const edge = { id: 'a>b', from: 'a', to: 'b', successes: 1, failures: 0 }

  async function damaged(writable: boolean) {
    const opened = await openStore()
    const changes = [{ table: 'edges', id: edge.id, before: null, after: edge }] as const
    await opened.memory.commit({ cause: 'run', runId: 'run-1', summary: 'learned', changes })
    await opened.database.edges.delete(edge.id)
    opened.gate.set(writable)
    return { ...opened, said: [] as string[] }
  }

  it('says nothing of a memory that is whole', async () => {
    const { memory } = await openStore()
    await seedOnce(memory, [makeSkill('a')])
    const said: string[] = []
    await lookAfter(memory, { writable: true, tell: (message) => said.push(message) })
    expect(said).toEqual([])
  })

  it('puts an entry right that was lost, and says so; a reading tab only says so', async () => {
    const reader = await damaged(false)
    await lookAfter(reader.memory, { writable: false, tell: (message) => reader.said.push(message) })
    expect(reader.said).toEqual([
      expect.stringMatching(/0 edges are stored; the last change left 1/),
      expect.stringMatching(/^1 entry .*the tab that writes/),
    ])
    const writer = await damaged(true)
    await lookAfter(writer.memory, { writable: true, tell: (message) => writer.said.push(message) })
    expect(writer.said.at(-1)).toMatch(/put right/)
    expect((await writer.memory.snapshot()).edges).toEqual([edge])
    expect(await writer.memory.checkStore()).toMatchObject({ whole: true })
  })

  it('says from which change on a journal is damaged', async () => {
    const { memory, database } = await damaged(true)
    await database.journal.update(1, { summary: 'forged' })
    const said: string[] = []
    await lookAfter(memory, { writable: true, tell: (message) => said.push(message) })
    expect(said.at(-1)).toMatch(/damaged from change 1 on/)
  })
})
