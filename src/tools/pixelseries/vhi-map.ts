import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { weightedMean } from '../../raster/kernels/combine.ts'
import type { Layer } from '../../trace/layer.ts'
import { alignOnto } from '../support/align.ts'
import { counted, figure, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { laterDate, meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { saveMap, spreadFigures, spreadMeasures } from './series-map.ts'

export const vhiMapTool = defineTool({
  name: 'vhi_map',
  family: 'pixelseries',
  title: 'Vegetation health index',
  summary:
    'Vegetation health index (VHI): the weighted mean of a vegetation condition (VCI) and a temperature condition (TCI) raster, 0 to 100 %. Below 40 it tells of drought.',
  source: 'doi:10.1175/1520-0477(1997)078<0621:GDWFS>2.0.CO;2',
  needs: {
    vci: { kind: 'raster', quantity: 'score', meaning: 'vci' },
    tci: { kind: 'raster', quantity: 'score', meaning: 'tci' },
  },
  gives: { kind: 'raster', quantity: 'score', meaning: 'vhi' },
  measures: spreadMeasures('share'),
  input: z.object({
    vci: layerRef('Id of a raster of the vegetation condition index, as vci_map gives.'),
    tci: layerRef('Id of a raster of the temperature condition index of the same date, as tci_map gives.'),
    weight: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Weight of the vegetation condition, 0 to 1; the temperature condition has the rest.'),
  }),
  examples: [{ vci: 'layer-1', tci: 'layer-2' }],
  async run(input, context) {
    const vci = await singleRaster(context, input.vci)
    const tci = await singleRaster(context, input.tci)
    requireMeaning(vci.layer, 'vci')
    requireMeaning(tci.layer, 'tci')
    const aligned = alignOnto(
      { grid: vci.source.grid, id: input.vci },
      { source: tci.source, id: input.tci, holds: 'values' },
    )
    const { layer, summary } = await saveMap(
      context,
      weightedMean(vci.source, aligned.source, input.weight),
      {
        describe: () => ({
          title: `VHI ${whenOf(vci.layer)}`,
          port: { kind: 'raster', quantity: 'score', meaning: 'vhi' },
          unit: '%',
          date: laterDate(vci.layer, tci.layer),
          style: { ramp: 'vegetation', min: 0, max: 100 },
        }),
      },
    )
    if (summary.valid === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel has a value in both ${input.vci} and ${input.tci}; give two layers that overlap where they hold data`,
      )
    }
    const report = leftOutReport({ nodata: summary.nodata })
    const notes = aligned.note ? [aligned.note] : []
    const dates = [vci.layer.date, tci.layer.date]
    return {
      text: [
        `${layer.id} is the VHI, ${figure(input.weight)} VCI + ${figure(1 - input.weight)} TCI: mean ${figure(summary.mean)} %, ` +
          `from ${figure(summary.min)} to ${figure(summary.max)} over ${counted(summary.valid, 'pixel')}.`,
        ...notes,
      ].join(' '),
      numbers: [...spreadFigures('%', 'share')(summary, { layer: layer.id }), ...report.numbers],
      layers: [layer],
      warnings: [
        ...notes,
        ...(dates[0] !== dates[1]
          ? [`The two are of unlike dates: ${whenOf(vci.layer)} and ${whenOf(tci.layer)}.`]
          : []),
        ...report.warnings,
      ],
      facts: { valid_share: shareOf(summary.valid, summary.valid + summary.nodata) },
    }
  },
})

function requireMeaning(layer: Layer, meaning: 'vci' | 'tci'): void {
  if (meaningOf(layer) === meaning) return
  throw new AppError(
    'invalid_input',
    `${layer.id} is no ${meaning.toUpperCase()}; make one with ${meaning}_map first`,
  )
}
