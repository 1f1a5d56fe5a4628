import { AppError } from '../../lib/errors.ts'
import { changeOf } from '../../raster/kernels/change-measures.ts'
import type { ChangeFigures, ChangeMeasure } from '../../raster/kernels/change-measures.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Unit } from '../../trace/quantity.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import { counted, figure, measured, shareOf } from './figures.ts'
import { leftOutReport } from './left-out.ts'
import { laterDate, whenOf } from './naming.ts'
import { differenceStyle } from './styles.ts'

export interface ChangeRequest {
  readonly before: { readonly layer: Layer; readonly source: RasterSource }
  readonly after: { readonly layer: Layer; readonly source: RasterSource }
  readonly measure: ChangeMeasure
  /** Of the result, such as 'rbr', with its words for a title. */
  readonly meaning: string
  readonly title: string
  readonly unit: Unit
  readonly quantity: 'difference' | 'index'
}

export interface SavedChange {
  readonly saved: Layer
  readonly figures: ChangeFigures
}

/** Computes a measure over two rasters of one grid and saves it. Throws nothing_valid where no pixel has one. */
export async function saveChange(context: ToolContext, request: ChangeRequest): Promise<SavedChange> {
  const { before, after, measure, meaning, title, unit, quantity } = request
  const { signal } = context
  const change = changeOf(before.source, after.source, measure)
  const saved = await context.saveRaster(
    async () => {
      const { summary } = await change.finish({ signal })
      // Far values of ratios would leave the rest without colour.
      const reach = summary.valid > 0 ? Math.abs(summary.mean) + 2 * summary.std : 1
      return {
        title: `${title} ${whenOf(before.layer)} to ${whenOf(after.layer)}`,
        port: { kind: 'raster', quantity, meaning },
        unit,
        date: laterDate(before.layer, after.layer),
        style: differenceStyle(reach > 0 ? reach : 1),
      }
    },
    change.source,
    'float32',
  )
  const figures = await change.finish({ signal })
  if (figures.summary.valid === 0) {
    throw new AppError(
      'nothing_valid',
      `no pixel of ${before.layer.id} and ${after.layer.id} has a ${title}: no data in one of them, or values for which it means nothing; ` +
        'give two layers that overlap where they hold data',
    )
  }
  return { saved, figures }
}

/** Figures of a saved change, with pixels left out and why; `lead` names the layer, `notes` end the text. */
export function changeResult(
  { saved, figures }: SavedChange,
  words: { readonly lead: string; readonly notes: readonly string[]; readonly warnings: readonly string[] },
): ToolResult {
  const { summary, nodata } = figures
  const on = { layer: saved.id }
  const report = leftOutReport({ nodata, undefined: figures.undefined })
  return {
    text: [
      `${saved.id} is ${words.lead}: mean ${figure(summary.mean)}, std ${figure(summary.std)}, ` +
        `from ${figure(summary.min)} to ${figure(summary.max)}${saved.unit === '1' ? '' : ` ${saved.unit}`} over ${counted(summary.valid, 'pixel')}.`,
      ...words.notes,
    ].join(' '),
    numbers: [
      measured('mean', summary.mean, saved.unit, on),
      measured('std', summary.std, saved.unit, on),
      measured('min', summary.min, saved.unit, on),
      measured('max', summary.max, saved.unit, on),
      ...report.numbers,
    ],
    layers: [saved],
    warnings: [...words.warnings, ...report.warnings],
    facts: { valid_share: shareOf(summary.valid, summary.valid + summary.nodata) },
  }
}

/** The measures that `changeResult` gives. */
export const CHANGE_MEASURES = ['mean', 'std', 'min', 'max'].map((name) => ({
  name,
  dimension: 'value' as const,
}))
