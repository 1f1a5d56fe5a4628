import type { RunEvent, RunRecord } from '../trace/events.ts'
import { Changes } from './distil/changes.ts'
import { activateSkill } from './distil/usage.ts'
import { runsOf, withoutRun, withRun } from './provenance.ts'
import type { EntryState, MemoryCommit, MemorySnapshot, Usage } from './types.ts'

type Verdict = 'up' | 'down'

/**
 * What a person's verdict changes for the entries that the run made or used. Up: they become active. Down: they become
 * candidates and the run's credit turns (helped → hurt, n+ → n−). A verdict takes the place of the one before it: give
 * the record as it stands before this verdict is written into it.
 */
export function verdictCommit(record: RunRecord, verdict: Verdict, snapshot: MemorySnapshot): MemoryCommit {
  const changes = new Changes(snapshot)
  const before = creditBefore(record.events)
  const turn: Turn = {
    run: { runId: record.id, fingerprints: fingerprintsOf(record.events) },
    to: verdict,
    turns: before !== verdict,
    first: lastVerdict(record.events) === null,
  }
  for (const { table, id } of touched(record.events)) {
    if (table === 'edges') turnEdge(changes, id, turn)
    else if (table === 'workflows') turnWorkflow(changes, id, turn, recalled(record.events).has(id))
    else if (table === 'skills') turnSkill(changes, id, turn)
    else turnExperience(changes, id, turn, recalled(record.events).has(id))
  }
  return {
    cause: 'verdict',
    runId: record.id,
    summary:
      verdict === 'up'
        ? 'A thumb up: what the run made and used is active.'
        : 'A thumb down: the run’s credit is taken back and what it made and used is a candidate again.',
    changes: changes.list(),
  }
}

interface Turn {
  readonly run: { readonly runId: string; readonly fingerprints: readonly string[] }
  readonly to: Verdict
  /** False where the run's credit stands as the verdict wants it: only the state changes. */
  readonly turns: boolean
  /** No verdict came before this one. */
  readonly first: boolean
}

const stateAfter = (to: Verdict): EntryState => (to === 'up' ? 'active' : 'candidate')

function turnEdge(changes: Changes, id: string, { to, turns }: Turn): void {
  const edge = changes.get('edges', id)
  if (!edge || !turns) return
  const step = to === 'up' ? 1 : -1
  changes.put('edges', {
    ...edge,
    successes: Math.max(0, edge.successes + step),
    failures: Math.max(0, edge.failures - step),
  })
}

function turnWorkflow(changes: Changes, id: string, turn: Turn, used: boolean): void {
  const workflow = changes.get('workflows', id)
  if (!workflow) return
  const step = turn.turns ? (turn.to === 'up' ? 1 : -1) : 0
  changes.put('workflows', {
    ...workflow,
    ...(used ? turnCredit(workflow, turn) : {}),
    successes: Math.max(0, workflow.successes + step),
    failures: Math.max(0, workflow.failures - step),
    state: stateAfter(turn.to),
  })
}

function turnSkill(changes: Changes, id: string, turn: Turn): void {
  const skill = changes.get('skills', id)
  if (!skill) return
  changes.put('skills', { ...skill, ...turnCredit(skill, turn), state: stateAfter(turn.to) })
  if (turn.to === 'up') activateSkill(changes, id)
}

function turnExperience(changes: Changes, id: string, turn: Turn, used: boolean): void {
  const experience = changes.get('experiences', id)
  if (!experience) return
  const made = experience.provenance[0] === turn.run.runId
  const usage = used || made ? turnUsage(experience.usage, turn, made && !used) : experience.usage
  changes.put('experiences', { ...experience, usage, state: stateAfter(turn.to) })
}

interface Credited {
  readonly provenance: readonly string[]
  readonly usage: Usage
}

/** Credit of an entry of whose runs the first made it: to have made it is no help, so only what hurt is counted. */
function turnCredit(entry: Credited, turn: Turn): Credited {
  const { runId } = turn.run
  if (!turn.turns) return { provenance: entry.provenance, usage: entry.usage }
  const made = runsOf(entry.provenance)[0]?.runId === runId
  return {
    provenance: made
      ? entry.provenance
      : turn.to === 'down'
        ? withoutRun(entry.provenance, runId)
        : entry.provenance.length > 0
          ? withRun(entry.provenance, turn.run)
          : entry.provenance,
    usage: turnUsage(entry.usage, turn, made),
  }
}

function turnUsage(usage: Usage, { to, turns, first }: Turn, made: boolean): Usage {
  if (!turns) return usage
  const helped = made ? 0 : 1
  if (to === 'down') {
    return { ...usage, helped: Math.max(0, usage.helped - helped), hurt: usage.hurt + 1 }
  }
  // A run that failed the gate has hurt what it used, but not what it made.
  const hurt = made && first ? 0 : 1
  return { ...usage, helped: usage.helped + helped, hurt: Math.max(0, usage.hurt - hurt) }
}

/** What the run's credit is now: its last verdict, else the gate's word. */
const creditBefore = (events: readonly RunEvent[]): Verdict =>
  lastVerdict(events) ?? (events.findLast((event) => event.type === 'gate')?.passed === true ? 'up' : 'down')

const lastVerdict = (events: readonly RunEvent[]) =>
  events.findLast((event) => event.type === 'verdict')?.verdict ?? null

const touched = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'memory-change' ? event.items : []))

const recalled = (events: readonly RunEvent[]): ReadonlySet<string> =>
  new Set(
    events.flatMap((event) => (event.type === 'context-ready' ? event.recalled.map(({ id }) => id) : [])),
  )

const fingerprintsOf = (events: readonly RunEvent[]) =>
  events.find((event) => event.type === 'context-ready')?.fingerprints ?? []
