import { memorySource } from '../../../src/raster/blocks.ts'
import type { Affine, Grid } from '../../../src/raster/grid/grid.ts'
import type { RasterSource, ReadOptions, Window } from '../../../src/raster/source.ts'

const crs = { id: 'EPSG:32621', kind: 'projected', name: '', proj4: null, metresPerUnit: 1 } as const

export function gridOf(width: number, height: number, transform: Affine): Grid {
  return { width, height, crs, transform }
}

export function sourceOf(grid: Grid, values: readonly number[] | Float32Array): RasterSource {
  return memorySource(grid, Float32Array.from(values))
}

/** A source that notes what was read of it. */
export function watched(source: RasterSource) {
  const reads: { window: Window; options: ReadOptions | undefined }[] = []
  const spy: RasterSource = {
    ...source,
    read(window, options) {
      reads.push({ window, options })
      return source.read(window, options)
    },
  }
  return { source: spy, reads }
}
