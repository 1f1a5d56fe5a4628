import { z } from 'zod'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import type { Element } from '../../raster/kernels/morphology/morphology.ts'
import { tap } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { LayerId } from '../../trace/layer.ts'
import { layerRef } from '../tool.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import { count, counted } from './figures.ts'
import { MASK_MEASURES, saveMask } from './mask-result.ts'
import { meaningOf } from './naming.ts'
import { maskRaster } from './single-raster.ts'

export const morphologyInput = z.object({
  mask: layerRef('Id of the mask.'),
  radius: z.int().min(1).max(100).default(1).describe('Reach of the neighbourhood in pixels.'),
  shape: z
    .enum(['square', 'diamond', 'circle'])
    .default('square')
    .describe(
      'Shape of the neighbourhood: square (corners count), diamond (sides alone, a cross for radius 1) or circle.',
    ),
})

export const MORPHOLOGY_MEASURES = [...MASK_MEASURES, { name: 'pixels_changed', dimension: 'count' }] as const

/** Changes a mask by its neighbourhoods, saves it and tells what changed. `done`: past participle of the change. */
export async function changeMask(
  context: ToolContext,
  { mask: id, radius, shape }: Element & { readonly mask: LayerId },
  {
    change,
    done,
  }: { readonly change: (mask: RasterSource, by: Element) => RasterSource; readonly done: string },
): Promise<ToolResult> {
  const { layer, source } = await maskRaster(context, id)
  const { signal } = context
  const before = tap(source, { areas: new CodeAreaReducer(() => 1) })
  const made = await saveMask(context, change(before.source, { radius, shape }), {
    from: layer,
    meaning: meaningOf(layer),
    done,
  })
  const { pixels } = maskAreaOf((await before.finish({ signal })).areas).inside
  const gain = made.pixels - pixels
  return {
    text:
      `${made.saved.id} is ${id} ${done} by a ${shape} of ${counted(radius, 'pixel')}: ` +
      `${counted(Math.abs(gain), 'pixel')} ${gain < 0 ? 'fewer' : 'more'}; ${made.text}`,
    numbers: [...made.numbers, count('pixels_changed', Math.abs(gain), { layer: made.saved.id })],
    layers: [made.saved],
    warnings: made.warnings,
    facts: { selected_share: made.share },
  }
}
