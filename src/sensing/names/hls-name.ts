import { sensorBand, type Sensor } from '../sensors.ts'
import { baseName, dateFromDayOfYear } from './file-name.ts'
import type { ProductName } from './product-name.ts'

/** HLS.S30.T14RNV.2020001T170729.v2.0.B8A.tif; version 1.4 has no time and puts several bands into one file. */
const HLS = /(?:^|_)HLS\.([LS]30)\.T(\d{2}[A-Z]{3})\.(\d{7})(T\d{6})?\.v(\d\.\d)(?:[._](\w+))?\.tiff?$/i

/** Words for a file of several bands. */
const SEVERAL = /^(merged|stack|stacked)$/i

/** Reads the name of a Harmonized Landsat Sentinel-2 file; null for other files, masks made from them among these. */
export function hlsName(path: string): ProductName | null {
  const match = HLS.exec(baseName(path))
  if (!match) return null
  const [, product, tile, day, time = '', version, rest] = match
  const sensor: Sensor = product!.toUpperCase() === 'L30' ? 'hls-l30' : 'hls-s30'
  const isSeveral = rest === undefined || SEVERAL.test(rest)
  const known = isSeveral ? null : sensorBand(sensor, rest)
  if (!isSeveral && known === null) return null
  return {
    sensor,
    sensorSure: true,
    level: `v${version!}`,
    date: dateFromDayOfYear(day!),
    designation: known?.designation ?? null,
    baseline: null,
    collection: null,
    key: [sensor, tile!.toUpperCase(), day, time.toUpperCase()].join('|'),
  }
}
