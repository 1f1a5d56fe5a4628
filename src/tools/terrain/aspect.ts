import { z } from 'zod'
import { AspectReducer } from '../../raster/kernels/terrain/aspect-shares.ts'
import { slope, aspect } from '../../raster/kernels/terrain/slope.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import { sectorNames } from '../../raster/kernels/sectors.ts'
import { reduce, tap } from '../../raster/reduce.ts'
import { AppError } from '../../lib/errors.ts'
import { sectorsArgument } from '../support/arguments.ts'
import { count, counted, degrees, figure, percent, ratio, shareOf } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import {
  edgeWarning,
  elevationArgument,
  elevationPort,
  elevationRaster,
  nothingWhole,
} from '../support/terrain.ts'
import { sectorRose } from '../support/sector-rose.ts'
import { defineTool } from '../tool.ts'

export const aspectTool = defineTool({
  name: 'aspect',
  family: 'terrain',
  title: 'Aspect',
  summary:
    'Which way slopes face, from an elevation model (DEM): bearing of the fall of the ground from north, clockwise, with the share of each compass sector and the mean direction.',
  source: 'doi:10.1109/PROC.1981.11918',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'terrain', meaning: 'aspect' },
  measures: [
    { name: 'share', dimension: 'share' },
    { name: 'flat_share', dimension: 'share' },
    { name: 'mean_aspect', dimension: 'angle' },
    { name: 'agreement', dimension: 'ratio' },
    { name: 'leading_sector', dimension: 'sector' },
  ],
  input: z.object({ elevation: elevationArgument, sectors: sectorsArgument }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', sectors: 4 }],
  async run(input, context) {
    const { signal } = context
    const { layer, source } = await elevationRaster(context, input.elevation)
    const progress = (fraction: number) => context.progress(fraction / 2, 'measuring slopes')
    const { steep } = await reduce(
      slope(source, 1, '%'),
      { steep: new SummaryReducer() },
      { signal, progress },
    )
    if (steep.valid === 0) throw nothingWhole(layer.id)
    const tapped = tap(aspect(source), { shares: new AspectReducer(input.sectors) })
    const saved = await context.saveRaster(
      async () => {
        if ((await tapped.finish({ signal })).shares.valid === 0) {
          throw new AppError('nothing_valid', `${layer.id} is flat everywhere, so it faces no way`)
        }
        return {
          title: `Aspect ${whenOf(layer)}`,
          port: { kind: 'raster', quantity: 'terrain', meaning: 'aspect' },
          unit: 'deg',
          date: layer.date,
          style: { ramp: 'viridis', min: 0, max: 360 },
        }
      },
      tapped.source,
      'float32',
    )
    const { shares } = await tapped.finish({ signal })
    const names = sectorNames(input.sectors)
    const on = { layer: saved.id }
    const flat = steep.valid - shares.valid
    const leading = names[shares.counts.indexOf(Math.max(...shares.counts))]!
    const hasMean = !Number.isNaN(shares.mean)
    return {
      text:
        `${saved.id} holds the aspect of ${layer.id}, degrees clockwise from map north. Of ${counted(shares.valid, 'sloping pixel')}: ` +
        names
          .map((name, index) => `${name} ${figure(shareOf(shares.counts[index]!, shares.valid) * 100)} %`)
          .join(', ') +
        `. ${hasMean ? `Mean direction ${figure(shares.mean)}°` : 'There is no mean direction'}, agreement ` +
        `${figure(shares.agreement)} of 1; ${counted(flat, 'pixel')} flat, without an aspect.`,
      numbers: [
        ...names.map((group, index) =>
          percent('share', shareOf(shares.counts[index]!, shares.valid), { group, ...on }),
        ),
        ...(hasMean ? [degrees('mean_aspect', shares.mean, on)] : []),
        ratio('agreement', shares.agreement, on),
        percent('flat_share', shareOf(flat, steep.valid), on),
        count('pixels_left_out', steep.nodata, on),
      ],
      labels: [{ name: 'leading_sector', value: leading }],
      layers: [saved],
      warnings: edgeWarning(steep.nodata),
      chart: sectorRose(
        'Share of slopes by direction',
        'grid',
        names,
        (index) => shareOf(shares.counts[index]!, shares.valid) * 100,
      ),
    }
  },
})
