import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { expressionSource } from '../../raster/expression/expression-source.ts'
import { alignOnto } from '../support/align.ts'
import { figure } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { ANY_RASTER, bandArgument, rawWarningsOf, readLayer } from '../statistics/any-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { COMPOSED_MEASURES, saveComposed } from './save-composed.ts'

export const whereTool = defineTool({
  name: 'where',
  family: 'compose',
  title: 'Values by a mask',
  summary:
    'Takes the values of one raster where a mask is inside, and elsewhere those of a second raster, a number, or no data: masks a raster, or fills and merges two by a condition.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.where.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' }, inside: ANY_RASTER, outside: ANY_RASTER },
  gives: ANY_RASTER,
  measures: COMPOSED_MEASURES,
  input: z.object({
    mask: layerRef('Id of the mask.'),
    inside: layerRef('Id of the raster whose values are taken inside the mask.'),
    outside: layerRef(
      'Id of the raster whose values are taken outside; leave it out for a number or no data.',
    ).optional(),
    number: z
      .number()
      .min(-1e12)
      .max(1e12)
      .optional()
      .describe('Number taken outside instead of a second raster.'),
    band: bandArgument,
  }),
  examples: [
    { mask: 'layer-1', inside: 'layer-2', band: 'nir' },
    { mask: 'layer-1', inside: 'layer-2', outside: 'layer-3' },
  ],
  async run(input, context) {
    const band = (id: string) => (context.layer(id).scene ? input.band : undefined)
    const mask = await maskRaster(context, input.mask)
    const inside = await readLayer(context, input.inside, band(input.inside))
    const outside =
      input.outside === undefined ? null : await readLayer(context, input.outside, band(input.outside))
    if (outside && input.number !== undefined) {
      throw new AppError('invalid_input', 'give either a raster or a number for outside, not both')
    }
    if (outside && (outside.unit !== inside.unit || outside.what !== inside.what)) {
      throw new AppError(
        'invalid_input',
        `${input.inside} holds ${inside.what} in ${inside.unit} and ${outside.layer.id} ${outside.what} in ${outside.unit}; give two rasters of one meaning and unit`,
      )
    }
    const target = { grid: inside.source.grid, id: input.inside }
    const { port } = inside.layer
    const quantity = port.kind === 'raster' ? [port.quantity].flat()[0]! : 'raw'
    const holds = quantity === 'mask' || quantity === 'class' ? 'classes' : 'values'
    const chosen = alignOnto(target, { source: mask.source, id: input.mask, holds: 'classes' })
    const other = outside ? alignOnto(target, { source: outside.source, id: outside.layer.id, holds }) : null
    // 0 / 0 is no number, which stands for no data.
    const otherwise = other ? 'b' : input.number === undefined ? '0 / 0' : `(${input.number})`
    const source = expressionSource(`where(mask, a, ${otherwise})`, {
      mask: chosen.source,
      a: inside.source,
      ...(other ? { b: other.source } : {}),
    })
    const composed = await saveComposed(context, source, {
      title: `${inside.what.replaceAll('_', ' ')} by a mask ${whenOf(inside.layer)}`,
      port: {
        kind: 'raster',
        quantity: inside.unit === 'K' ? 'temperature' : quantity,
        ...(inside.what === quantity ? {} : { meaning: inside.what }),
      },
      unit: inside.unit,
      date: inside.layer.date,
      // A dropped file's own class names are foreign: only styles of ours are handed on.
      ...(inside.layer.lineage ? { style: inside.layer.style } : {}),
    })
    const notes = [chosen, other].flatMap((each) => each?.note ?? [])
    const elsewhere = outside
      ? `, else ${outside.layer.id}`
      : input.number === undefined
        ? ', else no data'
        : `, else ${figure(input.number)}`
    return {
      text: [
        `${composed.saved.id} is ${input.inside} where ${input.mask} is inside${elsewhere}: ${composed.words}.`,
        ...notes,
      ].join(' '),
      numbers: composed.numbers,
      layers: [composed.saved],
      warnings: [...notes, ...rawWarningsOf(outside ? [inside, outside] : [inside]), ...composed.warnings],
    }
  },
})
