import type { JournalRow, MemoryStore, Skill } from '../memory/types.ts'
import type { RunRecord } from '../trace/events.ts'
import type { IntegrityReport } from './integrity.ts'
import type { DexieMemoryStore } from './memory-store.ts'

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

/**
 * Looks after the memory once at a start: head and counts at once, everything in slices then. Where this tab writes,
 * entries that are not as the journal tells are put right. `tell` hears, for people, what was wrong.
 */
export async function lookAfter(
  store: Pick<DexieMemoryStore, 'checkStore' | 'verify' | 'repair'>,
  options: {
    readonly writable: boolean
    readonly tell: (message: string) => void
    readonly signal?: AbortSignal
  },
): Promise<IntegrityReport> {
  const { writable, tell, signal } = options
  const quick = await store.checkStore()
  if (!quick.whole) tell(`${quick.findings.join(' ')} The whole memory is being checked.`)
  const work = signal ? { signal } : {}
  const report = writable ? await store.repair(work) : await store.verify(work)
  const { broken, differing } = report
  if (broken) {
    tell(
      `The journal of the memory is damaged from change ${broken.seq} on. All of it can be read, but what it says from there on is not vouched for, and nothing was changed; restore a backup if you have one.`,
    )
  } else if (differing.length > 0) {
    const entries =
      differing.length === 1 ? '1 entry of the memory was' : `${differing.length} entries of the memory were`
    const end = writable ? 'and put right; the journal shows which' : 'the tab that writes puts that right'
    tell(`${entries} not as the journal tells, ${end}.`)
  } else if (!quick.whole) tell('The memory was checked and is whole.')
  return report
}
