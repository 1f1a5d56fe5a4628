import { AppError } from '../../../lib/errors.ts'
import { cutOff } from './boxes.ts'
import type { Codestream } from './codestream.ts'
import type { PieceReader } from './ranges.ts'

const SOT = 0xff90
const EOC = 0xffd9
const SOT_BYTES = 12
/** A tile has at most 255 parts. */
const MAX_PARTS = 2 ** 22
const SCAN_BYTES = 1024 * 1024

export interface TilePart {
  readonly start: number
  readonly length: number
}

/** Tile-parts by tile, in the order of the file; a tile that the file lost has none. */
export type TileIndex = ReadonlyMap<number, readonly TilePart[]>

/**
 * Where tile-parts lie, by the table of the main header where there is one that the file bears out, else by going from
 * one to the next. Bytes that are no tile-part are passed over. Throws read_failed where the last ends beyond the file.
 */
export async function readTileIndex(
  read: PieceReader,
  codestream: Pick<Codestream, 'tileLengths' | 'tiles'>,
  within: { readonly end: number; readonly fileSize: number; readonly count: number },
): Promise<TileIndex> {
  const listed = fromTable(codestream, within)
  if (listed && (await isBorneOut(read, listed))) return listed.index
  return walk(read, codestream.tiles, within)
}

interface Listed {
  readonly index: TileIndex
  readonly last: TilePart & { readonly tile: number }
}

/** Null where the table is not there, or cannot be right. */
function fromTable(
  { tileLengths, tiles }: Pick<Codestream, 'tileLengths' | 'tiles'>,
  { fileSize, count }: { readonly fileSize: number; readonly count: number },
): Listed | null {
  const index = new Map<number, TilePart[]>()
  let last: Listed['last'] | null = null
  let start = tiles
  let next = 0
  for (const body of tileLengths) {
    const sizes = body.getUint8(1)
    const [tileBytes, lengthBytes] = [(sizes >> 4) & 3, sizes & 0x40 ? 4 : 2]
    if (tileBytes === 3) return null
    for (let at = 2; at + tileBytes + lengthBytes <= body.byteLength; at += tileBytes + lengthBytes) {
      const tile = tileBytes === 0 ? next++ : tileBytes === 1 ? body.getUint8(at) : body.getUint16(at)
      const length = lengthBytes === 2 ? body.getUint16(at + tileBytes) : body.getUint32(at + tileBytes)
      if (tile >= count || length < SOT_BYTES || start + length > fileSize) return null
      last = { start, length, tile }
      add(index, last)
      start += length
    }
  }
  return last && index.size === count ? { index, last } : null
}

/** Whether the last tile-part is where the table says. */
async function isBorneOut(read: PieceReader, { last }: Listed): Promise<boolean> {
  const view = await read(last.start, SOT_BYTES)
  return view.byteLength === SOT_BYTES && view.getUint16(0) === SOT && view.getUint16(4) === last.tile
}

async function walk(
  read: PieceReader,
  start: number,
  { end, fileSize, count }: { readonly end: number; readonly fileSize: number; readonly count: number },
): Promise<TileIndex> {
  const index = new Map<number, TilePart[]>()
  const stop = Math.min(end, fileSize)
  let parts = 0
  for (let at = start; at < stop;) {
    const view = await read(at, SOT_BYTES)
    if (view.byteLength >= 2 && view.getUint16(0) === EOC) break
    if (!isTilePart(view, count)) {
      const next = await scan(read, at + 1, { stop, count })
      if (next === null) {
        // What follows is no tile-part: whether tiles are lost, the count tells.
        if (index.size === count) break
        throw cutOff()
      }
      at = next
      continue
    }
    if (++parts > MAX_PARTS) {
      throw new AppError(
        'read_failed',
        `the JPEG 2000 file has more than ${MAX_PARTS} tile-parts; it is damaged`,
      )
    }
    let length = view.getUint32(6) || stop - at
    if (at + length > stop) {
      // A length that is wrong, where others follow; the end of a file that is cut off, where none does.
      const next = await scan(read, at + SOT_BYTES, { stop, count })
      if (next === null) throw cutOff()
      length = next - at
    }
    add(index, { start: at, length, tile: view.getUint16(4) })
    at += length
  }
  if (index.size === 0 || end > fileSize) throw cutOff()
  return index
}

/** A SOT segment: no such bytes occur in what a codestream packs, where after FF nothing above 8F stands. */
const isTilePart = (view: DataView, count: number) =>
  view.byteLength === SOT_BYTES &&
  view.getUint32(0) === 0xff90000a &&
  view.getUint16(4) < count &&
  (view.getUint32(6) === 0 || view.getUint32(6) >= SOT_BYTES)

/** The next tile-part from `from` on. */
async function scan(
  read: PieceReader,
  from: number,
  { stop, count }: { readonly stop: number; readonly count: number },
): Promise<number | null> {
  for (let at = from; at < stop; at += SCAN_BYTES) {
    const view = await read(at, Math.min(SCAN_BYTES + SOT_BYTES, stop - at))
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let place = bytes.indexOf(0xff); place >= 0; place = bytes.indexOf(0xff, place + 1)) {
      if (bytes[place + 1] !== 0x90 || place + SOT_BYTES > bytes.length) continue
      if (isTilePart(new DataView(view.buffer, view.byteOffset + place, SOT_BYTES), count)) return at + place
    }
  }
  return null
}

function add(index: Map<number, TilePart[]>, { tile, ...part }: TilePart & { readonly tile: number }): void {
  const parts = index.get(tile)
  if (parts) parts.push(part)
  else index.set(tile, [part])
}
