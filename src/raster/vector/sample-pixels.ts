import { throwIfAborted } from '../../lib/abort.ts'
import { apply, invert } from '../grid/affine.ts'
import { fromLonLat } from '../grid/lon-lat.ts'
import type { LonLat } from './geodesic.ts'
import type { RasterSource } from '../source.ts'

export interface Sampled {
  /** NaN where there is no data; and beyond the grid, where `isOutside` is 1. */
  readonly values: Float32Array
  readonly isOutside: Uint8Array
}

/**
 * The value of the pixel that each place lies in. Places are gathered by block, and each block that holds one is read
 * once. Throws crs_unknown.
 */
export async function samplePixels(
  source: RasterSource,
  places: readonly LonLat[],
  signal?: AbortSignal,
): Promise<Sampled> {
  const { grid, blockSize } = source
  const [project, toPixels] = [fromLonLat(grid.crs), invert(grid.transform)]
  const values = new Float32Array(places.length).fill(NaN)
  const isOutside = new Uint8Array(places.length)
  const byBlock = new Map<string, { readonly index: number; readonly col: number; readonly row: number }[]>()
  for (const [index, place] of places.entries()) {
    const [col, row] = apply(toPixels, ...project(...place)).map(Math.floor) as [number, number]
    if (!(col >= 0 && row >= 0 && col < grid.width && row < grid.height)) {
      isOutside[index] = 1
      continue
    }
    const key = `${Math.floor(col / blockSize.width)} ${Math.floor(row / blockSize.height)}`
    const known = byBlock.get(key)
    if (known) known.push({ index, col, row })
    else byBlock.set(key, [{ index, col, row }])
  }
  for (const members of byBlock.values()) {
    throwIfAborted(signal)
    const [left, top] = [
      Math.min(...members.map(({ col }) => col)),
      Math.min(...members.map(({ row }) => row)),
    ]
    const width = Math.max(...members.map(({ col }) => col)) - left + 1
    const height = Math.max(...members.map(({ row }) => row)) - top + 1
    const block = await source.read({ col: left, row: top, width, height }, { signal })
    for (const { index, col, row } of members) values[index] = block[(row - top) * width + col - left]!
  }
  return { values, isOutside }
}
