import { z } from 'zod'
import { snapshotShape } from '../shapes.ts'
import type { MemorySnapshot, MemoryTable } from '../types.ts'
import type { RunRecord } from '../../trace/events.ts'

/**
 * A backup is text, a JSON value a line: the head, a line for each row, and a last line with checksums over all before
 * it. `version` goes up with every change of this layout; the rows are as `MEMORY_VERSION` has them.
 */
export const FORMAT = 'geoforge-memory'
export const BACKUP_VERSION = 1

/** Of text; more is no memory that this project wrote. */
export const LARGEST_CHARACTERS = 512 << 20
export const MOST_LINES = 1_000_000

export const TABLES: readonly MemoryTable[] = ['skills', 'workflows', 'experiences', 'edges']

export const headShape = z.object({
  format: z.literal(FORMAT),
  version: z.literal(BACKUP_VERSION),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  /** True where the person ticked that questions go with it: words of past questions, and the runs. */
  questions: z.boolean(),
})

export type BackupHead = z.infer<typeof headShape>

export const endShape = z.object({
  end: z.object({
    /** Lines before this one. */
    lines: z.int().nonnegative(),
    /** SHA-256 of the text before this line, in hex. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** HMAC-SHA-256 of the same by a key that never leaves the profile, in hex; null where there was none. */
    hmac: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
  }),
})

const tables = snapshotShape.shape
export const lineShape = z.discriminatedUnion('table', [
  z.object({ table: z.literal('skills'), row: tables.skills.element }),
  z.object({ table: z.literal('workflows'), row: tables.workflows.element }),
  z.object({ table: z.literal('experiences'), row: tables.experiences.element }),
  z.object({ table: z.literal('edges'), row: tables.edges.element }),
  z.object({
    table: z.literal('runs'),
    // Events are replayed as they were written, and only by the profile that wrote them.
    row: z.looseObject({
      id: z.string(),
      question: z.string(),
      startedAt: z.number(),
      status: z.enum(['answered', 'declined', 'needs_input', 'ungrounded', 'error', 'stopped', 'running']),
      taskType: z.string().nullable(),
      events: z.array(z.looseObject({ type: z.string(), at: z.number() })),
    }),
  }),
])

/** What a file held. */
export interface Backup {
  readonly head: BackupHead
  readonly snapshot: MemorySnapshot
  /** Empty where questions stayed at home. */
  readonly runs: readonly RunRecord[]
  /** True where this profile wrote the file, as its key says. */
  readonly own: boolean
  /** SHA-256 of the file's text, in hex: names the file. */
  readonly digest: string
}
