import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { classify } from '../../raster/kernels/threshold.ts'
import { CLASS_MEASURES, saveClasses } from '../support/class-areas.ts'
import { figure, quantity } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import { elevationArgument, elevationPort, elevationRaster } from '../support/terrain.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool } from '../tool.ts'

/** Codes of a byte that stand for classes. */
const MOST_BANDS = 254
/** Bands that a step is chosen for. */
const COMMON_BANDS = 10

export const elevationBandsTool = defineTool({
  name: 'elevation_bands',
  family: 'terrain',
  title: 'Elevation bands',
  summary:
    'Bands of equal height of an elevation model (DEM) with the area of each (hypsometry): how much land lies between which elevations.',
  source: 'doi:10.1130/0016-7606(1952)63[1117:HAAOET]2.0.CO;2',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'class', meaning: 'elevation_bands' },
  measures: [...CLASS_MEASURES, { name: 'step', dimension: 'length' }],
  input: z.object({
    elevation: elevationArgument,
    step: z
      .number()
      .min(0.1)
      .max(5000)
      .optional()
      .describe(
        'Height of a band in the unit of the elevation. Without it a round one that gives about ten bands.',
      ),
  }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', step: 100 }],
  async run(input, context) {
    const { layer, source } = await elevationRaster(context, input.elevation)
    const { signal } = context
    const progress = (fraction: number) => context.progress(fraction / 2, 'reading')
    const { valid, min, max } = await summarise(source, { signal, progress })
    if (valid === 0) throw nothingValid(layer.id)
    const step = input.step ?? roundStep((max - min) / COMMON_BANDS)
    const first = Math.floor(min / step)
    const bands = Math.floor(max / step) - first + 1
    if (bands > MOST_BANDS) {
      throw new AppError(
        'invalid_input',
        `a step of ${figure(step)} gives ${bands} bands from ${figure(min)} to ${figure(max)}; give a larger one, for at most ${MOST_BANDS} bands`,
      )
    }
    const edges = Array.from({ length: bands + 1 }, (_, index) => (first + index) * step)
    const made = await saveClasses(context, classify(source, edges.slice(1, -1)), {
      from: layer,
      as: {
        title: `Elevation bands ${whenOf(layer)}`,
        meaning: 'elevation_bands',
        ramp: 'terrain',
        labels: edges
          .slice(1)
          .map((edge, index) => `${figure(edges[index]!)} to ${figure(edge)} ${layer.unit}`),
      },
    })
    return {
      text: `${made.saved.id} holds bands of ${figure(step)} ${layer.unit} of ${layer.id}: ${made.text}.`,
      numbers: [
        quantity('step', step, { unit: layer.unit, dimension: 'length', layer: made.saved.id }),
        ...made.numbers,
      ],
      layers: [made.saved],
      warnings: made.warnings,
      facts: { valid_share: made.validShare },
      chart: made.chart,
    }
  },
})

/** 1, 2 or 5 times a power of ten at or above a step; 1 for none at all. */
function roundStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((each) => each * power >= least) ?? 10) * power
}
