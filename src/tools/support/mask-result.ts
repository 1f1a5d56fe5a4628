import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { tap } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Quantity } from '../../trace/quantity.ts'
import type { ToolContext } from '../tool.ts'
import { count, counted, figure, percent, shareOf } from './figures.ts'
import { leftOutReport } from './left-out.ts'
import { maskPort, maskStyle, whenOf, wordsOf } from './naming.ts'

export interface SavedMask {
  readonly saved: Layer
  readonly pixels: number
  readonly share: number
  /** `pixels`, `share` and the pixels left out. */
  readonly numbers: readonly Quantity[]
  readonly warnings: readonly string[]
  /** '12 of 40 pixels are inside, 30 %.' */
  readonly text: string
}

/** The figures that `saveMask` gives, declared. */
export const MASK_MEASURES = [
  { name: 'pixels', dimension: 'count' },
  { name: 'share', dimension: 'share' },
] as const

/** Saves a mask made from a layer, its pixels counted as it is written. `done` ends its title: 'grown'. */
export async function saveMask(
  context: ToolContext,
  source: RasterSource,
  { from, meaning, done }: { readonly from: Layer; readonly meaning: string; readonly done?: string },
): Promise<SavedMask> {
  const tapped = tap(source, { areas: new CodeAreaReducer(() => 1) })
  const saved = await context.saveRaster(
    {
      title: `${wordsOf(meaning, 'mask')} ${whenOf(from)}${done === undefined ? '' : `, ${done}`}`,
      port: maskPort(meaning),
      unit: '1',
      date: from.date,
      style: maskStyle(meaning),
    },
    tapped.source,
    'uint8',
  )
  const { areas } = await tapped.finish({ signal: context.signal })
  const { inside, valid, nodata } = maskAreaOf(areas)
  const share = shareOf(inside.pixels, valid.pixels)
  const report = leftOutReport({ nodata })
  return {
    saved,
    pixels: inside.pixels,
    share,
    numbers: [
      count('pixels', inside.pixels, { layer: saved.id }),
      percent('share', share, { layer: saved.id }),
      ...report.numbers,
    ],
    warnings: report.warnings,
    text: `${inside.pixels} of ${counted(valid.pixels, 'valid pixel')} are inside, ${figure(share * 100)} %.`,
  }
}
