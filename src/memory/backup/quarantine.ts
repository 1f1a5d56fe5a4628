import type { ToolSpec } from '../../tools/tool.ts'
import { forbidden } from '../gate/forbidden.ts'
import type {
  EntryLife,
  FinishedRun,
  FinishedStep,
  MemorySnapshot,
  MemoryTable,
  RowChange,
} from '../types.ts'
import { isHint } from './hints.ts'

/** The library and the checks of plans: what a row may speak of. */
export interface StrangersFile {
  readonly fileId: string
  readonly at: number
  readonly specs: readonly ToolSpec[]
  /** Ids. */
  readonly checks: readonly string[]
}

type Row = MemorySnapshot[Exclude<MemoryTable, 'edges'>][number]

/** A stranger's row as it may be kept, or why it may not. Reasons are ours and never repeat what was found. */
export type Judged<Kept extends Row = Row> =
  { readonly row: Kept; readonly dropped: readonly string[] } | { readonly refused: string }

/**
 * A stranger's row in quarantine: its content as it was, none of its claims. What it says to have done elsewhere counts for
 * nothing here: no use, no success, no run, no approval. Lines of hints that say what no template of ours says are dropped;
 * where a title, a step or a name does, the row is refused.
 */
export function quarantined<Table extends Exclude<MemoryTable, 'edges'>>(
  table: Table,
  row: MemorySnapshot[Table][number],
  from: StrangersFile,
): Judged<MemorySnapshot[Table][number]> {
  const id = `${from.fileId}-${row.id}`
  const life: EntryLife = {
    origin: 'imported',
    state: 'quarantined',
    activation: null,
    pinned: false,
    provenance: [from.fileId],
    usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
    createdAt: from.at,
  }
  const { replaces: _replaces, ...content } = row as Row & { replaces?: string }
  const whole = { ...content, ...life, id, ...claims(row) } as MemorySnapshot[Table][number]
  const judge = (kept: MemorySnapshot[Table][number]) =>
    forbidden(strangersRun(from), {
      cause: 'import',
      runId: null,
      summary: '',
      changes: [{ table, id, before: null, after: kept } as unknown as RowChange],
    })
  const dropped: string[] = []
  const lists = Object.fromEntries(
    LISTS.flatMap((name) => {
      const lines = (whole as unknown as Record<string, unknown>)[name]
      if (!Array.isArray(lines)) return []
      const kept = (lines as string[]).filter(
        (line) => isHint(line, from.specs) || judge({ ...bare(whole), [name]: [line] }).length === 0,
      )
      if (kept.length < lines.length) dropped.push(`${lines.length - kept.length} of ${name}`)
      return [[name, kept]]
    }),
  )
  const faults = judge(bare(whole))
  if (faults.length > 0) {
    const reasons = faults.map(({ field, reason }) => `${field}: ${reason}`)
    return { refused: [...new Set(reasons)].join('; ') }
  }
  return { row: { ...whole, ...lists }, dropped }
}

/** Lists of lines, each of which stands alone. */
const LISTS = ['parameters', 'cautions', 'notes', 'rules'] as const

/** The row without its lists of lines. */
const bare = <Kept extends object>(row: Kept): Kept => ({
  ...row,
  ...Object.fromEntries(LISTS.filter((name) => name in row).map((name) => [name, []])),
})

/** Counts of runs that nobody here has seen. */
function claims(row: Row): object {
  if ('sequence' in row) return { successes: 0, failures: 0 }
  return 'equivalence' in row ? { count: 1 } : { version: 1 }
}

const NO_STEP: FinishedStep = {
  step: 1,
  call: { tool: '', args: {} },
  bindings: {},
  status: 'error',
  error: null,
  failedChecks: [],
  layers: [],
  numbers: [],
  inAnswer: false,
  purpose: '',
}

/** The gate judges a row beside the run that made it; of a stranger's nothing is known, so nothing excuses a word. */
function strangersRun({ fileId, at, specs, checks }: StrangersFile): FinishedRun {
  return {
    runId: fileId,
    question: '',
    taskType: 'inventory',
    answerSpace: { kind: 'free' },
    context: { modalities: [], sensors: [], scenes: [], products: [], dates: [], overlap: true },
    slots: [],
    status: 'answered',
    answer: null,
    answerFaults: [],
    // Names of checks are words that a caution may say.
    steps: [{ ...NO_STEP, failedChecks: checks }],
    used: { skills: [], workflows: [], experiences: [] },
    specs,
    fingerprints: [],
    at,
  }
}
