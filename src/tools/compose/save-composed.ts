import { AppError } from '../../lib/errors.ts'
import { SummaryReducer, type Summary } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Quantity } from '../../trace/quantity.ts'
import { count, counted, figure, measured, percent, shareOf } from '../support/figures.ts'
import { unitSign } from '../statistics/any-raster.ts'
import type { NewLayer, ToolContext } from '../tool.ts'

/** Figures that `saveComposed` gives, for `measures`. */
export const COMPOSED_MEASURES = [
  ...['mean', 'min', 'max', 'std'].map((name) => ({ name, dimension: 'value' as const })),
  { name: 'valid', dimension: 'count' as const },
]

export interface Composed {
  readonly saved: Layer
  readonly words: string
  readonly numbers: readonly Quantity[]
  readonly warnings: readonly string[]
}

/**
 * Saves a raster composed of others and tells its figures. Values take a ramp from their least to their greatest unless
 * a style is given. Throws nothing_valid, with nothing saved, where no pixel has a result.
 */
export async function saveComposed(
  context: ToolContext,
  source: RasterSource,
  layer: Omit<NewLayer, 'style'> & Partial<Pick<NewLayer, 'style'>>,
): Promise<Composed> {
  const { signal } = context
  const tapped = tap(source, { summary: new SummaryReducer() })
  const isMask = layer.port.kind === 'raster' && layer.port.quantity === 'mask'
  const saved = await context.saveRaster(
    async () => {
      const { summary } = await tapped.finish({ signal })
      if (summary.valid === 0) {
        throw new AppError(
          'nothing_valid',
          'no pixel has a result: no data in an input, or no finite value of the formula; check the inputs and whether they overlap',
        )
      }
      return { style: { ramp: 'viridis', min: summary.min, max: summary.max }, ...layer }
    },
    tapped.source,
    isMask ? 'uint8' : 'float32',
  )
  const { summary } = await tapped.finish({ signal })
  return {
    saved,
    words: isMask ? maskWords(summary) : valueWords(summary, layer.unit),
    numbers: [
      ...figuresOf(summary, layer.unit, saved.id),
      ...(isMask ? [percent('share', summary.mean, { layer: saved.id })] : []),
      count('pixels_left_out', summary.nodata, { group: 'nodata' }),
    ],
    warnings:
      summary.nodata === 0
        ? []
        : [
            `${counted(summary.nodata, 'pixel')} without a result: no data in an input, or no finite value of the formula.`,
          ],
  }
}

function figuresOf(summary: Summary, unit: NewLayer['unit'], id: string): readonly Quantity[] {
  const on = { layer: id }
  return [
    measured('mean', summary.mean, unit, on),
    measured('min', summary.min, unit, on),
    measured('max', summary.max, unit, on),
    measured('std', summary.std, unit, on),
    count('valid', summary.valid, on),
  ]
}

const valueWords = ({ mean, min, max, valid }: Summary, unit: NewLayer['unit']) =>
  `mean ${figure(mean)}${unitSign(unit)}, from ${figure(min)} to ${figure(max)}${unitSign(unit)} over ${counted(valid, 'pixel')}`

const maskWords = ({ mean, valid }: Summary) =>
  `${counted(Math.round(mean * valid), 'pixel')} of ${valid} are inside, ${figure(shareOf(mean * valid, valid) * 100)} %`
