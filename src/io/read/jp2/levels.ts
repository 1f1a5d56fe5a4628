import { AppError } from '../../../lib/errors.ts'
import type { SampleType } from '../../types.ts'
import { MAX_BLOCK_BYTES } from '../layout.ts'
import { readCoding } from './coding.ts'
import { unsupported, type Codestream, type Component } from './codestream.ts'
import { reducedSize, type TileRecipe } from './tile-recipe.ts'

/** Components that the codec decodes at once; of other numbers of them each is decoded by itself. */
const AT_ONCE: ReadonlySet<number> = new Set([1, 3])
/** Bytes of memory that a sample takes while its tile is decoded: two of 32 bits, one as it is given and a copy. */
const BYTES_PER_SAMPLE = 12
/** Tiles are numbered by 16 bits. */
const MOST_TILES = 65535
/** Sides below this are not worth a level of their own. */
const SMALLEST_SIDE = 64

/**
 * The image at full size, then at halved sides, as far as the codestream goes and tiles stay blocks of one size.
 * Throws unsupported_file by name of what is in the way.
 */
export function imageLevels(codestream: Codestream): readonly TileRecipe[] {
  const { image, tiling, components, levels, header } = codestream
  const { bits, sampleType } = sampleOf(components)
  const planar = !AT_ONCE.has(components.length)
  const coding = readCoding(header, components.length)
  if (planar && !coding) throw unsupported(`${components.length} components in an order that changes`)
  const blocksAcross = Math.ceil((image.x1 - tiling.x) / tiling.width)
  const blocksDown = Math.ceil((image.y1 - tiling.y) / tiling.height)
  if (blocksAcross * blocksDown > MOST_TILES) {
    throw new AppError(
      'read_failed',
      `the JPEG 2000 file claims ${blocksAcross * blocksDown} tiles; it is damaged, copy it again`,
    )
  }
  const recipes: TileRecipe[] = []
  for (let reduce = 0; reduce <= levels; reduce++) {
    const size = reducedSize(image, reduce)
    const isEven = (tile: number, origin: number) => tile % 2 ** reduce === 0 && origin % 2 ** reduce === 0
    const fits =
      (blocksAcross === 1 || (isEven(tiling.width, tiling.x) && tiling.x === image.x0)) &&
      (blocksDown === 1 || (isEven(tiling.height, tiling.y) && tiling.y === image.y0))
    if (!fits) break
    if (reduce > 0 && Math.max(size.width, size.height) < SMALLEST_SIDE) break
    recipes.push({
      ...size,
      block: {
        width: blocksAcross === 1 ? size.width : tiling.width / 2 ** reduce,
        height: blocksDown === 1 ? size.height : tiling.height / 2 ** reduce,
      },
      blocksAcross,
      blocksDown,
      samples: components.length,
      planar,
      bits,
      sampleType,
      codestream: header,
      image,
      tiling,
      reduce,
    })
  }
  const [full] = recipes
  if (!full) throw unsupported('tiles that begin before the image does')
  const atOnce = planar ? (coding?.transformsColours ? 3 : 1) : components.length
  const bytes = full.block.width * full.block.height * atOnce * BYTES_PER_SAMPLE
  if (bytes > MAX_BLOCK_BYTES) {
    throw unsupported(
      `one tile of ${full.block.width} × ${full.block.height} pixels, ${Math.round(bytes / 2 ** 20)} MB at once`,
    )
  }
  return recipes
}

function sampleOf(components: readonly Component[]): {
  readonly bits: number
  readonly sampleType: SampleType
} {
  const first = components[0]!
  const wide = (bits: number) => bits > 8
  if (components.some(({ bits, signed }) => signed !== first.signed || wide(bits) !== wide(first.bits)))
    throw unsupported('components of unlike sample types')
  const bits = Math.max(...components.map((component) => component.bits))
  if (bits > 16) throw unsupported(`samples of ${bits} bits`)
  const sampleType = wide(bits) ? (first.signed ? 'int16' : 'uint16') : first.signed ? 'int8' : 'uint8'
  return { bits: wide(bits) ? 16 : 8, sampleType }
}
