import type { ImportReport } from '../memory/backup/import-commit.ts'
import type { MemoryDone } from './memory-api.ts'

/** What a memory file is, as far as it can be told before anything is taken from it. */
export interface BackupFacts {
  /** True where this profile wrote it. */
  readonly own: boolean
  /** Milliseconds since 1970, as the file says. */
  readonly madeAt: number
  /** True where words of past questions are in it, and runs. */
  readonly questions: boolean
  readonly skills: number
  readonly workflows: number
  readonly experiences: number
  readonly runs: number
}

export interface ImportAsk {
  /** Null for a file that is not encrypted. */
  readonly passphrase: string | null
  /** The person says that a file of another profile is to be trusted. */
  readonly vouched: boolean
  /** Of a file that is trusted: the memory becomes what it says, or what it says is added. */
  readonly way: 'restore' | 'merge'
}

/** The memory in a file. Rejects with read_failed for a file that is no memory, invalid_input for a passphrase that does not open it. */
export interface BackupApi {
  write(options: { readonly questions: boolean; readonly passphrase: string | null }): Promise<Blob>
  /** Null where a passphrase is needed first. */
  read(file: Blob, passphrase: string | null): Promise<BackupFacts | null>
  /** What taking it in would change; nothing is written. */
  plan(file: Blob, ask: ImportAsk): Promise<ImportReport>
  take(file: Blob, ask: ImportAsk): Promise<MemoryDone & { readonly report: ImportReport }>
}
