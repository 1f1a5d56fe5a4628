import { AppError } from '../lib/errors.ts'
import { TASK_TYPES } from '../sensing/task-types.ts'
import type { RunRecord } from '../trace/events.ts'
import { activated } from './distil/activation.ts'
import { Changes } from './distil/changes.ts'
import { resolveContradictions } from './distil/contradictions.ts'
import { equivalenceOf, triggerClass } from './distil/drafts/draft.ts'
import { mergeWorkflows, workflowKey } from './distil/merge.ts'
import { removalWords } from './distil/summary.ts'
import { typeWords } from './distil/trace.ts'
import { uniteExperiences } from './distil/unite-experiences.ts'
import { activateSkill } from './distil/usage.ts'
import { formFaults } from './gate/form-faults.ts'
import { runsAndData, runsOf } from './provenance.ts'
import type { CommitCause, Experience, MemoryCommit, MemorySnapshot, Skill, Workflow } from './types.ts'

/** Tables whose entries have a life that a person decides about. */
export type EntryTable = 'skills' | 'workflows' | 'experiences'
type Entry<Table extends EntryTable> = MemorySnapshot[Table][number]

const NAMES: Readonly<Record<EntryTable, string>> = {
  skills: 'skill',
  workflows: 'workflow',
  experiences: 'experience',
}

/**
 * A person's approval: an entry in quarantine becomes a candidate, whose evidence begins here; a candidate becomes active.
 * Throws invalid_input where there is no such entry, or where it holds a form that no entry may.
 */
export function approveCommit(
  table: EntryTable,
  id: string,
  snapshot: MemorySnapshot,
  at: number = Date.now(),
): MemoryCommit {
  const changes = new Changes(snapshot)
  const entry = entryOf(changes, table, id)
  assertForm(table, entry, 'approved')
  const name = NAMES[table]
  if (entry.state === 'quarantined') {
    put(changes, table, withoutClaims(entry))
    settle(changes, table, id)
    return commitOf(
      'approve',
      `A person let a ${name} out of quarantine: it is a candidate, and what it says of runs elsewhere does not count.`,
      changes,
    )
  }
  const activation = { by: 'approval', at, runs: [] } as const
  if (table === 'skills') activateSkill(changes, id, activation)
  else put<EntryTable>(changes, table, activated(entry, activation))
  return commitOf('approve', `A person approved a ${name}: it is active.`, changes)
}

/** Keeps an entry from being evicted or retired, or lets it go again. Throws invalid_input where it waits for an approval. */
export function pinCommit(
  table: EntryTable,
  id: string,
  pinned: boolean,
  snapshot: MemorySnapshot,
): MemoryCommit {
  const changes = new Changes(snapshot)
  const entry = entryOf(changes, table, id)
  if (pinned && entry.state === 'quarantined') {
    throw new AppError('invalid_input', `This ${NAMES[table]} waits in quarantine; approve it before it is pinned.`, { table, id }) // prettier-ignore
  }
  put(changes, table, { ...entry, pinned })
  return commitOf('pin', `A person ${pinned ? 'pinned' : 'unpinned'} a ${NAMES[table]}.`, changes)
}

/** Takes an entry out of use, pinned or not; it stays in the journal. */
export function retireCommit(table: EntryTable, id: string, snapshot: MemorySnapshot): MemoryCommit {
  const changes = new Changes(snapshot)
  entryOf(changes, table, id)
  changes.remove(table, id, 'a person retired it')
  return commitOf('retire', removalWords(changes).trim(), changes)
}

/** What a person may write in an entry; steps, names and counts are what runs did. */
export interface EditPatch {
  skills: Partial<Pick<Skill, 'title' | 'description' | 'notes' | 'rules'>>
  workflows: Partial<Pick<Workflow, 'description' | 'parameters' | 'cautions'>>
  experiences: Partial<Pick<Experience, 'trigger' | 'correction'>>
}

const FIELDS: Readonly<Record<EntryTable, readonly string[]>> = {
  skills: ['title', 'description', 'notes', 'rules'],
  workflows: ['description', 'parameters', 'cautions'],
  experiences: ['trigger', 'correction'],
}

/** An entry in a person's words. Throws invalid_input where they hold a form that no memory keeps, or nothing. */
export function editCommit<Table extends EntryTable>(
  table: Table,
  id: string,
  patch: EditPatch[Table],
  snapshot: MemorySnapshot,
): MemoryCommit {
  const changes = new Changes(snapshot)
  const entry = entryOf(changes, table, id)
  const strange = Object.keys(patch).filter((field) => !FIELDS[table].includes(field))
  if (strange.length > 0) {
    throw new AppError(
      'invalid_input',
      `Of a ${NAMES[table]} only ${FIELDS[table].join(', ')} can be edited.`,
      { table, id },
    )
  }
  const cleaned = Object.fromEntries(
    Object.entries(patch as Record<string, string | readonly string[]>).map(([field, value]) => [
      field,
      typeof value === 'string' ? line(value, field) : value.map((text) => line(text, field)),
    ]),
  )
  const edited = withOwnClass({ ...entry, ...cleaned, origin: 'hand' })
  assertForm(table, edited, 'edited')
  put(changes, table, edited)
  if (edited.state !== 'quarantined') settle(changes, table, id)
  return commitOf('edit', `A person edited a ${NAMES[table]}.`, changes)
}

/** What a person says was wrong in a run, and what to do instead. */
export interface PersonCorrection {
  readonly tool: string
  readonly argument?: string
  readonly correction: string
}

/**
 * A person's correction as an experience, active at once: a person's word is evidence. It takes the place of an earlier one
 * for the same tool and argument. Throws invalid_input where the run did not have the tool, or for words of a form that
 * no memory keeps.
 */
export function correctionCommit(
  record: RunRecord,
  { tool, argument, correction }: PersonCorrection,
  snapshot: MemorySnapshot,
  at: number = Date.now(),
): MemoryCommit {
  const taskType = TASK_TYPES.find((type) => type === record.taskType)
  if (!taskType) {
    throw new AppError('invalid_input', 'This run ended before its task was known; correct a later run.')
  }
  const called = record.events.some((event) => event.type === 'step-start' && event.call.tool === tool)
  const offered = record.events.some(
    (event) => event.type === 'context-ready' && event.admissible.includes(tool),
  )
  if (!called && !offered) {
    throw new AppError(
      'invalid_input',
      'The tool of a correction must be one that the run had; choose one of its steps.',
    )
  }
  const words = line(correction, 'correction')
  const about = argument ?? ''
  const changes = new Changes(snapshot)
  const run = { runId: record.id, fingerprints: fingerprintsOf(record) }
  const equivalence = equivalenceOf(tool, 'correction', `${about} of ${typeWords(taskType)}`.trim(), words)
  const count = changes.rows('experiences').filter((row) => runsOf(row.provenance)[0]?.runId === record.id)
  const row: Experience = {
    id: freeId(changes, `experience-${record.id}-by-hand`, count.length + 1),
    kind: 'correction',
    equivalence,
    taskType,
    tool,
    trigger: `A person corrected ${tool}${about === '' ? '' : ` for its argument ${about}`} for a question of ${typeWords(taskType)}`,
    correction: words,
    operations: [],
    count: 1,
    origin: 'hand',
    state: 'active',
    activation: { by: 'approval', at, runs: [record.id] },
    pinned: false,
    provenance: runsAndData(run),
    usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
    createdAt: at,
  }
  assertForm('experiences', row, 'kept')
  if (argument !== undefined && !/^[a-z][a-z0-9_]{0,47}$/.test(argument)) {
    throw new AppError('invalid_input', 'The argument of a correction must be one of the tool’s own names.')
  }
  changes.put('experiences', row)
  settle(changes, 'experiences', row.id)
  return { ...commitOf('correction', `A person corrected ${tool}.`, changes), runId: record.id }
}

/** An entry that changed its place or words meets those that say the same or the contrary. */
function settle(changes: Changes, table: EntryTable, id: string): void {
  if (table === 'workflows') {
    const workflow = changes.get('workflows', id)
    if (workflow) mergeWorkflows(changes, workflowKey(workflow))
  } else if (table === 'experiences') {
    const experience = changes.get('experiences', id)
    if (!experience) return
    uniteExperiences(changes, experience.equivalence)
    resolveContradictions(changes, new Set([triggerClass(experience.equivalence)]))
  }
}

/** A stranger's counts are no evidence: what an entry did elsewhere does not make it better known here. */
function withoutClaims<Row extends Skill | Workflow | Experience>(row: Row): Row {
  return {
    ...row,
    state: 'candidate',
    activation: null,
    pinned: false,
    provenance: row.provenance.slice(0, 1),
    usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
    ...('sequence' in row ? { successes: 0, failures: 0 } : {}),
    ...('count' in row ? { count: 1 } : {}),
  }
}

/** ν(e) follows the words of an experience. */
function withOwnClass<Row extends Skill | Workflow | Experience>(row: Row): Row {
  if (!('equivalence' in row)) return row
  const [tool = '', condition = '', about = ''] = row.equivalence.split('|')
  return { ...row, equivalence: equivalenceOf(tool, condition, about, row.correction) }
}

function entryOf<Table extends EntryTable>(changes: Changes, table: Table, id: string): Entry<Table> {
  const entry = changes.get(table, id)
  if (entry) return entry
  throw new AppError(
    'invalid_input',
    `There is no such ${NAMES[table]} any more: it was retired, superseded or erased. Open the memory view again.`,
    { table, id },
  )
}

function assertForm<Table extends EntryTable>(table: Table, row: Entry<Table>, done: string): void {
  const faults = formFaults(table, row)
  if (faults.length === 0) return
  const reasons = [...new Set(faults.map(({ field, reason }) => `${field}: ${reason}`))].join('; ')
  throw new AppError(
    'invalid_input',
    `This ${NAMES[table]} cannot be ${done}, because no memory keeps ${reasons}.`,
    {
      table,
      fields: [...new Set(faults.map(({ field }) => field))],
    },
  )
}

/** What a person may write in one line of an entry, in characters. */
const LONGEST_LINE = 600

/** One line of a person, without spaces around; throws invalid_input where nothing is left, or too much. */
function line(text: string, field: string): string {
  const kept = text.normalize('NFC').trim()
  if (kept.length > LONGEST_LINE) {
    throw new AppError('invalid_input', `The ${field} has ${kept.length} characters; ${LONGEST_LINE} are kept at most. Say it shorter.`) // prettier-ignore
  }
  if (kept === '')
    throw new AppError('invalid_input', `The ${field} is empty; write a sentence, or leave it as it is.`)
  return kept
}

function freeId(changes: Changes, base: string, from: number): string {
  let number = from
  while (changes.get('experiences', `${base}-${number}`)) number += 1
  return `${base}-${number}`
}

// An entry of a table is put into that table: TypeScript cannot follow the pair through a type parameter.
const put = <Table extends EntryTable>(changes: Changes, table: Table, row: Entry<Table>) =>
  changes.put(table, row)

function commitOf(cause: CommitCause, summary: string, changes: Changes): MemoryCommit {
  const removed = removalWords(changes)
  const words = summary === removed.trim() ? summary : summary + removed
  return { cause, runId: null, summary: words, changes: changes.list() }
}

const fingerprintsOf = ({ events }: RunRecord) =>
  events.find((event) => event.type === 'context-ready')?.fingerprints ?? []
