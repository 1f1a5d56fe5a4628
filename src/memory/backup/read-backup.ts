import { AppError } from '../../lib/errors.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { RunRecord } from '../../trace/events.ts'
import type { MemorySnapshot } from '../types.ts'
import {
  BACKUP_VERSION,
  endShape,
  FORMAT,
  headShape,
  LARGEST_CHARACTERS,
  lineShape,
  MOST_LINES,
  type Backup,
} from './format.ts'
import { isSealedBy } from './profile-seal.ts'

/**
 * Reads what `writeBackup` wrote. `key` is that of this profile, null where it has none. Throws read_failed where the text
 * is no backup, is cut off or changed, or was written by a newer version.
 */
export async function readBackup(text: string, key: CryptoKey | null): Promise<Backup> {
  if (text.length > LARGEST_CHARACTERS) throw broken('is larger than any memory')
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const content = text.slice(0, end)
  const lines = content.split('\n')
  lines.pop()
  const [first = ''] = lines
  checkVersion(parsed(first))
  const head = headShape.safeParse(parsed(first))
  if (!head.success) throw broken('does not begin as one')
  const last = endShape.safeParse(parsed(text.slice(end)))
  if (!last.success) throw broken('has no last line with its checksums, so it was cut off')
  const { sha256, hmac, lines: count } = last.data.end
  if (lines.length > MOST_LINES) throw broken('holds more rows than any memory')
  const digest = await sha256Hex(content)
  if (digest !== sha256 || lines.length !== count) throw broken('was changed after it was written')
  const rows = lines.slice(1).map((line, at) => {
    const row = lineShape.safeParse(parsed(line))
    if (!row.success) throw broken(`holds a row that is none (line ${at + 2})`)
    return row.data
  })
  const of = (table: string) => rows.filter((line) => line.table === table).map(({ row }) => row)
  // The shapes were checked; the types are those of types.ts.
  const snapshot = {
    skills: of('skills'),
    workflows: of('workflows'),
    experiences: of('experiences'),
    edges: of('edges'),
  } as unknown as MemorySnapshot
  for (const [table, items] of Object.entries(snapshot)) checkIds(table, items as readonly { id: string }[])
  return {
    head: head.data,
    snapshot,
    runs: of('runs') as unknown as readonly RunRecord[],
    own: key !== null && hmac !== null && (await isSealedBy(key, content, hmac)),
    digest,
  }
}

function checkIds(table: string, rows: readonly { readonly id: string }[]): void {
  if (new Set(rows.map(({ id }) => id)).size < rows.length) throw broken(`names an entry of ${table} twice`)
}

function checkVersion(first: unknown): void {
  const { format, version } = (first ?? {}) as { format?: unknown; version?: unknown }
  if (format === FORMAT && typeof version === 'number' && version > BACKUP_VERSION) {
    throw new AppError(
      'read_failed',
      `This memory was written by a newer version (layout ${version}; this one reads up to ${BACKUP_VERSION}). Reload the page to get the newer one, then try again.`,
      { version },
    )
  }
}

/** Null where it is no JSON: no shape takes that. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const broken = (what: string) =>
  new AppError(
    'read_failed',
    `This is not a whole memory file: it ${what}. Nothing was taken from it; use another copy of the file.`,
  )
