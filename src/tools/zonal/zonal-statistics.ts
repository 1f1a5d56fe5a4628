import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { zonalSummary } from '../../raster/kernels/zones.ts'
import type { Layer } from '../../trace/layer.ts'
import { alignOnto } from '../support/align.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const zonalStatisticsTool = defineTool({
  name: 'zonal_statistics',
  family: 'zonal',
  title: 'Statistics by zone',
  summary:
    'Mean, spread and extremes of a raster within each class of another, or inside against outside a mask: such as ndvi inside and outside a burn.',
  source: 'doi:10.1080/00401706.1962.10490022',
  needs: {
    values: {
      kind: 'raster',
      quantity: ['index', 'difference', 'temperature', 'elevation', 'backscatter', 'reflectance'],
    },
    zones: { kind: 'raster', quantity: ['class', 'mask'] },
  },
  gives: { kind: 'table' },
  measures: [
    ...['mean', 'std', 'min', 'max', 'mean_difference'].map((name) => ({
      name,
      dimension: 'value' as const,
    })),
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    values: layerRef('Id of the raster to measure.'),
    zones: layerRef('Id of a mask or a raster of classes.'),
  }),
  examples: [{ values: 'layer-1', zones: 'layer-2' }],
  async run(input, context) {
    const values = await singleRaster(context, input.values)
    const zones = await singleRaster(context, input.zones)
    if (!isQuantity(zones.layer, 'mask') && !isQuantity(zones.layer, 'class')) {
      throw new AppError(
        'invalid_input',
        `${input.zones} is neither a mask nor a raster of classes; give one as zones`,
      )
    }
    const aligned = alignOnto(
      { grid: values.source.grid, id: input.values },
      { source: zones.source, id: input.zones, holds: 'classes' },
    )
    const found = await zonalSummary(values.source, aligned.source, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
    if (found.zones.length === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel has both a value in ${input.values} and a zone in ${input.zones}; give two layers that overlap where they hold data`,
      )
    }
    const { unit, id } = values.layer
    const nameOf = (code: number) => zoneName(zones.layer, code)
    const [inside, outside] = [1, 0].map((code) => found.zones.find((zone) => zone.code === code))
    const gap = isQuantity(zones.layer, 'mask') && inside && outside ? inside.mean - outside.mean : null
    const report = leftOutReport({ nodata: found.leftOut })
    return {
      text: [
        `${meaningOf(values.layer)} of ${input.values} by zone of ${input.zones}:`,
        found.zones
          .map(
            (zone) =>
              `${nameOf(zone.code)} mean ${figure(zone.mean)}, std ${figure(zone.std)}, ${figure(zone.min)} to ${figure(zone.max)}, ${counted(zone.pixels, 'pixel')}`,
          )
          .join('; ') + '.',
        ...(gap === null
          ? []
          : [`The mean inside is ${figure(Math.abs(gap))} ${gap < 0 ? 'lower' : 'higher'} than outside.`]),
        ...(aligned.note ? [aligned.note] : []),
      ].join(' '),
      numbers: [
        ...found.zones.flatMap((zone) => {
          const on = { group: String(zone.code), layer: id }
          return [
            measured('mean', zone.mean, unit, on),
            measured('std', zone.std, unit, on),
            measured('min', zone.min, unit, on),
            measured('max', zone.max, unit, on),
            count('pixels', zone.pixels, on),
          ]
        }),
        ...(gap === null ? [] : [measured('mean_difference', gap, unit, { layer: id })]),
        ...report.numbers,
      ],
      warnings: [...(aligned.note ? [aligned.note] : []), ...report.warnings],
      chart: {
        kind: 'bars',
        title: `Mean ${meaningOf(values.layer)} by zone`,
        unit,
        rows: found.zones.map((zone) => ({ label: nameOf(zone.code), value: zone.mean })),
      },
    }
  },
})

const isQuantity = (layer: Layer, quantity: string) =>
  layer.port.kind === 'raster' && layer.port.quantity === quantity

/** Our own word for a zone; a dropped file's class names are not ours, so its zones go by number. */
function zoneName(layer: Layer, code: number): string {
  if (isQuantity(layer, 'mask')) return code === 1 ? 'inside' : code === 0 ? 'outside' : String(code)
  const known = layer.lineage ? layer.style.classes?.find((each) => each.code === code) : undefined
  return known?.label ?? `zone ${code}`
}
