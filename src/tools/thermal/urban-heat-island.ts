import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { zonalSummary } from '../../raster/kernels/zones.ts'
import { alignOnto } from '../support/align.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { datesNotes, kelvinInput } from '../support/physical-inputs.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const urbanHeatIslandTool = defineTool({
  name: 'urban_heat_island',
  family: 'thermal',
  title: 'Urban heat island',
  summary:
    'How much warmer the city is: mean surface temperature inside an urban mask less the mean outside of it, in kelvin.',
  source: 'doi:10.1016/S0034-4257(03)00079-8',
  needs: {
    temperature: { kind: 'raster', quantity: 'temperature' },
    urban: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'figures' },
  measures: [
    ...['heat_island', 'mean_urban', 'mean_outside'].map((name) => ({
      name,
      dimension: 'temperature' as const,
    })),
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    temperature: layerRef('Id of the surface temperature, in K.'),
    urban: layerRef('Id of the mask of built-up ground.'),
  }),
  examples: [{ temperature: 'layer-1', urban: 'layer-2' }],
  async run(input, context) {
    const { layer, source } = await kelvinInput(context, input.temperature)
    const urban = await maskRaster(context, input.urban)
    const aligned = alignOnto(
      { grid: source.grid, id: layer.id },
      { source: urban.source, id: input.urban, holds: 'classes' },
    )
    const notes = [...(aligned.note ? [aligned.note] : []), ...datesNotes([layer, urban.layer])]
    const { zones, leftOut } = await zonalSummary(source, aligned.source, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
    const [inside, outside] = [1, 0].map((code) => zones.find((zone) => zone.code === code))
    if (!inside || !outside) {
      throw new AppError(
        'nothing_valid',
        `no pixel with a temperature lies ${inside ? 'outside' : 'inside'} ${input.urban}; both sides are needed to compare them`,
      )
    }
    const gap = inside.mean - outside.mean
    const report = leftOutReport({ nodata: leftOut })
    const on = { layer: layer.id }
    return {
      text: [
        `${input.urban} is ${figure(Math.abs(gap))} K ${gap < 0 ? 'cooler' : 'warmer'} than the ground outside of it: ` +
          `mean ${figure(inside.mean)} K over ${counted(inside.pixels, 'pixel')} inside, ${figure(outside.mean)} K over ${counted(outside.pixels, 'pixel')} outside.`,
        ...notes,
      ].join(' '),
      numbers: [
        measured('heat_island', gap, 'K', on),
        measured('mean_urban', inside.mean, 'K', on),
        measured('mean_outside', outside.mean, 'K', on),
        count('pixels', inside.pixels, { ...on, group: 'urban' }),
        count('pixels', outside.pixels, { ...on, group: 'outside' }),
        ...report.numbers,
      ],
      warnings: [...notes, ...report.warnings],
    }
  },
})
