import { metreSteps } from '../../grid/map-scale.ts'
import type { RasterSource } from '../../source.ts'
import { overNine } from './nine.ts'

const DEGREES = 180 / Math.PI

/**
 * A value from how much a surface rises a metre east and a metre north, by Horn's weights over 3 × 3 pixels
 * (doi:10.1109/PROC.1981.11918). `metres`: metres of one unit of height. NaN next to nodata and at the edges.
 * Throws what `metreSteps` throws.
 */
function overGradient(
  heights: RasterSource,
  metres: number,
  value: (east: number, north: number) => number,
): RasterSource {
  const stepsAt = metreSteps(heights.grid)
  return overNine(heights, (nine, col, row) => {
    const falling = nine[8]! - nine[0]!
    const crossing = nine[2]! - nine[6]!
    const across = ((falling + crossing + 2 * (nine[5]! - nine[3]!)) / 8) * metres
    const down = ((falling - crossing + 2 * (nine[7]! - nine[1]!)) / 8) * metres
    const { colEast, rowEast, colNorth, rowNorth } = stepsAt(col, row)
    return value(across * colEast + down * rowEast, across * colNorth + down * rowNorth)
  })
}

/** Steepness in degrees, or in percent of rise over run. */
export function slope(heights: RasterSource, metres: number, unit: 'deg' | '%'): RasterSource {
  return overGradient(heights, metres, (east, north) => {
    const rise = Math.hypot(east, north)
    return unit === 'deg' ? Math.atan(rise) * DEGREES : rise * 100
  })
}

/** The bearing that the ground falls towards, 0 to 360 degrees clockwise from the map's north; NaN where it is flat. */
export function aspect(heights: RasterSource): RasterSource {
  return overGradient(heights, 1, (east, north) => {
    if (east === 0 && north === 0) return NaN
    const bearing = Math.atan2(-east, -north) * DEGREES
    // A bearing just below 0 would round up to 360 in float32.
    const turned = bearing < 0 ? bearing + 360 : bearing
    return Math.fround(turned) >= 360 ? 0 : turned
  })
}

export interface Sun {
  /** Degrees clockwise from the map's north. */
  readonly azimuth: number
  /** Degrees above the horizon. */
  readonly altitude: number
}

/** Light on the ground from one sun, whole numbers from 1 (shade) to 255, as gdaldem hillshade. */
export function hillshade(heights: RasterSource, metres: number, { azimuth, altitude }: Sun): RasterSource {
  const [turn, height] = [azimuth / DEGREES, altitude / DEGREES]
  const [east, north, up] = [
    Math.sin(turn) * Math.cos(height),
    Math.cos(turn) * Math.cos(height),
    Math.sin(height),
  ]
  return overGradient(heights, metres, (p, q) => {
    const light = (up - p * east - q * north) / Math.sqrt(1 + p * p + q * q)
    return Math.floor(1 + 254 * Math.max(0, light) + 0.5)
  })
}
