import { z } from 'zod'
import { powerRatio, toDecibel } from '../../raster/kernels/decibel.ts'
import { tap } from '../../raster/reduce.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import { alignOnto } from '../support/align.ts'
import { leftOutReport } from '../support/left-out.ts'
import { defineTool, layerRef, type ToolContext } from '../tool.ts'
import { backscatterRaster } from './arguments.ts'
import { meaningWords, saveDerived } from './derived.ts'
import { powerNote, powerOf, sarInput, sarScaleArgument } from './sar-input.ts'

export const sarRatioTool = defineTool({
  name: 'sar_ratio',
  family: 'preprocess',
  title: 'Radar polarisation ratio',
  summary:
    'Ratio of two SAR polarisations, such as VV over VH (co over cross), which tells crops, forest and water apart; as a plain ratio of linear power or in decibel.',
  source: 'doi:10.1016/j.rse.2017.07.015',
  needs: { co: backscatterRaster, cross: backscatterRaster },
  gives: { kind: 'raster', quantity: 'index', meaning: 'sar_ratio' },
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    co: layerRef('Id of the co-polarised raster (VV or HH), or of a scene that holds it.'),
    cross: layerRef('Id of the cross-polarised raster (VH or HV); the same scene where it holds both.'),
    given: sarScaleArgument,
    as: z
      .enum(['ratio', 'decibel'])
      .default('ratio')
      .describe('Plain ratio of power, or 10 times its logarithm.'),
  }),
  examples: [
    { co: 'layer-1', cross: 'layer-2', given: 'power' },
    { co: 'scene-1', cross: 'scene-1', as: 'decibel' },
  ],
  async run(input, context) {
    const { given } = input
    const co = await sarInput(context, input.co, {
      band: polarisation(context, input.co, ['vv', 'hh']),
      given,
    })
    const cross = await sarInput(context, input.cross, {
      band: polarisation(context, input.cross, ['vh', 'hv']),
      given,
    })
    const coPower = powerOf(co)
    const aligned = alignOnto(
      { grid: coPower.grid, id: co.layer.id },
      { source: powerOf(cross), id: cross.layer.id, holds: 'values' },
    )
    const counted = tap(coPower, { summary: new SummaryReducer() })
    const ratio = powerRatio(counted.source, aligned.source)
    const isDecibel = input.as === 'decibel'
    const made = await saveDerived(context, {
      source: isDecibel ? toDecibel(ratio) : ratio,
      held: {
        quantity: 'index',
        meaning: 'sar_ratio',
        unit: isDecibel ? 'dB' : '1',
        style: { ramp: 'viridis' },
        date: co.held.date,
      },
      title: `ratio of ${meaningWords(co.held)} to ${meaningWords(cross.held)}`,
      of: co.layer,
      empty: `no pixel has a positive value in both ${co.layer.id} and ${cross.layer.id}; give two that overlap where they hold data`,
    })
    const { summary } = await counted.finish({ signal: context.signal })
    const report = leftOutReport({ nodata: made.summary.nodata })
    const notes = [powerNote(co), powerNote(cross), aligned.note].filter((note) => note !== null)
    return {
      text: [
        `${made.layer.id} is ${meaningWords(co.held)} of ${co.layer.id} over ${meaningWords(cross.held)} of ${cross.layer.id}${isDecibel ? ' in decibel' : ' in linear power'}: ${made.words}, of ${summary.valid} in the first.`,
        ...notes,
      ].join(' '),
      numbers: [...made.numbers, ...report.numbers],
      layers: [made.layer],
      warnings: [
        ...new Set([...co.warnings, ...cross.warnings]),
        ...(aligned.note ? [aligned.note] : []),
        ...report.warnings,
      ],
    }
  },
})

/** The first of the bands that a scene has; none for results and other scenes. */
function polarisation(context: ToolContext, id: LayerId, names: readonly BandName[]): BandName | undefined {
  const bands = context.layer(id).scene?.bands ?? []
  return names.find((name) => bands.some((band) => band.name === name))
}
