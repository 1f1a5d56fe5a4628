import type { RasterHeader } from '../../io/types.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { Assumption, SceneBand, SceneFacts } from '../../trace/layer.ts'

/** A raster file whose header has been read. */
export interface SensedFile {
  readonly id: string
  readonly header: RasterHeader
}

/** A text file dropped beside rasters, such as `_MTL.txt`. */
export interface SideText {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** One acquisition, or one file of an unknown kind, with all that is known and assumed of it. */
export interface SensedScene {
  /** Stable for the same acquisition or file. Holds foreign text: never shown. */
  readonly key: string
  /** For people: may hold a file's name. */
  readonly title: string
  readonly date: string | null
  /** The finest grid among the bands. */
  readonly grid: Grid
  readonly facts: SceneFacts
  /** Rasters in order of bands, then side files that were used. */
  readonly fileIds: readonly string[]
}

export function finestGrid(bands: readonly SceneBand[]): Grid {
  return bands
    .map((band) => band.grid)
    .reduce((best, grid) => (cellSize(grid) < cellSize(best) ? grid : best))
}

/** Size of a pixel in square units of the CRS. */
export function cellSize({ transform: [a, b, , d, e] }: Grid): number {
  return Math.abs(a * e - b * d)
}

/** Warns where a grid lies nowhere: without a CRS no area, length or direction can be measured. */
export function crsAssumptions(grid: Grid): readonly Assumption[] {
  if (grid.crs.kind !== 'unknown') return []
  return [
    {
      field: 'crs',
      value: 'unknown',
      why: 'the file names no coordinate system that is known here; areas, lengths and directions cannot be measured',
      sure: false,
    },
  ]
}
