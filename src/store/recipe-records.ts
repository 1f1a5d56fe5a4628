import type { KeptRecipe } from '../trace/recipe.ts'
import type { Announcer } from './announce.ts'
import type { Database } from './database.ts'
import { guarded } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

/** Recipes by name. Throws as DexieMemoryStore does. */
export class RecipeRecords {
  constructor(
    private readonly parts: {
      readonly database: Database
      readonly gate: WriterGate
      readonly announcer: Pick<Announcer, 'tell'>
    },
  ) {}

  /** In order of making. */
  async list(): Promise<readonly KeptRecipe[]> {
    const { database } = this.parts
    const rows = await guarded('reading your tools', database, () => database.recipes.toArray())
    return rows
      .sort((a, b) => a.createdAt - b.createdAt)
      .map(({ recipe, title, createdAt }) => ({ recipe, title, createdAt }))
  }

  /** Throws store_failed where there is one of that name: a recipe is never overwritten. */
  add(kept: KeptRecipe): Promise<void> {
    return this.write('storing the tool', ({ recipes }) => recipes.add({ name: kept.recipe.name, ...kept }))
  }

  remove(name: string): Promise<void> {
    return this.write('removing the tool', ({ recipes }) => recipes.delete(name))
  }

  private async write(what: string, operation: (database: Database) => PromiseLike<unknown>): Promise<void> {
    const { database, gate, announcer } = this.parts
    await gate.assertWritable()
    await guarded(what, database, () => operation(database))
    announcer.tell('recipes')
  }
}
