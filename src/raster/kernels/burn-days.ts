import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** Days of burning, NaN at or below 0. Days before `firstDay` belong to the next year and have `yearLength` added. */
export function burnDays(
  source: RasterSource,
  { firstDay, yearLength }: { readonly firstDay: number; readonly yearLength: number },
): RasterSource {
  return mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) {
      const day = values![index]!
      out[index] = !(day > 0) ? NaN : day < firstDay ? day + yearLength : day
    }
  })
}
