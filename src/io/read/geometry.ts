import { apply } from '../../raster/grid/affine.ts'
import type { Affine } from '../../raster/grid/grid.ts'
import { GeoKey, type GeoKeys } from './geo-keys.ts'
import { Tag } from './tags.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Where there is no georeference: pixels are their own map units, rows downwards. */
const PIXELS: Affine = [1, 0, 0, 0, -1, 0]

/**
 * Pixel to map, from ModelTransformation, or ModelPixelScale with any tiepoint; null where the file has neither, or
 * only ground control points. PixelIsPoint is shifted by half a pixel, so that (0, 0) is always the outer corner.
 */
export async function readTransform(directory: TiffDirectory, keys: GeoKeys): Promise<Affine | null> {
  const [matrix, scale, tie] = await Promise.all([
    directory.numbers(Tag.ModelTransformation),
    directory.numbers(Tag.ModelPixelScale),
    directory.numbers(Tag.ModelTiepoint),
  ])
  const transform = fromMatrix(matrix) ?? fromScale(scale, tie)
  if (!transform) return null
  if (keys.numbers.get(GeoKey.RasterType) !== 2) return transform
  const [c, f] = apply(transform, -0.5, -0.5)
  return [transform[0], transform[1], c, transform[3], transform[4], f]
}

/** The grid transform of a file without georeference. */
export function pixelTransform(): Affine {
  return PIXELS
}

function fromMatrix(values: readonly number[]): Affine | null {
  if (values.length < 16) return null
  const [a, b, , c, d, e, , f] = values as [number, number, number, number, number, number, number, number]
  return isUsable([a, b, c, d, e, f]) ? [a, b, c, d, e, f] : null
}

function fromScale(scale: readonly number[], tie: readonly number[]): Affine | null {
  const [width, height] = scale
  const [col, row, , x, y] = tie
  if (width === undefined || height === undefined) return null
  if (col === undefined || row === undefined || x === undefined || y === undefined) return null
  // A negative height stands for a south-up grid (GDAL writes it so), although the standard means it positive.
  const transform: Affine = [width, 0, x - col * width, 0, -height, y + row * height]
  return isUsable(transform) ? transform : null
}

function isUsable([a, b, c, d, e, f]: Affine): boolean {
  return [a, b, c, d, e, f].every((value) => Number.isFinite(value)) && a * e - b * d !== 0
}
