import { tileRectangle, type TileRecipe } from './tile-recipe.ts'

const SOT = 0xff90
const EOC = 0xffd9
/** Bytes of a SOT marker segment, the least that a tile-part has. */
const SOT_BYTES = 12

/** Offsets within SIZ, counted from the start of the codestream (ITU-T T.800, A.5.1). */
const SIZ = { imageWidth: 8, imageX: 16, tileWidth: 24, tileX: 32 } as const

/**
 * A codestream of one tile: the main header with the image cut to the tile, which keeps its place on the reference
 * grid (wavelets and precincts are counted from there), then the tile-parts as the tile 0 of that image.
 * Throws where the tile-parts are not those of tile `index`.
 */
export function writeTileStream(
  recipe: Pick<TileRecipe, 'codestream' | 'image' | 'tiling' | 'blocksAcross'>,
  { index, parts }: { readonly index: number; readonly parts: Uint8Array },
  out: Uint8Array,
): void {
  const { codestream, tiling, blocksAcross } = recipe
  const place = { across: index % blocksAcross, down: Math.floor(index / blocksAcross) }
  const { x0, y0, x1, y1 } = tileRectangle(recipe, place)
  out.set(codestream)
  out.set(parts, codestream.byteLength)
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength)
  const pair = (at: number, x: number, y: number) => {
    view.setUint32(at, x)
    view.setUint32(at + 4, y)
  }
  pair(SIZ.imageWidth, x1, y1)
  pair(SIZ.imageX, x0, y0)
  pair(SIZ.tileWidth, tiling.width, tiling.height)
  // The tile grid may begin before the image, but a tile of an image that begins within it is still its first.
  pair(SIZ.tileX, tiling.x + place.across * tiling.width, tiling.y + place.down * tiling.height)
  const end = codestream.byteLength + parts.byteLength
  let at = codestream.byteLength
  for (let part = 0; at < end; part++) {
    const isNext =
      end - at >= SOT_BYTES &&
      view.getUint16(at) === SOT &&
      view.getUint16(at + 4) === index &&
      view.getUint8(at + 10) === part
    if (!isNext) throw new Error(`tile ${index} does not begin where the file says`)
    view.setUint16(at + 4, 0)
    // The last tile-part of a codestream may leave its length to the end of the file.
    const length = view.getUint32(at + 6) || end - at
    at += Math.max(SOT_BYTES, length)
  }
  if (at !== end) throw new Error(`tile ${index} is longer than the file says`)
  view.setUint16(end, EOC)
}

export const tileStreamBytes = (recipe: Pick<TileRecipe, 'codestream'>, parts: Uint8Array): number =>
  recipe.codestream.byteLength + parts.byteLength + 2
