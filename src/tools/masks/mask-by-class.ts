import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { codeMask } from '../../raster/kernels/code-mask.ts'
import { IntegerHistogramReducer } from '../../raster/kernels/integer-histogram.ts'
import { tap } from '../../raster/reduce.ts'
import { BAND_NAMES } from '../../trace/port.ts'
import { counted } from '../support/figures.ts'
import { MASK_MEASURES, saveMask } from '../support/mask-result.ts'
import { meaningOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const maskByClassTool = defineTool({
  name: 'mask_by_class',
  family: 'masks',
  title: 'Mask of some classes',
  summary:
    'Marks the pixels of a raster of classes that hold given codes: one or more classes of burn severity, land cover or a classification as a mask.',
  source: 'https://docs.ogc.org/is/20-010/20-010.html',
  needs: { classes: { kind: 'raster', quantity: 'class' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MASK_MEASURES,
  input: z.object({
    classes: layerRef('Id of the raster of classes.'),
    codes: z
      .array(z.int().min(-32_768).max(65_535))
      .min(1)
      .max(100)
      .default([1])
      .describe('Codes that are inside the mask; 1 is the code of what a mask marks.'),
    band: z.enum(BAND_NAMES).optional().describe('Band, for a scene of several bands.'),
  }),
  examples: [
    { classes: 'layer-1', codes: [3] },
    { classes: 'layer-1', codes: [5, 6, 7] },
  ],
  async run(input, context) {
    const { port } = context.layer(input.classes)
    const { layer, source } = await singleRaster(context, input.classes, input.band)
    if (port.kind !== 'raster' || port.quantity !== 'class') {
      throw new AppError(
        'invalid_input',
        `${input.classes} is no raster of classes; cut it into classes first, or take threshold_mask`,
        { layer: layer.id },
      )
    }
    const { signal } = context
    const codes = [...new Set(input.codes)].sort((one, other) => one - other)
    const counting = tap(source, { histogram: new IntegerHistogramReducer() })
    const made = await saveMask(context, codeMask(counting.source, codes), {
      from: layer,
      meaning: `${meaningOf(layer)}_${codes.join('_').replaceAll('-', 'minus_')}`,
    })
    const { counts } = (await counting.finish({ signal })).histogram
    const absent = codes.filter((code) => !counts.has(code))
    const warning = `No pixel of ${layer.id} holds ${absent.join(', ')}; it holds ${[...counts.keys()].slice(0, 40).join(', ')}.`
    return {
      text:
        `${made.saved.id} marks ${codes.length === 1 ? 'class' : 'classes'} ${codes.join(', ')} of ${layer.id} ` +
        `(${counted(codes.length, 'code')}); ${made.text}${absent.length > 0 ? ` ${warning}` : ''}`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...(absent.length > 0 ? [warning] : []), ...made.warnings],
      facts: { selected_share: made.share },
    }
  },
})
