import type { Grid } from '../grid/grid.ts'
import { groundFrame } from '../grid/ground-frame.ts'
import type { GroundFrame } from '../grid/ground-frame.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea } from '../grid/row-area.ts'
import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'
import { bearingOf, sectorOf } from './sectors.ts'
import type { SectorCount } from './sectors.ts'

export interface SectorAreas {
  /** Pixels and area by sector, in the order of `sectorNames`. */
  readonly pixels: readonly number[]
  readonly areas: readonly number[]
  /** Pixels whose centre is the origin itself: they lie in no sector. */
  readonly atOrigin: number
}

/** Pixels of a mask by the sector from true north in which they lie as seen from `origin` (map units). */
export class GroundSectorReducer implements Reducer<SectorAreas> {
  private readonly grid: Grid
  private readonly frame: GroundFrame
  private readonly sectors: SectorCount
  private readonly rowArea: RowArea
  private readonly pixels: number[]
  private readonly areas: number[]
  private atOrigin = 0

  constructor(
    grid: Grid,
    from: {
      readonly origin: readonly [x: number, y: number]
      readonly sectors: SectorCount
      readonly rowArea: RowArea
    },
  ) {
    this.grid = grid
    this.frame = groundFrame(grid.crs, from.origin)
    this.sectors = from.sectors
    this.rowArea = from.rowArea
    this.pixels = new Array<number>(from.sectors).fill(0)
    this.areas = new Array<number>(from.sectors).fill(0)
  }

  add(values: Float32Array, window: Window): void {
    const [a, b, c, d, e, f] = this.grid.transform
    for (let line = 0; line < window.height; line++) {
      const row = window.row + line + 0.5
      const areas = this.rowArea(window.row + line)
      for (let col = 0; col < window.width; col++) {
        if (!(values[line * window.width + col]! > 0)) continue
        const across = col + 0.5
        const [east, north] = this.frame(a * across + b * row + c, d * across + e * row + f)
        if (east === 0 && north === 0) {
          this.atOrigin++
          continue
        }
        const sector = sectorOf(bearingOf(east, north), this.sectors)
        this.pixels[sector]!++
        this.areas[sector]! += areaOfRun(areas, col, col + 1)
      }
    }
  }

  result(): SectorAreas {
    return { pixels: this.pixels, areas: this.areas, atOrigin: this.atOrigin }
  }
}
