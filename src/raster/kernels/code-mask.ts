import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** 1 where a raster holds one of some codes, else 0; NaN stays NaN. */
export function codeMask(classes: RasterSource, codes: readonly number[]): RasterSource {
  const wanted = new Set(codes)
  return mapSources([classes], ([values], out) => {
    for (let at = 0; at < out.length; at++) {
      const value = values![at]!
      out[at] = value === value ? Number(wanted.has(value)) : NaN
    }
  })
}
