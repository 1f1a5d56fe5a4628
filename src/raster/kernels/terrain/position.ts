import type { RasterSource } from '../../source.ts'
import { TOTAL } from '../focal/combiners.ts'
import { haloSource } from '../focal/halo.ts'
import { overWindow } from '../focal/running.ts'
import { reachOfRows } from '../focal/shape.ts'
import type { Neighbourhood } from '../focal/shape.ts'

/**
 * Topographic position index: each height less the mean of its neighbours in the window, in the unit of the heights.
 * NaN where the window meets nodata or the edge. Radius 1 of a square is gdaldem TPI.
 */
export function topographicPosition(heights: RasterSource, neighbourhood: Neighbourhood): RasterSource {
  const reaches = reachOfRows(neighbourhood)
  const whole = reaches.reduce((sum, reach) => sum + 2 * reach + 1, 0)
  return haloSource(heights, neighbourhood.radius, ({ data, ...place }, out) => {
    const planes = [new Float64Array(data.length), new Float64Array(data.length)]
    for (let at = 0; at < data.length; at++) TOTAL.start(planes, at, data[at]!)
    const [sums, counts] = overWindow({ ...place, planes }, reaches, TOTAL).planes
    const wide = place.width - 2 * place.halo
    for (let at = 0; at < out.length; at++) {
      const middle = data[(Math.floor(at / wide) + place.halo) * place.width + (at % wide) + place.halo]!
      const found = Math.fround(middle - (sums![at]! - middle) / (whole - 1))
      out[at] = counts![at] === whole && Number.isFinite(found) ? found : NaN
    }
  })
}
