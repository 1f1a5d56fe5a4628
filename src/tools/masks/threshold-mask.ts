import { z } from 'zod'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { SeparabilityReducer } from '../../raster/kernels/otsu.ts'
import { thresholdMask } from '../../raster/kernels/threshold.ts'
import { tap } from '../../raster/reduce.ts'
import { maskMeaning } from '../../sensing/meanings.ts'
import type { Layer } from '../../trace/layer.ts'
import { ruleArgument, sideArgument, thresholdFields } from '../support/arguments.ts'
import { count, figure, measured, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskPort, maskStyle, meaningOf, whenOf, wordsOf } from '../support/naming.ts'
import { readThreshold, SIDE_WORDS } from '../support/threshold-choice.ts'
import { valueHistogram } from '../support/value-histogram.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Turns a median absolute deviation into the standard deviation of a normal distribution. */
const NORMAL_SCALE = 1.4826

export const thresholdMaskTool = defineTool({
  name: 'threshold_mask',
  family: 'masks',
  title: 'Mask by a threshold',
  summary:
    'Marks the pixels of an index, difference or other raster on one side of a threshold: burned from dnbr, water from ndwi, snow from ndsi. ' +
    'The threshold is a value, Otsu, a percentile or a multiple of the mean.',
  source: 'doi:10.1109/TSMC.1979.4310076',
  needs: {
    layer: {
      kind: 'raster',
      quantity: [
        'index', 'difference', 'temperature', 'elevation', 'backscatter', 'reflectance', 'terrain', 'fraction', 'score',
        'trend', 'distance', 'power', 'radiance', 'retrieval', 'emissivity',
      ], // prettier-ignore
    },
  },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: [
    { name: 'threshold', dimension: 'value' },
    { name: 'share', dimension: 'share' },
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster to cut.'),
    rule: ruleArgument('value'),
    ...thresholdFields,
    side: sideArgument('at_or_above'),
  }),
  examples: [
    { layer: 'layer-1', rule: 'value', value: 0.27, side: 'at_or_above' },
    { layer: 'layer-1', rule: 'otsu', side: 'above' },
  ],
  async run(input, context) {
    const { layer, source, summary, distribution, threshold, how } = await readThreshold(context, input)
    const { signal } = context
    const meaning = meaningOf(layer)
    const split = tap(source, { separability: new SeparabilityReducer(threshold) })
    const mask = tap(thresholdMask(split.source, threshold, input.side), {
      areas: new CodeAreaReducer(() => 1),
    })
    const target = maskMeaning(meaning, input.side)
    const saved = await context.saveRaster(
      {
        title: `${wordsOf(target, 'mask')} ${whenOf(layer)}`,
        port: maskPort(target),
        unit: '1',
        date: layer.date,
        style: maskStyle(target),
      },
      mask.source,
      'uint8',
    )
    const { pixels } = maskAreaOf((await mask.finish({ signal })).areas).inside
    const { separability } = await split.finish({ signal })
    const share = shareOf(pixels, summary.valid)
    const deviation = distribution.medianDeviation()
    const noise = Math.abs(threshold - distribution.quantile(0.5).value) / (NORMAL_SCALE * deviation.value)
    const report = leftOutReport({ nodata: summary.nodata })
    const isInNoise = isDifference(layer) && deviation.value > deviation.error && noise < NOISE_DEVIATIONS
    return {
      text:
        `${saved.id} marks ${target}: ${layer.id} ${SIDE_WORDS[input.side]} ${figure(threshold)} (${how}). ` +
        (pixels === 0
          ? `No pixel of ${summary.valid} lies on that side; the values run from ${figure(summary.min)} to ${figure(summary.max)}.`
          : `${pixels} of ${summary.valid} pixels are inside, ${figure(share * 100)} %.`),
      numbers: [
        measured('threshold', threshold, layer.unit, { layer: layer.id }),
        percent('share', share, { layer: saved.id }),
        count('pixels', pixels, { layer: saved.id }),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...report.warnings, ...(isInNoise ? [IN_NOISE] : [])],
      facts: {
        selected_share: share,
        separability,
        // Both are known to about 2⁻¹³; a deviation that may be zero measures nothing.
        ...(deviation.value > deviation.error ? { threshold_noise: noise } : {}),
      },
      ...valueHistogram(distribution, summary, {
        title: `${nameOf(layer)} and its threshold`,
        unit: layer.unit,
        marks: [threshold],
      }),
    }
  },
})

/** Under these the change that a threshold cuts at is as small as the differences of unchanged pixels. */
const NOISE_DEVIATIONS = 2
const IN_NOISE =
  'the threshold lies within two robust standard deviations of the median of all pixels: unless most of the scene has changed, it cuts through noise'

const isDifference = ({ port }: Layer) => port.kind === 'raster' && port.quantity === 'difference'

/** What the raster is of, as people write it. */
function nameOf(layer: Layer): string {
  const { port } = layer
  const quantity = port.kind === 'raster' && typeof port.quantity === 'string' ? port.quantity : ''
  return wordsOf(meaningOf(layer), quantity)
}
