import type { MemoryChangeItem, RunCredit, RunEvent, RunRecord } from '../trace/events.ts'
import { activated } from './distil/activation.ts'
import { Changes } from './distil/changes.ts'
import { isOpen } from './distil/merge.ts'
import { removalWords } from './distil/summary.ts'
import { activateSkill } from './distil/usage.ts'
import { runsOf, withoutRun, withRun } from './provenance.ts'
import type { Activation, Experience, MemoryCommit, MemorySnapshot, Skill, Usage, Workflow } from './types.ts'

type Verdict = 'up' | 'down'

/**
 * What a person's verdict changes for the entries that the run made or used. Up: they become active. Down: they become
 * candidates and the run's credit turns (helped → hurt, n+ → n−). A verdict takes the place of the one before it: give
 * the record as it stands before this verdict is written into it. What a run counts for an entry follows from its commit
 * and its verdict alone, so up, down and up again is the same as up.
 */
export function verdictCommit(
  record: RunRecord,
  verdict: Verdict,
  snapshot: MemorySnapshot,
  at: number = Date.now(),
): MemoryCommit {
  const changes = new Changes(snapshot)
  const { events, id: runId } = record
  const turn: Turn = {
    run: { runId, fingerprints: fingerprintsOf(events) },
    from: events.findLast((event) => event.type === 'verdict')?.verdict ?? null,
    to: verdict,
    activation: { by: 'thumb-up', at, runs: [runId] },
  }
  for (const item of touchedBy(events)) {
    const share = { item, credit: item.credit ?? creditRead(item, events) }
    if (item.table === 'edges') turnEdge(changes, share, turn)
    else turnEntry(changes, item.table, share, turn)
  }
  const words =
    verdict === 'up'
      ? 'A thumb up: what the run made and used is active.'
      : 'A thumb down: the run’s credit is taken back and what it made and used is a candidate again.'
  return { cause: 'verdict', runId, summary: words + removalWords(changes), changes: changes.list() }
}

interface Turn {
  readonly run: { readonly runId: string; readonly fingerprints: readonly string[] }
  /** The verdict that stood; null where the gate's word did. */
  readonly from: Verdict | null
  readonly to: Verdict
  readonly activation: Activation
}

interface Share {
  readonly item: MemoryChangeItem
  readonly credit: RunCredit
}

function turnEdge(changes: Changes, { item, credit }: Share, turn: Turn): void {
  const edge = changes.get('edges', item.id)
  if (edge) changes.put('edges', { ...edge, ...turnedCounts(edge, credit, turn) })
}

function turnEntry(
  changes: Changes,
  table: 'skills' | 'workflows' | 'experiences',
  share: Share,
  turn: Turn,
): void {
  const entry = changes.get(table, share.item.id)
  if (!entry || !isOpen(entry)) return
  const made = runsOf(entry.provenance)[0]?.runId === turn.run.runId
  const turned = {
    ...entry,
    usage: turnedUsage(entry.usage, { ...share, made }, turn),
    provenance:
      table === 'experiences' || made || entry.provenance.length === 0
        ? entry.provenance
        : turnedProvenance(entry.provenance, share, turn),
    ...('sequence' in entry ? turnedCounts(entry, share.credit, turn) : {}),
  }
  const put = (row: Skill | Workflow | Experience) => changes.put(table, row)
  if (turn.to === 'down') put({ ...turned, state: 'candidate', activation: null })
  else if (table === 'skills') {
    put(turned)
    activateSkill(changes, entry.id, turn.activation)
  } else put(activated(turned, turn.activation))
}

type Counts = Pick<Workflow, 'successes' | 'failures'>

/** n+ and n− that a run stands for under a verdict. */
function countsUnder(verdict: Verdict | null, { successes, failures }: RunCredit): Counts {
  if (verdict === null) return { successes, failures }
  const all = successes + failures
  return verdict === 'up' ? { successes: all, failures: 0 } : { successes: 0, failures: all }
}

function turnedCounts({ successes, failures }: Counts, credit: RunCredit, { from, to }: Turn): Counts {
  const [old, now] = [countsUnder(from, credit), countsUnder(to, credit)]
  return {
    successes: Math.max(0, successes + now.successes - old.successes),
    failures: Math.max(0, failures + now.failures - old.failures),
  }
}

interface MadeShare extends Share {
  readonly made: boolean
}

/**
 * Helped and hurt that a run stands for under a verdict. To have made an entry is no help, so only a thumb down counts
 * there; a use that needed a retry did neither, until a person finds the answer wrong.
 */
function usageUnder(
  verdict: Verdict | null,
  { item, credit, made }: MadeShare,
): Pick<Usage, 'helped' | 'hurt'> {
  const { uses, helped, hurt } = credit
  if (verdict === null) return { helped, hurt }
  if (verdict === 'up') return { helped: helped + hurt, hurt: 0 }
  return { helped: 0, hurt: uses > 0 || (made && item.table !== 'workflows') ? 1 : 0 }
}

function turnedUsage(usage: Usage, share: MadeShare, { from, to }: Turn): Usage {
  const [old, now] = [usageUnder(from, share), usageUnder(to, share)]
  return {
    ...usage,
    helped: Math.max(0, usage.helped + now.helped - old.helped),
    hurt: Math.max(0, usage.hurt + now.hurt - old.hurt),
  }
}

/** The runs that an entry helped are its evidence: a run that a person found wrong is none. */
function turnedProvenance(
  provenance: readonly string[],
  { credit }: Share,
  { run, to }: Turn,
): readonly string[] {
  if (to === 'down') return withoutRun(provenance, run.runId)
  const { helped, hurt, successes, failures } = credit
  return helped + hurt + successes + failures > 0 ? withRun(provenance, run) : provenance
}

/** Rows that the run's commit left, each once. */
function touchedBy(events: readonly RunEvent[]): readonly MemoryChangeItem[] {
  const items = events.flatMap((event) => (event.type === 'memory-change' ? event.items : []))
  return [...new Map(items.map((item) => [`${item.table} ${item.id}`, item])).values()].filter(
    ({ change }) => change !== 'removed',
  )
}

/** What a record of an older version does not say: read off what was recalled and the gate's word. */
function creditRead({ table, id, change }: MemoryChangeItem, events: readonly RunEvent[]): RunCredit {
  const passed = events.findLast((event) => event.type === 'gate')?.passed === true ? 1 : 0
  const used = events.some(
    (event) => event.type === 'context-ready' && event.recalled.some((item) => item.used && item.id === id),
  )
  const isUse = used && change === 'updated'
  const isCounted = table === 'edges' || table === 'workflows'
  return {
    uses: isUse ? 1 : 0,
    helped: isUse ? passed : 0,
    hurt: isUse ? 1 - passed : 0,
    successes: isCounted ? passed : 0,
    failures: isCounted ? 1 - passed : 0,
  }
}

const fingerprintsOf = (events: readonly RunEvent[]) =>
  events.find((event) => event.type === 'context-ready')?.fingerprints ?? []
