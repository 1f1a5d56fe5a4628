import { z } from 'zod'
import { slope } from '../../raster/kernels/terrain/slope.ts'
import { classify } from '../../raster/kernels/threshold.ts'
import { breakLabels, checkedBreaks, CLASS_MEASURES, saveClasses } from '../support/class-areas.ts'
import { whenOf } from '../support/naming.ts'
import { elevationArgument, elevationPort, elevationRaster, heightsArgument } from '../support/terrain.ts'
import { defineTool } from '../tool.ts'

/** From level ground to very steep, in percent, of the FAO Guidelines for Soil Description, table 7 without its finest steps. */
const FAO = [1, 2, 5, 10, 15, 30, 60]

export const slopeClassesTool = defineTool({
  name: 'slope_classes',
  family: 'terrain',
  title: 'Slope classes',
  summary:
    'Classes of slope from an elevation model (DEM) with the area of each: how many hectares are flat, gentle or steep. Without breaks those of the FAO.',
  source: 'https://www.fao.org/4/a0541e/a0541e.pdf',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'class', meaning: 'slope_classes' },
  measures: CLASS_MEASURES,
  input: z.object({
    elevation: elevationArgument,
    unit: z
      .enum(['deg', '%'])
      .default('%')
      .describe('Unit of the slope and of the breaks: degrees or percent.'),
    breaks: z
      .array(z.number().min(0).max(10_000))
      .min(1)
      .max(20)
      .optional()
      .describe(
        'Slopes between the classes, rising. Without them those of the FAO: 1, 2, 5, 10, 15, 30 and 60 %.',
      ),
    heights: heightsArgument,
  }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', unit: 'deg', breaks: [5, 15, 30] }],
  async run(input, context) {
    const { layer, source, metres } = await elevationRaster(context, input.elevation, input.heights)
    const standard = input.unit === '%' ? FAO : FAO.map((each) => (Math.atan(each / 100) * 180) / Math.PI)
    const breaks = checkedBreaks(input.breaks ?? standard)
    const made = await saveClasses(context, classify(slope(source, metres, input.unit), breaks), {
      from: layer,
      as: {
        title: `Slope classes ${whenOf(layer)}`,
        meaning: 'slope_classes',
        ramp: 'burn',
        labels: breakLabels(breaks, input.unit),
      },
    })
    return {
      text: `${made.saved.id} holds classes of the slope of ${layer.id}: ${made.text}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: { valid_share: made.validShare },
      chart: made.chart,
    }
  },
})
