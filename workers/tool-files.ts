import { blobBytes } from '../src/io/read/bytes.ts'
import { IndexFiles, OpfsFiles, opfsFolder, type WriterGate } from '../src/store/index.ts'

/** Where the vectors of the library's tools are kept. Throws store_failed; writing in a reading tab throws read_only. */
export async function toolFiles(gate: WriterGate): Promise<IndexFiles> {
  const folder = await opfsFolder('tool-index')
  return new IndexFiles({ folder, files: new OpfsFiles({ folder, gate, toBytes: blobBytes }) })
}
