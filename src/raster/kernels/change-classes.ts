import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/**
 * 1 at or below `lower`, 3 at or above `upper`, 2 between them; NaN stays NaN. Limits are rounded to the precision of the
 * pixels. Where both limits are one value, pixels of just that value are 2.
 */
export function changeClasses(source: RasterSource, lower: number, upper: number): RasterSource {
  const [low, high] = [Math.fround(lower), Math.fround(upper)]
  return mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) {
      const value = values![index]!
      const code = value <= low ? 1 : value >= high ? 3 : 2
      out[index] = value !== value ? NaN : low === high && value === low ? 2 : code
    }
  })
}

/** Codes of what became of the inside of a mask. */
export const FATES = ['gained', 'lost', 'kept', 'never'] as const

/** 1 gained, 2 lost, 3 kept, 4 never inside, of two masks; NaN where either has no data. */
export function maskFates(before: RasterSource, after: RasterSource): RasterSource {
  return mapSources([before, after], ([first, second], out) => {
    for (let index = 0; index < out.length; index++) {
      const [was, is] = [first![index]!, second![index]!]
      const code = is > 0 ? (was > 0 ? 3 : 1) : was > 0 ? 2 : 4
      out[index] = was === was && is === is ? code : NaN
    }
  })
}
