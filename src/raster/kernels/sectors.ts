import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import { metresPerUnit } from './moments.ts'

const NAMES = { 4: ['N', 'E', 'S', 'W'], 8: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] } as const

export type SectorCount = 4 | 8

export function sectorNames(sectors: SectorCount): readonly string[] {
  return NAMES[sectors]
}

/** Bearing in degrees clockwise from map north, in [0, 360), of a step east and north. */
export function bearingOf(east: number, north: number): number {
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** Index into `sectorNames`; each sector lies half its width to either side of its name, its first edge included. */
export function sectorOf(bearingDegrees: number, sectors: SectorCount): number {
  return Math.floor((bearingDegrees / 360) * sectors + 0.5) % sectors
}

/**
 * Pixels inside a mask by the sector in which they lie as seen from `origin` (map units), in map north whatever the
 * order of rows. A pixel whose centre is the origin itself belongs to no sector.
 */
export async function countSectors(
  mask: RasterSource,
  from: { readonly origin: readonly [x: number, y: number]; readonly sectors: SectorCount },
  options?: WalkOptions,
): Promise<number[]> {
  const { origin, sectors } = from
  const counts = new Array<number>(sectors).fill(0)
  const [a, b, c, d, e, f] = mask.grid.transform
  const [unitEast, unitNorth] = metresPerUnit(mask.grid.crs, origin[1])
  await walkBlocks(
    [mask],
    ([block], window) => {
      for (let index = 0; index < block!.length; index++) {
        if (!(block![index]! > 0)) continue
        const col = window.col + (index % window.width) + 0.5
        const row = window.row + Math.floor(index / window.width) + 0.5
        const east = (a * col + b * row + c - origin[0]) * unitEast
        const north = (d * col + e * row + f - origin[1]) * unitNorth
        if (east !== 0 || north !== 0) counts[sectorOf(bearingOf(east, north), sectors)]!++
      }
    },
    options,
  )
  return counts
}
