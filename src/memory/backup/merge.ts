import { stableJson } from '../../lib/hash.ts'
import type { Edge, Experience, MemorySnapshot, MemoryTable, Skill, Workflow } from '../types.ts'

type Row<Table extends MemoryTable> = MemorySnapshot[Table][number]

/**
 * One row of two that bear the same id and have gone different ways. Whichever comes first, the result is the same, and
 * merging again changes nothing: content and state are those of the row with more evidence, counts are the larger ones
 * (their runs overlap, so that a sum would count some twice), runs and question words are united.
 */
export function mergeRows<Table extends MemoryTable>(table: Table, a: Row<Table>, b: Row<Table>): Row<Table> {
  if (table === 'edges') return mergeEdges(a as Edge, b as Edge)
  const [base, other] = [a, b].sort(byEvidence) as [Entry, Entry]
  const united = {
    ...base,
    pinned: base.pinned || other.pinned,
    provenance: unitedRuns(base.provenance, other.provenance),
    usage: {
      uses: Math.max(base.usage.uses, other.usage.uses),
      helped: Math.max(base.usage.helped, other.usage.helped),
      hurt: Math.max(base.usage.hurt, other.usage.hurt),
      lastUsed: latest(base.usage.lastUsed, other.usage.lastUsed),
    },
  }
  return {
    ...united,
    ...('sequence' in base && 'sequence' in other ? counts(base, other) : {}),
    ...('count' in base && 'count' in other ? { count: Math.max(base.count, other.count) } : {}),
  }
}

type Entry = Skill | Workflow | Experience

const mergeEdges = (a: Edge, b: Edge): Edge => ({
  ...a,
  successes: Math.max(a.successes, b.successes),
  failures: Math.max(a.failures, b.failures),
})

const counts = (a: Workflow, b: Workflow) => ({
  successes: Math.max(a.successes, b.successes),
  failures: Math.max(a.failures, b.failures),
  questionTokens: [...new Map([...a.questionTokens, ...b.questionTokens].map((one) => [one.join(' '), one]))]
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([, one]) => one),
})

/** More evidence first, else by content: rows that are equal in it differ in nothing but what is united. */
function byEvidence(a: object, b: object): number {
  const [first, second] = [evidenceOf(a as Entry), evidenceOf(b as Entry)]
  for (const [at, value] of first.entries()) if (value !== second[at]) return second[at]! - value
  const [one, other] = [contentOf(a), contentOf(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

const UNITED = new Set(['pinned', 'provenance', 'usage', 'successes', 'failures', 'questionTokens', 'count'])

const contentOf = (row: object): string =>
  stableJson(Object.fromEntries(Object.entries(row).filter(([name]) => !UNITED.has(name))))

const evidenceOf = (row: Entry): readonly number[] => [
  row.state === 'active' ? 1 : 0,
  'version' in row ? row.version : 0,
  row.usage.uses,
  'sequence' in row ? row.successes + row.failures : 0,
  row.usage.lastUsed ?? 0,
]

/** Runs with their data, each run once; that which made the entry stays first where both name the same. */
function unitedRuns(first: readonly string[], second: readonly string[]): readonly string[] {
  const blocks = new Map<string, readonly string[]>()
  for (const list of [first, second]) {
    for (const block of blocksOf(list)) if (!blocks.has(block[0]!)) blocks.set(block[0]!, block)
  }
  return [...blocks.values()].flat()
}

function blocksOf(list: readonly string[]): readonly (readonly string[])[] {
  const blocks: string[][] = []
  for (const entry of list) {
    if (entry.startsWith('data:')) blocks.at(-1)?.push(entry)
    else blocks.push([entry])
  }
  return blocks
}

const latest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))
