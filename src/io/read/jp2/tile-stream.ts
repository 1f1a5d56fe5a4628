import { AppError } from '../../../lib/errors.ts'
import { isCoarseFirst, readCoding } from './coding.ts'
import { packetsOf } from './packets.ts'
import type { PacketPlace } from './precincts.ts'
import { EndOfPackets } from './tag-tree.ts'
import { headerOfComponents, tileHeader } from './tile-header.ts'
import { renumber, tilePartHead, tilePartsOf, type TilePartBytes } from './tile-parts.ts'
import { tileRectangle, type Rectangle, type TileRecipe } from './tile-recipe.ts'

const EOC = Uint8Array.of(0xff, 0xd9)
/** A packet that adds nothing. */
const NOTHING = Uint8Array.of(0)
const NOTHING_AND_END = Uint8Array.of(0, 0xff, 0x92)
/** The components that a colour transform mixes. */
const COLOURS = [0, 1, 2]

/** A codestream of one tile, in pieces that follow each other, and what it holds. */
export interface TileStream {
  readonly pieces: readonly Uint8Array[]
  readonly components: number
  /** Component that is asked for, of those; null where all are. */
  readonly component: number | null
}

/**
 * The codestream that one tile is decoded from: the file's own packets, where they are all there and all wanted, else
 * those of one component or of the lower resolutions. `bytes` are changed. Throws EndOfPackets where they are too few.
 */
export function tileStream(
  recipe: TileRecipe,
  { index, bytes }: { readonly index: number; readonly bytes: Uint8Array },
): TileStream {
  const { blocksAcross, blocksDown, planar, samples } = recipe
  const number = index % (blocksAcross * blocksDown)
  const place = { across: number % blocksAcross, down: Math.floor(number / blocksAcross) }
  const tile = tileRectangle(recipe, place)
  const header = tileHeader(recipe, { ...tile, ...place })
  const parts = tilePartsOf(bytes, number)
  const isCut = parts.at(-1)!.end > bytes.byteLength
  if (!planar && !isCut) {
    renumber(bytes, parts)
    return { pieces: [header, bytes, EOC], components: samples, component: null }
  }
  return picked(recipe, {
    header,
    tile,
    parts,
    bytes,
    isCut,
    plane: planar ? Math.floor(index / (blocksAcross * blocksDown)) : null,
  })
}

function picked(
  { codestream, samples, reduce }: TileRecipe,
  from: {
    readonly header: Uint8Array<ArrayBuffer>
    readonly tile: Rectangle
    readonly parts: readonly TilePartBytes[]
    readonly bytes: Uint8Array
    readonly isCut: boolean
    readonly plane: number | null
  },
): TileStream {
  const { header, tile, parts, bytes, isCut, plane } = from
  const coding = readCoding(codestream, samples)
  const isPlain = coding !== null && parts.every((part) => part.isPlain)
  // All of the tile is needed then.
  if (isCut && !(isPlain && isCoarseFirst(coding))) throw new EndOfPackets()
  if (!isPlain) {
    throw new AppError(
      'unsupported_file',
      'the tiles of the JPEG 2000 file are coded each in its own way, which GeoForge cannot read in several components; ' +
        'convert it to a GeoTIFF: gdal_translate -of COG file.jp2 file.tif',
    )
  }
  const isMixed = plane === null || (coding.transformsColours && COLOURS.includes(plane))
  const kept = plane === null ? [...coding.components.keys()] : isMixed ? COLOURS : [plane]
  const body = joined(parts.map((part) => bytes.subarray(part.body, part.end)))
  const packets: Uint8Array[] = []
  const isCoarse = ({ component, resolution }: { readonly component: number; readonly resolution: number }) =>
    resolution <= coding.components[component]!.levels - reduce
  const wanted = ({ precinct }: PacketPlace) => !isCut || isCoarse(precinct)
  for (const { precinct, start, end } of packetsOf(body, tile, coding, wanted)) {
    if (!kept.includes(precinct.component)) continue
    if (isCoarse(precinct)) packets.push(body.subarray(start, end))
    else packets.push(coding.endMarkers ? NOTHING_AND_END : NOTHING)
  }
  const length = packets.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { transformsColours } = coding
  return {
    pieces: [
      plane === null
        ? header
        : headerOfComponents(header, {
            count: samples,
            kept,
            transformsColours: transformsColours && isMixed,
          }),
      tilePartHead(length),
      ...packets,
      EOC,
    ],
    components: kept.length,
    component: plane === null ? null : kept.indexOf(plane),
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}
