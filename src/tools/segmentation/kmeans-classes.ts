import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cluster } from '../../raster/kernels/segmentation/kmeans.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer } from '../../trace/layer.ts'
import { BAND_NAMES, isQualityBand } from '../../trace/port.ts'
import type { BandName } from '../../trace/port.ts'
import { CLASS_MEASURES, saveClasses } from '../support/class-areas.ts'
import { count, counted, figure, percent, quantity, shareOf } from '../support/figures.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { sceneBands } from '../support/scene-bands.ts'
import { singleRaster } from '../support/single-raster.ts'
import { valuesPort } from '../support/value-classes.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'

export const kmeansClassesTool = defineTool({
  name: 'kmeans_classes',
  family: 'segmentation',
  title: 'K-means classes',
  summary:
    'Unsupervised classification: groups the pixels of a scene by their bands, or of one raster by its values, into k classes by k-means, with the area and centre of each.',
  source: 'doi:10.1109/TIT.1982.1056489',
  needs: { layer: valuesPort },
  gives: { kind: 'raster', quantity: 'class' },
  measures: [
    ...CLASS_MEASURES,
    { name: 'centre', dimension: 'value' },
    { name: 'explained_share', dimension: 'share' },
    { name: 'inertia', dimension: 'value' },
  ],
  input: z.object({
    layer: layerRef('Id of the scene or raster.'),
    bands: z
      .array(z.enum(BAND_NAMES))
      .min(1)
      .max(12)
      .optional()
      .describe('Bands of a scene to group by. Without them all that measure something.'),
    classes: z.int().min(2).max(10).default(4).describe('How many classes.'),
    standardise: z
      .boolean()
      .default(false)
      .describe('Give all bands the same weight by dividing each by its standard deviation.'),
    seed: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(1)
      .describe('Seed of the random start; the same seed gives the same classes.'),
  }),
  examples: [
    { layer: 'scene-1' },
    { layer: 'scene-1', bands: ['red', 'nir'], classes: 6, standardise: true },
  ],
  async run(input, context) {
    const { layer, sources, names, notes } = await inputBands(context, input)
    const found = await cluster(sources, {
      classes: input.classes,
      seed: input.seed,
      standardise: input.standardise,
      signal: context.signal,
      progress: (fraction) => context.progress(fraction, 'grouping'),
    })
    if (!found) {
      throw new AppError(
        'nothing_valid',
        `${layer.id} has fewer different pixels with data than ${input.classes}; ask for fewer classes, or give another layer`,
      )
    }
    const labels = found.centres.map((_, index) => `class ${index + 1}`)
    const made = await saveClasses(context, found.codes, {
      from: layer,
      as: { title: `K-means classes ${whenOf(layer)}`, meaning: 'clusters', ramp: 'viridis', labels },
    })
    const on = { layer: made.saved.id }
    const explained = found.total > 0 ? 1 - found.inertia / found.total : 0
    const warning = `The classes had not settled after ${counted(found.passes, 'pass')}; another seed may give others.`
    return {
      text: [
        `${made.saved.id} holds ${input.classes} classes of ${layer.id} by k-means on ${names.join(', ')}, ordered by ${names[0]!}: ${made.text}.`,
        `Centres: ${found.centres.map((centre, index) => `${labels[index]!} ${centre.map(figure).join(' ')}`).join('; ')}.`,
        `They explain ${figure(explained * 100)} % of the variance.`,
        ...(found.isSettled ? [] : [warning]),
        ...notes,
      ].join(' '),
      numbers: [
        ...made.numbers,
        ...found.centres.flatMap((centre, index) =>
          centre.map((value, band) =>
            quantity('centre', value, {
              unit: layer.unit,
              dimension: 'value',
              group: `${labels[index]!} ${names[band]!}`,
              ...on,
            }),
          ),
        ),
        percent('explained_share', explained, on),
        quantity('inertia', found.inertia, { unit: '1', dimension: 'value', ...on }),
        count('pixels', found.pixels, on),
      ],
      layers: [made.saved],
      warnings: [...notes, ...made.warnings, ...(found.isSettled ? [] : [warning])],
      facts: {
        valid_share: made.validShare,
        explained_share: shareOf(found.total - found.inertia, found.total),
      },
      chart: made.chart,
    }
  },
})

interface InputBands {
  readonly layer: Layer
  readonly sources: readonly RasterSource[]
  readonly names: readonly string[]
  readonly notes: readonly string[]
}

async function inputBands(
  context: ToolContext,
  { layer: id, bands }: { readonly layer: string; readonly bands?: readonly BandName[] | undefined },
): Promise<InputBands> {
  const layer = context.layer(id)
  if (!layer.scene) {
    const { source } = await singleRaster(context, id, bands?.[0])
    return { layer, sources: [source], names: [meaningOf(layer)], notes: [] }
  }
  const wanted = [
    ...new Set(bands ?? layer.scene.bands.map(({ name }) => name).filter((name) => !isQualityBand(name))),
  ]
  const { sources, notes } = await sceneBands(context, layer, wanted)
  return { layer, sources, names: wanted, notes }
}
