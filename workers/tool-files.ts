import { blobBytes } from '../src/io/read/bytes.ts'
import { IndexFiles, OpfsFiles } from '../src/store/index.ts'
import type { StoreParts } from './open-store.ts'

/** Where the vectors of the library's tools are kept. Throws store_failed; writing in a reading tab throws read_only. */
export async function toolFiles({
  gate,
  folder: open,
}: Pick<StoreParts, 'gate' | 'folder'>): Promise<IndexFiles> {
  const folder = await open('tool-index')
  return new IndexFiles({ folder, files: new OpfsFiles({ folder, gate, toBytes: blobBytes }) })
}
