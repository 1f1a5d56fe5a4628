import { throwIfAborted } from '../../lib/abort.ts'
import type { ByteSource } from '../types.ts'

/** Ranges of a Blob or File; nothing but the asked range is read. */
export function blobBytes(blob: Blob): ByteSource {
  return {
    size: blob.size,
    blob,
    async read(offset, length, signal) {
      throwIfAborted(signal)
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer())
    },
  }
}

/** Ranges of bytes in memory. What is read is a copy. */
export function bufferBytes(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.byteLength,
    read(offset, length, signal) {
      throwIfAborted(signal)
      return Promise.resolve(Uint8Array.from(bytes.subarray(offset, offset + length)))
    },
  }
}
