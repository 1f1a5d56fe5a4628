import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import type { DataFile } from '../task.ts'

/** The files of a real scene of the shared folder, in the order of their names. */
export async function sceneFiles(
  shared: string,
  scene: string,
  accept: RegExp = /\.(tif|tiff|txt)$/i,
): Promise<readonly DataFile[]> {
  const folder = join(shared, 'data', 'scenes', scene)
  const names = (await readdir(folder)).filter((name) => accept.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, bytes: await fileBytes(join(folder, name)) })))
}
