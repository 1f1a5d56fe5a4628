import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** The same pixels but where `hidden` is 1: NaN there. */
export function withoutHidden(source: RasterSource, hidden: RasterSource): RasterSource {
  return mapSources([source, hidden], ([values, covers], out) => {
    for (let index = 0; index < out.length; index++) out[index] = covers![index]! > 0 ? NaN : values![index]!
  })
}
