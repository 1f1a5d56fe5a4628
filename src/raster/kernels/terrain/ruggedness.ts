import type { RasterSource } from '../../source.ts'
import { overNine } from './nine.ts'

/**
 * Terrain ruggedness index in the unit of the heights. 'riley': root of the summed squares of the differences to the
 * eight neighbours (Riley, DeGloria and Elliot 1999, for land); 'wilson': mean of the absolute differences
 * (doi:10.1080/01490410701295962, for the sea floor). NaN next to nodata and at the edges.
 */
export function ruggedness(heights: RasterSource, method: 'riley' | 'wilson'): RasterSource {
  return overNine(heights, (nine) => {
    const middle = nine[4]!
    let squares = 0
    let sum = 0
    for (let at = 0; at < 9; at++) {
      const step = nine[at]! - middle
      squares += step * step
      sum += Math.abs(step)
    }
    return method === 'riley' ? Math.sqrt(squares) : sum / 8
  })
}

/** Highest less lowest of 3 × 3 heights, as gdaldem roughness. NaN next to nodata and at the edges. */
export function roughness(heights: RasterSource): RasterSource {
  return overNine(heights, (nine) => {
    let [low, high] = [nine[0]!, nine[0]!]
    for (let at = 1; at < 9; at++) {
      const height = nine[at]!
      if (height < low) low = height
      else if (height > high) high = height
    }
    return high - low
  })
}
