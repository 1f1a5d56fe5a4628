import { sensorBand } from '../sensors.ts'
import { baseName, dateFromDigits } from './file-name.ts'
import type { ProductName } from './product-name.ts'

/**
 * AST_L1T_00301012020183000_20200102123456_12345_ImageData3N.tif and AST_07XT_00405032000…_SRF_VNIR_B01.tif: version,
 * then month, day, year and time of day.
 */
const ASTER =
  /^(AST_(?:L1T|07X?T?|09X?T?))_(\d{3})(\d{2})(\d{2})(\d{4})(\d{6})(?:_\d+)*_(?:(?:SRF|VNIR|SWIR|TIR)_)*(?:ImageData|Band|B)0?(\d{1,2}N?)\.tiff?$/i

/** Reads the name of a band of ASTER at level 1 or of its surface reflectance; null for other files. */
export function asterName(path: string): ProductName | null {
  const match = ASTER.exec(baseName(path))
  if (!match) return null
  const [, product, , month, day, year, time, band] = match
  const known = sensorBand('aster', `B${band!}`)
  if (known === null) return null
  const level = product!.toUpperCase().replace(/^AST_(07|09).*/, 'AST_$1')
  const digits = year! + month! + day!
  return {
    sensor: 'aster',
    sensorSure: true,
    level,
    date: dateFromDigits(digits),
    designation: known.designation,
    baseline: null,
    collection: null,
    key: [level, digits, time].join('|'),
  }
}
