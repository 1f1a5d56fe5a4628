import { z } from 'zod'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { reduce } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, counted, figure, percent, quantity, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskRaster } from '../support/single-raster.ts'
import { meaningOf } from '../support/naming.ts'
import { SQUARE_METRES } from '../../trace/units.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

export const maskAreaTool = defineTool({
  name: 'mask_area',
  family: 'masks',
  title: 'Area of a mask',
  summary: 'Area and share of what a mask marks: burned hectares, water surface, snow cover.',
  source: 'doi:10.3133/pp1395',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'pixels', dimension: 'count' },
    { name: 'share', dimension: 'share' },
  ],
  input: z.object({
    mask: layerRef('Id of the mask.'),
    unit: slot(
      z
        .enum(['ha', 'km2', 'm2'])
        .default('ha')
        .describe('Unit of the area: hectares, square kilometres or square metres.'),
      'unit',
    ),
  }),
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', unit: 'km2' }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { areas } = await reduce(
      source,
      { areas: new CodeAreaReducer(cellArea(source.grid)) },
      { signal: context.signal, progress: (fraction) => context.progress(fraction) },
    )
    const { inside, valid, nodata } = maskAreaOf(areas)
    const area = inside.area / SQUARE_METRES[input.unit]
    const share = shareOf(inside.area, valid.area)
    const on = { layer: layer.id }
    const report = leftOutReport({ nodata })
    return {
      text:
        inside.pixels === 0
          ? `Nothing is marked as ${meaningOf(layer)} in ${layer.id}: 0 ${input.unit} of ${counted(valid.pixels, 'valid pixel')}.`
          : `${layer.id} marks ${figure(area)} ${input.unit} as ${meaningOf(layer)}: ${counted(inside.pixels, 'pixel')}, ` +
            `${figure(share * 100)} % of the valid ground.`,
      numbers: [
        quantity('area', area, { unit: input.unit, dimension: 'area', ...on }),
        count('pixels', inside.pixels, on),
        percent('share', share, on),
        ...report.numbers,
      ],
      warnings: [...areaNotes(source.grid), ...report.warnings],
      facts: { selected_share: share },
    }
  },
})
