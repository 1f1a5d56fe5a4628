import Dexie from 'dexie'
import type { DexieOptions, Table } from 'dexie'
import { AppError, isAppError } from '../lib/errors.ts'
import type {
  Edge,
  ErasureMarks,
  Experience,
  JournalRow,
  RowChange,
  Skill,
  StoredVector,
  Workflow,
} from '../memory/types.ts'
import type { SceneOverride } from '../trace/data.ts'
import type { RunRecord } from '../trace/events.ts'
import type { Layer } from '../trace/layer.ts'
import type { Recipe } from '../trace/recipe.ts'
import { movePayloadsApart } from './move-payloads.ts'
import { DATABASE } from './site-data.ts'

/** Only ever goes up. Each past version keeps its `version(n).stores(…)` line and its migration. */
export const SCHEMA_VERSION = 3

/** A journal row but for what it changed. `gone` stands where an erase has taken that. */
export interface StoredHead extends Omit<JournalRow, 'changes' | 'sealed' | 'gone' | 'erasure'> {
  readonly gone?: 'erased'
}

/** What a journal row changed, apart from its head, so that an erase can take it away. */
export interface StoredPayload {
  readonly seq: number
  readonly changes: readonly RowChange[]
  readonly sealed?: unknown
  readonly erasure?: ErasureMarks
}

/** A dropped file: its bytes lie in OPFS under its id where `kept`, else they were there for one session only. */
export interface StoredFile {
  readonly id: string
  /** Foreign text. */
  readonly name: string
  readonly size: number
  readonly kept: boolean
  readonly addedAt: number
}

export interface StoredOverride {
  /** Of a file, so that it is understood in the same way when it is dropped again. */
  readonly fingerprint: string
  readonly change: SceneOverride
}

/** Steps that a person keeps as a tool: `KeptRecipe` under its name. */
export interface StoredRecipe {
  readonly name: string
  readonly recipe: Recipe
  /** A person's own words, for people alone. */
  readonly title: string
  readonly createdAt: number
}

export interface Setting {
  readonly key: string
  readonly value: string
}

export interface DatabaseOptions {
  readonly name?: string
  /** Hears, once, why the database was closed under us or cannot be opened yet: for people. */
  readonly onProblem?: (message: string) => void
  /** IndexedDB of another kind, for tests. */
  readonly dependencies?: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>
}

/** All records of the app. Transactions are strictly durable: what a promise has confirmed survives a power cut. */
export class Database extends Dexie {
  declare readonly runs: Table<RunRecord, string>
  declare readonly workflows: Table<Workflow, string>
  declare readonly edges: Table<Edge, string>
  declare readonly experiences: Table<Experience, string>
  declare readonly skills: Table<Skill, string>
  declare readonly layers: Table<Layer, string>
  declare readonly files: Table<StoredFile, string>
  declare readonly overrides: Table<StoredOverride, string>
  declare readonly journal: Table<StoredHead, number>
  declare readonly payloads: Table<StoredPayload, number>
  declare readonly vectors: Table<StoredVector, string>
  declare readonly recipes: Table<StoredRecipe, string>
  declare readonly settings: Table<Setting, string>

  /** Why the database is closed, null while it is in order. */
  problem: string | null = null

  constructor({ name = DATABASE, onProblem, dependencies }: DatabaseOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', autoOpen: false, ...dependencies })
    this.version(1).stores({
      runs: 'id, startedAt, status',
      workflows: 'id',
      edges: 'id',
      experiences: 'id',
      skills: 'id',
      layers: 'id',
      files: 'id',
      overrides: 'fingerprint',
      journal: 'seq',
      settings: 'key',
    })
    // A table more; what the others hold stays as it is.
    this.version(2).stores({ recipes: 'name' })
    this.version(3)
      .stores({ journal: 'seq, cause', payloads: 'seq', vectors: 'id' })
      .upgrade(movePayloadsApart)
    this.on('versionchange', () => {
      this.giveUp(
        'a newer version of GeoForge was opened in another tab; reload this page to go on',
        onProblem,
      )
    })
    this.on('blocked', () => {
      onProblem?.('an older version of GeoForge is open in another tab and holds the storage; close that tab')
    })
  }

  private giveUp(message: string, onProblem?: (message: string) => void): void {
    this.close()
    this.problem ??= message
    onProblem?.(message)
  }
}

/**
 * Opens the database, making or migrating it where needed. Throws store_failed where the disk holds a newer schema
 * than this page knows, or where there is no IndexedDB.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const database = new Database(options)
  try {
    // Looked at before Dexie does: it opens a newer database and "repairs" it by the older schema.
    const factory = (options.dependencies?.indexedDB ?? globalThis.indexedDB) as IDBFactory
    const onDisk = await schemaOnDisk(factory, database.name)
    if (onDisk > SCHEMA_VERSION) {
      throw new AppError(
        'store_failed',
        `the storage was written by a newer GeoForge (schema ${onDisk}, this page knows ${SCHEMA_VERSION}); reload to get the newer page`,
      )
    }
    await database.open()
    return database
  } catch (error) {
    if (isAppError(error)) throw error
    const name = error instanceof Error ? error.name : 'unknown cause'
    throw new AppError(
      'store_failed',
      `the browser's database could not be opened (${name}); leave private browsing or free some storage, then reload`,
      {},
      { cause: error },
    )
  }
}

/** 0 where there is no database yet. Dexie multiplies its version numbers by ten. */
function schemaOnDisk(factory: IDBFactory, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name)
    let isNew = false
    request.onupgradeneeded = () => {
      isNew = true
      request.transaction!.abort()
    }
    request.onsuccess = () => {
      const { version } = request.result
      request.result.close()
      resolve(Math.floor(version / 10))
    }
    request.onerror = () => (isNew ? resolve(0) : reject(request.error ?? new Error('no reason given')))
  })
}
