import { isAppError, type AppError } from '../../lib/errors.ts'
import { LibraryIndex } from '../library-index.ts'
import { decodeIndex, encodeIndex, type IndexSource, type IndexWanted } from './index-file.ts'

/** Where index files are kept, each written whole or not at all. */
export interface IndexStore {
  /** Newest first. */
  list(): Promise<readonly string[]>
  read<Result>(name: string, use: (source: IndexSource) => Promise<Result>): Promise<Result>
  /** Makes the parts, one behind the other, the newest file, then removes the older ones. */
  write(parts: readonly Uint8Array[]): Promise<void>
}

export interface OpenedLibrary {
  readonly library: LibraryIndex
  /** Files that could not be used, newest first, and why. */
  readonly refused: readonly { readonly name: string; readonly error: AppError }[]
  readonly isRebuilt: boolean
  /** Why a rebuilt library could not be stored; it can be used all the same. */
  readonly unsaved: AppError | null
}

/** The newest index file that is whole and of the wanted kind, null where there is none. Throws where the files cannot be listed. */
export async function readLibrary(
  store: IndexStore,
  wanted: IndexWanted,
): Promise<Pick<OpenedLibrary, 'refused'> & { readonly library: LibraryIndex | null }> {
  const refused: { name: string; error: AppError }[] = []
  for (const name of await store.list()) {
    try {
      const stored = await store.read(name, (source) => decodeIndex(source, wanted))
      return { library: new LibraryIndex({ ...wanted, stored }), refused }
    } catch (error) {
      if (!isAppError(error)) throw error
      refused.push({ name, error })
    }
  }
  return { library: null, refused }
}

/**
 * What `readLibrary` finds or, where there is none, one made by `rebuild` and stored.
 * The file is a copy: tools and edges are kept elsewhere, and a caller brings it up to them (`put`, `takeEdges`).
 */
export async function openLibrary(
  store: IndexStore,
  wanted: IndexWanted,
  rebuild: () => Promise<LibraryIndex>,
): Promise<OpenedLibrary> {
  const { library: stored, refused } = await readLibrary(store, wanted)
  if (stored) return { library: stored, refused, isRebuilt: false, unsaved: null }
  const library = await rebuild()
  return { library, refused, isRebuilt: true, unsaved: await saveLibrary(store, library) }
}

/** Stores an index as the newest; returns why it could not, where it could not, and then the older one stays. */
export async function saveLibrary(store: IndexStore, library: LibraryIndex): Promise<AppError | null> {
  try {
    await store.write(encodeIndex(library.stored()))
    return null
  } catch (error) {
    if (isAppError(error)) return error
    throw error
  }
}
