import type { FileBand } from '../../io/types.ts'
import type { ProductName } from '../names/product-name.ts'

/** What the numbers of a polarisation are. */
export interface RadarNumbers {
  /** Null where nothing tells, or where the numbers are not calibrated. */
  readonly kind: 'power' | 'decibel' | null
  readonly why: string
}

/** By the product's name, else by the description of the band, as SNAP writes it: Sigma0_VV, Sigma0_VV_db. */
export function radarNumbers(band: FileBand, name: ProductName): RadarNumbers {
  if (name.backscatter) return { kind: name.backscatter, why: 'the name of the product says so' }
  const described = /^(?:sigma0|gamma0)_[vh]{2}(_db)?$/i.exec(band.description?.trim() ?? '')
  if (described) {
    return { kind: described[1] ? 'decibel' : 'power', why: 'the band description in the file says so' }
  }
  return {
    kind: null,
    why: band.sampleType.startsWith('float')
      ? 'nothing says whether these are linear power or decibels; set scale 1 and offset 0 if they are calibrated linear power'
      : 'whole numbers of ground range data are amplitudes before calibration; calibrate them, or set scale and offset of linear power',
  }
}
