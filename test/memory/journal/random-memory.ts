import { rollbackCommit } from '../../../src/memory/journal/rollback.ts'
import { undoWithDependants } from '../../../src/memory/journal/dependants.ts'
import type {
  Edge,
  Experience,
  MemoryCommit,
  MemorySnapshot,
  MemoryStore,
  RowChange,
  Workflow,
} from '../../../src/memory/types.ts'
import { undoCommit } from '../../../src/memory/undo.ts'
import type { RunRecord } from '../../../src/trace/events.ts'
import { experienceOf, workflowOf } from '../../helpers/memory.ts'

export const runIdOf = (number: number) => `run-r${number}x`
/** A word of the question that this run asked and no other. */
export const wordOf = (number: number) => `secretword${number}q`

export function recordOf(number: number, recalled: readonly string[] = []): RunRecord {
  return {
    id: runIdOf(number),
    question: `Where did ${wordOf(number)} burn?`,
    startedAt: number,
    status: 'answered',
    taskType: 'burned-area',
    events: [
      {
        type: 'run-start',
        runId: runIdOf(number),
        at: number,
        question: `Where did ${wordOf(number)} burn?`,
      },
      {
        type: 'context-ready',
        at: number,
        taskType: 'burned-area',
        answerSpace: { kind: 'free' },
        slots: [],
        sensing: '',
        scenes: [],
        fingerprints: [`print-${number}`],
        admissible: [],
        recalled: recalled.map((id) => ({
          kind: 'workflow',
          id,
          title: `title of ${id}`,
          score: 1,
          state: 'active',
          used: true,
        })),
        sop: '',
        guidance: recalled.map((id) => `Guided by ${id}.`).join(' '),
      },
    ],
  }
}

const OPERATIONS = ['nbr', 'difference', 'threshold_mask', 'mask_area']

/** What a run teaches: transitions, a workflow that is new or known, a lesson, now and then a removal. */
function lessonsOf(number: number, snapshot: MemorySnapshot, random: () => number): readonly RowChange[] {
  const changes: RowChange[] = []
  const from = OPERATIONS[Math.floor(random() * 3)]!
  const id = `${from}>mask_area`
  const edge = snapshot.edges.find((each) => each.id === id) ?? null
  const seen: Edge = edge ?? { id, from, to: 'mask_area', successes: 0, failures: 0 }
  changes.push({ table: 'edges', id, before: edge, after: { ...seen, successes: seen.successes + 1 } })
  const known = snapshot.workflows[Math.floor(random() * (snapshot.workflows.length + 1))]
  if (known) {
    const after: Workflow = {
      ...known,
      questionTokens: [...known.questionTokens, [wordOf(number)]],
      provenance: [...known.provenance, runIdOf(number), `data:print-${number}`],
      successes: known.successes + 1,
      usage: { ...known.usage, uses: known.usage.uses + 1, helped: known.usage.helped + 1, lastUsed: number },
    }
    changes.push({ table: 'workflows', id: known.id, before: known, after })
  } else {
    const made = workflowOf({
      id: `workflow-${runIdOf(number)}`,
      provenance: [runIdOf(number), `data:print-${number}`],
      questionTokens: [[wordOf(number)]],
      state: 'candidate',
      createdAt: number,
    })
    changes.push({ table: 'workflows', id: made.id, before: null, after: made })
  }
  if (random() < 0.4) {
    const made = experienceOf({
      id: `experience-${runIdOf(number)}-1`,
      provenance: [runIdOf(number)],
      equivalence: `e${number}`,
      state: 'candidate',
    })
    changes.push({ table: 'experiences', id: made.id, before: null, after: made })
  }
  const dropped = snapshot.experiences[0]
  if (dropped && random() < 0.2)
    changes.push({ table: 'experiences', id: dropped.id, before: dropped, after: null })
  return changes
}

function verdictOn(number: number, snapshot: MemorySnapshot, up: boolean): readonly RowChange[] {
  const runId = runIdOf(number)
  return snapshot.workflows
    .filter(({ provenance }) => provenance.includes(runId))
    .map((before): RowChange => ({
      table: 'workflows',
      id: before.id,
      before,
      after: {
        ...before,
        state: up ? 'active' : 'candidate',
        activation: up ? { by: 'thumb-up', at: number, runs: [runId] } : null,
        usage: { ...before.usage, hurt: before.usage.hurt + (up ? 0 : 1) },
      },
    }))
}

/** Fills a store by `count` runs, with verdicts, undos and rollbacks between them. */
export async function live(store: MemoryStore, count: number, random: () => number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const snapshot = await store.snapshot()
    const changes = lessonsOf(number, snapshot, random)
    const used = changes.flatMap(({ table, id, before }) => (table === 'workflows' && before ? [id] : []))
    await store.commit(
      { cause: 'run', runId: runIdOf(number), summary: 'learned', changes },
      recordOf(number, used),
    )
    const commit = await aside(store, number, random)
    if (commit && commit.changes.length > 0) await store.commit(commit)
  }
}

async function aside(store: MemoryStore, number: number, random: () => number): Promise<MemoryCommit | null> {
  const [snapshot, journal] = await Promise.all([store.snapshot(), store.journal()])
  const kind = random()
  const earlier = 1 + Math.floor(random() * number)
  if (kind < 0.25) {
    const up = random() < 0.7
    const changes = verdictOn(earlier, snapshot, up)
    return { cause: 'verdict', runId: runIdOf(earlier), summary: up ? 'up' : 'down', changes }
  }
  try {
    if (kind < 0.35) return undoCommit(journal.at(-1)!, snapshot)
    if (kind < 0.42)
      return undoWithDependants(journal[Math.floor(random() * journal.length)]!, journal, snapshot)
    if (kind < 0.47) return rollbackCommit(journal, Math.floor(random() * journal.length), snapshot)
  } catch {
    // Such a change cannot be taken back, or would change nothing.
  }
  return null
}

/** The tables with rows in order of their ids: stores keep them in different orders. */
export function sorted(snapshot: MemorySnapshot): MemorySnapshot {
  const order = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    workflows: order(snapshot.workflows),
    edges: order(snapshot.edges),
    experiences: order<Experience>(snapshot.experiences),
    skills: order(snapshot.skills),
  }
}
