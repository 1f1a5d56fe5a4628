import { withRun } from './provenance.ts'
import type { EntryLife, FinishedRun } from './types.ts'

/** The life of an entry that a run has just made. */
export const learnedLife = (run: Pick<FinishedRun, 'runId' | 'fingerprints' | 'at'>): EntryLife => ({
  origin: 'learned',
  state: 'candidate',
  activation: null,
  pinned: false,
  provenance: withRun([], run),
  usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
  createdAt: run.at,
})
