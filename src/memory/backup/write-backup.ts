import { sha256Hex } from '../../lib/hash.ts'
import type { RunRecord } from '../../trace/events.ts'
import type { MemorySnapshot, Workflow } from '../types.ts'
import { BACKUP_VERSION, FORMAT, TABLES, type BackupHead } from './format.ts'
import { hmacHex } from './profile-seal.ts'

export interface BackupContent {
  readonly snapshot: MemorySnapshot
  readonly runs: readonly RunRecord[]
  readonly madeAt: number
  /** Takes the words of past questions and the runs along. */
  readonly questions: boolean
  /** Of this profile (HMAC-SHA-256); null where there is none, and the file is a stranger's everywhere. */
  readonly key: CryptoKey | null
}

/** The memory as one text. Quarantined entries stay behind: they are of others. */
export async function writeBackup(content: BackupContent): Promise<string> {
  const { snapshot, runs, madeAt, questions, key } = content
  const head: BackupHead = { format: FORMAT, version: BACKUP_VERSION, madeAt, questions }
  const lines = [JSON.stringify(head)]
  for (const table of TABLES) {
    for (const row of snapshot[table]) {
      if ('state' in row && row.state === 'quarantined') continue
      lines.push(JSON.stringify({ table, row: questions ? row : withoutQuestions(row) }))
    }
  }
  if (questions) for (const row of runs) lines.push(JSON.stringify({ table: 'runs', row }))
  const text = `${lines.join('\n')}\n`
  const end = {
    lines: lines.length,
    sha256: await sha256Hex(text),
    hmac: key === null ? null : await hmacHex(key, text),
  }
  return `${text}${JSON.stringify({ end })}\n`
}

function withoutQuestions(row: MemorySnapshot[keyof MemorySnapshot][number]) {
  return 'questionTokens' in row ? ({ ...row, questionTokens: [] } satisfies Workflow) : row
}
