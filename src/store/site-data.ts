import { storeError } from './store-error.ts'

/**
 * All that the site keeps, by name: other projects may share its origin, and what is theirs is not touched. A test holds that
 * every folder and database of the app stands here.
 */
export const FOLDERS = ['files', 'results', 'models', 'tool-index'] as const
export const DATABASE = 'geoforge'
export const KEY_DATABASE = 'geoforge-profile'
/** Present from the moment a reset begins until it has ended. */
const MARK_DATABASE = 'geoforge-reset'
/** Of caches that engines make; the app's own begins otherwise and stays, so that it opens without the network. */
const CACHE_OF_APP = /^geoforge-app-/
const CACHES = /^(geoforge-|webllm\/|transformers-cache)/
const CHOICES = /^geoforge-/
const RESET_LOCK = 'geoforge-reset'

interface Ask {
  readonly forgetKey: boolean
}

/**
 * Erases everything the site keeps. Before the first thing goes, a mark is written to disk, and it goes last: where the page
 * dies in between, `finishReset` at the next start goes on, so that nobody meets a half of what was.
 */
export async function eraseSite(ask: Ask): Promise<void> {
  await navigator.locks.request(RESET_LOCK, async () => {
    await writeMark(ask)
    await eraseMarked(ask)
  })
}

/** Ends a reset that was cut off; before anything of the site is opened. True where there was one. */
export async function finishReset(): Promise<boolean> {
  if (!(await databaseExists(MARK_DATABASE).catch(() => false))) return false
  return navigator.locks.request(RESET_LOCK, async () => {
    // Another tab may have ended it while this one waited.
    if (!(await databaseExists(MARK_DATABASE))) return false
    // A mark without its row was cut off before anything was erased.
    const ask = await readMark()
    if (ask) await eraseMarked(ask)
    else await deleteDatabase(MARK_DATABASE)
    return ask !== null
  })
}

async function eraseMarked({ forgetKey }: Ask): Promise<void> {
  await deleteDatabase(DATABASE)
  if (forgetKey) await deleteDatabase(KEY_DATABASE)
  const root = await navigator.storage.getDirectory()
  for (const folder of FOLDERS) await removeFolder(root, folder)
  for (const name of await caches.keys()) {
    if (CACHES.test(name) && !CACHE_OF_APP.test(name)) await caches.delete(name)
  }
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (CHOICES.test(key)) storage.removeItem(key)
  }
  await deleteDatabase(MARK_DATABASE)
}

/** A worker that has just been ended may hold a file for a moment longer. */
const TRIES = 20
const BETWEEN_TRIES_MS = 100

async function removeFolder(root: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      await root.removeEntry(name, { recursive: true })
      return
    } catch (error) {
      if ((error as { name?: unknown }).name === 'NotFoundError') return
      if (left === 0) throw storeError('erasing the files', error)
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS))
    }
  }
}

function writeMark(ask: Ask): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(MARK_DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('mark')
    opening.onerror = () => reject(storeError('beginning the reset', opening.error))
    opening.onsuccess = () => {
      const database = opening.result
      const writing = database.transaction('mark', 'readwrite', { durability: 'strict' })
      writing.objectStore('mark').put(ask, 'ask')
      const end = (settle: () => void) => () => {
        database.close()
        settle()
      }
      writing.oncomplete = end(resolve)
      writing.onabort = end(() => reject(storeError('beginning the reset', writing.error)))
    }
  })
}

function readMark(): Promise<Ask | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(MARK_DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('mark')
    opening.onerror = () => reject(storeError('reading of a reset', opening.error))
    opening.onsuccess = () => {
      const database = opening.result
      const reading = database.transaction('mark').objectStore('mark').get('ask')
      reading.onsuccess = () => {
        database.close()
        resolve((reading.result as Ask | undefined) ?? null)
      }
      reading.onerror = () => reject(storeError('reading of a reset', reading.error))
    }
  })
}

/** Waits for connections of ended workers; other tabs close theirs when they are asked to. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onerror = () => reject(storeError('erasing the records', deleting.error))
  })
}

/** Without making it. */
function databaseExists(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    let isNew = false
    opening.onupgradeneeded = () => {
      isNew = true
      opening.transaction!.abort()
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve(true)
    }
    opening.onerror = () => (isNew ? resolve(false) : reject(storeError('reading', opening.error)))
  })
}

interface Usage {
  readonly files: number
  readonly results: number
  readonly models: number
  readonly toolIndex: number
  readonly records: number | null
  readonly app: number | null
}

/** Bytes by what they are kept for. */
export async function siteUsage(): Promise<Usage> {
  const root = await navigator.storage.getDirectory()
  const [files, results, models, toolIndex] = await Promise.all(
    FOLDERS.map((name) => folderBytes(root, name)),
  )
  const { usageDetails } = (await navigator.storage.estimate()) as StorageEstimate & {
    usageDetails?: { readonly indexedDB?: number; readonly caches?: number }
  }
  return {
    files: files!,
    results: results!,
    models: models!,
    toolIndex: toolIndex!,
    records: usageDetails ? (usageDetails.indexedDB ?? 0) : null,
    app: usageDetails ? (usageDetails.caches ?? 0) : null,
  }
}

async function folderBytes(parent: FileSystemDirectoryHandle, name: string): Promise<number> {
  const folder = await parent.getDirectoryHandle(name).catch(() => null)
  if (!folder) return 0
  let bytes = 0
  for await (const handle of folder.values()) {
    // A file may go while it is counted.
    if (isFile(handle))
      bytes += await handle.getFile().then(
        ({ size }) => size,
        () => 0,
      )
    else bytes += await folderBytes(folder, handle.name)
  }
  return bytes
}

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
