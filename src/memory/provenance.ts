import type { FinishedRun } from './types.ts'

/**
 * A provenance list names runs, each followed by the fingerprints of its data ('data:…'): first the run that made the
 * entry, then the later runs that it helped.
 */
const DATA = 'data:'

export function runsAndData({
  runId,
  fingerprints,
}: Pick<FinishedRun, 'runId' | 'fingerprints'>): readonly string[] {
  return [runId, ...[...new Set(fingerprints)].sort().map((fingerprint) => DATA + fingerprint)]
}

interface ProvenanceRun {
  readonly runId: string
  readonly data: readonly string[]
}

export function runsOf(provenance: readonly string[]): readonly ProvenanceRun[] {
  const runs: { runId: string; data: string[] }[] = []
  for (const entry of provenance) {
    if (entry.startsWith(DATA)) runs.at(-1)?.data.push(entry.slice(DATA.length))
    else runs.push({ runId: entry, data: [] })
  }
  return runs
}

/** The list with a run added at its end; unchanged where the run stands in it already. */
export function withRun(
  provenance: readonly string[],
  run: Pick<FinishedRun, 'runId' | 'fingerprints'>,
): readonly string[] {
  return provenance.includes(run.runId) ? provenance : [...provenance, ...runsAndData(run)]
}

/** The list without a later run; the run that made the entry stays. */
export function withoutRun(provenance: readonly string[], runId: string): readonly string[] {
  const kept = runsOf(provenance).filter((run, index) => index === 0 || run.runId !== runId)
  return kept.flatMap(({ runId: id, data }) => [id, ...data.map((fingerprint) => DATA + fingerprint)])
}

/** Both lists in one: the runs of the first, then those that only the second names. */
export function unitedRuns(first: readonly string[], second: readonly string[]): readonly string[] {
  const known = new Set(runsOf(first).map(({ runId }) => runId))
  const more = runsOf(second).filter(({ runId }) => !known.has(runId))
  return [...first, ...more.flatMap(({ runId, data }) => [runId, ...data.map((print) => DATA + print)])]
}

/** Evidence from outside: at least three later runs that it helped, on at least two scenes other than the first's. */
export function hasProvenItself(provenance: readonly string[]): boolean {
  const [maker, ...later] = runsOf(provenance)
  if (!maker || later.length < 3) return false
  const elsewhere = later
    .filter(({ data }) => data.length > 0 && !data.some((fingerprint) => maker.data.includes(fingerprint)))
    .map(({ data }) => data.join(' '))
  return new Set(elsewhere).size >= 2
}
