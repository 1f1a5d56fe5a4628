import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PartCache } from './bench.ts'

/** A folder of JSON files, one a finished part, each written whole or not at all. */
export function partCache(folder: string): PartCache & { clear(): void } {
  const file = (key: string) =>
    join(folder, createHash('sha256').update(key).digest('hex').slice(0, 24) + '.json')
  return {
    get(key) {
      const path = file(key)
      return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined
    },
    set(key, value) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file(key) + '.new', JSON.stringify(value))
      renameSync(file(key) + '.new', file(key))
    },
    clear() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A hash over the code of these folders: parts that other code finished must not be reused. */
export function codeHash(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
