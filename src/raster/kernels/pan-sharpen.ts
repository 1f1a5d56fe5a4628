import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** The band times pan over the mean of the visible bands: ratios between bands stay. NaN where that mean is not above zero. */
export function brovey(
  band: RasterSource,
  pan: RasterSource,
  visible: readonly RasterSource[],
): RasterSource {
  return mapSources([band, pan, ...visible], ([values, pans, ...bands], out) => {
    for (let at = 0; at < out.length; at++) {
      let sum = 0
      for (let each = 0; each < bands.length; each++) sum += bands[each]![at]!
      out[at] = sum > 0 ? (values![at]! * pans![at]! * bands.length) / sum : NaN
    }
  })
}

/** The mean of band and pan. */
export function meanWithPan(band: RasterSource, pan: RasterSource): RasterSource {
  return mapSources([band, pan], ([values, pans], out) => {
    for (let at = 0; at < out.length; at++) out[at] = (values![at]! + pans![at]!) / 2
  })
}
