import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { pairFigures } from '../../raster/kernels/pair-moments.ts'
import { alignOnto } from '../support/align.ts'
import { count, counted, figure, measured, quantity } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { defineTool, layerRef } from '../tool.ts'
import { ANY_RASTER, bandArgument, rawWarningsOf, readLayer } from './any-raster.ts'

export const rasterCorrelationTool = defineTool({
  name: 'raster_correlation',
  family: 'statistics',
  title: 'Correlation of two rasters',
  summary:
    'How two rasters or bands go together pixel by pixel: Pearson correlation, regression line of the second on the first, R², root mean square error and bias.',
  source: 'doi:10.1098/rspl.1895.0041',
  needs: { first: ANY_RASTER, second: ANY_RASTER },
  gives: { kind: 'figures' },
  measures: [
    ...['correlation', 'r2'].map((name) => ({ name, dimension: 'ratio' as const })),
    ...['slope', 'intercept', 'rmse', 'bias'].map((name) => ({ name, dimension: 'value' as const })),
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    first: layerRef('Id of the raster that explains (x).'),
    second: layerRef('Id of the raster that is explained (y).'),
    first_band: bandArgument,
    second_band: bandArgument,
  }),
  examples: [{ first: 'layer-1', second: 'layer-2' }],
  async run(input, context) {
    const x = await readLayer(context, input.first, input.first_band)
    const y = await readLayer(context, input.second, input.second_band)
    const aligned = alignOnto(
      { grid: x.source.grid, id: x.layer.id },
      { source: y.source, id: y.layer.id, holds: 'values' },
    )
    const found = await pairFigures(x.source, aligned.source, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
    if (!Number.isFinite(found.correlation)) {
      throw new AppError(
        'nothing_valid',
        `${found.pixels} pixels have a value in both rasters, and a correlation needs two or more, of more than one value; give two layers that overlap and vary`,
      )
    }
    const { correlation, slope, intercept, rmse, bias, pixels, leftOut } = found
    const isOneUnit = x.unit === y.unit
    const plain = (name: string, value: number, dimension: 'ratio' | 'value') =>
      quantity(name, value, { unit: '1', dimension, layer: y.layer.id })
    const report = leftOutReport({ nodata: leftOut })
    return {
      text: [
        `${y.what} of ${y.layer.id} against ${x.what} of ${x.layer.id} over ${counted(pixels, 'pixel')}: r ${figure(correlation)}, R² ${figure(correlation ** 2)}, ` +
          `y = ${figure(intercept)} ${slope < 0 ? '−' : '+'} ${figure(Math.abs(slope))}·x` +
          `${isOneUnit ? `; root mean square difference ${figure(rmse)}, y less x ${figure(bias)} on average` : ''}.`,
        ...(aligned.note ? [aligned.note] : []),
      ].join(' '),
      numbers: [
        plain('correlation', correlation, 'ratio'),
        plain('r2', correlation ** 2, 'ratio'),
        plain('slope', slope, 'value'),
        measured('intercept', intercept, y.unit, { layer: y.layer.id }),
        ...(isOneUnit
          ? [
              measured('rmse', rmse, y.unit, { layer: y.layer.id }),
              measured('bias', bias, y.unit, { layer: y.layer.id }),
            ]
          : []),
        count('pixels', pixels, { layer: y.layer.id }),
        ...report.numbers,
      ],
      warnings: [
        ...(aligned.note ? [aligned.note] : []),
        'Neighbouring pixels are alike, so their number says little about how sure the correlation is.',
        ...rawWarningsOf([x, y]),
        ...report.warnings,
      ],
    }
  },
})
