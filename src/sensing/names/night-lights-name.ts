import type { Sensor } from '../sensors.ts'
import { baseName, dateFromDayOfYear, dateFromDigits } from './file-name.ts'
import type { ProductName } from './product-name.ts'

interface Series {
  readonly name: RegExp
  readonly sensor: Sensor
  /** Tells whose numbers they are. */
  readonly level: string
  /** yyyy-mm-dd of the first group. */
  readonly day: (text: string) => string | null
}

const firstOfYear = (year: string) => dateFromDigits(`${year}0101`)

/** Names of composites of night lights as GeoTIFF: the first group is the time, the second the tile, satellite or part. */
const SERIES: readonly Series[] = [
  /** VNP46A4.A2018001.h17v05.001.2021125123456.AllAngle_Composite_Snow_Free.tif of Black Marble, and its monthly A3. */
  {
    name: /^V(?:NP|J1|J2)46A[34]\.A(\d{7})\.(h\d{2}v\d{2})\.\d{3}(?:\.\d{11,14})?[._ ]+\w*?Composite_Snow_(?:Free|Covered)\.tiff?$/i,
    sensor: 'viirs-dnb',
    level: 'VNP46',
    day: dateFromDayOfYear,
  },
  /** VNP46A2.A2018045.h17v05.001.….Gap_Filled_DNB_BRDF-Corrected_NTL.tif, one night. */
  {
    name: /^V(?:NP|J1|J2)46A2\.A(\d{7})\.(h\d{2}v\d{2})\.\d{3}(?:\.\d{11,14})?[._ ]+[\w-]*NTL\.tiff?$/i,
    sensor: 'viirs-dnb',
    level: 'VNP46',
    day: dateFromDayOfYear,
  },
  /** VNL_v21_npp_2015_global_vcmslcfg_c202205302300.average_masked.dat.tif, a year of the Earth Observation Group. */
  {
    name: /^VNL_v\d+_\w*?_((?:19|20)\d{2})(?:\d{2}-\d{6})?_(global_\w+?)_c\d+\.(?:average|median|maximum)\w*(?:\.dat)?\.tiff?$/i,
    sensor: 'viirs-dnb',
    level: 'EOG',
    day: firstOfYear,
  },
  /** SVDNB_npp_20180101-20180131_75N060W_vcmcfg_v10_c201805221252.avg_rade9h.tif, a month of theirs. */
  {
    name: /^SVDNB_(?:npp|j01)_(\d{8})-\d{8}_(\d{2}[NS]\d{3}[EW]|global)_\w+\.avg_rade9h?(?:\.masked)?\.tiff?$/i,
    sensor: 'viirs-dnb',
    level: 'EOG',
    day: dateFromDigits,
  },
  /** F182013.v4c_web.stable_lights.avg_vis.tif of DMSP-OLS: numbers from 0 to 63 without a unit. */
  {
    name: /^F1\d((?:19|20)\d{2})\.(v4\w?)(?:_web)?\.(?:global\.)?(?:\w+\.)*(?:stable_lights\.)?avg_vis\.tiff?$/i,
    sensor: 'dmsp-ols',
    level: 'stable lights',
    day: firstOfYear,
  },
]

/** Reads the name of a composite of night lights; null for other files, counts and quality layers among these. */
export function nightLightsName(path: string): ProductName | null {
  const base = baseName(path)
  for (const { name, sensor, level, day } of SERIES) {
    const [, time, place] = name.exec(base) ?? []
    if (time === undefined || place === undefined) continue
    return {
      sensor,
      sensorSure: true,
      level,
      date: day(time),
      designation: 'NIGHT_LIGHTS',
      baseline: null,
      collection: null,
      key: ['night-lights', level, place.toLowerCase(), time].join('|'),
    }
  }
  return null
}
