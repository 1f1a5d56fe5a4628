import type { ByteSource } from '../../types.ts'
import { blockDecoder } from '../block-decoder.ts'
import { blockImage, DAMAGED, type BlockImage } from '../block-image.ts'
import { isDamage } from './damage.ts'
import type { TileIndex, TilePart } from './tile-index.ts'
import { reducedSize, tileRectangle, type TileRecipe } from './tile-recipe.ts'

/** The image at one resolution. Tiles that are damaged, or that the file lost, hold no data. */
export function jp2Image(from: {
  readonly bytes: ByteSource
  readonly recipe: TileRecipe
  readonly tiles: TileIndex
  readonly onDamage: (tile: number) => void
}): BlockImage {
  const { bytes, recipe, tiles, onDamage } = from

  async function decode(index: number, parts: readonly TilePart[]) {
    const ranges = inOneGo(parts)
    const length = ranges.reduce((sum, range) => sum + range.length, 0)
    const blocks = [{ index, offset: 0, length, rows: rowsOf(recipe, index) }]
    try {
      return await blockDecoder().decode(bytes, recipe, { ranges, blocks })
    } catch (error) {
      if (isDamage(error)) return [DAMAGED]
      throw error
    }
  }

  return blockImage({
    layout: recipe,
    onDamage,
    grouping: () =>
      Promise.resolve((indices: readonly number[]) =>
        indices.map((index) => {
          const parts = tiles.get(index)
          return {
            indices: [index],
            decode: () => (parts ? decode(index, parts) : Promise.resolve([DAMAGED])),
          }
        }),
      ),
  })
}

function rowsOf(recipe: TileRecipe, index: number): number {
  const place = { across: index % recipe.blocksAcross, down: Math.floor(index / recipe.blocksAcross) }
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
