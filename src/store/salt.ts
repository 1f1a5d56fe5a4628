import type { Database, Setting } from './database.ts'

const KEY = 'journal-salt'

export interface Salt {
  readonly value: string
  /** Not stored yet. */
  readonly isNew: boolean
}

/** The salt of the journal's hashes; where there is none yet, a new one that the first commit stores. */
export async function readSalt({ settings }: Pick<Database, 'settings'>): Promise<Salt> {
  const stored = await settings.get(KEY)
  return stored ? { value: stored.value, isNew: false } : { value: newSalt(), isNew: true }
}

export const saltRow = (value: string): Setting => ({ key: KEY, value })

function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
