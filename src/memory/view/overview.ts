import type { RunRecord } from '../../trace/events.ts'
import type { MemorySnapshot } from '../types.ts'
import { rowsOf } from './entries.ts'
import type { EntryCounts, GateLog, Judged, MemoryOverview } from './types.ts'

/** How many entries there are of each kind, and of each state. */
export function countsOf(snapshot: MemorySnapshot): MemoryOverview['counts'] {
  return {
    skills: statesOf(rowsOf(snapshot, 'skills')),
    workflows: statesOf(rowsOf(snapshot, 'workflows')),
    experiences: statesOf(rowsOf(snapshot, 'experiences')),
  }
}

function statesOf(rows: ReturnType<typeof rowsOf>): EntryCounts {
  const counts = { all: 0, active: 0, candidate: 0, quarantined: 0 }
  for (const { state } of rows) {
    counts.all += 1
    counts[state] += 1
  }
  return counts
}

/** What the gate said of each run, newest first. */
export function judgedRuns(runs: readonly RunRecord[]): readonly Judged[] {
  return runs
    .flatMap((run): Judged[] => {
      const gate = run.events.findLast((event) => event.type === 'gate')
      if (!gate) return []
      const change = run.events.findLast((event) => event.type === 'memory-change')
      return [
        {
          runId: run.id,
          question: run.question,
          at: gate.at,
          status: run.status,
          passed: gate.passed,
          conditions: gate.conditions,
          learned: change?.items ?? [],
        },
      ]
    })
    .sort((a, b) => b.at - a.at)
}

export function gateLog(
  judged: readonly Judged[],
  { offset, limit, refusedOnly }: { offset: number; limit: number; refusedOnly: boolean },
): GateLog {
  const refused = judged.filter(({ passed }) => !passed)
  const shown = refusedOnly ? refused : judged
  return {
    total: shown.length,
    judged: judged.length,
    refused: refused.length,
    offset,
    runs: shown.slice(offset, offset + limit),
  }
}
