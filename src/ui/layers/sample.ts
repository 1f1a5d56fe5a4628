import { z } from 'zod'
import type { DroppedFile } from '../../bridge/index.ts'
import { AppError } from '../../lib/errors.ts'

const sampleIndex = z.object({ files: z.array(z.string().regex(/^[\w.-]+$/)).min(1) })

/** The files of a sample scene, which the build laid beside the page. Throws read_failed. */
export async function fetchSample(
  seed: number,
  onProgress: (fraction: number, note: string) => void,
  signal: AbortSignal,
): Promise<DroppedFile[]> {
  const folder = new URL(`./sample/${seed}/`, document.baseURI)
  const index = sampleIndex.parse(await (await get(new URL('index.json', folder), signal)).json())
  const files: DroppedFile[] = []
  for (const name of index.files) {
    onProgress(files.length / index.files.length, name)
    const blob = await (await get(new URL(name, folder), signal)).blob()
    files.push({ name, file: new File([blob], name) })
  }
  return files
}

async function get(address: URL, signal: AbortSignal): Promise<Response> {
  const response = await fetch(address, { signal })
  if (!response.ok) {
    throw new AppError(
      'read_failed',
      `The sample is not there (${response.status} for ${address.pathname}). Build the app with \`npm run build\`.`,
    )
  }
  return response
}
