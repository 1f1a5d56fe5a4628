import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Skill } from '../../src/memory/types.ts'
import { openDatabase } from '../../src/store/database.ts'
import { LayerRecords } from '../../src/store/layer-records.ts'
import { DexieMemoryStore } from '../../src/store/memory-store.ts'
import { RecipeRecords } from '../../src/store/recipe-records.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'
import type { KeptRecipe } from '../../src/trace/recipe.ts'

/** A store on `indexedDB` (a fresh one by default) with what it announced; a writer unless told otherwise. */
export async function openStore(options: { indexedDB?: IDBFactory; writable?: boolean } = {}) {
  const indexedDB = options.indexedDB ?? new IDBFactory()
  const problems: string[] = []
  const database = await openDatabase({
    dependencies: { indexedDB, IDBKeyRange },
    onProblem: (message) => problems.push(message),
  })
  const gate = new WriterGate()
  gate.set(options.writable ?? true)
  const told: string[] = []
  const announcer = { tell: (change: string) => told.push(change) }
  const parts = { database, gate, announcer }
  return {
    indexedDB,
    database,
    gate,
    told,
    problems,
    memory: new DexieMemoryStore(parts),
    records: new LayerRecords(parts),
    recipes: new RecipeRecords(parts),
  }
}

export const RECIPE: KeptRecipe = {
  recipe: {
    name: 'water_area',
    steps: [
      { tool: 'mask_area', args: { unit: 'ha' }, layers: { mask: { from: 'input', input: 'input_1' } } },
    ],
    inputs: [{ name: 'input_1', port: { kind: 'raster', quantity: 'mask' } }],
  },
  title: 'The lakes, as I like them',
  createdAt: 2,
}

export function makeSkill(id: string, overrides: Partial<Skill> = {}): Skill {
  return {
    id,
    version: 1,
    taskType: 'burned-area',
    title: id,
    description: '',
    steps: [],
    answer: [],
    gives: 'area',
    requires: [],
    minDates: 1,
    notes: [],
    rules: [],
    origin: 'seed',
    state: 'active',
    activation: { by: 'seed', at: 0, runs: [] },
    pinned: false,
    provenance: [],
    usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
    createdAt: 0,
    ...overrides,
  }
}
