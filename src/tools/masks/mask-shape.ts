import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { PerimeterReducer } from '../../raster/kernels/morphology/perimeter.ts'
import { reduce } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { figure, hectares, quantity, ratio } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const maskShapeTool = defineTool({
  name: 'mask_shape',
  family: 'masks',
  title: 'Shape of a mask',
  summary:
    'Area, perimeter and shape of what a mask marks as a whole: compactness, shape index and fractal dimension tell a round patch from a ragged or scattered one.',
  source: 'doi:10.2737/PNW-GTR-351',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'perimeter', dimension: 'length' },
    { name: 'compactness', dimension: 'ratio' },
    { name: 'shape_index', dimension: 'ratio' },
    { name: 'fractal_dimension', dimension: 'ratio' },
  ],
  input: z.object({ mask: layerRef('Id of the mask.') }),
  examples: [{ mask: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { areas, outline } = await reduce(
      source,
      { areas: new CodeAreaReducer(cellArea(source.grid)), outline: new PerimeterReducer(source.grid) },
      { signal: context.signal, progress: (fraction) => context.progress(fraction) },
    )
    const { inside, nodata } = maskAreaOf(areas)
    const { area } = inside
    if (area === 0) throw new AppError('nothing_valid', `${input.mask} marks nothing, so it has no shape`)
    const perimeter = outline.outside + outline.edge
    const compactness = (4 * Math.PI * area) / perimeter ** 2
    const shape = perimeter / (4 * Math.sqrt(area))
    // One square metre has no logarithm to compare with.
    const fractal = area > 1 ? (2 * Math.log(perimeter / 4)) / Math.log(area) : null
    const report = leftOutReport({ nodata })
    const on = { layer: layer.id }
    return {
      text:
        `${input.mask} marks ${figure(area / 10_000)} ha with a perimeter of ${figure(perimeter)} m along the sides of pixels: compactness ` +
        `${figure(compactness)} (1 a disc, ${figure(Math.PI / 4)} a square), shape index ${figure(shape)} (1 a square, larger the more ragged)` +
        `${fractal === null ? '' : `, fractal dimension ${figure(fractal)}`}. ${figure(outline.edge)} m of it lie at the edge of the grid or against no data.`,
      numbers: [
        hectares('area', area, on),
        quantity('perimeter', perimeter, { unit: 'm', dimension: 'length', ...on }),
        ratio('compactness', compactness, on),
        ratio('shape_index', shape, on),
        ...(fractal === null ? [] : [ratio('fractal_dimension', fractal, on)]),
        ...report.numbers,
      ],
      warnings: [...areaNotes(source.grid), ...report.warnings],
    }
  },
})
