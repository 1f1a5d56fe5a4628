import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import type { OfflineManifest } from '../../workers/service-worker.ts'
import { CONNECTED_HEADERS, CONNECTED_PAGE, HEADERS } from './headers.ts'

/** Name of the service worker beside index.html; src/bridge/offline.ts registers it. */
const FILE = 'service-worker.js'

const SOURCE = resolve(import.meta.dirname, '..', '..', 'workers', 'service-worker.ts')

/** Models of this site are gigabytes: the app keeps one where a person asks for it, and not as a part of itself. */
const NOT_KEPT = /^models\/[^/]+\//

/** Larger files of the build are the engines of models, kept when a person first loads a model. */
const ON_DEMAND_BYTES = 4e6

/** Readers of files are part of the app whatever their size: HDF5. */
const READERS = /^assets\/hdf5_hl-/

/** All files of a built app that work offline, by their paths, '/' between folders, sorted. */
export function offlineManifest(
  folder: string,
  headers: Readonly<Record<string, string>>,
  pageHeaders: OfflineManifest['pageHeaders'] = {},
): OfflineManifest {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== FILE && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !NOT_KEPT.test(file))
    .sort()
  const hash = createHash('sha256').update(JSON.stringify([headers, pageHeaders]))
  for (const file of all) hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)))
  const isLarge = (file: string) =>
    file.startsWith('assets/') && !READERS.test(file) && statSync(join(folder, file)).size > ON_DEMAND_BYTES
  const [files, onDemand] = [all.filter((file) => !isLarge(file)), all.filter(isLarge)]
  return { version: hash.digest('hex').slice(0, 16), files, onDemand, headers, pageHeaders }
}

/** Bundles workers/service-worker.ts with the list of what lies in a built app's folder, and puts it there. */
export async function writeServiceWorker(folder: string): Promise<void> {
  const manifest = offlineManifest(folder, HEADERS, { [CONNECTED_PAGE]: CONNECTED_HEADERS })
  const bundle = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __OFFLINE_MANIFEST__: JSON.stringify(manifest) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: SOURCE, formats: ['iife'], name: 'serviceWorker' },
    },
  })
  const output = [bundle].flat()[0]
  if (!output || !('output' in output)) throw new Error('the service worker was not bundled')
  writeFileSync(join(folder, FILE), output.output[0].code)
}

/** The service worker comes after the app is built. */
export function offlineBuild(): Plugin {
  let folder = ''
  return {
    name: 'geoforge:offline-build',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    // Not closeBundle: that comes after a failed build too, and its own error would hide the first.
    writeBundle: { order: 'post', handler: () => writeServiceWorker(folder) },
  }
}
