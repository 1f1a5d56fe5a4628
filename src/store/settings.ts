import type { Announcer } from './announce.ts'
import type { Database } from './database.ts'
import { guarded } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

/** Values of the app by key, as JSON. Throws as DexieMemoryStore does. */
export class Settings {
  constructor(
    private readonly parts: {
      readonly database: Database
      readonly gate: WriterGate
      readonly announcer: Pick<Announcer, 'tell'>
    },
  ) {}

  /** `fallback` where nothing is stored under the key or what is stored is not what `accept` takes. */
  async read<Value>(
    key: string,
    accept: (value: unknown) => value is Value,
    fallback: Value,
  ): Promise<Value> {
    const { database } = this.parts
    const row = await guarded('reading a setting', database, () => database.settings.get(key))
    if (!row) return fallback
    try {
      const value: unknown = JSON.parse(row.value)
      return accept(value) ? value : fallback
    } catch {
      return fallback
    }
  }

  async write(key: string, value: unknown): Promise<void> {
    const { database, gate, announcer } = this.parts
    await gate.assertWritable()
    const row = { key, value: JSON.stringify(value) }
    await guarded('storing a setting', database, () => database.settings.put(row))
    announcer.tell('settings')
  }
}
