import { config } from '../../config.ts'
import { learnedLife } from '../life.ts'
import { withRun } from '../provenance.ts'
import type { Experience, FinishedRun, GateResult } from '../types.ts'
import type { Changes } from './changes.ts'
import { resolveContradictions } from './contradictions.ts'
import { argumentDrafts } from './drafts/argument.ts'
import { checkDrafts } from './drafts/check.ts'
import { triggerClass, type Draft } from './drafts/draft.ts'
import { gateDrafts } from './drafts/gate.ts'
import { retryDrafts, settingDrafts } from './drafts/setting.ts'
import { isOpen } from './merge.ts'
import type { Trace } from './trace.ts'

/** ΔE: what went wrong in a run and what then passed. */
export function learnExperiences(changes: Changes, trace: Trace, gate: GateResult): void {
  consolidate(
    changes,
    [
      ...argumentDrafts(trace),
      ...retryDrafts(trace),
      ...checkDrafts(trace),
      ...settingDrafts(trace),
      ...gateDrafts(trace, gate),
    ],
    trace.run,
  )
}

/**
 * U_E: E ← TailN(E ∪ {e ∈ ΔE : ν(e) ∉ ν(E)}). A repeat raises the counter of the entry in place; of two corrections for one
 * trigger the better supported stays.
 */
export function consolidate(
  changes: Changes,
  drafts: readonly Draft[],
  run: Pick<FinishedRun, 'runId' | 'fingerprints' | 'at' | 'taskType'>,
): void {
  const unique = new Map(drafts.map((draft) => [draft.equivalence, draft]))
  if (unique.size === 0) return
  const known = new Map<string, Experience>()
  for (const row of changes.rows('experiences')) {
    if (isOpen(row) && unique.has(row.equivalence)) known.set(row.equivalence, row)
  }
  let count = 0
  for (const draft of unique.values()) {
    const same = known.get(draft.equivalence)
    if (same) {
      // A run that is learned from again says nothing new.
      if (same.provenance.includes(run.runId)) continue
      const provenance = withRun(same.provenance, run)
      changes.put('experiences', { ...same, count: same.count + 1, provenance })
      continue
    }
    count += 1
    changes.put('experiences', {
      ...draft,
      id: `experience-${run.runId}-${count}`,
      taskType: run.taskType,
      count: 1,
      ...learnedLife(run),
    })
  }
  weighContradictions(changes, new Set([...unique.keys()].map(triggerClass)), `experience-${run.runId}-`)
  for (const { id } of overflow(changes.rows('experiences').filter(isOpen))) {
    changes.remove('experiences', id, `more than the ${config.experience.keep} that are kept`)
  }
}

/**
 * A correction that this run speaks against loses one count, although it stays for now: a newcomer that comes again and
 * again would else never stand.
 */
function weighContradictions(changes: Changes, among: ReadonlySet<string>, own: string): void {
  for (const { gone, kept } of resolveContradictions(changes, among)) {
    const row = changes.get('experiences', kept)
    if (!row || !gone.startsWith(own) || kept.startsWith(own) || row.pinned || row.origin === 'hand') continue
    changes.put('experiences', { ...row, count: Math.max(1, row.count - 1) })
  }
}

/**
 * What TailN drops above `keep`. 'newest' is the paper's: the oldest go. 'least-helpful': those that helped least go, of
 * those the oldest, and pinned ones stay.
 */
export function overflow(
  items: readonly Experience[],
  keep: number = config.experience.keep,
  eviction: 'least-helpful' | 'newest' = config.recall.paperExact ? 'newest' : config.experience.eviction,
): readonly Experience[] {
  const over = items.length - keep
  if (over <= 0) return []
  const byAge = (a: Experience, b: Experience) => a.createdAt - b.createdAt
  if (eviction === 'newest') return items.toSorted(byAge).slice(0, over)
  const worth = ({ usage }: Experience) => usage.helped - usage.hurt
  return items
    .filter(({ pinned }) => !pinned)
    .sort((a, b) => worth(a) - worth(b) || byAge(a, b))
    .slice(0, over)
}
