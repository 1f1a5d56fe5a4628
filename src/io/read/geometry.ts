import { AppError } from '../../lib/errors.ts'
import { apply } from '../../raster/grid/affine.ts'
import { UNKNOWN_CRS, type Affine, type Grid } from '../../raster/grid/grid.ts'
import { degreesPerUnit, readCrs } from './geo-crs.ts'
import { GeoKey, readGeoKeys, type GeoKeys } from './geo-keys.ts'
import { Tag } from './tags.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Where there is no georeference: pixels are their own map units, rows downwards. */
const PIXELS: Affine = [1, 0, 0, 0, -1, 0]

/**
 * Where the pixels of an image lie. Without a georeference they are their own map units of an unknown CRS, whatever the
 * GeoKeys say. Throws unsupported_file for images that only ground control points or rational polynomials place.
 */
export async function readGrid(
  directory: TiffDirectory,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Grid> {
  const keys = await readGeoKeys(directory)
  const transform = await readTransform(directory, keys)
  if (!transform) return { width, height, crs: UNKNOWN_CRS, transform: PIXELS }
  const unit = degreesPerUnit(keys)
  const [a, b, c, d, e, f] = transform
  return {
    width,
    height,
    crs: await readCrs(keys),
    transform: [a * unit, b * unit, c * unit, d * unit, e * unit, f * unit],
  }
}

/**
 * Pixel to map, from ModelPixelScale with the first tiepoint, or ModelTransformation, as GDAL prefers them; null where
 * the file has neither. PixelIsPoint is shifted by half a pixel, so that (0, 0) is always the outer corner.
 */
async function readTransform(directory: TiffDirectory, keys: GeoKeys): Promise<Affine | null> {
  const [matrix, scale, tie] = await Promise.all([
    directory.numbers(Tag.ModelTransformation, 16),
    directory.numbers(Tag.ModelPixelScale, 3),
    directory.numbers(Tag.ModelTiepoint, 6),
  ])
  const transform = fromScale(scale, tie) ?? fromMatrix(matrix)
  if (!transform) {
    refuseUnwarped(directory)
    return null
  }
  if (keys.numbers.get(GeoKey.RasterType) !== 2) return transform
  const [c, f] = apply(transform, -0.5, -0.5)
  return [transform[0], transform[1], c, transform[3], transform[4], f]
}

function refuseUnwarped(directory: TiffDirectory): void {
  const points = Math.floor(directory.count(Tag.ModelTiepoint) / 6)
  if (points >= 2) {
    throw new AppError(
      'unsupported_file',
      `the file has ${points} ground control points only, no transform from pixels to the map; ` +
        'warp it to a map first, for example with gdalwarp',
    )
  }
  if (directory.has(Tag.RpcCoefficients)) {
    throw new AppError(
      'unsupported_file',
      'the file has rational polynomial coefficients (RPC) only, no transform from pixels to the map; ' +
        'orthorectify it first, for example with gdalwarp -rpc',
    )
  }
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
  // The standard wants heights positive. A negative one is taken for that, as GDAL does: south-up grids have a matrix.
  const down = Math.abs(height)
  const transform: Affine = [width, 0, x - col * width, 0, -down, y + row * down]
  return isUsable(transform) ? transform : null
}

function isUsable([a, b, c, d, e, f]: Affine): boolean {
  return [a, b, c, d, e, f].every((value) => Number.isFinite(value)) && a * e - b * d !== 0
}
