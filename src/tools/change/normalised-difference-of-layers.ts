import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { normalisedDifference } from '../../raster/kernels/change-measures.ts'
import { BAND_NAMES } from '../../trace/port.ts'
import { alignOnto } from '../support/align.ts'
import { CHANGE_MEASURES, changeResult, saveChange } from '../support/change-layer.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { notOnScale, VALUES } from './arguments.ts'

const band = (which: string) =>
  z
    .enum(BAND_NAMES)
    .optional()
    .describe(`Common name of the band of the ${which} layer, where it is a scene of several bands.`)

export const normalisedDifferenceOfLayersTool = defineTool({
  name: 'normalised_difference_of_layers',
  family: 'change',
  title: 'Normalised difference of two layers',
  summary:
    'Normalised difference (first − second) / (first + second) of any two layers or bands of one unit, from −1 to 1: an index of your own, or a change relative to the sum.',
  source: 'https://ntrs.nasa.gov/citations/19740022614',
  needs: {
    first: { kind: 'raster', quantity: VALUES, bands: [] },
    second: { kind: 'raster', quantity: VALUES, bands: [] },
  },
  gives: { kind: 'raster', quantity: 'index', meaning: 'normalised_difference' },
  measures: CHANGE_MEASURES,
  input: z.object({
    first: layerRef('Id of the layer that counts as positive.'),
    second: layerRef('Id of the layer that is taken away; the same scene may be given for two bands of it.'),
    first_band: band('first'),
    second_band: band('second'),
  }),
  examples: [{ first: 'layer-1', second: 'layer-2' }],
  async run(input, context) {
    const first = await singleRaster(context, input.first, input.first_band)
    const second = await singleRaster(context, input.second, input.second_band)
    const [unit, other] = [first.layer.unit, second.layer.unit]
    if (unit !== other || notOnScale(unit)) {
      throw new AppError(
        'invalid_input',
        `${input.first} is in ${unit} and ${input.second} in ${other}; a normalised difference needs two layers of one unit that begins at nothing, not degC or dB`,
      )
    }
    const aligned = alignOnto(
      { grid: first.source.grid, id: input.first },
      { source: second.source, id: input.second, holds: 'values' },
    )
    const change = await saveChange(context, {
      before: first,
      after: { layer: second.layer, source: aligned.source },
      measure: normalisedDifference,
      meaning: 'normalised_difference',
      title: 'normalised difference',
      unit: '1',
      quantity: 'index',
    })
    const note = aligned.note ? [aligned.note] : []
    const name = (id: string, of: string | null) => (of === null ? id : `${of} of ${id}`)
    return changeResult(change, {
      lead: `(a − b) / (a + b) of a, ${name(input.first, first.band)}, and b, ${name(input.second, second.band)}`,
      notes: ['Pixels whose sum is not above 0 are left out.', ...note],
      warnings: note,
    })
  },
})
