import { sensorBand } from '../sensors.ts'
import { baseName, dateFromDigits } from './file-name.ts'
import type { ProductName } from './product-name.ts'

/** A product's folder, or a file named after it: S1A_IW_GRDH_1SDV_20200101T053045_20200101T053110_030612_0381B5_1234. */
const PRODUCT =
  /S1[A-D]_(?:IW|EW|S\d|WV)_GRD[FHM]_1S(?:DV|DH|SV|SH)_(\d{8})(T\d{6})_\d{8}T\d{6}_\d{6}_[0-9A-F]{6}/i
/** s1a-iw-grd-vv-20200101t053045-20200101t053110-030612-0381b5-001.tiff, the measurement in the folder. */
const MEASUREMENT = /^s1[a-d]-(?:iw|ew|s\d|wv)-grd-(vv|vh|hh|hv)-(\d{8})(t\d{6})-.*\.tiff?$/i
/** S1A_IW_20200101T053045_DVP_RTC30_G_gpuned_1A2B_VV.tif, as ASF makes it: the second letter tells power from decibels. */
const HYP3 =
  /^S1[A-D]_(?:IW|EW|S\d)_(\d{8})(T\d{6})_[DS][VH][PRO]_RTC\d{2}_\w_[gs]([pda])\w{4}_([0-9A-F]{4})_(VV|VH|HH|HV)\.tiff?$/i
/** OPERA_L2_RTC-S1_T069-147170-IW1_20231019T121500Z_20231020T101010Z_S1A_30_v1.0_VV.tif, in power. */
const OPERA = /^OPERA_L2_RTC-S1_(T\d+-\d+-\w{3})_(\d{8})(T\d{6})Z_.*_(VV|VH|HH|HV)\.tiff?$/i
/** iw-vv.rtc.tiff in the folder of a product, corrected for terrain, in power. */
const CORRECTED = /^(?:iw|ew)-(vv|vh|hh|hv)\.rtc\.tiff?$/i

/** True for the measurement of a polarisation in the folder of a GRD product. */
export const isRadarMeasurement = (path: string): boolean => MEASUREMENT.test(baseName(path))

const SCALES: Readonly<Record<string, ProductName['backscatter']>> = { p: 'power', d: 'decibel' }

/** Reads the name of ground range data of Sentinel-1, calibrated or not; null for other files. */
export function sentinel1Name(path: string): ProductName | null {
  const base = baseName(path)
  const hyp3 = HYP3.exec(base)
  if (hyp3) {
    const [, digits, time, scale, id, band] = hyp3
    return named({ level: 'RTC', digits, time, band, place: id, scale: SCALES[scale!.toLowerCase()] })
  }
  const opera = OPERA.exec(base)
  if (opera) {
    const [, burst, digits, time, band] = opera
    return named({ level: 'RTC', digits, time, band, place: burst, scale: 'power' })
  }
  const product = PRODUCT.exec(path)
  const corrected = CORRECTED.exec(base)
  if (corrected && product) {
    return named({ level: 'RTC', digits: product[1], time: product[2], band: corrected[1], scale: 'power' })
  }
  const measured = MEASUREMENT.exec(base)
  if (measured) return named({ level: 'GRD', digits: measured[2], time: measured[3], band: measured[1] })
  const own = PRODUCT.exec(base)
  if (!own) return null
  const rest = base.slice(own.index + own[0].length).replace(/\.tiff?$/i, '')
  const band = /_(VV|VH|HH|HV)$/i.exec(rest)?.[1]
  // Only a file named after the product itself may hold several bands.
  if (band === undefined && !/^(?:_[0-9A-F]{4})?$/i.test(rest)) return null
  return named({ level: 'GRD', digits: own[1], time: own[2], band })
}

function named(found: {
  readonly level: string
  readonly digits: string | undefined
  readonly time: string | undefined
  readonly band?: string | undefined
  readonly place?: string | undefined
  readonly scale?: ProductName['backscatter']
}): ProductName {
  const { level, digits = '', time = '', band, place = '', scale } = found
  return {
    sensor: 'sentinel-1',
    sensorSure: true,
    level,
    date: dateFromDigits(digits),
    designation: band === undefined ? null : (sensorBand('sentinel-1', band)?.designation ?? null),
    baseline: null,
    collection: null,
    ...(scale && { backscatter: scale }),
    key: ['sentinel-1', level, digits, time.toUpperCase(), place.toUpperCase()].join('|'),
  }
}
