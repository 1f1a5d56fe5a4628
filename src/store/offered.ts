/** Of a database that nothing else uses, so that a fault of the app's own is told from a browser that offers none. */
const TRIED = 'geoforge-tried'

/** Whether this page may have a database at all, found by making one. */
export function databaseIsOffered(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = factory.open(TRIED)
      request.onsuccess = () => {
        request.result.close()
        factory.deleteDatabase(TRIED)
        resolve(true)
      }
      request.onerror = () => resolve(false)
    } catch {
      resolve(false)
    }
  })
}

/** IndexedDB in the memory of this worker: what is written goes with it. */
export async function visitDatabase(): Promise<{
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange
}> {
  // Fetched only where it is needed: nearly every browser has the real one.
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}
