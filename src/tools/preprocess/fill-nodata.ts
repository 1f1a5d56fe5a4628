import { z } from 'zod'
import { fillGaps } from '../../raster/kernels/focal/fill-gaps.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { count, counted } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, valueRaster } from './arguments.ts'
import { assertValues, heldBy, meaningWords, saveDerived } from './derived.ts'

export const fillNodataTool = defineTool({
  name: 'fill_nodata',
  family: 'preprocess',
  title: 'Fill small gaps',
  summary:
    'Fills small holes of no data in a raster (after cloud masking, scan-line gaps) from the pixels around by inverse distance; the outer border does not grow.',
  source: 'doi:10.1145/800186.810616',
  needs: { layer: valueRaster },
  gives: valueRaster,
  measures: [
    { name: 'filled', dimension: 'count' },
    { name: 'left_empty', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene with gaps.'),
    band: bandArgument,
    radius: z
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('How far, in pixels, values are looked for around an empty pixel.'),
  }),
  examples: [
    { layer: 'layer-1', radius: 3 },
    { layer: 'scene-1', band: 'nir', radius: 10 },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const held = heldBy(raster)
    assertValues(raster, held)
    const { id } = raster.layer
    const before = await summarise(raster.source, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction / 4, 'reading'),
    })
    if (before.valid === 0) throw nothingValid(id)
    const made = await saveDerived(context, {
      source: fillGaps(raster.source, input.radius),
      held,
      title: `${meaningWords(held)}, gaps filled,`,
      of: raster.layer,
      empty: `no pixel of ${id} holds a value; give another layer or band`,
    })
    const filled = made.summary.valid - before.valid
    const left = made.summary.nodata
    const on = { layer: made.layer.id }
    return {
      text:
        `${made.layer.id} is ${meaningWords(held)} of ${id} with ${counted(filled, 'empty pixel')} filled by the inverse square of the distance to valid pixels ` +
        `within ${input.radius} pixels; ${left} stayed empty, as no values lie on three sides within reach; ${made.words}.`,
      numbers: [count('filled', filled, on), count('left_empty', left, on), ...made.numbers],
      layers: [made.layer],
      warnings:
        filled > 0 ? [`${counted(filled, 'pixel')} of ${made.layer.id} are estimated, not measured.`] : [],
    }
  },
})
