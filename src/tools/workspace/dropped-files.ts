import { isAbort, throwIfAborted } from '../../lib/abort.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import { openRaster, type RasterFile } from '../../io/read/open-raster.ts'
import type { ByteSource, RasterHeader } from '../../io/types.ts'
import { baseName } from '../../sensing/names/file-name.ts'
import { isSideFile } from '../../sensing/recognise.ts'
import type { SensedFile, SideText } from '../../sensing/scene/sensed.ts'
import type { FileProblem } from '../../trace/data.ts'
import { isDocumentName, readDocument, type DroppedDocument } from './documents.ts'

export interface GivenFile {
  readonly id: string
  readonly name: string
  readonly bytes: ByteSource
}

const LARGEST_SIDE_FILE = 1 << 20

/** True for a file that by its name is worth opening: what comes out of an archive is chosen by it. */
export const isWorthOpening = (path: string): boolean =>
  /\.tiff?$/i.test(path) || isSideFile(path) || isDocumentName(path)

/** Files that come along with rasters and hold no pixels. */
const NO_RASTER = /\.(txt|xml|md|html?|pdf|log|prj|tfw)$/i

/** Rasters that are open, texts beside them, vectors and tables, by the id under which they were given. */
export class DroppedFiles {
  readonly #rasters = new Map<string, RasterFile>()
  readonly #sides = new Map<string, SideText>()
  readonly #documents = new Map<string, DroppedDocument>()

  /** Throws unsupported_file, read_failed; left_aside for a file that is loaded already or is no data. */
  async open(file: GivenFile, signal: AbortSignal | undefined): Promise<void> {
    throwIfAborted(signal)
    const { id, name, bytes } = file
    if (isSideFile(name)) {
      const text = await readText(bytes, signal)
      if (this.sides().some((side) => side.text === text)) throw loadedAlready()
      this.#sides.set(id, { id, name, text })
      return
    }
    if (isDocumentName(name)) {
      const document = await readDocument(file, signal)
      const isSame = ({ fingerprint, kind }: DroppedDocument) =>
        fingerprint === document.fingerprint && kind === document.kind
      if (this.documents().some(isSame)) throw loadedAlready()
      this.#documents.set(id, document)
      return
    }
    if (NO_RASTER.test(name)) {
      throw new AppError(
        'left_aside',
        'this is no raster, vector or table, and no side file that is used here (_MTL.txt, MTD_MSIL2A.xml); it was left aside',
      )
    }
    const raster = await openRaster(bytes, name, signal)
    if (this.#isOpen(raster.header)) {
      await raster.close()
      throw loadedAlready()
    }
    this.#rasters.set(id, raster)
  }

  has(id: string): boolean {
    return this.#rasters.has(id) || this.#sides.has(id) || this.#documents.has(id)
  }

  raster(id: string): RasterFile | undefined {
    return this.#rasters.get(id)
  }

  withFingerprint(fingerprint: string): readonly string[] {
    return this.rasters().flatMap(({ id, header }) => (header.fingerprint === fingerprint ? [id] : []))
  }

  rasters(): SensedFile[] {
    return [...this.#rasters].map(([id, { header }]) => ({ id, header }))
  }

  documents(): DroppedDocument[] {
    return [...this.#documents.values()]
  }

  document(id: string): DroppedDocument | undefined {
    return this.#documents.get(id)
  }

  sides(): SideText[] {
    return [...this.#sides.values()]
  }

  /** Unlike names may hold equal bytes, such as masks without a cloud; then they are different files. */
  #isOpen({ fingerprint, fileName }: RasterHeader): boolean {
    return this.rasters().some(
      ({ header }) => header.fingerprint === fingerprint && baseName(header.fileName) === baseName(fileName),
    )
  }

  async drop(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.#sides.delete(id)
      this.#documents.delete(id)
      const raster = this.#rasters.get(id)
      this.#rasters.delete(id)
      await raster?.close()
    }
  }
}

/** Why a file could not be opened, in our words. Lets AbortError through. */
export function problemOf(fileName: string, error: unknown): FileProblem {
  if (isAbort(error)) throw error
  return isAppError(error)
    ? { fileName, message: error.message, code: error.code }
    : { fileName, message: 'the file could not be read', code: 'read_failed' }
}

const loadedAlready = () =>
  new AppError('left_aside', 'the same file is loaded already; it was left aside')

async function readText(bytes: ByteSource, signal: AbortSignal | undefined): Promise<string> {
  if (bytes.size > LARGEST_SIDE_FILE) {
    throw new AppError('unsupported_file', 'the side file is larger than 1 MB, which no metadata file is')
  }
  const content = await bytes.read(0, bytes.size, signal)
  await bytes.close?.()
  return new TextDecoder().decode(content)
}
