import { isAbort, throwIfAborted } from '../../lib/abort.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import { fingerprintOf } from '../../io/read/fingerprint.ts'
import { readCsvTable, readGpxTable, type FileTable } from '../../io/read/read-table.ts'
import { readGeoJson, readGeoJsonLines } from '../../io/read/read-geojson.ts'
import type { FileFeatures } from '../../io/read/vector/clean-features.ts'
import { SHAPE_PARTS } from '../../io/read/vector/shape-parts.ts'
import type { ByteSource } from '../../io/types.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Table } from '../../trace/table.ts'
import type { FeatureCollection } from '../tool.ts'
import type { FormatInput, NeighbourFile } from '../../io/read/format.ts'
import type { GivenFile } from './given-files.ts'

/** Features or rows of a dropped file. */
export type DroppedDocument = {
  /** Of the file, or of a part of it (`partId`). */
  readonly id: string
  /** The file, and others that it cannot be read without. */
  readonly fileIds: readonly string[]
  /** Foreign. */
  readonly name: string
  readonly fingerprint: string
  /** The one date that all of it is of, else null. */
  readonly date: string | null
} & (
  | { readonly kind: 'vector'; readonly features: FeatureCollection }
  | { readonly kind: 'table'; readonly table: Table }
)

interface DocumentInput extends Pick<FormatInput, 'beside' | 'signal'> {
  readonly file: GivenFile
}

/** Text is read whole: beyond this a page would run out of memory. */
const LARGEST = 64 * 1024 * 1024

type Reader = (input: DocumentInput) => Promise<Content>

const ofText =
  (read: (text: string) => Content | Promise<Content>): Reader =>
  async ({ file: { bytes }, signal }) => {
    const text = await textOf(bytes, signal)
    throwIfAborted(signal)
    return read(text)
  }

const READERS: readonly (readonly [ending: RegExp, read: Reader])[] = [
  [/\.geojson$/i, ofText(vectorOf)],
  [/\.json$/i, ofText(vectorOrLeft)],
  [/\.(ndjson|jsonl|geojsonl|geojsons)$/i, ofText((text) => contentOf(readGeoJsonLines(text)))],
  [/\.kml$/i, ofText(kmlOf)],
  [
    /\.kmz$/i,
    async ({ file: { bytes }, signal }) => {
      const { kmlOfKmz } = await import('../../io/read/vector/read-kml.ts')
      return kmlOf(await kmlOfKmz(bytes, signal))
    },
  ],
  [/\.shp$/i, shapefileOf],
  [/\.(csv|tsv)$/i, ofText((text) => tableOf(readCsvTable(text)))],
  [/\.gpx$/i, ofText((text) => tableOf(readGpxTable(text)))],
]

/** Files of a shapefile that hold nothing without it. */
const SHAPE_PART = new RegExp(`\\.(?:${SHAPE_PARTS.join('|')})$`, 'i')
export const isShapePart = (name: string): boolean => SHAPE_PART.test(name)

type Content = (
  | { readonly kind: 'vector'; readonly features: FeatureCollection; readonly date: string | null }
  | { readonly kind: 'table'; readonly table: Table; readonly date: string | null }
) & {
  /** Files beside it that it takes along. */
  readonly companions?: readonly NeighbourFile[]
}

export const isDocumentName = (name: string): boolean => READERS.some(([ending]) => ending.test(name))

/**
 * Features and rows of a file of vectors or of a table. Throws unsupported_file for what is malformed or larger than 64 MB,
 * limit_reached, read_failed; left_aside for JSON that is no GeoJSON.
 */
export async function readDocuments(input: DocumentInput): Promise<readonly DroppedDocument[]> {
  const { file, signal } = input
  const { id, name, bytes } = file
  const reader = READERS.find(([ending]) => ending.test(name))
  if (!reader)
    throw new AppError('unsupported_file', 'this is neither GeoJSON, nor KML, a shapefile, CSV or GPX')
  if (bytes.size > LARGEST) {
    throw new AppError(
      'unsupported_file',
      `the file has ${Math.ceil(bytes.size / 1024 / 1024)} MB, and vectors and tables of up to ${LARGEST / 1024 / 1024} MB are read; give a part of it`,
    )
  }
  try {
    const own = await fingerprintOf(bytes, signal)
    const { companions = [], ...content } = await reader[1](input)
    // The same shapes with another table are another layer.
    const others = await Promise.all(companions.map((each) => fingerprintOf(each.bytes, signal)))
    for (const each of companions) await each.bytes.close?.()
    const fingerprint = others.length === 0 ? own : await hashOf([own, ...others].join(' '))
    return [{ id, name, fileIds: [id, ...companions.map((each) => each.id)], fingerprint, ...content }]
  } finally {
    await bytes.close?.()
  }
}

async function textOf(bytes: ByteSource, signal: AbortSignal | undefined): Promise<string> {
  const content = await bytes.read(0, bytes.size, signal)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch (error) {
    if (isAbort(error)) throw error
    throw new AppError(
      'unsupported_file',
      'the file is not written in UTF-8; save it in UTF-8 and give it again',
    )
  }
}

function vectorOf(text: string): Content {
  return contentOf(readGeoJson(text))
}

function contentOf({ features }: FileFeatures): Content {
  return {
    kind: 'vector',
    features: { type: 'FeatureCollection', features },
    date: onlyDate(features.flatMap(({ properties }) => Object.values(properties))),
  }
}

async function kmlOf(text: string): Promise<Content> {
  const { readKml } = await import('../../io/read/vector/read-kml.ts')
  return contentOf(await readKml(text))
}

/** Detections of FIRMS make the table that they are in CSV as well; other shapes are features. */
async function shapefileOf({ file: { bytes, name }, beside, signal }: DocumentInput): Promise<Content> {
  const { readShapefile, detectionsOf } = await import('../../io/read/vector/read-shapefile.ts')
  const { features, rows, companions } = await readShapefile({
    bytes,
    name,
    beside,
    ...(signal && { signal }),
  })
  const detections = rows && detectionsOf(rows)
  return { ...(detections ? tableOf(readCsvTable(detections)) : contentOf(features)), companions }
}

/** Products come with JSON of other kinds, which a dropped folder brings along. */
function vectorOrLeft(text: string): Content {
  try {
    return vectorOf(text)
  } catch (error) {
    if (!isAppError(error) || error.details['otherJson'] !== true) throw error
    throw new AppError('left_aside', 'this JSON file is no GeoJSON; it was left aside')
  }
}

function tableOf({ columns, rows }: FileTable): Content {
  const dated = columns.findIndex(({ unit }) => unit === 'date')
  const clock = dated >= 0 ? dated : columns.findIndex(({ unit }) => unit === 'time')
  return {
    kind: 'table',
    table: { columns, rows },
    date: clock < 0 ? null : onlyDate(rows.map((row) => row[clock] ?? null)),
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The day that all dates and times are of. */
function onlyDate(cells: readonly (string | number | null)[]): string | null {
  let found: string | null = null
  for (const cell of cells) {
    if (typeof cell !== 'string' || !/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(cell)) continue
    const day = cell.slice(0, 10)
    if (found !== null && found !== day) return null
    found = day
  }
  return found
}

/** The layer of a document. */
export function documentLayer(document: DroppedDocument, identity: Pick<Layer, 'id' | 'createdAt'>): Layer {
  return {
    ...identity,
    kind: document.kind,
    title: document.name.replace(/^.*\//, ''),
    port: { kind: document.kind },
    grid: null,
    date: document.date,
    unit: '1',
    scene: null,
    lineage: null,
    style: { ramp: 'none' },
    storage: { where: 'files', fileIds: document.fileIds },
    fingerprint: document.fingerprint,
  }
}

export const isDocumentLayer = ({ kind, storage }: Layer): boolean =>
  storage.where === 'files' && (kind === 'vector' || kind === 'table')
