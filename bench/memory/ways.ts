import { memoryStore, parseMemory } from '../../src/memory/index.ts'
import type { MemorySnapshot, MemoryStore, MemoryTable } from '../../src/memory/types.ts'
import { memoryView } from '../fieldbench/memory-view.ts'
import type { Settings } from '../lib/with-settings.ts'

/** With which memory the tasks are gone through. */
export const MODES = [
  'all-on', 'memory-off', 'bare', 'no-workflows', 'no-experiences', 'no-skills', 'paper-exact', 'poisoned',
] as const // prettier-ignore
export type Mode = (typeof MODES)[number]

/** One way through the tasks. */
export interface Way {
  readonly mode: Mode
  /** Constants to set otherwise. */
  readonly settings: Settings
}

/** Ways that learn nothing answer a task alike wherever it stands. */
export const learns = (mode: Mode): boolean => mode !== 'memory-off' && mode !== 'bare'

export function settingsOf({ mode, settings }: Way): Settings {
  return mode === 'paper-exact' ? { 'recall.paperExact': true, ...settings } : settings
}

/** Tables of a memory that the paper's ablation takes away; past questions and transitions belong to the workflows. */
const WITHOUT: Readonly<Partial<Record<Mode, readonly MemoryTable[]>>> = {
  'no-workflows': ['workflows', 'edges'],
  'no-experiences': ['experiences'],
  'no-skills': ['skills'],
}

/** The memory that a way begins with. `poisoned`: the dump of the one that was attacked, for the way of that name. */
export function memoryOf(mode: Mode, poisoned: string | null): MemoryStore {
  if (mode === 'memory-off') return memoryView(memoryStore(), 'on')
  if (mode === 'bare') return memoryView(memoryStore(), 'off')
  if (mode === 'poisoned') {
    if (poisoned === null) throw new RangeError('There is no attacked memory to begin with.')
    return memoryStore(parseMemory(poisoned))
  }
  const tables = WITHOUT[mode]
  return tables ? withoutTables(memoryStore(), tables) : memoryStore()
}

/** A memory that never holds anything in some of its tables: what a run would write there is left out. */
function withoutTables(store: MemoryStore, tables: readonly MemoryTable[]): MemoryStore {
  return {
    snapshot: async () => ({ ...(await store.snapshot()), ...empty(tables) }),
    commit: (commit, run) =>
      store.commit(
        { ...commit, changes: commit.changes.filter(({ table }) => !tables.includes(table)) },
        run,
      ),
    journal: () => store.journal(),
    verifyJournal: () => store.verifyJournal(),
    runs: async () => (tables.includes('workflows') ? [] : store.runs()),
    run: (id) => store.run(id),
    saveRun: (run) => store.saveRun(run),
  }
}

const empty = (tables: readonly MemoryTable[]): Partial<MemorySnapshot> =>
  Object.fromEntries(tables.map((table) => [table, []]))
