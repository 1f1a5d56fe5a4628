import type { ByteSource } from '../../types.ts'
import { blockDecoder } from '../block-decoder.ts'
import { blockImage, DAMAGED, type BlockImage } from '../block-image.ts'
import type { Samples } from '../samples.ts'
import { isDamage, isTooFewBytes } from './damage.ts'
import type { TileIndex, TilePart } from './tile-index.ts'
import { reducedSize, tileRectangle, type TileRecipe } from './tile-recipe.ts'

/** Packed bytes that a pixel of a lower resolution takes, of its tile's bytes a pixel: coarse wavelets are packed less well. */
const COARSE_FACTOR = 2.5
/** Headers of packets, and what a small share may be off. */
const COARSE_BYTES = 4096

/** The image at one resolution. Tiles that are damaged, or that the file lost, hold no data. */
export function jp2Image(from: {
  readonly bytes: ByteSource
  readonly recipe: TileRecipe
  readonly tiles: TileIndex
  /** True where tiles begin with the packets of lower resolutions. */
  readonly isCoarseFirst: boolean
  /** Told whenever pixels of a damaged tile were asked for. */
  readonly onDamage: (tile: number) => void
}): BlockImage {
  const { bytes, recipe, tiles, onDamage } = from
  const count = recipe.blocksAcross * recipe.blocksDown
  const share = from.isCoarseFirst && recipe.reduce > 0 ? COARSE_FACTOR / 4 ** recipe.reduce : 1

  async function decode(index: number, parts: readonly TilePart[]): Promise<readonly Samples[]> {
    const ranges = inOneGo(parts)
    const some = parts.length === 1 ? Math.ceil(parts[0]!.length * share) + COARSE_BYTES : Infinity
    try {
      if (some >= parts[0]!.length) return await decodeRanges(index, ranges)
      return await decodeRanges(index, [{ start: parts[0]!.start, length: some }]).catch((error: unknown) => {
        if (isTooFewBytes(error)) return decodeRanges(index, ranges)
        throw error
      })
    } catch (error) {
      if (isDamage(error) || isTooFewBytes(error)) return [DAMAGED]
      throw error
    }
  }

  function decodeRanges(index: number, ranges: readonly TilePart[]): Promise<readonly Samples[]> {
    const length = ranges.reduce((sum, range) => sum + range.length, 0)
    const blocks = [{ index, offset: 0, length, rows: rowsOf(recipe, index % count) }]
    return blockDecoder().decode(bytes, recipe, { ranges, blocks })
  }

  return blockImage({
    layout: recipe,
    onDamage: (index) => onDamage(index % count),
    grouping: () =>
      Promise.resolve((indices: readonly number[]) =>
        indices.map((index) => {
          const parts = tiles.get(index % count)
          return {
            indices: [index],
            decode: () => (parts ? decode(index, parts) : Promise.resolve([DAMAGED])),
          }
        }),
      ),
  })
}

function rowsOf(recipe: TileRecipe, tile: number): number {
  const place = { across: tile % recipe.blocksAcross, down: Math.floor(tile / recipe.blocksAcross) }
  return reducedSize(tileRectangle(recipe, place), recipe.reduce).height
}

/** Parts that follow each other in the file as one range. */
function inOneGo(parts: readonly TilePart[]): readonly TilePart[] {
  const ranges: TilePart[] = []
  for (const part of parts) {
    const last = ranges.at(-1)
    if (last && last.start + last.length === part.start)
      ranges[ranges.length - 1] = { start: last.start, length: last.length + part.length }
    else ranges.push(part)
  }
  return ranges
}
