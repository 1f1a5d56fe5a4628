import type { DroppedFile } from '../src/bridge/api.ts'
import { makeId } from '../src/lib/ids.ts'
import { isAppError } from '../src/lib/errors.ts'
import { blobBytes } from '../src/io/read/bytes.ts'
import { chooseMembers, type Choice } from '../src/io/read/zip/choose-members.ts'
import { openZip } from '../src/io/read/zip/open-zip.ts'
import type { OpfsFiles } from '../src/store/index.ts'
import { isWorthOpening, problemOf } from '../src/tools/workspace/dropped-files.ts'
import type { FileProblem } from '../src/trace/data.ts'

/** A file on its way in. What came out of a zip lies in OPFS under its id already. */
export interface GivenDrop extends DroppedFile {
  readonly id: string
  readonly isStored: boolean
}

interface UnpackOptions {
  readonly store: OpfsFiles
  readonly hasRoom: (bytes: number) => Promise<boolean>
  readonly signal: AbortSignal
  readonly progress: (fraction: number, note: string) => void
  /** Hears of each id before anything is written under it, so that a failure can be cleared up. */
  readonly onId: (id: string) => void
}

type Unpacked = { readonly files: GivenDrop[]; readonly problems: FileProblem[] }

export const isZip = ({ name }: DroppedFile): boolean => /\.zip$/i.test(name)

/** What lies in zips, unpacked one file at a time; files that are no zip are handed on. Rejects with AbortError alone. */
export async function unpackZips(files: readonly DroppedFile[], options: UnpackOptions): Promise<Unpacked> {
  const found: Unpacked = { files: [], problems: [] }
  const zips = files.filter(isZip)
  for (const file of files) {
    if (!isZip(file)) {
      const id = makeId('file')
      options.onId(id)
      found.files.push({ ...file, id, isStored: false })
      continue
    }
    const share = zips.indexOf(file)
    const progress = (fraction: number, note: string) =>
      options.progress((share + fraction) / zips.length, note)
    try {
      await unpackZip(file, found, { ...options, progress })
    } catch (error) {
      found.problems.push(problemOf(file.name, error))
    }
  }
  return found
}

async function unpackZip(
  { name, file }: DroppedFile,
  found: Unpacked,
  options: UnpackOptions,
): Promise<void> {
  const { store, hasRoom, signal, progress, onId } = options
  progress(0, 'reading the list of the zip')
  const choice = chooseMembers(name, await openZip(blobBytes(file), signal), isWorthOpening)
  found.problems.push(...told(name, choice))
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

/** What of a zip is not unpacked, and why. */
function told(zipName: string, { wanted, refused, left }: Choice): FileProblem[] {
  const problems: FileProblem[] = refused.map(({ name, message }) => ({
    fileName: `${zipName}: ${name}`,
    message,
    // The message says what to do with it.
    code: 'invalid_input',
  }))
  if (wanted.length === 0 && refused.length === 0) {
    const message = `the zip holds nothing that is read here (${counted(left)} in it); rasters (GeoTIFF), vectors (GeoJSON) and tables (CSV, GPX) are`
    return [{ fileName: zipName, message, code: 'unsupported_file' }]
  }
  if (left > 0) {
    problems.push({
      fileName: zipName,
      message: `${counted(left)} that ${left === 1 ? 'is no raster, vector or table was' : 'are no rasters, vectors or tables were'} left in the zip`,
    })
  }
  return problems
}

const counted = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en-GB')} MB`

const noRoom = (bytes: number): string =>
  `it needs ${megabytes(bytes)} of the browser's storage to be unpacked, and so much is not free; remove layers, or unpack it yourself and drop the folder, which is read where it lies`
