import { seedSkills } from '../memory/index.ts'
import type { MemorySnapshot, MemoryStore } from '../memory/types.ts'
import type { MemoryMode, RunRecord } from '../trace/events.ts'

/** What a run knows of the runs before it. */
export interface SessionMemory {
  readonly snapshot: MemorySnapshot
  readonly runs: readonly RunRecord[]
}

let seeds: MemorySnapshot | null = null

/** The seeds as they ship, whatever the store made of them; the same object each time. */
function seedMemory(): MemorySnapshot {
  seeds ??= { workflows: [], edges: [], experiences: [], skills: seedSkills() }
  return seeds
}

/** The memory as a session of this mode may see it. */
export async function sessionMemory(
  store: Pick<MemoryStore, 'snapshot' | 'runs'>,
  mode: MemoryMode,
): Promise<SessionMemory> {
  if (mode === 'off') return { snapshot: seedMemory(), runs: [] }
  const [snapshot, runs] = await Promise.all([store.snapshot(), store.runs()])
  return { snapshot, runs: runs.filter((run) => modeOf(run) === 'on') }
}

/** What the session of a run did with the memory. */
export function modeOf({ events }: Pick<RunRecord, 'events'>): MemoryMode {
  return events.find((event) => event.type === 'context-ready')?.memory ?? 'on'
}
