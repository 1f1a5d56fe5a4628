import { isAbort, throwIfAborted } from '../../lib/abort.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import type { RasterFile } from '../../io/read/format.ts'
import { isRasterName, openFile } from '../../io/read/open-file.ts'
import { readXml } from '../../io/read/xml.ts'
import type { ByteSource, RasterHeader } from '../../io/types.ts'
import { baseName } from '../../sensing/names/file-name.ts'
import { isBesideBands, isProductReport } from '../../sensing/names/product-name.ts'
import { isRadarMeasurement } from '../../sensing/names/sentinel-1-name.ts'
import { isSideFile } from '../../sensing/recognise.ts'
import type { SensedFile, SideText } from '../../sensing/scene/sensed.ts'
import type { FileProblem } from '../../trace/data.ts'
import { isDocumentName, isShapePart, readDocuments, type DroppedDocument } from './documents.ts'
import type { GivenFile, Neighbours } from './given-files.ts'
import { fileOf, partId } from './part-id.ts'

/** The angles of a granule of Sentinel-2 take half a megabyte. */
const LARGEST_SIDE_FILE = 4 << 20

/** True for a file that by its name is worth opening: what comes out of an archive is chosen by it. */
export const isWorthOpening = (path: string): boolean =>
  isSideFile(path) || isShapePart(path) || ((isRasterName(path) || isDocumentName(path)) && !isNeedless(path))

/** True for what comes with a product and is no data of its own. */
const isNeedless = (path: string): boolean =>
  isProductReport(path) || (isRasterName(path) && isBesideBands(path))

/** Files that come along with rasters and hold no pixels. */
const NO_RASTER = /\.(txt|xml|md|html?|pdf|log|tfw)$/i

/**
 * Rasters that are open, texts beside them, vectors and tables, by the id under which they were given; where a file holds
 * several, each by an id of its own that tells the file's.
 */
export class DroppedFiles {
  readonly #rasters = new Map<string, RasterFile>()
  readonly #sides = new Map<string, SideText>()
  readonly #documents = new Map<string, DroppedDocument>()
  /** Files that a file cannot be read without. */
  readonly #companions = new Map<string, readonly string[]>()

  /** Nothing is done for a file that another one has taken along. Throws unsupported_file, read_failed; left_aside for a file that is loaded already or is no data, invalid_input for one to be worked on elsewhere first. */
  async open(file: GivenFile, neighbours: Neighbours, signal: AbortSignal | undefined): Promise<void> {
    throwIfAborted(signal)
    const { id, name, bytes } = file
    if (this.#isTakenAlong(id)) return
    const beside = (path: string) => neighbours(name, path)
    if (isSideFile(name)) {
      const text = await readText(bytes, signal)
      if (this.sides().some((side) => side.text === text)) throw loadedAlready()
      const xml = /\.xml$/i.test(name) ? await readXml(text) : undefined
      this.#sides.set(id, { id, name, text, ...(xml && { xml }) })
      return
    }
    if (isNeedless(name)) {
      throw new AppError(
        'left_aside',
        'this file of the product is none of the bands that are used; it was left aside',
      )
    }
    if (isDocumentName(name)) {
      const documents = await readDocuments({ file, beside, signal })
      const fresh = documents.filter((document) => !this.documents().some(isSameAs(document)))
      if (fresh.length === 0) throw loadedAlready()
      for (const document of fresh) this.#documents.set(document.id, document)
      this.#companions.set(id, fresh[0]!.fileIds.slice(1))
      return
    }
    if (isShapePart(name)) {
      throw new AppError(
        'left_aside',
        'this is a part of a shapefile or of a raster whose main file did not come along; it was left aside',
      )
    }
    if (NO_RASTER.test(name)) {
      throw new AppError(
        'left_aside',
        'this is no raster, vector or table, and no side file that is used here (such as _MTL.txt, MTD_MSIL2A.xml); it was left aside',
      )
    }
    const rasters = await openFile({ bytes, name, beside, signal }).catch((error: unknown) => {
      const isUnplaced = isAppError(error) && error.code === 'unsupported_file' && isRadarMeasurement(name)
      throw isUnplaced ? uncorrected(error) : error
    })
    const fresh = rasters.filter(({ header }) => !this.#isOpen(header))
    for (const raster of rasters) if (!fresh.includes(raster)) await raster.close()
    if (fresh.length === 0) throw loadedAlready()
    for (const raster of fresh) this.#rasters.set(partId(id, raster.header.part), raster)
    this.#companions.set(id, [...new Set(fresh.flatMap(({ companions = [] }) => companions))])
  }

  /** True for a file of which something is open, or that another one took along. */
  has(fileId: string): boolean {
    const ids = [...this.#rasters.keys(), ...this.#sides.keys(), ...this.#documents.keys()]
    return ids.some((id) => fileOf(id) === fileId) || this.#isTakenAlong(fileId)
  }

  /** Ids of all files that must be at hand for rasters and documents of these ids. */
  filesOf(ids: readonly string[]): readonly string[] {
    const files = [...new Set(ids.map(fileOf))]
    return [...new Set([...files, ...files.flatMap((id) => this.#companions.get(id) ?? [])])]
  }

  /** Headers of the rasters of a file. */
  headersOf(fileId: string): readonly RasterHeader[] {
    return [...this.#rasters].flatMap(([id, { header }]) => (fileOf(id) === fileId ? [header] : []))
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

  sides(): SideText[] {
    return [...this.#sides.values()]
  }

  #isTakenAlong(fileId: string): boolean {
    return [...this.#companions.values()].some((ids) => ids.includes(fileId))
  }

  /** Unlike names may hold equal bytes, such as masks without a cloud; then they are different files. */
  #isOpen({ fingerprint, fileName }: RasterHeader): boolean {
    return this.rasters().some(
      ({ header }) => header.fingerprint === fingerprint && baseName(header.fileName) === baseName(fileName),
    )
  }

  /** Closes what was opened of these files. */
  async drop(fileIds: readonly string[]): Promise<void> {
    const gone = new Set(fileIds)
    for (const id of gone) {
      this.#sides.delete(id)
      this.#companions.delete(id)
    }
    for (const id of [...this.#documents.keys()]) if (gone.has(fileOf(id))) this.#documents.delete(id)
    for (const [id, raster] of [...this.#rasters]) {
      if (!gone.has(fileOf(id))) continue
      this.#rasters.delete(id)
      await raster.close()
    }
  }

  close(): Promise<void> {
    return this.drop([...this.#rasters.keys(), ...this.#sides.keys(), ...this.#documents.keys()].map(fileOf))
  }
}

const isSameAs =
  ({ fingerprint, kind }: DroppedDocument) =>
  (other: DroppedDocument): boolean =>
    fingerprint === other.fingerprint && kind === other.kind

/** Why a file could not be opened, in our words. Lets AbortError through. */
export function problemOf(fileName: string, error: unknown): FileProblem {
  if (isAbort(error)) throw error
  return isAppError(error)
    ? { fileName, message: error.message, code: error.code }
    : { fileName, message: 'the file could not be read', code: 'read_failed' }
}

/** Without calibration and terrain a measurement tells neither how bright the ground is nor where it lies. */
const uncorrected = (cause: unknown) =>
  new AppError(
    // The message says what to do, which is not what helps with other files.
    'invalid_input',
    'this is a measurement of Sentinel-1 GRD as ESA delivers it: amplitudes before calibration, placed by ground control points alone. ' +
      'Needed is backscatter on a map. In SNAP take Thermal Noise Removal, Calibration to Sigma0 and Range-Doppler Terrain Correction, ' +
      'and drop the GeoTIFF that comes of it; or order the same scene corrected (ASF HyP3 RTC, OPERA RTC-S1)',
    {},
    { cause },
  )

const loadedAlready = () => new AppError('left_aside', 'the same file is loaded already; it was left aside')

async function readText(bytes: ByteSource, signal: AbortSignal | undefined): Promise<string> {
  if (bytes.size > LARGEST_SIDE_FILE) {
    throw new AppError('unsupported_file', 'the side file is larger than 4 MB, which no metadata file is')
  }
  const content = await bytes.read(0, bytes.size, signal)
  await bytes.close?.()
  return new TextDecoder().decode(content)
}
