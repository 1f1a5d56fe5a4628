import type { JournalRow, MemoryStore, Skill } from '../memory/types.ts'
import type { RunRecord } from '../trace/events.ts'

/**
 * Puts seed skills in, each once in the life of a store: one that a person removed does not come back, and one that a
 * later version of the app brings is added.
 */
export async function seedOnce(
  store: Pick<MemoryStore, 'commit'> & {
    journalOf(cause: JournalRow['cause']): Promise<readonly JournalRow[]>
  },
  seeds: readonly Skill[],
): Promise<void> {
  const rows = await store.journalOf('seed')
  const planted = new Set(rows.flatMap((row) => row.changes.map((change) => change.id)))
  const fresh = seeds.filter((skill) => !planted.has(skill.id))
  if (fresh.length === 0) return
  await store.commit({
    cause: 'seed',
    runId: null,
    summary: `${fresh.length} skills that came with the app`,
    changes: fresh.map((skill) => ({ table: 'skills', id: skill.id, before: null, after: skill })),
  })
}

/** A run that is still 'running' when nothing runs was cut off with its tab or worker: it becomes 'stopped'. */
export async function closeCutOffRuns(
  store: Pick<MemoryStore, 'saveRun'> & {
    runsWith(status: RunRecord['status']): Promise<readonly RunRecord[]>
  },
  now: number,
): Promise<readonly RunRecord[]> {
  const cutOff = await store.runsWith('running')
  const closed = cutOff.map((run): RunRecord => ({
    ...run,
    status: 'stopped',
    events: [...run.events, { type: 'run-end', at: now, status: 'stopped' }],
  }))
  for (const run of closed) await store.saveRun(run)
  return closed
}
