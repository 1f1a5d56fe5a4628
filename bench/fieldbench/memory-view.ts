import type { MemorySnapshot, MemoryStore } from '../../src/memory/types.ts'
import type { MemoryMode } from '../evaluation/memories.ts'

/**
 * A memory to be asked with and never written to, so that no question of a split can help another. 'off' knows nothing, not
 * even the skills that ship with the app; 'no-…' lacks one part. Past questions and transitions belong to the workflows.
 */
export function memoryView(store: MemoryStore, mode: MemoryMode): MemoryStore {
  return {
    ...readOnly(store),
    snapshot: async () => withoutParts(await store.snapshot(), mode),
    runs: async () => (mode === 'off' || mode === 'no-workflows' ? [] : store.runs()),
  }
}

function withoutParts(snapshot: MemorySnapshot, mode: MemoryMode): MemorySnapshot {
  const isOff = mode === 'off'
  return {
    workflows: isOff || mode === 'no-workflows' ? [] : snapshot.workflows,
    edges: isOff || mode === 'no-workflows' ? [] : snapshot.edges,
    experiences: isOff || mode === 'no-experiences' ? [] : snapshot.experiences,
    skills: isOff || mode === 'no-skills' ? [] : snapshot.skills,
  }
}

function readOnly(store: MemoryStore): MemoryStore {
  return {
    snapshot: () => store.snapshot(),
    commit: async () => (await store.journal()).at(-1)!,
    journal: () => store.journal(),
    verifyJournal: () => store.verifyJournal(),
    runs: () => store.runs(),
    run: (id) => store.run(id),
    saveRun: () => Promise.resolve(),
  }
}
