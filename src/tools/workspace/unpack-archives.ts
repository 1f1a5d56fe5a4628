import { makeId } from '../../lib/ids.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import { archiveKind, isArchiveName, isTarHead } from '../../io/read/archive-kind.ts'
import { blobBytes } from '../../io/read/bytes.ts'
import { gunzipped } from '../../io/read/tar/gunzip.ts'
import { BLOCK } from '../../io/read/tar/tar-header.ts'
import { walkTar, type TarFile } from '../../io/read/tar/walk-tar.ts'
import {
  chooseMembers,
  givenName,
  isLitter,
  memberPath,
  pathFault,
  TWICE,
  type Choice,
} from '../../io/read/zip/choose-members.ts'
import { openZip } from '../../io/read/zip/open-zip.ts'
import type { ByteSink } from '../../io/types.ts'
import { isWorthOpening, problemOf } from './dropped-files.ts'
import type { FileProblem } from '../../trace/data.ts'

/** A file as it is dropped, with the folders that it came in. Its name is foreign. */
interface DroppedFile {
  readonly name: string
  readonly file: File
}

/** A file on its way in. What came out of an archive lies in the store under its id already. */
export interface GivenDrop extends DroppedFile {
  readonly id: string
  readonly isStored: boolean
}

interface UnpackOptions {
  /** OPFS in the browser. */
  readonly store: {
    create(id: string): Promise<ByteSink>
    blob(id: string): Promise<File>
    remove(id: string): Promise<void>
  }
  readonly hasRoom: (bytes: number) => Promise<boolean>
  readonly signal: AbortSignal
  readonly progress: (fraction: number, note: string) => void
  /** Hears of each id before anything is written under it, so that a failure can be cleared up. */
  readonly onId: (id: string) => void
}

interface Unpacked {
  readonly files: GivenDrop[]
  readonly problems: FileProblem[]
}

export const isArchive = ({ name }: Pick<DroppedFile, 'name'>): boolean => isArchiveName(name)

/**
 * What lies in archives (zip, tar, tar.gz, gzip), unpacked one file at a time, archives in archives too, one deep; files that
 * are none are handed on. Rejects with AbortError alone.
 */
export async function unpackArchives(
  files: readonly DroppedFile[],
  options: UnpackOptions,
): Promise<Unpacked> {
  const found: Unpacked = { files: [], problems: [] }
  const archives = files.filter(isArchive)
  for (const file of files) {
    if (!isArchive(file)) {
      const id = makeId('file')
      options.onId(id)
      found.files.push({ ...file, id, isStored: false })
      continue
    }
    const share = archives.indexOf(file)
    const progress = (fraction: number, note: string) =>
      options.progress((share + fraction) / archives.length, note)
    const given = await unpack(file, isUseful, { ...options, progress }, found.problems)
    for (const each of given) {
      if (!isArchive(each)) {
        found.files.push(each)
        continue
      }
      const problems: FileProblem[] = []
      // The outer archive is read to its end by then: progress does not go back.
      const inner = { ...options, progress: (_: number, note: string) => progress(1, note) }
      found.files.push(...(await unpack(each, isWorthOpening, inner, problems)))
      found.problems.push(
        ...problems.map((problem) => ({ ...problem, fileName: `${file.name}: ${problem.fileName}` })),
      )
      await options.store.remove(each.id)
    }
  }
  return found
}

const isUseful = (path: string): boolean => isWorthOpening(path) || isArchiveName(path)

/** What is unpacked before a fault stays. */
async function unpack(
  file: DroppedFile,
  isWanted: (path: string) => boolean,
  options: UnpackOptions,
  problems: FileProblem[],
): Promise<readonly GivenDrop[]> {
  const found: Unpacked = { files: [], problems }
  try {
    const kind = await archiveKind(file.name, file.file)
    if (kind === 'zip') await unpackZip(file, found, isWanted, options)
    else if (kind === 'gzip' && !(await holdsTar(file.file))) await unpackGzip(file, found, options)
    else await unpackTar(file, found, isWanted, { ...options, isPacked: kind === 'gzip' })
  } catch (error) {
    problems.push(problemOf(file.name, error))
  }
  return found.files
}

async function unpackZip(
  { name, file }: DroppedFile,
  found: Unpacked,
  isWanted: (path: string) => boolean,
  options: UnpackOptions,
): Promise<void> {
  const { store, hasRoom, signal, progress, onId } = options
  progress(0, 'reading the list of the zip')
  const members = await openZip(blobBytes(file), signal)
  const isPixels = besideHeaders(members.map(({ path }) => path))
  const choice = chooseMembers(name, members, (path) => isWanted(path) || isPixels(path))
  found.problems.push(...told(name, 'zip', { ...choice, taken: choice.wanted.length }))
  const total = choice.wanted.reduce((sum, { member }) => sum + member.size, 0)
  if (!(await hasRoom(total))) {
    found.problems.push({ fileName: name, message: noRoom(total), code: 'storage_full' })
    return
  }
  let done = 0
  for (const [place, { name: path, member }] of choice.wanted.entries()) {
    const id = makeId('file')
    onId(id)
    const note = `unpacking ${place + 1} of ${choice.wanted.length} (${megabytes(total)})`
    try {
      const report = (bytes: number) => progress((done + bytes) / Math.max(1, total), note)
      await member.extract(await store.create(id), { signal, progress: report })
      found.files.push({ name: path, file: await store.blob(id), id, isStored: true })
    } catch (error) {
      // Where the storage refuses one file it refuses all: that is said once, of the zip.
      if (isAppError(error) && error.code !== 'read_failed') throw error
      found.problems.push(problemOf(`${name}: ${path}`, error))
    }
    done += member.size
  }
}

/** Tells the pixels of ENVI files, which may have any ending, by the header of the same name beside them. */
function besideHeaders(paths: readonly string[]): (path: string) => boolean {
  const headers = paths.map((path) => memberPath(path).toLowerCase()).filter((path) => path.endsWith('.hdr'))
  const stems = new Set(headers.map((path) => path.slice(0, -'.hdr'.length)))
  return (path) => {
    const plain = path.toLowerCase()
    return stems.has(plain) || stems.has(plain.replace(/\.(dat|raw|bin)$/, ''))
  }
}

/** A tar has no list: each file is judged as it comes by, and what comes before a fault is kept. */
async function unpackTar(
  { name, file }: DroppedFile,
  found: Unpacked,
  isWanted: (path: string) => boolean,
  { store, hasRoom, signal, progress, onId, isPacked }: UnpackOptions & { readonly isPacked: boolean },
): Promise<void> {
  let note = 'reading the tar'
  const onRead = (bytes: number) => progress(bytes / Math.max(1, file.size), note)
  const ids = new Map<TarFile, string>()
  const seen = new Set<string>()
  const choice = { refused: [] as { name: string; message: string }[], left: 0, taken: 0 }
  try {
    await walkTar(isPacked ? gunzipped(file, onRead) : counted(file, onRead), {
      signal,
      async sinkFor(member) {
        const path = memberPath(member.path)
        if (isLitter(path)) return null
        if (member.isLink || !isWanted(path)) {
          choice.left++
          return null
        }
        const message = seen.has(path) ? TWICE : pathFault(path)
        seen.add(path)
        if (message !== null) {
          choice.refused.push({ name: path, message })
          return null
        }
        if (!(await hasRoom(member.size))) throw new AppError('storage_full', noRoom(member.size))
        const id = makeId('file')
        onId(id)
        ids.set(member, id)
        note = `unpacking ${ids.size} (${megabytes(member.size)})`
        return store.create(id)
      },
      async onFile(member) {
        const id = ids.get(member)!
        choice.taken++
        const path = givenName(name, memberPath(member.path))
        found.files.push({ name: path, file: await store.blob(id), id, isStored: true })
      },
    })
  } finally {
    if (choice.taken > 0 || choice.refused.length > 0 || choice.left > 0)
      found.problems.push(...told(name, 'tar', choice))
  }
}

/** One file in gzip, such as areas.geojson.gz. */
async function unpackGzip(
  { name, file }: DroppedFile,
  found: Unpacked,
  { store, signal, progress, onId }: UnpackOptions,
): Promise<void> {
  const path = name.replace(/\.t?gz$/i, '')
  if (!isWorthOpening(path)) {
    found.problems.push(...told(name, 'gzip file', { refused: [], left: 1, taken: 0 }))
    return
  }
  const id = makeId('file')
  onId(id)
  const sink = await store.create(id)
  let done = 0
  try {
    const onRead = (bytes: number) => progress(bytes / Math.max(1, file.size), 'unpacking')
    await gunzipped(file, onRead).pipeTo(
      new WritableStream({
        async write(chunk) {
          await sink.write(done, chunk)
          done += chunk.byteLength
        },
      }),
      { signal },
    )
  } catch (error) {
    await sink.abandon()
    throw error
  }
  await sink.close()
  found.files.push({ name: path, file: await store.blob(id), id, isStored: true })
}

async function holdsTar(file: Blob): Promise<boolean> {
  const reader = gunzipped(file, () => undefined).getReader()
  const head = new Uint8Array(BLOCK)
  let done = 0
  try {
    while (done < BLOCK) {
      const next = await reader.read()
      if (next.done) break
      const part = next.value.subarray(0, BLOCK - done)
      head.set(part, done)
      done += part.byteLength
    }
  } finally {
    await reader.cancel().catch(() => undefined /* it has failed already */)
  }
  return isTarHead(head)
}

function counted(file: Blob, onRead: (bytes: number) => void): ReadableStream<Uint8Array> {
  let read = 0
  return file.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength
        onRead(read)
        controller.enqueue(chunk)
      },
    }),
  )
}

/** What of an archive is not unpacked, and why. */
function told(
  archiveName: string,
  kind: string,
  { taken, refused, left }: Pick<Choice, 'refused' | 'left'> & { readonly taken: number },
): FileProblem[] {
  const problems: FileProblem[] = refused.map(({ name, message }) => ({
    fileName: `${archiveName}: ${name}`,
    message,
    // The message says what to do with it.
    code: 'invalid_input',
  }))
  if (taken === 0 && refused.length === 0) {
    const message = `the ${kind} holds nothing that is read here (${counting(left)} in it); rasters, vectors and tables are`
    return [{ fileName: archiveName, message, code: 'unsupported_file' }]
  }
  if (left > 0) {
    problems.push({
      fileName: archiveName,
      message: `${counting(left)} that ${left === 1 ? 'is no raster, vector or table was' : 'are no rasters, vectors or tables were'} left in the ${kind}`,
    })
  }
  return problems
}

const counting = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en-GB')} MB`

const noRoom = (bytes: number): string =>
  `it needs ${megabytes(bytes)} of the browser's storage to be unpacked, and so much is not free; remove layers, or unpack it yourself and drop the folder, which is read where it lies`
