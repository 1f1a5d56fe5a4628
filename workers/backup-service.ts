import { proxyMarker } from 'comlink'
import type { BackupApi, BackupFacts, ImportAsk } from '../src/bridge/backup-api.ts'
import { CHECK_WORDS } from '../src/agent/checks.ts'
import { AppError, isAppError } from '../src/lib/errors.ts'
import { backupFile, importCommit, openBackup, type Backup } from '../src/memory/backup/index.ts'
import { runsOf } from '../src/memory/provenance.ts'
import type { MemoryStore } from '../src/memory/types.ts'
import type { DexieMemoryStore } from '../src/store/index.ts'
import type { ToolSpec } from '../src/tools/tool.ts'

export interface BackupParts {
  readonly store: () => Promise<MemoryStore & Pick<DexieMemoryStore, 'erasedAmong'>>
  /** The library that strangers' entries are read against. */
  readonly specs: () => Promise<readonly ToolSpec[]>
  /** Tells this profile's files from others'. */
  readonly key: () => Promise<CryptoKey>
}

/** The memory written to a file, and taken from one. */
export class BackupService implements BackupApi {
  readonly [proxyMarker] = true as const

  constructor(private readonly parts: BackupParts) {}

  async write({
    questions,
    passphrase,
  }: {
    readonly questions: boolean
    readonly passphrase: string | null
  }) {
    const store = await this.parts.store()
    const [snapshot, runs, key] = await Promise.all([
      store.snapshot(),
      questions ? store.runs() : [],
      this.parts.key(),
    ])
    const bytes = await backupFile({ snapshot, runs, madeAt: Date.now(), questions, key }, passphrase)
    return new Blob([bytes], {
      type: passphrase === null ? 'application/x-ndjson' : 'application/octet-stream',
    })
  }

  async read(file: Blob, passphrase: string | null): Promise<BackupFacts | null> {
    const backup = await this.open(file, passphrase).catch((error: unknown) => {
      if (isAppError(error) && error.details['needs'] === 'passphrase') return null
      throw error
    })
    if (backup === null) return null
    const { head, own, snapshot, runs } = backup
    return {
      own,
      madeAt: head.madeAt,
      questions: head.questions,
      skills: snapshot.skills.length,
      workflows: snapshot.workflows.length,
      experiences: snapshot.experiences.length,
      runs: runs.length,
    }
  }

  async plan(file: Blob, ask: ImportAsk) {
    return (await this.import(file, ask)).report
  }

  async take(file: Blob, ask: ImportAsk) {
    const { commit, report, backup, erased } = await this.import(file, ask)
    const store = await this.parts.store()
    if (commit.changes.length === 0) {
      throw new AppError(
        'invalid_input',
        'All that this file holds is here already, or was refused; nothing was changed.',
      )
    }
    const { seq, summary } = await store.commit(commit)
    if (report.trust !== 'stranger') {
      const known = new Set((await store.runs()).map(({ id }) => id))
      for (const run of backup.runs) if (!known.has(run.id) && !erased.has(run.id)) await store.saveRun(run)
    }
    return { seq, summary, undoable: true, report }
  }

  private async import(file: Blob, { passphrase, vouched, way }: ImportAsk) {
    const backup = await this.open(file, passphrase)
    const { skills, workflows, experiences } = backup.snapshot
    const made = [...skills, ...workflows, ...experiences].flatMap(({ provenance }) =>
      runsOf(provenance).map(({ runId }) => runId),
    )
    const store = await this.parts.store()
    const erased = await store.erasedAmong(new Set([...made, ...backup.runs.map(({ id }) => id)]))
    const planned = importCommit(backup, await store.snapshot(), {
      trust: backup.own ? 'own' : vouched ? 'vouched' : 'stranger',
      way,
      at: Date.now(),
      specs: await this.parts.specs(),
      checks: Object.keys(CHECK_WORDS),
      erased,
    })
    return { ...planned, backup, erased }
  }

  private async open(file: Blob, passphrase: string | null): Promise<Backup> {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return openBackup(bytes, { passphrase, key: await this.parts.key() })
  }
}
