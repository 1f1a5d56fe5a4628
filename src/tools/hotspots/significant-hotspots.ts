import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { changeClasses } from '../../raster/kernels/change-classes.ts'
import { falseDiscoveryThreshold } from '../../raster/kernels/false-discovery.ts'
import { normalThreshold } from '../../raster/kernels/probabilities.ts'
import { tap } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, figure, hectares, percent, ratio, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import type { Layer } from '../../trace/layer.ts'
import { defineTool, layerRef } from '../tool.ts'

const CLASSES = [
  { name: 'cold', color: '#2166ac' },
  { name: 'not_significant', color: '#e6e6e6' },
  { name: 'hot', color: '#b2182b' },
] as const

export const significantHotspotsTool = defineTool({
  name: 'significant_hotspots',
  family: 'hotspots',
  title: 'Significant hot and cold spots',
  summary:
    'Significant hot spots and cold spots of a Gi* (z score) raster with false discovery control (Benjamini–Hochberg): classes with areas and numbers of pixels.',
  source: 'doi:10.1111/j.2517-6161.1995.tb02031.x',
  needs: { layer: { kind: 'raster', quantity: 'score' } },
  gives: { kind: 'raster', quantity: 'class', meaning: 'significant_hotspots' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of a raster of z scores, as getis_ord_gi_star gives it.'),
    alpha: z
      .number()
      .gt(0)
      .max(0.5)
      .default(0.05)
      .describe(
        'False discovery rate, or probability of a false alarm a pixel without correction: 0.05 usually.',
      ),
    correction: z
      .enum(['false_discovery', 'none'])
      .default('false_discovery')
      .describe('Whether the many tests are corrected for, by Benjamini and Hochberg.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', alpha: 0.01, correction: 'none' }],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.layer)
    assertScores(layer)
    const { signal } = context
    const isCorrected = input.correction === 'false_discovery'
    const threshold = isCorrected
      ? (
          await falseDiscoveryThreshold(source, input.alpha, {
            signal,
            progress: (fraction) => context.progress(fraction / 2, 'reading'),
          })
        ).threshold
      : normalThreshold(input.alpha)
    const classes = tap(changeClasses(source, -threshold, threshold), {
      areas: new CodeAreaReducer(cellArea(source.grid)),
    })
    const saved = await context.saveRaster(
      {
        title: `significant hotspots ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'class', meaning: 'significant_hotspots' },
        unit: '1',
        date: layer.date,
        style: {
          ramp: 'classes',
          classes: CLASSES.map(({ name, color }, index) => ({
            code: index + 1,
            label: name.replaceAll('_', ' '),
            color,
          })),
        },
      },
      classes.source,
      'uint8',
    )
    const { codes, nodata } = (await classes.finish({ signal })).areas
    if (codes.size === 0) throw nothingValid(layer.id)
    const areaOf = (index: number) => codes.get(index + 1)?.area ?? 0
    const total = areaOf(0) + areaOf(1) + areaOf(2)
    const on = { layer: saved.id }
    const report = leftOutReport({ nodata })
    const rule = isCorrected
      ? `false discovery rate ${figure(input.alpha)} by Benjamini and Hochberg`
      : `p at most ${figure(input.alpha)} a pixel, many tests not corrected for`
    return {
      text: [
        `${saved.id} holds hot and cold spots of ${input.layer} (${rule}, two-sided):`,
        `${CLASSES.map(({ name }, index) => `${name} ${figure(areaOf(index) / 10_000)} ha, ${codes.get(index + 1)?.pixels ?? 0} pixels`).join('; ')}.`,
        Number.isFinite(threshold)
          ? `Significant from |z| ${figure(threshold)} on.`
          : 'No pixel is significant at that rate.',
      ].join(' '),
      numbers: [
        ...CLASSES.flatMap(({ name }, index) => [
          hectares('area', areaOf(index), { group: name, ...on }),
          percent('share', shareOf(areaOf(index), total), { group: name, ...on }),
          count('pixels', codes.get(index + 1)?.pixels ?? 0, { group: name, ...on }),
        ]),
        ...(Number.isFinite(threshold) ? [ratio('z_threshold', threshold, { layer: layer.id })] : []),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...areaNotes(source.grid), ...report.warnings],
      chart: {
        kind: 'bars',
        title: 'Area by significance',
        unit: 'ha',
        rows: CLASSES.map(({ name, color }, index) => ({
          label: name.replaceAll('_', ' '),
          value: areaOf(index) / 10_000,
          color,
        })),
      },
    }
  },
})

/** Scores that are known to be no standard deviates: indices, angles, probabilities. */
const NOT_DEVIATES = /^(local_morans_i|change_direction)$|(^|_)(p|p_value|probability)(_|$)/

function assertScores(layer: Layer): void {
  const meaning = meaningOf(layer)
  if (layer.unit === '1' && !NOT_DEVIATES.test(meaning)) return
  throw new AppError(
    'invalid_input',
    `${layer.id} holds ${meaning}${layer.unit === '1' ? '' : ` in ${layer.unit}`}, which is no z score; give the raster of getis_ord_gi_star`,
  )
}
