import Dexie from 'dexie'
import type { DexieOptions, Table } from 'dexie'
import { KEY_DATABASE } from './site-data.ts'
import { guarded } from './store-error.ts'

/**
 * The key that tells this profile's backups from others'. It has a database of its own, so that a backup is still known
 * after the memory itself was reset. The key cannot be exported, and what only signs is of no use elsewhere.
 */
class KeyDatabase extends Dexie {
  declare readonly keys: Table<{ readonly name: string; readonly key: CryptoKey }, string>
  readonly problem = null

  constructor(name: string, dependencies: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> | undefined) {
    super(name, { chromeTransactionDurability: 'strict', ...dependencies })
    this.version(1).stores({ keys: 'name' })
  }
}

/** The key of this profile, made by `make` on the first call. Two tabs that make one at once get the same. */
export async function profileKey(
  make: () => Promise<CryptoKey>,
  options: {
    readonly name?: string
    readonly dependencies?: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>
  } = {},
): Promise<CryptoKey> {
  const database = new KeyDatabase(options.name ?? KEY_DATABASE, options.dependencies)
  try {
    return await guarded('reading the key of this profile', database, async () => {
      const known = await database.keys.get('backup')
      if (known) return known.key
      // Made before the transaction: waiting for Web Crypto inside one lets IndexedDB close it.
      const fresh = { name: 'backup', key: await make() }
      return await database.transaction('rw', database.keys, async () => {
        const first = await database.keys.get('backup')
        if (first) return first.key
        await database.keys.add(fresh)
        return fresh.key
      })
    })
  } finally {
    database.close()
  }
}
