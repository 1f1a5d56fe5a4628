import { z } from 'zod'
import { BAND_NAMES } from '../../trace/port.ts'
import type { RasterQuantity } from '../../trace/port.ts'

/** Rasters whose values may cluster. */
export const VALUED = [
  'index', 'difference', 'temperature', 'elevation', 'backscatter', 'reflectance', 'raw', 'radiance', 'retrieval',
  'fraction', 'trend', 'score', 'power', 'terrain', 'emissivity', 'distance', 'mask',
] as const satisfies readonly RasterQuantity[] // prettier-ignore

export const bandArgument = z
  .enum(BAND_NAMES)
  .optional()
  .describe('Common name of a band, where the layer is a scene of several bands.')

export const contiguityArgument = z
  .enum(['queen', 'rook'])
  .default('queen')
  .describe('Which pixels are neighbours: rook (sides) or queen (sides and corners).')
