import { AppError } from '../../lib/errors.ts'
import { bufferBytes } from '../read/bytes.ts'
import type { ByteSink, ResultFiles } from '../types.ts'

/** Results kept in memory, gone with the process. A file becomes visible when its sink is closed. */
export function memoryResults(): ResultFiles {
  const files = new Map<string, Uint8Array>()
  return {
    create: (name) => Promise.resolve(memorySink((bytes) => files.set(name, bytes))),
    open(name) {
      const bytes = files.get(name)
      if (!bytes) {
        return Promise.reject(
          new AppError('read_failed', `there is no result file ${name}; make the layer again`),
        )
      }
      return Promise.resolve(bufferBytes(bytes))
    },
    remove(name) {
      files.delete(name)
      return Promise.resolve()
    },
    list: () => Promise.resolve([...files.keys()]),
  }
}

/** A sink that collects bytes in a growing buffer and hands them over once closed. Gaps read as 0. */
export function memorySink(done: (bytes: Uint8Array) => void): ByteSink {
  let buffer = new Uint8Array(1 << 16)
  let size = 0
  return {
    write(offset, bytes) {
      const end = offset + bytes.byteLength
      if (end > buffer.byteLength) {
        const grown = new Uint8Array(Math.max(end, buffer.byteLength * 2))
        grown.set(buffer.subarray(0, size))
        buffer = grown
      }
      buffer.set(bytes, offset)
      size = Math.max(size, end)
      return Promise.resolve()
    },
    close() {
      done(buffer.slice(0, size))
      return Promise.resolve()
    },
    abandon() {
      buffer = new Uint8Array(0)
      size = 0
      return Promise.resolve()
    },
  }
}
