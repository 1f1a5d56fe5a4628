import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(process.env['GEOFORGE_SHARED'] ?? join(import.meta.dirname, '..', '..', '..', 'shared'))

/** False where the folder of test scenes and data sets is not there; tests that need it say that they skip. */
export const hasShared = existsSync(join(root, 'data'))

export function sharedPath(...parts: readonly string[]): string {
  return join(root, ...parts)
}
