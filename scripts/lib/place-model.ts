import {
  closeSync,
  ftruncateSync,
  fstatSync,
  mkdirSync,
  openAsBlob,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { catalogueEntry } from '../../src/models/catalogue.ts'
import { listedManifest } from '../../src/models/hub.ts'
import type { FileSource } from '../../src/models/incoming.ts'
import { isModelId, MANIFEST_NAME, type ModelManifest } from '../../src/models/manifest.ts'
import { recognise } from '../../src/models/recognise.ts'
import type { OpenModelFile } from '../../src/store/model-files.ts'
import { receiveFile } from '../../src/store/receive-file.ts'

/** What is to be placed, and where its bytes come from. */
export interface Placing {
  readonly manifest: ModelManifest
  readonly source: FileSource
}

/** A model of the catalogue from its publishers. Throws for an id that is not there. */
export async function fromHub(id: string): Promise<Placing> {
  const entry = catalogueEntry(id)
  if (!entry)
    throw new Error(`There is no model "${id}" in the catalogue. Run without an id to see which there are.`)
  const manifest = await listedManifest(entry, async (url) => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
    return response.json()
  })
  const source: FileSource = async ({ url }, from, signal) => {
    const response = await fetch(url!, {
      signal,
      ...(from > 0 ? { headers: { Range: `bytes=${from}-` } } : {}),
    })
    const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
    return {
      status: response.status,
      contentType: response.headers.get('content-type'),
      start: start === undefined ? null : Number(start),
      total: null,
      body: response.body,
    }
  }
  return { manifest, source }
}

/** A model from a file or folder of this machine, under the given id, with the catalogue's words where it has that id. */
export async function fromFolder(id: string, from: string): Promise<Placing> {
  if (!isModelId(id))
    throw new Error(`"${id}" is no id of a model: small letters, digits, '.', '_' and '-' alone.`)
  const paths = statSync(from).isFile() ? [from] : filesBelow(from)
  const top = statSync(from).isFile() ? dirname(from) : dirname(resolve(from))
  const chosen = await Promise.all(
    paths.map(async (path) => ({
      path: relative(top, resolve(path)).split(sep).join('/'),
      blob: await openAsBlob(path),
    })),
  )
  const { manifest, files } = await recognise(chosen)
  const entry = catalogueEntry(id)
  const words = entry && {
    title: entry.title,
    licence: entry.licence,
    memoryBytes: entry.memoryBytes,
    context: entry.context,
  }
  return {
    manifest: { ...manifest, ...words, id, origin: `${basename(from)}, placed by hand` },
    source: ({ path }, start) => {
      const blob = files.get(path)!
      const body = blob.slice(start).stream() as unknown as ReadableStream<Uint8Array>
      return Promise.resolve({
        status: start > 0 ? 206 : 200,
        contentType: null,
        start,
        total: blob.size,
        body,
      })
    },
  }
}

/**
 * Puts a model under `models/ID` with its manifest. A file that was begun is gone on with; the manifest is written when all
 * of them are whole, so that a model that was only begun is none.
 */
export async function placeModel(
  { manifest, source }: Placing,
  models: string,
  say: (line: string) => void,
): Promise<ModelManifest> {
  const folder = join(models, manifest.id)
  const { signal } = new AbortController()
  const files: ModelManifest['files'] = []
  for (const file of manifest.files) {
    const path = join(folder, file.path)
    mkdirSync(dirname(path), { recursive: true })
    const target = openTarget(path)
    try {
      const whole = await receiveFile({ target, file, source, signal, progress: () => undefined })
      files.push(whole)
      say(`${whole.sha256!}  ${file.path} (${whole.bytes} bytes)`)
    } finally {
      target.close()
    }
  }
  const whole = { ...manifest, files }
  const temporary = join(folder, `.${MANIFEST_NAME}`)
  writeFileSync(temporary, JSON.stringify(whole, null, 1) + '\n')
  renameSync(temporary, join(folder, MANIFEST_NAME))
  return whole
}

function openTarget(path: string): OpenModelFile {
  // Made where it is not there, kept where it is; 'a+' would write at the end alone.
  closeSync(openSync(path, 'a'))
  const descriptor = openSync(path, 'r+')
  let size = fstatSync(descriptor).size
  return {
    size: () => size,
    read: (into, at) => readSync(descriptor, into, 0, into.byteLength, at),
    append: (bytes) => {
      for (let done = 0; done < bytes.byteLength;) {
        done += writeSync(descriptor, bytes, done, bytes.byteLength - done, size + done)
      }
      size += bytes.byteLength
    },
    truncate: (to) => {
      ftruncateSync(descriptor, to)
      size = to
    },
    close: () => closeSync(descriptor),
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
}
