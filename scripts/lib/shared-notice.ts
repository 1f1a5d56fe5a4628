import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Says that the folder of test scenes is absent, empty where it is there. */
export function sharedNotice(): string {
  const root = resolve(import.meta.dirname, '..', '..')
  const folder = resolve(process.env['GEOFORGE_SHARED'] ?? join(root, '..', 'shared'))
  if (existsSync(join(folder, 'data'))) return ''
  return `The folder of test scenes is not there (${folder}), so the tests that read it were skipped. GEOFORGE_SHARED names another place.`
}
