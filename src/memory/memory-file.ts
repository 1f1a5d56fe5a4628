import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import type { RunRecord } from '../trace/events.ts'
import { upgradeMemory, type PastMemory } from './journal/upgrade.ts'
import { commitCause, rowChange, snapshotShape } from './shapes.ts'
import type { JournalRow, MemorySnapshot } from './types.ts'

/** Goes up with every change of shape. */
export const MEMORY_VERSION = 2

/** All that a store in memory holds. */
export interface MemoryState {
  readonly version: typeof MEMORY_VERSION
  readonly salt: string
  /** What was there before the journal's first row. */
  readonly base: MemorySnapshot
  readonly snapshot: MemorySnapshot
  readonly journal: readonly JournalRow[]
  readonly runs: readonly RunRecord[]
}

const journalRow = z.object({
  cause: commitCause,
  runId: z.string().nullable(),
  summary: z.string(),
  changes: z.array(rowChange),
  seq: z.int().positive(),
  at: z.number(),
  payloadHash: z.string(),
  hash: z.string(),
  previous: z.string(),
  of: z.array(z.int().nonnegative()).optional(),
  sealed: z.unknown().optional(),
  gone: z.enum(['erased', 'missing']).optional(),
  erasure: z
    .object({
      removed: z.array(z.int().positive()),
      rewritten: z.array(z.object({ seq: z.int().positive(), payloadHash: z.string() })),
    })
    .optional(),
})

/** Events are replayed as they were written, so only what the lists read is checked here. */
const runRecord = z.looseObject({
  id: z.string(),
  question: z.string(),
  startedAt: z.number(),
  status: z.enum(['answered', 'declined', 'needs_input', 'ungrounded', 'error', 'stopped', 'running']),
  taskType: z.string().nullable(),
  events: z.array(z.looseObject({ type: z.string(), at: z.number() })),
})

const memoryState = z.object({
  version: z.literal(MEMORY_VERSION),
  salt: z.string().min(1),
  base: snapshotShape,
  snapshot: snapshotShape,
  journal: z.array(journalRow),
  runs: z.array(runRecord),
})

/** Version 1: entries did not tell what made them active, and what was there before the journal was not kept. */
const pastRow = z.looseObject({ id: z.string() })
const pastMemory = z.looseObject({
  snapshot: z.object({
    workflows: z.array(pastRow),
    edges: z.array(pastRow),
    experiences: z.array(pastRow),
    skills: z.array(pastRow),
  }),
  journal: z.array(
    z.looseObject({
      changes: z.array(
        z.looseObject({
          table: z.enum(['workflows', 'edges', 'experiences', 'skills']),
          id: z.string(),
          before: pastRow.nullable(),
          after: pastRow.nullable(),
        }),
      ),
    }),
  ),
})

/** A file of version 1 as one of this version; anything else as it is. */
function upgraded(data: unknown): unknown {
  if ((data as { version?: unknown } | null)?.version !== 1 || !pastMemory.safeParse(data).success)
    return data
  const { snapshot, journal, ...rest } = data as PastMemory & Record<string, unknown>
  return { ...rest, version: MEMORY_VERSION, ...upgradeMemory({ snapshot, journal }) }
}

/**
 * Reads what `dump()` wrote, also of version 1. Throws read_failed where the text is no memory, is broken, or comes from a newer version.
 * The shape is checked here; whether the journal is whole is `verifyJournal`.
 */
export function parseMemory(text: string): MemoryState {
  const data = parseJson(text)
  const version = (data as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > MEMORY_VERSION) {
    throw new AppError(
      'read_failed',
      `This memory was written by a newer version (${version}; this one reads up to ${MEMORY_VERSION}). Update, or use another file.`,
      { version },
    )
  }
  const parsed = memoryState.safeParse(upgraded(data))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue?.path.join('.') ?? ''
    throw new AppError(
      'read_failed',
      `This is not a whole memory file: ${where === '' ? 'the whole' : where} is not as expected. Use a file that was written by this project, or start without one.`,
      { where },
    )
  }
  return parsed.data as unknown as MemoryState
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError(
      'read_failed',
      'The memory file is not JSON; it may have been cut off. Use another file, or start without one.',
      {},
      { cause: error },
    )
  }
}
