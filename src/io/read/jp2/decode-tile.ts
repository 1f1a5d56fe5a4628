import type { Samples } from '../samples.ts'
import { damagedTile } from './damage.ts'
import { loadOpenJpeg, type LoadedDecoder } from './openjpeg.ts'
import { reducedSize, tileRectangle, type TileRecipe } from './tile-recipe.ts'
import { tileStreamBytes, writeTileStream } from './tile-stream.ts'

let ready: LoadedDecoder | null = null

/** Decodes tiles on this thread, one after the other. Rejects with `damagedTile`. */
export async function tileDecoder(
  recipe: TileRecipe,
): Promise<(parts: Uint8Array, block: { readonly index: number }) => Promise<Samples>> {
  ready ??= await loadOpenJpeg()
  return async (parts, { index }) => {
    const decoder = (ready ??= await loadOpenJpeg())
    try {
      return decodeTile(decoder, recipe, { index, parts })
    } catch (cause) {
      ready = null
      throw damagedTile(index, cause)
    }
  }
}

function decodeTile(
  decoder: LoadedDecoder,
  recipe: TileRecipe,
  tile: { readonly index: number; readonly parts: Uint8Array },
): Samples {
  const { blocksAcross, samples, reduce, block, sampleType } = recipe
  const place = { across: tile.index % blocksAcross, down: Math.floor(tile.index / blocksAcross) }
  const { width, height } = reducedSize(tileRectangle(recipe, place), reduce)
  writeTileStream(recipe, tile, decoder.getEncodedBuffer(tileStreamBytes(recipe, tile.parts)))
  decoder.decodeSubResolution(reduce, 0)
  // A decoder that goes on after damage makes up pixels.
  const complaints = decoder.complaints()
  if (complaints.length > 0) throw new Error(complaints.join(' '))
  const decoded = decoder.getDecodedBuffer()
  const Type = ARRAYS[sampleType as keyof typeof ARRAYS]
  const size = Type.BYTES_PER_ELEMENT
  if (decoded.byteLength < width * height * samples * size)
    throw new Error('the tile is smaller than it should be')
  const from = new Type(decoded.buffer as ArrayBuffer, decoded.byteOffset, width * height * samples)
  if (width === block.width) return from.slice()
  // Tiles at the right edge are filled up, so that all blocks have rows of one length.
  const out = new Type(block.width * height * samples)
  for (let row = 0; row < height; row++) {
    const start = row * width * samples
    out.set(from.subarray(start, start + width * samples), row * block.width * samples)
  }
  return out
}

const ARRAYS = { uint8: Uint8Array, int8: Int8Array, uint16: Uint16Array, int16: Int16Array } as const
