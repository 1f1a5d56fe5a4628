import { isAppError } from '../../../src/lib/errors.ts'
import { correctionCommit } from '../../../src/memory/index.ts'
import type { MemoryStore } from '../../../src/memory/types.ts'
import type { RunRecord } from '../../../src/trace/events.ts'
import { deskWith } from '../../lib/desk.ts'
import type { Attack } from './attacks.ts'
import { cleanFiles } from './hostile-files.ts'

const runs = new WeakMap<MemoryStore, Promise<RunRecord>>()

/**
 * A person who was talked into it pastes the attack as a correction of a run, and then says the opposite of what was said before: the side
 * of the threshold is above, is below, is above. True where the pasted text was refused.
 */
export async function correct({ payload, turn }: Attack, store: MemoryStore): Promise<boolean> {
  if (!runs.has(store)) runs.set(store, lakeRun(store))
  const record = await runs.get(store)!
  const say = async (correction: string): Promise<boolean> => {
    try {
      const of = { tool: 'threshold_mask', argument: 'side', correction }
      const commit = correctionCommit(record, of, await store.snapshot())
      if (commit.changes.length > 0) await store.commit(commit)
      return true
    } catch (error) {
      if (isAppError(error)) return false
      throw error
    }
  }
  const taken = await say(payload.text)
  await say(`give the value ${turn % 2 === 0 ? 'below' : 'above'}`)
  return !taken
}

async function lakeRun(store: MemoryStore): Promise<RunRecord> {
  const { files, question } = await cleanFiles()
  return (await deskWith(files)).ask(question, store)
}
