import { z } from 'zod'
import { BAND_NAMES, RASTER_QUANTITIES, type Port, type RasterQuantity } from '../../trace/port.ts'

/** Quantities whose pixels are codes: they are not averaged or interpolated. */
const CODES: readonly RasterQuantity[] = ['mask', 'class', 'day']

export const holdsCodes = (quantity: RasterQuantity): boolean => CODES.includes(quantity)

type RasterPort = Extract<Port, { kind: 'raster' }>

/** Measured values first: what examples are run on. */
const VALUES = RASTER_QUANTITIES.filter((quantity) => !holdsCodes(quantity))

/** One raster of measured values, or a scene one band of which is named. */
export const valueRaster: RasterPort = { kind: 'raster', quantity: VALUES, bands: [] }

/** One raster of any kind, or a scene one band of which is named. */
export const anyRaster: RasterPort = { kind: 'raster', quantity: [...VALUES, ...CODES], bands: [] }

export const backscatterRaster: RasterPort = { kind: 'raster', quantity: ['backscatter', 'raw'], bands: [] }

export const bandArgument = z
  .enum(BAND_NAMES)
  .optional()
  .describe('Band, for a scene of several bands. Leave it out for a single raster.')

export const methodArgument = z
  .enum(['auto', 'nearest', 'bilinear', 'cubic', 'average', 'mode'])
  .default('auto')
  .describe(
    'How pixels are taken over: nearest or mode (the commonest) for classes and masks, bilinear or cubic for values, ' +
      'average on to coarser pixels. Auto chooses by what the raster holds.',
  )

export const windowArgument = (most: number) =>
  z
    .int()
    .min(3)
    .max(most)
    .refine((side) => side % 2 === 1, 'give an odd number of pixels')
    .default(3)
    .describe(`Side of the square window in pixels, an odd number from 3 to ${most}.`)
