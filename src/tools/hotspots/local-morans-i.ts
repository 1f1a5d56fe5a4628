import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { falseDiscoveryThreshold } from '../../raster/kernels/false-discovery.ts'
import { clusterCodes, CLUSTERS, localMoran } from '../../raster/kernels/local-moran.ts'
import { normalThreshold } from '../../raster/kernels/probabilities.ts'
import { SummaryReducer, summarise } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import { CLASS_MEASURES, saveClasses } from '../support/class-areas.ts'
import { counted, figure, measured, ratio } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, contiguityArgument, VALUED } from './arguments.ts'

export const localMoransITool = defineTool({
  name: 'local_morans_i',
  family: 'hotspots',
  title: "Local Moran's I (LISA)",
  summary:
    "Local Moran's I (LISA): map of significant clusters of high or of low values and of outliers that differ from their neighbours, with areas.",
  source: 'doi:10.1111/j.1538-4632.1995.tb00338.x',
  needs: { layer: { kind: 'raster', quantity: VALUED, bands: [] } },
  gives: { kind: 'raster', quantity: 'class', meaning: 'local_clusters' },
  measures: [...CLASS_MEASURES, { name: 'mean', dimension: 'value' }],
  input: z.object({
    layer: layerRef('Id of the raster.'),
    band: bandArgument,
    neighbours: contiguityArgument,
    alpha: z
      .number()
      .gt(0)
      .max(0.5)
      .default(0.05)
      .describe('False discovery rate, or probability of a false alarm a pixel without correction.'),
    correction: z
      .enum(['false_discovery', 'none'])
      .default('false_discovery')
      .describe('Whether the many tests are corrected for, by Benjamini and Hochberg.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', neighbours: 'rook', correction: 'none' }],
  async run(input, context) {
    const { layer, source, band } = await singleRaster(context, input.layer, input.band)
    const { signal } = context
    const all = await summarise(source, {
      signal,
      progress: (fraction) => context.progress(fraction / 4, 'reading'),
    })
    if (all.valid < 10 || !(all.std > 0)) {
      throw new AppError(
        'nothing_valid',
        `${input.layer} has ${counted(all.valid, 'valid pixel')}; local clusters need at least ten that are not all alike`,
      )
    }
    const local = localMoran(source, input.neighbours, all)
    const what = band ?? meaningOf(layer)
    const indices = tap(local.index, { summary: new SummaryReducer() })
    const threshold =
      input.correction === 'none'
        ? normalThreshold(input.alpha)
        : (
            await falseDiscoveryThreshold(local.score, input.alpha, {
              signal,
              progress: (fraction) => context.progress(0.25 + fraction / 4, 'testing'),
            })
          ).threshold
    const values = await context.saveRaster(
      {
        title: `local Moran's I of ${what.replaceAll('_', ' ')} ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'score', meaning: 'local_morans_i' },
        unit: '1',
        date: layer.date,
        style: { ramp: 'diverging', min: -4, max: 4 },
      },
      indices.source,
      'float32',
    )
    const { summary } = await indices.finish({ signal })
    const classes = await saveClasses(context, clusterCodes(local, threshold), {
      from: layer,
      as: {
        title: `local clusters ${whenOf(layer)}`,
        meaning: 'local_clusters',
        ramp: 'viridis',
        labels: CLUSTERS.map((name) => name.replaceAll('_', ' ')),
      },
    })
    const report = leftOutReport({ nodata: all.nodata, undefined: summary.nodata - all.nodata })
    return {
      text:
        `${classes.saved.id} holds local clusters of ${what} of ${input.layer} (${input.neighbours} neighbours, weights of a pixel adding up to 1, ` +
        `${input.correction === 'none' ? 'many tests not corrected for' : 'false discovery rate'} ${figure(input.alpha)}), ${values.id} local Moran's I, mean ${figure(summary.mean)}. ` +
        `${classes.text}. ${Number.isFinite(threshold) ? `Significant from |z| ${figure(threshold)} on, as if the other pixels were dealt out at random.` : 'No pixel is significant at that rate.'}`,
      numbers: [
        measured('mean', summary.mean, '1', { layer: values.id }),
        ...(Number.isFinite(threshold) ? [ratio('z_threshold', threshold, { layer: values.id })] : []),
        ...classes.numbers,
      ],
      layers: [classes.saved, values],
      warnings: [...classes.warnings, ...report.warnings],
      chart: classes.chart,
    }
  },
})
