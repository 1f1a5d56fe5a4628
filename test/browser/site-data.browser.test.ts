import { afterEach, describe, expect, it } from 'vitest'
import { eraseSite, finishReset, FOLDERS, siteUsage } from '../../src/store/site-data.ts'

/** Holds a file of the origin open, as a worker that works on it does; gives what lets go of it. */
async function holdFile(): Promise<() => void> {
  const code = `onmessage = async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('results', { create: true })
    const file = await folder.getFileHandle('held.tif', { create: true })
    self.held = await file.createSyncAccessHandle()
    postMessage('held')
  }`
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  await new Promise((resolve) => {
    worker.onmessage = resolve
    worker.postMessage('hold')
  })
  return () => worker.terminate()
}

async function write(folder: string, name: string, bytes: number): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const file = await (
    await root.getDirectoryHandle(folder, { create: true })
  ).getFileHandle(name, { create: true })
  const stream = await file.createWritable()
  await stream.write(new Uint8Array(bytes))
  await stream.close()
}

const makeDatabase = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
    opening.onerror = () => reject(new Error('no database'))
  })

const databases = async () => (await indexedDB.databases()).map(({ name }) => name ?? '').sort()

async function folders(): Promise<string[]> {
  const root = (await navigator.storage.getDirectory()) as unknown as { keys(): AsyncIterable<string> }
  const names: string[] = []
  for await (const name of root.keys()) names.push(name)
  return names.sort()
}

/** What a visit leaves, and something of another project under the same origin. */
async function visit(): Promise<void> {
  for (const folder of FOLDERS) await write(folder, 'a', 1000)
  await write('theirs', 'b', 10)
  await makeDatabase('geoforge')
  await makeDatabase('geoforge-profile')
  await makeDatabase('theirs')
  localStorage.setItem('geoforge-language', 'es')
  localStorage.setItem('theirs', '1')
  await caches.open('geoforge-app-1')
  await caches.open('webllm/model')
}

afterEach(async () => {
  await eraseSite({ forgetKey: true })
  const root = await navigator.storage.getDirectory()
  await root.removeEntry('theirs', { recursive: true }).catch(() => undefined)
  indexedDB.deleteDatabase('theirs')
  localStorage.removeItem('theirs')
  for (const name of await caches.keys()) await caches.delete(name)
})

describe('eraseSite', () => {
  it('erases what is of this site, and nothing of others, of the app, or the key', async () => {
    await visit()
    await eraseSite({ forgetKey: false })
    expect(await folders()).toEqual(['theirs'])
    expect(await databases()).toEqual(['geoforge-profile', 'theirs'])
    expect([localStorage.getItem('geoforge-language'), localStorage.getItem('theirs')]).toEqual([null, '1'])
    expect(await caches.keys()).toEqual(['geoforge-app-1'])
  })

  it('forgets the key too where that is wanted', async () => {
    await visit()
    await eraseSite({ forgetKey: true })
    expect(await databases()).toEqual(['theirs'])
  })

  it('that ends in the middle is ended at the next start', async () => {
    await visit()
    const letGo = await holdFile()
    // A file that cannot be removed: the records are gone by then, the folders not.
    await expect(eraseSite({ forgetKey: false })).rejects.toMatchObject({ code: 'store_failed' })
    expect(await folders()).toContain('results')
    expect(await databases()).toContain('geoforge-reset')
    letGo()
    expect(await finishReset()).toBe(true)
    expect(await folders()).toEqual(['theirs'])
    expect(await databases()).toEqual(['geoforge-profile', 'theirs'])
    expect(await finishReset()).toBe(false)
  })

  it('waits for a worker that has just been ended to let go of its files', async () => {
    await visit()
    const letGo = await holdFile()
    setTimeout(letGo, 300)
    await eraseSite({ forgetKey: false })
    expect(await folders()).toEqual(['theirs'])
  })
})

describe('finishReset', () => {
  it('leaves everything where no reset was begun, and where the mark was not written whole', async () => {
    await visit()
    expect(await finishReset()).toBe(false)
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open('geoforge-reset', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('mark')
      opening.onsuccess = () => {
        opening.result.close()
        resolve()
      }
    })
    expect(await finishReset()).toBe(false)
    expect(await folders()).toEqual([...FOLDERS, 'theirs'].toSorted())
    expect(await databases()).toEqual(['geoforge', 'geoforge-profile', 'theirs'])
  })
})

describe('siteUsage', () => {
  it('counts bytes by what they are for', async () => {
    await visit()
    await write('files', 'second', 234)
    expect(await siteUsage()).toMatchObject({ files: 1234, results: 1000, models: 1000, toolIndex: 1000 })
  })
})
