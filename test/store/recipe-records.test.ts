import { describe, expect, it } from 'vitest'
import { openStore, RECIPE } from './open-store.ts'

const earlier = { ...RECIPE, recipe: { ...RECIPE.recipe, name: 'zone_area' }, createdAt: 1 }

describe('RecipeRecords', () => {
  it('lists recipes as they were saved, in order of making, and says that they changed', async () => {
    const { recipes, told } = await openStore()
    await recipes.add(RECIPE)
    await recipes.add(earlier)
    expect(await recipes.list()).toEqual([earlier, RECIPE])
    expect(told).toEqual(['recipes', 'recipes'])
  })

  it('overwrites none', async () => {
    const { recipes } = await openStore()
    await recipes.add(RECIPE)
    await expect(recipes.add({ ...RECIPE, title: 'another' })).rejects.toHaveProperty('code', 'store_failed')
    expect(await recipes.list()).toEqual([RECIPE])
  })

  it('has them after a reload, and not what was removed', async () => {
    const { recipes, database, indexedDB } = await openStore()
    await recipes.add(RECIPE)
    await recipes.add(earlier)
    await recipes.remove('zone_area')
    database.close()
    expect(await (await openStore({ indexedDB })).recipes.list()).toEqual([RECIPE])
  })

  it('writes and removes nothing in a reading tab, which sees them', async () => {
    const { recipes, indexedDB } = await openStore()
    await recipes.add(RECIPE)
    const reader = await openStore({ indexedDB, writable: false })
    await expect(reader.recipes.add(earlier)).rejects.toHaveProperty('code', 'read_only')
    await expect(reader.recipes.remove('water_area')).rejects.toHaveProperty('code', 'read_only')
    expect(await reader.recipes.list()).toEqual([RECIPE])
  })
})
