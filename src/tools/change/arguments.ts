import { z } from 'zod'
import { BAND_NAMES } from '../../trace/port.ts'
import type { RasterQuantity } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import { slot } from '../tool.ts'

/** Rasters of measured values, of which a change can be told. */
export const VALUES = [
  'index', 'temperature', 'elevation', 'backscatter', 'reflectance', 'raw', 'radiance', 'retrieval', 'fraction',
  'emissivity', 'terrain', 'power', 'distance',
] as const satisfies readonly RasterQuantity[] // prettier-ignore

export const bandArgument = slot(
  z
    .enum(BAND_NAMES)
    .optional()
    .describe('Common name of the band of both, where the layers are scenes of several bands.'),
  'polarisation',
)

/** Units that have no true zero, so that ratios of values mean nothing. */
export const notOnScale = (unit: Unit): boolean => unit === 'degC' || unit === 'dB'

/** What dNBR reads where nothing changed: taken off before it is made relative. */
export const offsetArgument = z
  .number()
  .min(-1)
  .max(1)
  .default(0)
  .describe(
    'Mean dNBR of unburned ground around the fire, unscaled, taken off first so that unchanged ground reads 0. By default nothing is taken off.',
  )
