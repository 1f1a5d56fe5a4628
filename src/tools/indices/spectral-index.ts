import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { countedIndex } from '../../raster/kernels/band-index.ts'
import type { SpectralIndex } from '../../sensing/indices.ts'
import { counted, figure, measured, shareOf } from '../support/figures.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { indexQuantity } from '../support/index-quantity.ts'
import { leftOutReport } from '../support/left-out.ts'
import { whenOf, wordsOf } from '../support/naming.ts'
import { sceneIndex } from '../support/scene-index.ts'
import { indexStyle } from '../support/styles.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { Tool } from '../tool.ts'

const input = (index: SpectralIndex) =>
  z.object({
    scene: layerRef(`Id of a scene with bands ${index.bands.join(', ')}.`),
    clouds: cloudsArgument,
  })

/** The tool of one row of the index catalogue. */
export function indexTool(index: SpectralIndex): Tool<ReturnType<typeof input>> {
  return defineTool({
    name: index.name,
    family: 'indices',
    title: index.title,
    summary: `${index.title} of one scene: ${index.formula}. ${index.application}`,
    source: index.reference,
    needs: {
      scene: {
        kind: 'raster',
        quantity: indexQuantity(index),
        bands: index.bands,
      },
    },
    gives: { kind: 'raster', quantity: 'index', meaning: index.name },
    measures: ['mean', 'min', 'max'].map((name) => ({ name, dimension: 'value' as const })),
    input: input(index),
    examples: [{ scene: 'scene-1' }, { scene: 'scene-1', clouds: 'keep' }],
    async run({ scene, clouds }, context) {
      const request = await sceneIndex(context, index, { scene, clouds })
      const { layer } = request
      const result = countedIndex(request)
      const saved = await context.saveRaster(
        {
          title: `${wordsOf(index.name, 'index')} ${whenOf(layer)}`,
          port: { kind: 'raster', quantity: 'index', meaning: index.name },
          unit: '1',
          date: layer.date,
          style: indexStyle(index),
        },
        result.source,
        'float32',
      )
      const { summary, leftOut } = await result.finish({ signal: context.signal })
      const { nodata, cloud } = leftOut
      if (summary.valid === 0) {
        throw new AppError(
          'nothing_valid',
          `no pixel of ${scene} has a value of ${index.name}: ${nodata} hold no data, ${cloud} are hidden by cloud, ` +
            `${leftOut.not_positive} have a band at or below zero; give another scene${cloud > 0 ? ', or clouds "keep"' : ''}`,
          { ...leftOut },
        )
      }
      const report = leftOutReport(leftOut)
      const on = { layer: saved.id }
      return {
        text: [
          `${saved.id} is ${index.name} of ${scene}${layer.date ? ` (${layer.date})` : ''}: ` +
            `mean ${figure(summary.mean)}, from ${figure(summary.min)} to ${figure(summary.max)} ` +
            `over ${counted(summary.valid, 'pixel')}.`,
          ...request.notes,
          ...(request.hidden ? ['Pixels under cloud and shadow are left out.'] : []),
        ].join(' '),
        numbers: [
          measured('mean', summary.mean, '1', on),
          measured('min', summary.min, '1', on),
          measured('max', summary.max, '1', on),
          ...report.numbers,
        ],
        layers: [saved],
        warnings: [...request.warnings, ...report.warnings],
        facts: { valid_share: shareOf(summary.valid, summary.valid + summary.nodata) },
      }
    },
  })
}
