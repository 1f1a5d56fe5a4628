import { AppError } from '../../../lib/errors.ts'
import type { ByteSource } from '../../types.ts'
import type { PieceReader } from './ranges.ts'

/** More than any writer makes; a file that claims more is damaged or made to keep us busy. */
const MAX_BOXES = 4096
const MAX_DEPTH = 8
/** A description of where pixels lie takes a few kilobytes. */
const MAX_XML_BYTES = 4 * 1024 * 1024
/** As hexadecimal text; GeoJP2 says so (GeoTIFF in JPEG 2000, 1.0.3). */
const GEOJP2 = 'b14bf8bd083d4b43a5ae8cd7d5a6ce03'
const SUPERBOXES: ReadonlySet<string> = new Set(['jp2h', 'asoc', 'jpch', 'jplh'])
const SYCC = 18
const OPACITY = 1
const PREMULTIPLIED = 2

interface Span {
  readonly start: number
  readonly end: number
}

/** What the boxes of a JP2 file say beside the codestream. */
export interface Boxes {
  readonly codestream: Span
  /** A TIFF of no pixels, for its tags. */
  readonly geotiff: Span | null
  /** Contents of XML boxes that are associated with something. Untrusted. */
  readonly xml: readonly string[]
  /** The component that says how opaque pixels are. */
  readonly alpha: { readonly index: number; readonly premultiplied: boolean } | null
}

/** Walks the boxes of a JP2 or JPX file (ITU-T T.800, annex I); a raw codestream has none. */
export async function readBoxes(bytes: ByteSource, read: PieceReader): Promise<Boxes> {
  const head = await read(0, 2)
  if (head.byteLength === 2 && head.getUint16(0) === 0xff4f) {
    return { codestream: { start: 0, end: bytes.size }, geotiff: null, xml: [], alpha: null }
  }
  const found: { -readonly [Key in keyof Boxes]: Boxes[Key] | (Key extends 'codestream' ? null : never) } = {
    codestream: null,
    geotiff: null,
    xml: [],
    alpha: null,
  }
  const xml: string[] = []
  let count = 0

  async function walk({ start, end }: Span, depth: number): Promise<void> {
    for (let at = start; at + 8 <= end;) {
      if (++count > MAX_BOXES) throw damaged(`has more than ${MAX_BOXES} boxes`)
      const box = await readBox(read, at, end)
      if (box === null) return
      const body = { start: box.body, end: box.end }
      if (box.type === 'jp2c') found.codestream ??= body
      else if (box.end > bytes.size) throw cutOff()
      else if (SUPERBOXES.has(box.type) && depth < MAX_DEPTH) await walk(body, depth + 1)
      else if (box.type === 'uuid') {
        const id = hexOf(await read(body.start, 16))
        if (id === GEOJP2) found.geotiff ??= { start: body.start + 16, end: body.end }
      } else if (box.type === 'xml ' && depth > 0 && body.end - body.start <= MAX_XML_BYTES) {
        xml.push(new TextDecoder().decode(await read(body.start, body.end - body.start)))
      } else if (box.type === 'colr') await refuseColours(read, body)
      else if (box.type === 'cdef') found.alpha ??= await readAlpha(read, body)
      at = box.end
    }
  }

  await walk({ start: 0, end: bytes.size }, 0)
  const { codestream } = found
  if (codestream === null) throw damaged('holds no codestream')
  return { ...found, codestream, xml }
}

/** Null at the end of the boxes. */
async function readBox(read: PieceReader, at: number, end: number) {
  const head = await read(at, 16)
  if (head.byteLength < 8) return null
  const length = head.getUint32(0)
  const type = String.fromCharCode(...new Uint8Array(head.buffer, head.byteOffset + 4, 4))
  if (length === 0) return { type, body: at + 8, end }
  if (length !== 1) {
    if (length < 8) throw damaged(`has a box of ${length} bytes`)
    return { type, body: at + 8, end: at + length }
  }
  if (head.byteLength < 16) throw cutOff()
  const long = Number(head.getBigUint64(8))
  if (long < 16) throw damaged(`has a box of ${long} bytes`)
  return { type, body: at + 16, end: at + long }
}

async function refuseColours(read: PieceReader, { start }: Span): Promise<void> {
  const view = await read(start, 7)
  if (view.byteLength >= 7 && view.getUint8(0) === 1 && view.getUint32(3) === SYCC) {
    throw new AppError(
      'unsupported_file',
      'the JPEG 2000 file holds brightness and colour differences (sYCC), which GeoForge cannot read; ' +
        'convert it to RGB, for example with gdal_translate -of COG',
    )
  }
}

async function readAlpha(read: PieceReader, { start, end }: Span): Promise<Boxes['alpha']> {
  const view = await read(start, Math.min(end - start, 2 + 6 * 0xffff))
  const count = view.byteLength >= 2 ? Math.min(view.getUint16(0), Math.floor((view.byteLength - 2) / 6)) : 0
  for (let at = 2; at < 2 + 6 * count; at += 6) {
    const kind = view.getUint16(at + 2)
    if (kind === OPACITY || kind === PREMULTIPLIED)
      return { index: view.getUint16(at), premultiplied: kind === PREMULTIPLIED }
  }
  return null
}

const hexOf = (view: DataView) =>
  Array.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

const damaged = (what: string) =>
  new AppError('read_failed', `the JPEG 2000 file ${what}; it is damaged, copy it again`)

export const cutOff = () =>
  new AppError('read_failed', 'the JPEG 2000 file ends before its last pixels; it is cut off, copy it again')
