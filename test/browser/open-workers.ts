import { startGeoForge } from '../../src/bridge/index.ts'
import type { Change, GeoForge, PageKind } from '../../src/bridge/index.ts'
import { makeId } from '../../src/lib/ids.ts'
import { probeMachine } from '../../src/models/probe-machine.ts'
import { eraseSite, siteUsage } from '../../src/store/site-data.ts'

export interface OpenWorkers extends GeoForge {
  readonly changes: Change[]
  /** Ends the worker as a crash would: nobody is told. */
  kill(which: Which): void
}

type Folder = 'results' | 'files' | 'tool-index'
type Which = 'raster' | 'agent' | 'models'

const open: OpenWorkers[] = []

/** The real workers, as a page has them; two of these are as two tabs. `agent` may watch what the real one does. */
export function openWorkers(
  page: PageKind = 'sealed',
  agent: (name: string) => Worker = agentWorker,
): OpenWorkers {
  const name = makeId('page')
  const workers: Partial<Record<Which, Worker>> = {}
  const spawn = (which: Which, worker: Worker) => {
    workers[which] = worker
    return { endpoint: worker, terminate: () => worker.terminate(), onError: () => undefined }
  }
  const forge = startGeoForge({
    spawnRaster: () =>
      spawn(
        'raster',
        new Worker(new URL('../../workers/raster.ts', import.meta.url), { type: 'module', name }),
      ),
    spawnAgent: () => spawn('agent', agent(name)),
    spawnModels: () =>
      spawn(
        'models',
        new Worker(new URL('../../workers/models.ts', import.meta.url), { type: 'module', name }),
      ),
    locks: navigator.locks,
    persist: () => Promise.resolve(false),
    site: { machine: probeMachine, usage: siteUsage, erase: eraseSite },
    page,
    base: new URL('/', location.href).href,
    name,
  })
  const changes: Change[] = []
  forge.onChange((change) => changes.push(change))
  const result = { ...forge, changes, kill: (which: Which) => workers[which]!.terminate() }
  open.push(result)
  return result
}

const agentWorker = (name: string) =>
  new Worker(new URL('../../workers/agent.ts', import.meta.url), { type: 'module', name })

/** Closes what is open and empties the origin's storage. */
export async function cleanStorage(): Promise<void> {
  for (const workers of open.splice(0)) workers.close()
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('geoforge')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error!)
  })
  const root = await navigator.storage.getDirectory()
  for (const folder of ['results', 'files', 'models', 'tool-index']) {
    await root.removeEntry(folder, { recursive: true }).catch(() => undefined)
  }
}

export async function opfsNames(folder: Folder): Promise<string[]> {
  const directory = await opfsDirectory(folder)
  const names: string[] = []
  for await (const name of directory.keys()) names.push(name)
  return names.sort()
}

export async function opfsDirectory(folder: Folder): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true })
}
