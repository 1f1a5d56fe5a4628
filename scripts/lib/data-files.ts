import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import { folderResults } from '../../src/io/node/folder-results.ts'
import type { GivenFile } from '../../src/tools/workspace/given-files.ts'
import { isArchive, unpackArchives } from '../../src/tools/workspace/unpack-archives.ts'
import type { FileProblem } from '../../src/trace/data.ts'

/** All files of a folder and its subfolders; what lies in archives is unpacked into `scratch`, which is the caller's to remove. */
export async function dataFiles(
  folder: string,
  scratch: string,
  signal: AbortSignal,
): Promise<{ readonly files: readonly GivenFile[]; readonly problems: readonly FileProblem[] }> {
  const paths = (await readdir(folder, { recursive: true })).map((name) => join(folder, name))
  // A link to a file is as good as the file; one that leads nowhere is passed over.
  const isFile = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => null))?.isFile()))
  const here = paths.filter((_, index) => isFile[index]).sort()
  const nameOf = (path: string) => relative(folder, path)
  const dropped = await Promise.all(
    here
      .filter((path) => isArchive({ name: path }))
      .map(async (path) => ({ name: nameOf(path), file: await fileOf(path) })),
  )
  const store = folderResults(scratch)
  const unpacked = await unpackArchives(dropped, {
    store: {
      create: (id) => store.create(id),
      blob: (id) => fileOf(join(scratch, id)),
      remove: (id) => store.remove(id),
    },
    hasRoom: () => Promise.resolve(true),
    signal,
    progress: () => undefined,
    onId: () => undefined,
  })
  const found = [
    ...here.filter((path) => !isArchive({ name: path })).map((path) => ({ name: nameOf(path), path })),
    ...unpacked.files.map(({ id, name }) => ({ name, path: join(scratch, id) })),
  ]
  return {
    files: await Promise.all(
      found.map(async ({ name, path }, at) => ({
        id: `file-${at + 1}`,
        name,
        bytes: await fileBytes(path),
      })),
    ),
    problems: unpacked.problems,
  }
}

/** Read from the disk when it is read. */
const fileOf = async (path: string): Promise<File> => new File([await openAsBlob(path)], path)
