import { isAbort, throwIfAborted } from '../../lib/abort.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import { fingerprintOf } from '../../io/read/fingerprint.ts'
import { readCsvTable, readGpxTable, type FileTable } from '../../io/read/read-table.ts'
import { readGeoJson } from '../../io/read/read-geojson.ts'
import type { ByteSource } from '../../io/types.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Table } from '../../trace/table.ts'
import type { FeatureCollection } from '../tool.ts'
import type { FormatInput } from '../../io/read/format.ts'
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

const READERS: readonly (readonly [ending: RegExp, read: (text: string) => Content])[] = [
  [/\.geojson$/i, vectorOf],
  [/\.json$/i, vectorOrLeft],
  [/\.(csv|tsv)$/i, (text) => tableOf(readCsvTable(text))],
  [/\.gpx$/i, (text) => tableOf(readGpxTable(text))],
]

type Content =
  | { readonly kind: 'vector'; readonly features: FeatureCollection; readonly date: string | null }
  | { readonly kind: 'table'; readonly table: Table; readonly date: string | null }

export const isDocumentName = (name: string): boolean => READERS.some(([ending]) => ending.test(name))

/**
 * Features and rows of a GeoJSON, CSV or GPX file. Throws unsupported_file for what is malformed or larger than 64 MB,
 * limit_reached, read_failed; left_aside for JSON that is no GeoJSON.
 */
export async function readDocuments({
  file: { id, name, bytes },
  signal,
}: DocumentInput): Promise<readonly DroppedDocument[]> {
  const reader = READERS.find(([ending]) => ending.test(name))
  if (!reader) throw new AppError('unsupported_file', 'this is neither GeoJSON, nor CSV, nor GPX')
  if (bytes.size > LARGEST) {
    throw new AppError(
      'unsupported_file',
      `the file has ${Math.ceil(bytes.size / 1024 / 1024)} MB, and vectors and tables of up to ${LARGEST / 1024 / 1024} MB are read; give a part of it`,
    )
  }
  const fingerprint = await fingerprintOf(bytes, signal)
  const text = await textOf(bytes, signal)
  throwIfAborted(signal)
  return [{ id, name, fileIds: [id], fingerprint, ...reader[1](text) }]
}

async function textOf(bytes: ByteSource, signal: AbortSignal | undefined): Promise<string> {
  const content = await bytes.read(0, bytes.size, signal)
  await bytes.close?.()
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
  const { features } = readGeoJson(text)
  return {
    kind: 'vector',
    features: { type: 'FeatureCollection', features },
    date: onlyDate(features.flatMap(({ properties }) => Object.values(properties))),
  }
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
