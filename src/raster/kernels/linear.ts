import { mapSources } from '../blocks.ts'
import type { Reducer } from '../reduce.ts'
import type { RasterSource } from '../source.ts'

/** scale · x + offset of each valid pixel. */
export function linear(source: RasterSource, scale: number, offset: number): RasterSource {
  return mapSources([source], ([values], out) => {
    for (let at = 0; at < out.length; at++) out[at] = scale * values![at]! + offset
  })
}

/** (x − centre) / span of each valid pixel: 0 at the centre to the last bit. */
export function standardised(source: RasterSource, centre: number, span: number): RasterSource {
  return mapSources([source], ([values], out) => {
    for (let at = 0; at < out.length; at++) out[at] = (values![at]! - centre) / span
  })
}

/** Valid pixels below `low` and above `high`. */
export class OutsideReducer implements Reducer<{ readonly below: number; readonly above: number }> {
  private below = 0
  private above = 0
  private readonly low: number
  private readonly high: number

  constructor(low: number, high: number) {
    this.low = low
    this.high = high
  }

  add(values: Float32Array): void {
    for (let at = 0; at < values.length; at++) {
      if (values[at]! < this.low) this.below++
      else if (values[at]! > this.high) this.above++
    }
  }

  result() {
    return { below: this.below, above: this.above }
  }
}
