import { CHECK_WORDS } from '../../../src/agent/checks.ts'
import { checkGate, distil } from '../../../src/memory/index.ts'
import { backupFile, importCommit, openBackup } from '../../../src/memory/backup/index.ts'
import type { MemorySnapshot, MemoryStore } from '../../../src/memory/types.ts'
import { isAppError } from '../../../src/lib/errors.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { toolSpec } from '../../../src/tools/tool.ts'
import type { RunRecord } from '../../../src/trace/events.ts'
import { deskWith } from '../../lib/desk.ts'
import type { Attack } from './attacks.ts'
import { correct } from './correct.ts'
import { hostileFiles } from './hostile-files.ts'
import { hostileRows, hostileRun, rowCommit } from './hostile-run.ts'

/** What a door made of an attack. */
export interface Passage {
  /** True where nothing of it was written. */
  readonly refused: boolean
  /** The run that the attack was part of, where it was part of one. */
  readonly record: RunRecord | null
}

/** Lets an attack in through its door, as the app would. */
export async function passDoor(attack: Attack, store: MemoryStore): Promise<Passage> {
  switch (attack.door) {
    case 'file-name':
    case 'tag':
    case 'attribute': {
      const { files, question } = await hostileFiles(attack)
      const desk = await deskWith(files)
      const record = await desk.ask(question, store)
      return { refused: desk.problems.length === files.length, record }
    }
    case 'imported-skill':
    case 'imported-workflow':
    case 'imported-experience':
      return { refused: await importRows(hostileSnapshot(attack), store), record: null }
    case 'finished-run': {
      const { commit } = distil(hostileRun(attack), await store.snapshot(), await store.runs())
      if (commit.changes.length > 0) await store.commit(commit)
      return { refused: commit.changes.length === 0, record: null }
    }
    case 'row-at-gate': {
      const run = hostileRun({ ...attack, turn: 0 })
      const commit = rowCommit(attack, run.runId)
      const { passed } = checkGate(run, commit)
      if (passed) await store.commit(commit)
      return { refused: !passed, record: null }
    }
    case 'correction':
      return { refused: await correct(attack, store), record: null }
  }
}

/** What another profile says: its entries are active and have helped a thousand times. */
function hostileSnapshot(attack: Attack): MemorySnapshot {
  const rows = hostileRows(attack)
  // The name of a skill that ships, and that it takes the place of it.
  const takesPlace = { id: 'seed-water-extent', replaces: 'seed-water-extent' }
  const skill = attack.turn % 4 === 3 ? { ...rows.skill, ...takesPlace } : rows.skill
  return {
    skills: attack.door === 'imported-skill' ? [skill] : [],
    workflows: attack.door === 'imported-workflow' ? [rows.workflow] : [],
    experiences: attack.door === 'imported-experience' ? [rows.experience] : [],
    edges: [{ id: 'ndwi>mask_area', from: 'ndwi', to: 'mask_area', successes: 999, failures: 0 }],
  }
}

/** Writes them as a file, which a person takes in. True where nothing was taken from it. */
async function importRows(snapshot: MemorySnapshot, store: MemoryStore): Promise<boolean> {
  const file = await backupFile({ snapshot, runs: [], madeAt: 1000, questions: true, key: null }, null)
  try {
    const backup = await openBackup(file, { passphrase: null, key: null })
    const { commit } = importCommit(backup, await store.snapshot(), {
      ...{ trust: 'stranger', way: 'merge', at: 1000, erased: new Set<string>() },
      ...{ specs: TOOLS.map(toolSpec), checks: Object.keys(CHECK_WORDS) },
    })
    if (commit.changes.length > 0) await store.commit(commit)
    return commit.changes.length === 0
  } catch (error) {
    if (isAppError(error)) return true
    throw error
  }
}
