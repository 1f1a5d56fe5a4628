import { seededRandom } from '../../../src/lib/random.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import type { Affine, Crs, Grid } from '../../../src/raster/grid/grid.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { reduce } from '../../../src/raster/reduce.ts'
import type { Reducer } from '../../../src/raster/reduce.ts'
import type { RasterSource } from '../../../src/raster/source.ts'

export const UTM: Crs = {
  id: 'EPSG:32633',
  kind: 'projected',
  name: 'WGS 84 / UTM zone 33N',
  proj4: '+proj=utm +zone=33 +datum=WGS84 +units=m +no_defs',
  metresPerUnit: 1,
}

export const LONLAT: Crs = {
  id: 'EPSG:4326',
  kind: 'geographic',
  name: 'WGS 84',
  proj4: '+proj=longlat +datum=WGS84 +no_defs',
  metresPerUnit: NaN,
}

/** North-up pixels of 10 m in UTM 33N near 15° E, 45° N. */
export const TEN_METRES: Affine = [10, 0, 500_000, 0, -10, 5_000_000]

export function gridOf(width: number, height: number, transform: Affine = TEN_METRES, crs: Crs = UTM): Grid {
  return { width, height, crs, transform }
}

/** A raster written out row by row; '.' is 0, '#' is 1, '?' is no data, a list holds the numbers themselves. */
export function raster(
  rows: readonly (string | readonly number[])[],
  place: { readonly transform?: Affine; readonly crs?: Crs } = {},
): RasterSource {
  const lists = rows.map((row) =>
    typeof row === 'string' ? Array.from(row, (each) => ({ '.': 0, '#': 1 })[each] ?? NaN) : row,
  )
  const grid = gridOf(lists[0]!.length, lists.length, place.transform, place.crs)
  return inBands(memorySource(grid, Float32Array.from(lists.flat())))
}

/** Seeded uniform numbers in [0, 1). */
export function randomRaster(seed: number, width: number, height: number): RasterSource {
  const random = seededRandom(seed)
  const data = Float32Array.from({ length: width * height }, () => random())
  return inBands(memorySource(gridOf(width, height), data))
}

/** The same source claiming blocks of two rows, so that a walk over it meets several bands. */
function inBands(source: RasterSource): RasterSource {
  return { ...source, blockSize: { width: source.grid.width, height: 2 } }
}

/** What one reducer makes of a raster. */
export async function alone<Result>(source: RasterSource, reducer: Reducer<Result>): Promise<Result> {
  return (await reduce(source, { reducer })).reducer
}

export async function pixels(source: RasterSource): Promise<number[]> {
  return [...(await source.read(wholeWindow(source.grid)))]
}

/** The pixels as text, the inverse of `raster`. */
export async function drawn(source: RasterSource): Promise<string[]> {
  const values = await pixels(source)
  const { width, height } = source.grid
  return Array.from({ length: height }, (_, row) =>
    values
      .slice(row * width, (row + 1) * width)
      .map((value) => (Number.isNaN(value) ? '?' : value === 1 ? '#' : '.'))
      .join(''),
  )
}
