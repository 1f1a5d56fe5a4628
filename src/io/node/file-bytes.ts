import { closeSync, openSync, readSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import type { ByteSource } from '../types.ts'

/**
 * Ranges of a file on disk; Node only. Each read opens and closes the file: reads are large and few, and no handle is
 * left open where a source is forgotten. Throws read_failed where there is no such file.
 */
export async function fileBytes(path: string): Promise<ByteSource> {
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile())
    throw new AppError('read_failed', `${path} is not a file that can be read; check the path`)
  return {
    size: facts.size,
    async read(offset, length, signal) {
      throwIfAborted(signal)
      const bytes = new Uint8Array(Math.max(0, Math.min(length, facts.size - offset)))
      const file = await open(path, 'r')
      try {
        let done = 0
        while (done < bytes.byteLength) {
          const { bytesRead } = await file.read(bytes, done, bytes.byteLength - done, offset + done)
          if (bytesRead === 0) break
          done += bytesRead
        }
        return done === bytes.byteLength ? bytes : bytes.slice(0, done)
      } finally {
        await file.close()
      }
    },
    readNow(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, facts.size - offset)))
      const file = openSync(path, 'r')
      try {
        return bytes.slice(0, readSync(file, bytes, 0, bytes.byteLength, offset))
      } finally {
        closeSync(file)
      }
    },
  }
}
