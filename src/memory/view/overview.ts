import type { RunRecord } from '../../trace/events.ts'
import type { MemorySnapshot } from '../types.ts'
import { rowsOf, toolsOf } from './entries.ts'
import type { EntryCounts, EntryTable, GateLog, Judged, MemoryOverview, ToolUse } from './types.ts'

const ENTRY_TABLES: readonly EntryTable[] = ['skills', 'workflows', 'experiences']

/** Counts of a snapshot, the transitions, and which tools it speaks of. */
export function overviewOf(snapshot: MemorySnapshot): Pick<MemoryOverview, 'counts' | 'edges' | 'tools'> {
  return {
    counts: {
      skills: countsOf(snapshot, 'skills'),
      workflows: countsOf(snapshot, 'workflows'),
      experiences: countsOf(snapshot, 'experiences'),
    },
    edges: snapshot.edges,
    tools: toolUses(snapshot),
  }
}

function countsOf(snapshot: MemorySnapshot, table: EntryTable): EntryCounts {
  const counts = { all: 0, active: 0, candidate: 0, quarantined: 0 }
  for (const { state } of rowsOf(snapshot, table)) {
    counts.all += 1
    counts[state] += 1
  }
  return counts
}

function toolUses(snapshot: MemorySnapshot): readonly ToolUse[] {
  const uses = new Map<string, Record<EntryTable, number>>()
  const useOf = (tool: string) => {
    let use = uses.get(tool)
    if (!use) uses.set(tool, (use = { skills: 0, workflows: 0, experiences: 0 }))
    return use
  }
  for (const { from, to } of snapshot.edges) [from, to].forEach(useOf)
  for (const table of ENTRY_TABLES) {
    for (const row of rowsOf(snapshot, table)) for (const tool of toolsOf(row)) useOf(tool)[table] += 1
  }
  return [...uses].map(([tool, use]) => ({ tool, ...use })).sort((a, b) => (a.tool < b.tool ? -1 : 1))
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
