import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { visitDatabase } from '../../src/store/offered.ts'
import { shareSettings } from '../../workers/share-settings.ts'

const room = async (page: string) => {
  const database = await openDatabase({ dependencies: await visitDatabase() })
  shareSettings(database, page)
  return database.settings
}

describe('shareSettings', () => {
  it('tells the workers of one page what was chosen, anew too, and no other page', async () => {
    const [models, agent, other] = [await room('one'), await room('one'), await room('two')]
    await models.put({ key: 'model-in-use', value: '"server"' })
    await expect.poll(() => agent.get('model-in-use')).toMatchObject({ value: '"server"' })
    await models.put({ key: 'model-in-use', value: '"planner"' })
    await expect.poll(() => agent.get('model-in-use')).toMatchObject({ value: '"planner"' })
    await agent.put({ key: 'model-in-use', value: '"server"' })
    await expect.poll(() => models.get('model-in-use')).toMatchObject({ value: '"server"' })
    expect(await other.count()).toBe(0)
  })

  it('keeps the rest to the worker whose it is', async () => {
    const [agent, models] = [await room('three'), await room('three')]
    await agent.put({ key: 'journal-salt', value: 'x' })
    await agent.put({ key: 'model-in-use', value: '"server"' })
    await expect.poll(() => models.count()).toBe(1)
    expect(await models.get('journal-salt')).toBeUndefined()
  })
})
