import { AppError } from '../../../lib/errors.ts'
import type { Samples } from '../samples.ts'
import { damagedTile, tooFewBytes } from './damage.ts'
import { loadOpenJpeg, type LoadedDecoder } from './openjpeg.ts'
import { EndOfPackets } from './tag-tree.ts'
import { reducedSize, tileRectangle, type TileRecipe } from './tile-recipe.ts'
import { tileStream, type TileStream } from './tile-stream.ts'

let ready: LoadedDecoder | null = null

/** Decodes tiles on this thread, one after the other. Rejects with `damagedTile`, `tooFewBytes`, unsupported_file. */
export async function tileDecoder(
  recipe: TileRecipe,
): Promise<(bytes: Uint8Array, block: { readonly index: number }) => Promise<Samples>> {
  ready ??= await loadOpenJpeg()
  return async (bytes, { index }) => {
    let stream: TileStream
    try {
      stream = tileStream(recipe, { index, bytes })
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw cause instanceof EndOfPackets ? tooFewBytes() : damagedTile(index, cause)
    }
    const decoder = (ready ??= await loadOpenJpeg())
    try {
      return decode(decoder, recipe, { index, stream })
    } catch (cause) {
      // Its memory may not be whole.
      ready = null
      throw damagedTile(index, cause)
    }
  }
}

function decode(
  decoder: LoadedDecoder,
  recipe: TileRecipe,
  { index, stream }: { readonly index: number; readonly stream: TileStream },
): Samples {
  const { blocksAcross, blocksDown, reduce, block, sampleType } = recipe
  const { pieces, components, component } = stream
  const number = index % (blocksAcross * blocksDown)
  const place = { across: number % blocksAcross, down: Math.floor(number / blocksAcross) }
  const { width, height } = reducedSize(tileRectangle(recipe, place), reduce)
  const encoded = decoder.getEncodedBuffer(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    encoded.set(piece, at)
    at += piece.byteLength
  }
  decoder.decodeSubResolution(reduce, 0)
  // A decoder that goes on after damage makes up pixels.
  const complaints = decoder.complaints()
  if (complaints.length > 0) throw new Error(complaints.join(' '))
  const decoded = decoder.getDecodedBuffer()
  const Type = ARRAYS[sampleType as keyof typeof ARRAYS]
  const count = width * height * components
  if (decoded.byteLength < count * Type.BYTES_PER_ELEMENT) throw new Error('the tile is too small')
  const from = new Type(decoded.buffer as ArrayBuffer, decoded.byteOffset, count)
  const samples = component === null ? components : 1
  if (samples === components && width === block.width) return from.slice()
  // Tiles at the right edge are filled up, so that all blocks have rows of one length.
  const out = new Type(block.width * height * samples)
  for (let row = 0; row < height; row++) {
    const start = row * width * components
    const to = row * block.width * samples
    if (samples === components) out.set(from.subarray(start, start + width * components), to)
    else for (let col = 0; col < width; col++) out[to + col] = from[start + col * components + component!]!
  }
  return out
}

const ARRAYS = { uint8: Uint8Array, int8: Int8Array, uint16: Uint16Array, int16: Int16Array } as const
