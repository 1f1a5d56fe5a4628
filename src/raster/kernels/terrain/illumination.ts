import { mapSources, walkBlocks, type WalkOptions } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'
import { aspect, slope, type Sun } from './slope.ts'

const RADIANS = Math.PI / 180

/** Cosine of the angle between the sun and the normal of the ground, −1 … 1. `metres`: metres of one unit of height. */
export function illumination(
  heights: RasterSource,
  metres: number,
  { azimuth, altitude }: Sun,
): RasterSource {
  const [up, flat] = [Math.sin(altitude * RADIANS), Math.cos(altitude * RADIANS)]
  return mapSources([slope(heights, metres, 'deg'), aspect(heights)], ([slopes, aspects], out) => {
    for (let at = 0; at < out.length; at++) {
      const steep = slopes![at]! * RADIANS
      // Flat ground has no aspect, and needs none.
      const turn = steep === 0 ? 0 : (azimuth - aspects![at]!) * RADIANS
      out[at] = up * Math.cos(steep) + flat * Math.sin(steep) * Math.cos(turn)
    }
  })
}

export interface Line {
  readonly slope: number
  readonly intercept: number
  /** Pearson's correlation. */
  readonly correlation: number
  readonly pixels: number
}

/** The least-squares line of reflectance over illumination, where both are valid and the ground is lit. */
export async function lineOverLight(
  values: RasterSource,
  light: RasterSource,
  options?: WalkOptions,
): Promise<Line> {
  let [pixels, meanX, meanY, squaresX, squaresY, products] = [0, 0, 0, 0, 0, 0]
  await walkBlocks(
    [values, light],
    ([ys, xs]) => {
      for (let at = 0; at < xs!.length; at++) {
        const [x, y] = [xs![at]!, ys![at]!]
        if (!(x > 0) || Number.isNaN(y)) continue
        pixels++
        const [stepX, stepY] = [x - meanX, y - meanY]
        meanX += stepX / pixels
        meanY += stepY / pixels
        squaresX += stepX * (x - meanX)
        squaresY += stepY * (y - meanY)
        products += stepX * (y - meanY)
      }
    },
    options,
  )
  const slopeOfLine = products / squaresX
  return {
    slope: slopeOfLine,
    intercept: meanY - slopeOfLine * meanX,
    correlation: products / Math.sqrt(squaresX * squaresY),
    pixels,
  }
}

/**
 * Reflectance as on flat ground: times (cos z + c) / (cos i + c); c = 0 is the cosine correction. NaN in the shade, and
 * where a c below zero leaves no light to divide by.
 */
export function onFlatGround(
  values: RasterSource,
  light: RasterSource,
  { up, c }: { readonly up: number; readonly c: number },
): RasterSource {
  return mapSources([values, light], ([reflectance, cosines], out) => {
    for (let at = 0; at < out.length; at++) {
      const cosine = cosines![at]!
      out[at] = cosine > 0 && cosine + c > 0 ? (reflectance![at]! * (up + c)) / (cosine + c) : NaN
    }
  })
}
