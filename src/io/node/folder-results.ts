import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { makeId } from '../../lib/ids.ts'
import type { ResultFiles } from '../types.ts'
import { fileBytes } from './file-bytes.ts'

/** Results as files of a folder, made where absent; Node only. A file has a temporary name until its sink is closed. */
export function folderResults(folder: string): ResultFiles {
  return {
    async create(name) {
      assertFlat(name)
      await mkdir(folder, { recursive: true })
      const temporary = join(folder, `.${name}.${makeId('part')}`)
      const handle = await open(temporary, 'w')
      return {
        async write(offset, bytes) {
          let done = 0
          while (done < bytes.byteLength) {
            const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, offset + done)
            done += bytesWritten
          }
        },
        async close() {
          await handle.sync()
          await handle.close()
          await rename(temporary, join(folder, name))
        },
        async abandon() {
          await handle.close()
          await rm(temporary, { force: true })
        },
      }
    },
    async open(name) {
      assertFlat(name)
      return fileBytes(join(folder, name))
    },
    async remove(name) {
      assertFlat(name)
      await rm(join(folder, name), { force: true })
    },
    async list() {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => entry.name)
    },
  }
}

function assertFlat(name: string): void {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name)) {
    throw new AppError(
      'invalid_input',
      'a result file needs a flat name of letters, digits, dot, dash and underscore',
    )
  }
}
