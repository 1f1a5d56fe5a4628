import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { standardised } from '../../raster/kernels/linear.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { figure, measured } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, valueRaster } from './arguments.ts'
import { assertValues, heldBy, meaningWords, saveDerived } from './derived.ts'

export const normaliseRasterTool = defineTool({
  name: 'normalise_raster',
  family: 'preprocess',
  title: 'Normalise a raster',
  summary:
    'Rescales (normalizes, standardises) the values of a raster so that rasters of unlike units compare: to 0..1 between its minimum and maximum, or to standard deviations from its mean (z-score).',
  source: 'https://scikit-learn.org/stable/modules/preprocessing.html',
  needs: { layer: valueRaster },
  gives: { kind: 'raster', quantity: 'score', meaning: 'normalised' },
  measures: [
    { name: 'centre', dimension: 'value' },
    { name: 'span', dimension: 'value' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: bandArgument,
    method: z
      .enum(['min_max', 'z_score'])
      .default('min_max')
      .describe(
        'Min_max: 0 at the lowest, 1 at the highest value. Z_score: 0 at the mean, 1 a standard deviation above.',
      ),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir', method: 'z_score' }],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const before = heldBy(raster)
    assertValues(raster, before)
    const { id } = raster.layer
    const found = await summarise(raster.source, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction / 3, 'reading'),
    })
    if (found.valid === 0) throw nothingValid(id)
    const isRange = input.method === 'min_max'
    const [centre, span] = isRange ? [found.min, found.max - found.min] : [found.mean, found.std]
    if (span === 0) {
      throw new AppError(
        'nothing_valid',
        `all valid pixels of ${id} are ${figure(found.min)}, so there is no spread to normalise by; give another layer`,
      )
    }
    const made = await saveDerived(context, {
      source: standardised(raster.source, centre, span),
      held: {
        ...before,
        quantity: 'score',
        meaning: 'normalised',
        unit: '1',
        style: isRange ? { ramp: 'viridis', min: 0, max: 1 } : { ramp: 'diverging', min: -3, max: 3 },
      },
      title: `${meaningWords(before)}, normalised,`,
      of: raster.layer,
      empty: `no pixel of ${id} holds a value; give another layer or band`,
    })
    const unit = before.unit === '1' ? '' : ` ${before.unit}`
    const on = { layer: id }
    return {
      text:
        `${made.layer.id} is ${meaningWords(before)} of ${id} less ${figure(centre)}${unit} (${isRange ? 'its minimum' : 'its mean'}), ` +
        `divided by ${figure(span)}${unit} (${isRange ? 'its range' : 'its population standard deviation'}): ${made.words}.`,
      numbers: [
        measured('centre', centre, before.unit, on),
        measured('span', span, before.unit, on),
        ...made.numbers,
      ],
      layers: [made.layer],
    }
  },
})
