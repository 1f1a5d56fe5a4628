import { z } from 'zod'
import { invertMask } from '../../raster/kernels/morphology/morphology.ts'
import { MASK_MEASURES, saveMask } from '../support/mask-result.ts'
import { meaningOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const invertMaskTool = defineTool({
  name: 'invert_mask',
  family: 'masks',
  title: 'Invert a mask',
  summary:
    'Turns a mask round: what was outside is inside, such as land out of water. No data stays no data.',
  source: 'https://docs.ogc.org/is/20-010/20-010.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MASK_MEASURES,
  input: z.object({ mask: layerRef('Id of the mask.') }),
  examples: [{ mask: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const meaning = inverted(meaningOf(layer))
    const made = await saveMask(context, invertMask(source), { from: layer, meaning })
    return {
      text: `${made.saved.id} marks ${meaning}, what ${input.mask} does not mark; ${made.text}`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: { selected_share: made.share },
    }
  },
})

/** 'water' → 'not_water' → 'water'. */
const inverted = (meaning: string) => (meaning.startsWith('not_') ? meaning.slice(4) : `not_${meaning}`)
