import { AppError } from '../../../lib/errors.ts'
import type { ByteSource } from '../../types.ts'

/** A copy in memory where bytes cannot be had at once. */
const COPY_BYTES = 1024 ** 3

/** There in workers alone. */
type FileReaderSync = new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }

export interface SyncBytes {
  readonly size: number
  read(offset: number, length: number): Uint8Array
}

/**
 * Ranges of a file at once, as the HDF5 library asks for them: by FileReaderSync of workers, by the file itself in Node,
 * from a copy in memory else. Throws limit_reached where the copy would be too large.
 */
export async function syncBytes(bytes: ByteSource, signal?: AbortSignal): Promise<SyncBytes> {
  const { blob, size } = bytes
  const Reader = (globalThis as { FileReaderSync?: FileReaderSync }).FileReaderSync
  if (blob && Reader) {
    const reader = new Reader()
    return {
      size,
      read: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))),
    }
  }
  if (bytes.readNow) {
    const readNow = bytes.readNow.bind(bytes)
    return { size, read: readNow }
  }
  if (size > COPY_BYTES) {
    throw new AppError(
      'limit_reached',
      `the HDF5 file has ${Math.round(size / 2 ** 20)} MB, and of files inside other files at most ${COPY_BYTES / 2 ** 20} MB ` +
        'are read; unpack it and give the file itself',
    )
  }
  const copy = await bytes.read(0, size, signal)
  return { size, read: (offset, length) => copy.subarray(offset, offset + length) }
}
