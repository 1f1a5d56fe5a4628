import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { crossMasks } from '../../raster/kernels/cross-masks.ts'
import { count, counted, figure, ratio } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskPair } from '../support/mask-pair.ts'
import { defineTool, layerRef } from '../tool.ts'

const SCORES = ['accuracy', 'precision', 'recall', 'f1', 'iou', 'kappa'] as const

export const maskAgreementTool = defineTool({
  name: 'mask_agreement',
  family: 'masks',
  title: 'Agreement of two masks',
  summary:
    'Compares a mask with a reference mask pixel by pixel: confusion matrix, overall accuracy, precision, recall, F1, intersection over union (IoU) and kappa. How well a map fits the truth.',
  source: 'doi:10.1016/0034-4257(91)90048-B',
  needs: {
    predicted: { kind: 'raster', quantity: 'mask' },
    reference: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'figures' },
  measures: [
    ...SCORES.map((name) => ({ name, dimension: 'ratio' as const })),
    ...['true_positive', 'false_positive', 'false_negative', 'true_negative'].map((name) => ({
      name,
      dimension: 'count' as const,
    })),
  ],
  input: z.object({
    predicted: layerRef('Id of the mask to judge; pixels are compared on its grid.'),
    reference: layerRef('Id of the mask that is taken as the truth.'),
  }),
  examples: [{ predicted: 'layer-1', reference: 'layer-2' }],
  async run(input, context) {
    const { first, second, note } = await maskPair(context, input.predicted, input.reference)
    const { both, firstOnly, secondOnly, neither, nodata } = await crossMasks(first.source, second.source, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction, 'comparing'),
    })
    const total = both + firstOnly + secondOnly + neither
    if (total === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel has data in both ${input.predicted} and ${input.reference}; give two masks that overlap`,
      )
    }
    const chance =
      ((both + firstOnly) * (both + secondOnly) + (secondOnly + neither) * (firstOnly + neither)) / total ** 2
    const accuracy = (both + neither) / total
    const scores: Readonly<Record<(typeof SCORES)[number], number>> = {
      accuracy,
      precision: both / (both + firstOnly),
      recall: both / (both + secondOnly),
      f1: (2 * both) / (2 * both + firstOnly + secondOnly),
      iou: both / (both + firstOnly + secondOnly),
      kappa: (accuracy - chance) / (1 - chance),
    }
    const known = SCORES.filter((name) => Number.isFinite(scores[name]))
    const unknown = SCORES.filter((name) => !Number.isFinite(scores[name]))
    const report = leftOutReport({ nodata })
    const on = { layer: input.predicted }
    return {
      text: [
        `${input.predicted} against ${input.reference} over ${counted(total, 'pixel')}:`,
        known.map((name) => `${name} ${figure(scores[name])}`).join(', ') + '.',
        `Inside in both ${both}, in ${input.predicted} alone ${firstOnly}, in ${input.reference} alone ${secondOnly}, outside in both ${neither}.`,
        ...(unknown.length > 0
          ? [`There is no ${unknown.join(', no ')}: a mask marks nothing, or both mark the same everywhere.`]
          : []),
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        ...known.map((name) => ratio(name, scores[name], on)),
        count('true_positive', both, on),
        count('false_positive', firstOnly, on),
        count('false_negative', secondOnly, on),
        count('true_negative', neither, on),
        ...report.numbers,
      ],
      warnings: [...(note ? [note] : []), ...report.warnings],
    }
  },
})
