import { AppError } from '../../lib/errors.ts'
import { countedFormula } from '../../raster/kernels/pixel-formula.ts'
import type { PixelFormula } from '../../raster/kernels/pixel-formula.ts'
import type { Summary } from '../../raster/kernels/statistics.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Quantity } from '../../trace/quantity.ts'
import type { NewLayer, ToolContext } from '../tool.ts'
import { counted, figure, measured, shareOf } from './figures.ts'
import { leftOutReport } from './left-out.ts'

export interface FormulaRequest {
  /** On one grid. */
  readonly inputs: readonly RasterSource[]
  readonly formula: PixelFormula
  /** Drawn by `ramp` from its lowest to its highest value. */
  readonly layer: Omit<NewLayer, 'style'>
  readonly ramp: string
  /** Marks the figures of this layer where a tool makes several. */
  readonly group?: string
}

export interface FormulaLayer {
  readonly saved: Layer
  readonly summary: Summary
  /** 'mean 300 K, from 280 to 310 K over 12 pixels' */
  readonly words: string
  /** mean, min, max, std and the pixels left out. */
  readonly numbers: readonly Quantity[]
  readonly warnings: readonly string[]
  readonly facts: Readonly<Record<string, number>>
}

/** Computes a formula pixel by pixel, saves the raster and tells its figures. Throws nothing_valid, with nothing saved. */
export async function saveFormula(
  context: ToolContext,
  { inputs, formula, layer, ramp, group }: FormulaRequest,
): Promise<FormulaLayer> {
  const { signal } = context
  const result = countedFormula(inputs, formula)
  const saved = await context.saveRaster(
    async () => {
      const { summary, leftOut } = await result.finish({ signal })
      if (summary.valid === 0) {
        throw new AppError(
          'nothing_valid',
          `no pixel has a result: ${leftOut.nodata} lack data in one of the inputs, ${leftOut.out_of_range} lie outside ` +
            'what the method can take; check the layers, their units and whether they overlap',
          { ...leftOut },
        )
      }
      return { ...layer, style: { ramp, min: summary.min, max: summary.max } }
    },
    result.source,
    'float32',
  )
  const { summary, leftOut } = await result.finish({ signal })
  const report = leftOutReport(leftOut)
  const unit = layer.unit
  const sign = unit === '1' ? '' : ` ${unit}`
  const on = { layer: saved.id, ...(group === undefined ? {} : { group }) }
  return {
    saved,
    summary,
    words: `mean ${figure(summary.mean)}${sign}, from ${figure(summary.min)} to ${figure(summary.max)}${sign} over ${counted(summary.valid, 'pixel')}`,
    numbers: [
      measured('mean', summary.mean, unit, on),
      measured('min', summary.min, unit, on),
      measured('max', summary.max, unit, on),
      measured('std', summary.std, unit, on),
      ...report.numbers,
    ],
    warnings: report.warnings,
    facts: { valid_share: shareOf(summary.valid, summary.valid + summary.nodata) },
  }
}

/** The figures of `saveFormula` for a tool's `measures`. */
export const formulaMeasures = (dimension: 'value' | 'temperature') =>
  ['mean', 'min', 'max', 'std'].map((name) => ({ name, dimension }))
