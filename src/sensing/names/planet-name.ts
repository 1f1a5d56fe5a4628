import { baseName, dateFromDigits } from './file-name.ts'
import type { ProductName } from './product-name.ts'

/**
 * 20220615_153045_23_2461_3B_AnalyticMS_SR_8b_harmonized_clip.tif: date, time, satellite, level, asset. Without SR the
 * pixels are radiance at the sensor.
 */
const PLANET =
  /^(\d{8})_(\d{6}(?:_\d{2})?)_([0-9a-f]{4})_(3[AB])_AnalyticMS(_SR)?(_8b)?(?:_harmonized)?(?:_clip)?\.tiff?$/i

/** Reads the name of an ortho scene of PlanetScope; null for other files, its usable data masks among these. */
export function planetName(path: string): ProductName | null {
  const match = PLANET.exec(baseName(path))
  if (!match) return null
  const [, digits, time, satellite, , isSurface] = match
  const level = isSurface ? 'SR' : 'radiance'
  return {
    sensor: 'planetscope',
    sensorSure: true,
    level,
    date: dateFromDigits(digits!),
    designation: null,
    baseline: null,
    collection: null,
    key: ['planetscope', level, digits, time, satellite!.toLowerCase()].join('|'),
  }
}
