import type { File as H5File } from 'h5wasm'
import { AppError } from '../../../lib/errors.ts'
import { isBrokenHeap } from './broken-heap.ts'
import type { SyncBytes } from './sync-bytes.ts'

/** What a file of the library's own file system is made of; its reads are taken over. */
interface Node {
  stream_ops: Record<string, unknown>
}

interface FileSystem {
  createFile(parent: string, name: string, properties: object, canRead: boolean, canWrite: boolean): Node
  unlink(path: string): void
}

/** An open file, read by ranges whenever the library asks for them. */
export interface OpenH5 {
  readonly root: H5File
  readonly library: typeof import('h5wasm')
  close(): void
}

let files = 0

/** The HDF5 library on the bytes of a file. Throws an Error of the library where they are not whole, read_failed where it cannot be fetched. */
export async function openH5(bytes: SyncBytes): Promise<OpenH5> {
  const library = await import('h5wasm').catch((cause: unknown) => {
    throw new AppError(
      'read_failed',
      'the part of GeoForge that reads HDF5 could not be fetched; go online, load the page again and drop the file once more',
      {},
      { cause },
    )
  })
  const module = await library.ready
  // Else it prints what fails, and gives what happens to lie in memory.
  module.activate_throwing_error_handler()
  const system = module.FS as unknown as FileSystem
  const path = `/${++files}.h5`
  const node = system.createFile('/', path.slice(1), {}, true, false)
  Object.defineProperty(node, 'usedBytes', { get: () => bytes.size })
  node.stream_ops = {
    ...node.stream_ops,
    read(_stream: unknown, heap: Int8Array, at: number, length: number, position: number) {
      const part = bytes.read(position, Math.max(0, Math.min(length, bytes.size - position)))
      heap.set(new Int8Array(part.buffer, part.byteOffset, part.byteLength), at)
      // Without its signature the library refuses it.
      if (isBrokenHeap(part)) heap[at] = 0
      return part.byteLength
    },
  }
  try {
    const root = new library.File(path, 'r')
    return {
      root,
      library,
      close() {
        root.close()
        system.unlink(path)
      },
    }
  } catch (error) {
    system.unlink(path)
    throw error
  }
}
