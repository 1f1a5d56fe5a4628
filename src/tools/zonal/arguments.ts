import { z } from 'zod'
import { BAND_NAMES } from '../../trace/port.ts'
import type { RasterQuantity } from '../../trace/port.ts'

/** Rasters of values that zones are measured on. */
export const VALUES = [
  'index', 'difference', 'temperature', 'elevation', 'backscatter', 'reflectance', 'raw', 'radiance', 'retrieval',
  'fraction', 'trend', 'score', 'power', 'terrain', 'emissivity', 'distance', 'day',
] as const satisfies readonly RasterQuantity[] // prettier-ignore

export const bandArgument = z
  .enum(BAND_NAMES)
  .optional()
  .describe('Common name of a band, where the raster is a scene of several bands.')

export const coverageArgument = z
  .enum(['centre', 'fraction'])
  .default('centre')
  .describe(
    'Which pixels belong to a polygon: those whose centre it covers, or each by the share that it covers.',
  )
