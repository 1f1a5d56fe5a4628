import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { scatterEdges } from '../../raster/kernels/edges.ts'
import type { Line } from '../../raster/kernels/edges.ts'
import { figure, measured, quantity } from '../support/figures.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly, kelvinInput, onOneGrid, plainInput } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Fewer pixels or bins than these give no edges worth the name. */
const [FEWEST_PIXELS, FEWEST_BINS] = [100, 3]

export const tvdiTool = defineTool({
  name: 'tvdi',
  family: 'thermal',
  title: 'Temperature vegetation dryness index (TVDI)',
  summary:
    'Dryness of soil and plants from 0 (wet) to 1 (dry): where the surface temperature lies between the wet edge and the dry edge of the scatter of temperature over NDVI. For drought and soil moisture.',
  source: 'doi:10.1016/S0034-4257(01)00274-7',
  needs: {
    temperature: { kind: 'raster', quantity: 'temperature' },
    ndvi: { kind: 'raster', quantity: 'index', meaning: 'ndvi' },
  },
  gives: { kind: 'raster', quantity: 'index', meaning: 'tvdi' },
  measures: [
    ...formulaMeasures('value'),
    ...['dry_edge_slope', 'wet_edge_slope'].map((name) => ({ name, dimension: 'value' as const })),
    ...['dry_edge_r2', 'wet_edge_r2'].map((name) => ({ name, dimension: 'ratio' as const })),
  ],
  input: z.object({
    temperature: layerRef('Id of the land surface temperature, in K.'),
    ndvi: layerRef('Id of the NDVI raster of the same date.'),
    bins: z
      .number()
      .int()
      .min(10)
      .max(500)
      .default(100)
      .describe('Equal intervals of NDVI whose extremes make the edges.'),
    lowest_ndvi: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .describe('Pixels of a lower NDVI, such as water, take no part.'),
  }),
  examples: [{ temperature: 'layer-1', ndvi: 'layer-2' }],
  async run(input, context) {
    const ndvi = await plainInput(context, input.ndvi)
    const thermal = await kelvinInput(context, input.temperature)
    const { sources, notes } = onOneGrid([ndvi, thermal])
    const isValid = (x: number, y: number) => x >= input.lowest_ndvi && x <= 1 && isEarthly(y)
    const { upper, lower, bins, pixels } = await scatterEdges(sources[0]!, sources[1]!, {
      bins: input.bins,
      isValid,
      signal: context.signal,
      progress: (fraction) => context.progress(fraction * 0.7, 'finding the edges'),
    })
    if (pixels < FEWEST_PIXELS || bins < FEWEST_BINS) {
      throw new AppError(
        'nothing_valid',
        `${pixels} pixels in ${bins} intervals of NDVI have both values; ${FEWEST_PIXELS} pixels in ${FEWEST_BINS} intervals are needed for a dry and a wet edge`,
      )
    }
    const at = ({ slope, intercept }: Line, x: number) => intercept + slope * x
    const made = await saveFormula(context, {
      inputs: sources,
      formula: ([x, y]) => {
        if (!isValid(x!, y!)) return NaN
        const [dry, wet] = [at(upper, x!), at(lower, x!)]
        return dry > wet ? Math.min(1, Math.max(0, (y! - wet) / (dry - wet))) : NaN
      },
      layer: {
        title: `TVDI ${whenOf(thermal.layer)}`,
        port: { kind: 'raster', quantity: 'index', meaning: 'tvdi' },
        unit: '1',
        date: thermal.layer.date,
      },
      ramp: 'burn',
    })
    const on = { layer: made.saved.id }
    return {
      text: [
        `${made.saved.id} is TVDI of ${input.temperature} over ${input.ndvi}: ${made.words}. ` +
          `Dry edge ${figure(upper.intercept)} ${signed(upper.slope)}·NDVI K (R² ${figure(upper.r2)}), ` +
          `wet edge ${figure(lower.intercept)} ${signed(lower.slope)}·NDVI K (R² ${figure(lower.r2)}), from ${bins} intervals.`,
        ...notes,
      ].join(' '),
      numbers: [
        ...made.numbers,
        quantity('dry_edge_slope', upper.slope, { unit: 'K', dimension: 'value', ...on }),
        measured('dry_edge_intercept', upper.intercept, 'K', on),
        quantity('wet_edge_slope', lower.slope, { unit: 'K', dimension: 'value', ...on }),
        measured('wet_edge_intercept', lower.intercept, 'K', on),
        quantity('dry_edge_r2', upper.r2, { unit: '1', dimension: 'ratio', ...on }),
        quantity('wet_edge_r2', lower.r2, { unit: '1', dimension: 'ratio', ...on }),
      ],
      layers: [made.saved],
      warnings: [
        ...(upper.slope >= 0
          ? [
              'The dry edge does not fall with NDVI, so the scene may hold no dry bare ground, or clouds; TVDI is doubtful.',
            ]
          : []),
        ...notes,
        ...made.warnings,
      ],
      facts: made.facts,
    }
  },
})

const signed = (value: number) => `${value < 0 ? '−' : '+'} ${figure(Math.abs(value))}`
