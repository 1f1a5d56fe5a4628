import type { Grid } from '../grid/grid.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'
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
export class SectorReducer implements Reducer<number[]> {
  private readonly grid: Grid
  private readonly origin: readonly [x: number, y: number]
  private readonly sectors: SectorCount
  private readonly counts: Float64Array

  constructor(
    grid: Grid,
    from: { readonly origin: readonly [x: number, y: number]; readonly sectors: SectorCount },
  ) {
    this.grid = grid
    this.origin = from.origin
    this.sectors = from.sectors
    this.counts = new Float64Array(from.sectors)
  }

  add(values: Float32Array, window: Window): void {
    const { counts, origin, sectors } = this
    const [a, b, c, d, e, f] = this.grid.transform
    const [unitEast, unitNorth] = metresPerUnit(this.grid.crs, origin[1])
    for (let line = 0; line < window.height; line++) {
      const row = window.row + line + 0.5
      const from = line * window.width
      for (let index = from; index < from + window.width; index++) {
        if (!(values[index]! > 0)) continue
        const col = index - from + 0.5
        const east = (a * col + b * row + c - origin[0]) * unitEast
        const north = (d * col + e * row + f - origin[1]) * unitNorth
        if (east !== 0 || north !== 0) counts[sectorOf(bearingOf(east, north), sectors)]!++
      }
    }
  }

  result(): number[] {
    return [...this.counts]
  }
}
