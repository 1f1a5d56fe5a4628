import { baseName, dateFromDigits } from './file-name.ts'
import type { ProductName } from './product-name.ts'

/** Names of daily records of sea-ice concentration as GeoTIFF. The level tells whose numbers they are. */
const RECORDS: readonly (readonly [name: RegExp, level: string])[] = [
  /** ice_conc_nh_ease2-250_cdr-v3p0_202003151200.tif of OSI SAF. */
  [/^ice_conc_([ns])h_[\w-]+?_(\d{8})\d{4}\.tiff?$/i, 'OSI SAF'],
  /** N_20200315_concentration_v3.0.tif of NSIDC (G02135). */
  [/^([NS])_(\d{8})_concentration_v[\d.]+\.tiff?$/i, 'G02135'],
  /** asi-AMSR2-n6250-20200315-v5.4.tif of the University of Bremen. */
  [/^asi-AMSR[2E]?-([ns])\d+-(\d{8})-v[\d.]+\.tiff?$/i, 'ASI'],
]

/** Reads the name of a record of sea-ice concentration; null for other files. */
export function seaIceName(path: string): ProductName | null {
  const base = baseName(path)
  for (const [name, level] of RECORDS) {
    const [, hemisphere, digits] = name.exec(base) ?? []
    if (hemisphere === undefined || digits === undefined) continue
    return {
      sensor: 'passive-microwave',
      sensorSure: true,
      level,
      date: dateFromDigits(digits),
      designation: 'ICE_CONC',
      baseline: null,
      collection: null,
      key: ['sea-ice', level, hemisphere.toLowerCase(), digits].join('|'),
    }
  }
  return null
}
