import { AppError } from '../../../lib/errors.ts'
import { cutOff } from './boxes.ts'
import type { PieceReader } from './ranges.ts'
import type { Rectangle, TileRecipe } from './tile-recipe.ts'

/** Markers of the main header (ITU-T T.800, table A.2). */
const SIZ = 0xff51
const COD = 0xff52
const COC = 0xff53
const TLM = 0xff55
const PPM = 0xff60
const SOT = 0xff90
/** Left out of the headers of single tiles: pointers to what is elsewhere then, and texts. */
const NOT_NEEDED: ReadonlySet<number> = new Set([TLM, 0xff57, 0xff63, 0xff64])
/** Headers with tables of tile-parts of the largest images take less. */
const MAX_HEADER_BYTES = 32 * 1024 * 1024

export interface Component {
  readonly bits: number
  readonly signed: boolean
}

/** The main header of a codestream. */
export interface Codestream {
  readonly image: Rectangle
  readonly tiling: TileRecipe['tiling']
  readonly components: readonly Component[]
  /** Times that the sides can be halved, in all components. */
  readonly levels: number
  /** What decoding needs of the header. */
  readonly header: Uint8Array<ArrayBuffer>
  /** Bodies of TLM segments, in the order of the file. */
  readonly tileLengths: readonly DataView[]
  /** First byte of the first tile-part in the file. */
  readonly tiles: number
}

/** Reads the main header of the codestream that begins at `start`. Throws unsupported_file, read_failed. */
export async function readCodestream(read: PieceReader, start: number): Promise<Codestream> {
  const soc = await read(start, 4)
  if (soc.byteLength < 4) throw cutOff()
  if (soc.getUint32(0) !== 0xff4fff51) throw damaged('does not begin with the size of the image')
  const kept: Uint8Array[] = [Uint8Array.of(0xff, 0x4f)]
  const tileLengths: DataView[] = []
  let size: ReturnType<typeof readSize> | null = null
  let levels = Infinity
  let at = start + 2
  for (;;) {
    const head = await read(at, 4)
    if (head.byteLength < 4) throw cutOff()
    const marker = head.getUint16(0)
    if (marker === SOT) break
    const length = head.getUint16(2)
    if (marker < 0xff4f || length < 2) throw damaged('has a header that cannot be read')
    if (at - start > MAX_HEADER_BYTES) throw damaged('has an endless header')
    const whole = await read(at, length + 2)
    if (whole.byteLength < length + 2) throw cutOff()
    const segment = new Uint8Array(whole.buffer, whole.byteOffset, length + 2).slice()
    const body = new DataView(segment.buffer, 4)
    if (marker === PPM) throw unsupported('packet headers packed together (PPM)')
    if (marker === SIZ) size = readSize(body)
    if (marker === COD) levels = Math.min(levels, body.getUint8(5))
    if (marker === COC) levels = Math.min(levels, body.getUint8((size?.components.length ?? 0) < 257 ? 2 : 3))
    if (marker === TLM) tileLengths.push(body)
    if (!NOT_NEEDED.has(marker)) kept.push(segment)
    at += length + 2
  }
  if (size === null || levels > 32) throw damaged('does not say how it is coded')
  return { ...size, levels, header: joined(kept), tileLengths, tiles: at }
}

function readSize(body: DataView): Pick<Codestream, 'image' | 'tiling' | 'components'> {
  if (body.byteLength < 36) throw damaged('has no size')
  const [x1, y1, x0, y0, width, height, x, y] = Array.from({ length: 8 }, (_, index) =>
    body.getUint32(2 + 4 * index),
  ) as [number, number, number, number, number, number, number, number]
  const count = body.getUint16(34)
  if (count === 0 || body.byteLength < 36 + 3 * count) throw damaged(`claims ${count} components`)
  const isImage = x1 > x0 && y1 > y0 && Math.max(x1, y1) < 2 ** 31
  const isTiled = width > 0 && height > 0 && x <= x0 && y <= y0 && x + width > x0 && y + height > y0
  if (!isImage || !isTiled)
    throw damaged(`claims ${x1 - x0} × ${y1 - y0} pixels in tiles of ${width} × ${height}`)
  const components = Array.from({ length: count }, (_, index): Component => {
    const at = 36 + 3 * index
    if (body.getUint8(at + 1) !== 1 || body.getUint8(at + 2) !== 1)
      throw unsupported('components of unlike resolution (subsampled)')
    return { bits: (body.getUint8(at) & 0x7f) + 1, signed: body.getUint8(at) >= 0x80 }
  })
  return { image: { x0, y0, x1, y1 }, tiling: { x, y, width, height }, components }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

const damaged = (what: string) =>
  new AppError('read_failed', `the JPEG 2000 codestream ${what}; it is damaged, copy it again`)

/** The one door for what cannot be read, with what converts it. */
export function unsupported(what: string): AppError {
  return new AppError(
    'unsupported_file',
    `the JPEG 2000 file has ${what}, which GeoForge cannot read; ` +
      'convert it to a GeoTIFF: gdal_translate -of COG file.jp2 file.tif',
  )
}
