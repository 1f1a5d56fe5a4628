import { AppError, isAppError } from '../../../lib/errors.ts'
import type { Project } from '../../../raster/grid/lon-lat.ts'
import type { FormatInput, NeighbourFile } from '../format.ts'
import { cleanFeatures, type FileFeatures, type GivenFeature } from './clean-features.ts'
import { placeOfPrj } from './place-of-prj.ts'
import { SHAPE_PARTS } from './shape-parts.ts'

export interface Shapefile {
  readonly features: FileFeatures
  /** Rows of the attribute table by column as it is called there, one a feature; null where there is none. Foreign. */
  readonly rows: readonly Row[] | null
  /** The files beside it that it takes along. */
  readonly companions: readonly NeighbourFile[]
}

type Row = Readonly<Record<string, unknown>>

const HEADER = 100
const SHAPE_CODE = 9994
const LARGEST = 64 * 1024 * 1024

/**
 * Features of a shapefile (ESRI Shapefile Technical Description, 1998) in longitude and latitude, by the .prj beside it, with the
 * attributes of the .dbf. Throws unsupported_file without a .prj, for what is malformed or larger than 64 MB, read_failed
 * where it is cut off.
 */
export async function readShapefile({ bytes, name, beside, signal }: FormatInput): Promise<Shapefile> {
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.shp$/i, '')
  const part = (ending: string) => beside(`${stem}.${ending}`)
  const companions = SHAPE_PARTS.flatMap((ending) => part(ending) ?? [])
  const prj = part('prj')
  if (!prj) {
    throw new AppError(
      'unsupported_file',
      `the shapefile comes without ${stem}.prj, which says where on Earth its numbers lie; give the .shp together with its .prj and .dbf, or zip the folder and give that`,
    )
  }
  const text = async (file: NeighbourFile) => new TextDecoder().decode(await whole(file.bytes, signal))
  const toLonLat = await placeOfPrj(await text(prj))
  const shp = await whole(bytes, signal)
  assertRecords(shp)
  const dbf = part('dbf')
  const cpg = part('cpg')
  const table = dbf && (await whole(dbf.bytes, signal))
  if (table) assertTable(table)
  const { parseShp, parseDbf } = await import('shpjs')
  try {
    const shapes = parseShp(viewOf(shp))
    const encoding = cpg && (await text(cpg)).trim()
    const rows = table ? parseDbf(viewOf(table), encoding ?? 'utf-8').map(plainRow) : null
    if (rows && rows.length !== shapes.length)
      throw faulty(`its table has ${rows.length} rows for ${shapes.length} shapes`)
    const given = shapes.map((geometry, at): GivenFeature => ({
      geometry: geometry && { type: geometry.type, coordinates: moved(geometry.coordinates, toLonLat) },
      properties: rows?.[at] ?? {},
    }))
    const kept = rows?.filter((_, at) => given[at]!.geometry !== null) ?? null
    return { features: cleanFeatures(given, 'shapefile'), rows: kept, companions }
  } catch (error) {
    if (isAppError(error)) throw error
    throw new AppError(
      'read_failed',
      'the shapefile is damaged or cut off; get it again',
      {},
      { cause: error },
    )
  }
}

async function whole(bytes: FormatInput['bytes'], signal: AbortSignal | undefined): Promise<Uint8Array> {
  if (bytes.size > LARGEST)
    throw faulty(`a file of it has more than ${LARGEST / 1024 / 1024} MB; give a part of it`)
  return bytes.read(0, bytes.size, signal)
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer as ArrayBuffer, byteOffset, byteLength)

/** The library trusts the lengths of records: one of zero or less would be read for ever. */
function assertRecords(shp: Uint8Array): void {
  const view = viewOf(shp)
  if (shp.length < HEADER || view.getInt32(0) !== SHAPE_CODE) throw faulty('it does not begin as one does')
  let at = HEADER
  while (at + 8 <= shp.length) {
    const length = view.getInt32(at + 4) * 2
    if (length < 4 || at + 8 + length > shp.length)
      throw new AppError('read_failed', 'the shapefile is damaged or cut off; get it again')
    at += 8 + length
  }
}

/** So for the number of rows that the table says it has. */
function assertTable(dbf: Uint8Array): void {
  const view = viewOf(dbf)
  const cut = () =>
    new AppError('read_failed', 'the .dbf of the shapefile is damaged or cut off; get it again')
  if (dbf.length < 32) throw cut()
  const [rows, header, row] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)]
  if (row === 0 || header < 33 || header + rows * row > dbf.length) throw cut()
}

/** Dates as written, numbers that are none left out. */
function plainRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? dayOf(value) : typeof value === 'number' && Number.isNaN(value) ? null : value,
    ]),
  )
}

/** The library makes days of the local clock. */
function dayOf(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-')
}

function moved(coordinates: unknown, toLonLat: Project): unknown {
  if (!Array.isArray(coordinates)) return coordinates
  const [x, y] = coordinates as readonly unknown[]
  return typeof x === 'number' && typeof y === 'number'
    ? toLonLat(x, y)
    : coordinates.map((each: unknown) => moved(each, toLonLat))
}

const faulty = (what: string) => new AppError('unsupported_file', `the shapefile cannot be read: ${what}`)

const OF_DETECTIONS = ['latitude', 'longitude', 'acq_date', 'confidence']

/**
 * The rows as text of a CSV where their columns are those of active fires as FIRMS delivers them
 * (https://www.earthdata.nasa.gov/data/tools/firms/faq), else null.
 */
export function detectionsOf(rows: readonly Row[]): string | null {
  const columns = Object.keys(rows[0] ?? {})
  const names = columns.map((column) => column.toLowerCase())
  if (!OF_DETECTIONS.every((name) => names.includes(name))) return null
  const cell = (value: unknown) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    return `"${text.replaceAll('"', '""')}"`
  }
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','))
  return [names.join(','), ...lines].join('\n')
}
