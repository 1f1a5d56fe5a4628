import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { countedIndex, type LeftOut } from '../../raster/kernels/band-index.ts'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { tap } from '../../raster/reduce.ts'
import { findIndex } from '../../sensing/indices.ts'
import type { SpectralIndex } from '../../sensing/indices.ts'
import { isQualityBand } from '../../trace/port.ts'
import type { Layer } from '../../trace/layer.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { datedLayers, sharedDates } from '../support/dated-layers.ts'
import { count, counted, figure, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { wordsOf } from '../support/naming.ts'
import { sceneIndex } from '../support/scene-index.ts'
import { defineTool, layerRef, slot, type ToolContext } from '../tool.ts'
import { seriesFigures, seriesMeasures, seriesText, tableOfDates } from './series-table.ts'

const input = z.object({
  scenes: z
    .array(layerRef('Id of a scene.'))
    .min(2)
    .max(400)
    .describe('Ids of the scenes, one a date, in any order.'),
  index: slot(
    z
      .string()
      .min(2)
      .max(40)
      .describe('Name of the spectral index, as its tool is named: ndvi, nbr, ndwi, evi …'),
    'index',
  ),
  statistic: z
    .enum(['mean', 'median'])
    .default('mean')
    .describe('What stands for a date: the mean or the median of its valid pixels.'),
  clouds: cloudsArgument,
  masked: z
    .enum(['cloud', 'cloud_and_shadow'])
    .default('cloud')
    .describe(
      'What clouds "mask" leaves out: pixels that the quality band calls cloud, or those of shadow, cirrus and the surroundings of clouds too.',
    ),
})
type Input = z.output<typeof input>

interface DateFigures {
  readonly value: number | null
  readonly valid: number
  readonly leftOut: LeftOut
  /** Whether a quality band told what is hidden. */
  readonly isMasked: boolean
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

export const indexSeriesTool = defineTool({
  name: 'index_series',
  family: 'pixelseries',
  title: 'Series of an index over scenes',
  summary:
    'Mean or median of a spectral index such as ndvi for every scene of a series: a table by date that trend, season and anomaly tools read. Use it for NDVI over time, greenness or moisture through the year, vegetation trend of an area.',
  source: 'https://ntrs.nasa.gov/citations/19740022614',
  needs: {
    scenes: { kind: 'rasters', of: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: [] } },
  },
  gives: { kind: 'table' },
  measures: seriesMeasures('value'),
  input,
  examples: [
    { scenes: ['scene-1', 'scene-2'], index: 'ndvi' },
    { scenes: ['scene-1', 'scene-2'], index: 'nbr', statistic: 'median', masked: 'cloud_and_shadow' },
  ],
  async run(args, context) {
    const index = indexOf(args.index)
    const series = datedLayers(context, args.scenes)
    const found: DateFigures[] = []
    for (const [place, { layer, date }] of series.entries()) {
      throwIfAborted(context.signal)
      context.progress(place / series.length, date)
      found.push(await figuresOf(context, index, { layer, args }))
    }
    const values = found.map(({ value }) => value)
    const leftOut = totalOf(found.map((each) => each.leftOut))
    if (values.every((value) => value === null)) {
      throw new AppError(
        'nothing_valid',
        `no pixel of any scene has a value of ${index.name}: ${leftOut.nodata} hold no data, ${leftOut.cloud} are hidden by cloud, ` +
          `${leftOut.not_positive} have a band at or below zero; give other scenes${leftOut.cloud > 0 ? ', or clouds "keep"' : ''}`,
      )
    }
    const dates = series.map(({ date }) => date)
    const saved = await context.saveTable(
      {
        title: `${wordsOf(index.name, 'index')} series ${dates[0]!} to ${dates.at(-1)!}`,
        port: { kind: 'table' },
        unit: '1',
        date: dates.at(-1)!,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'date', unit: 'date' },
          { name: 'value', unit: '1' },
          { name: 'valid_pixels', unit: 'count' },
          { name: 'masked_share', unit: '%' },
        ],
        rows: found.map((each, place) => [dates[place]!, each.value, each.valid, 100 * maskedShare(each)]),
      },
    )
    const table = tableOfDates(dates, values)
    const report = leftOutReport(leftOut)
    const empty = dates.filter((_, place) => values[place] === null)
    const twice = sharedDates(series)
    return {
      text: [
        `${saved.id} is a table of the ${args.statistic} ${index.name} of ${counted(dates.length, 'date')}, each on its own grid: ` +
          `${seriesText(table, '1')}.`,
        ...new Set(found.flatMap(({ notes }) => notes).slice(0, 3)),
      ].join(' '),
      numbers: [
        ...seriesFigures(table, '1', saved.id),
        ...report.numbers,
        count(
          'valid_pixels',
          found.reduce((sum, { valid }) => sum + valid, 0),
        ),
      ],
      layers: [saved],
      warnings: [
        maskingText(args, found, series),
        ...shortened(found.flatMap(({ warnings }) => warnings)),
        ...(empty.length > 0
          ? [
              `${counted(empty.length, 'date')} without a valid pixel (${empty.slice(0, 5).join(', ')}) ${empty.length === 1 ? 'has' : 'have'} no value.`,
            ]
          : []),
        ...(twice.length > 0
          ? [`More than one scene is of ${twice.slice(0, 3).join(', ')}: each has a row of its own.`]
          : []),
        ...report.warnings.filter((text) => !text.includes('(cloud)')),
      ],
      facts: { dates: dates.length },
      chart: {
        kind: 'series',
        title: `${args.statistic === 'mean' ? 'Mean' : 'Median'} ${wordsOf(index.name, 'index')}`,
        unit: '1',
        points: table,
      },
    }
  },
})

/** Throws invalid_input for a name that the catalogue does not have. */
function indexOf(name: string): SpectralIndex {
  const index = findIndex(name.trim().toLowerCase())
  if (index) return index
  throw new AppError(
    'invalid_input',
    'there is no spectral index of that name; give the name of an index tool, such as ndvi, nbr, ndwi or evi',
  )
}

async function figuresOf(
  context: ToolContext,
  index: SpectralIndex,
  { layer, args }: { readonly layer: Layer; readonly args: Input },
): Promise<DateFigures> {
  const { signal } = context
  const { clouds, masked, statistic } = args
  const request = await sceneIndex(context, index, { scene: layer.id, clouds, by: masked })
  const result = countedIndex(request)
  const { notes, warnings, hidden } = request
  const isMasked = hidden !== null
  if (statistic === 'mean') {
    const { summary, leftOut } = await result.finish({ signal })
    const value = summary.valid > 0 ? summary.mean : null
    return { value, valid: summary.valid, leftOut, isMasked, notes, warnings }
  }
  const counting = tap(result.source, { distribution: new DistributionReducer() })
  const { distribution } = await counting.finish({ signal })
  const { summary, leftOut } = await result.finish({ signal })
  const [median] = await exactQuantiles(result.source, { distribution, fractions: [0.5] }, { signal })
  return {
    value: summary.valid > 0 ? median! : null,
    valid: summary.valid,
    leftOut,
    isMasked,
    notes,
    warnings,
  }
}

function totalOf(each: readonly LeftOut[]): LeftOut {
  const sum = (reason: keyof LeftOut) => each.reduce((total, counts) => total + counts[reason], 0)
  return {
    nodata: sum('nodata'),
    cloud: sum('cloud'),
    not_positive: sum('not_positive'),
    undefined: sum('undefined'),
  }
}

/** Of the pixels that hold data, 0 to 1. */
function maskedShare({ valid, leftOut }: Pick<DateFigures, 'valid' | 'leftOut'>): number {
  return shareOf(leftOut.cloud, valid + leftOut.cloud + leftOut.not_positive + leftOut.undefined)
}

function maskingText(
  { clouds, masked }: Input,
  found: readonly DateFigures[],
  series: readonly { readonly layer: Layer }[],
): string {
  if (clouds === 'keep') return 'Nothing is masked: pixels under cloud count.'
  const bare = series.filter((_, place) => !found[place]!.isMasked)
  if (bare.length === series.length) return 'Nothing is masked: no scene has a quality band.'
  const words =
    masked === 'cloud'
      ? 'pixels that the quality band calls cloud are left out (shadow and cirrus are not)'
      : 'pixels of cloud, shadow, cirrus and saturation according to the quality band are left out'
  const [hidden, all] = [0, 0].map((_, which) =>
    found.reduce(
      (sum, { valid, leftOut }) =>
        sum + leftOut.cloud + (which === 0 ? 0 : valid + leftOut.not_positive + leftOut.undefined),
      0,
    ),
  ) as [number, number]
  const codes = series
    .flatMap(({ layer }) => layer.scene?.bands ?? [])
    .filter(({ name }) => isQualityBand(name))
  const bands = [...new Set(codes.map(({ designation, name }) => (designation === 'BQA' ? 'BQA' : name)))]
  return (
    `Masked by ${bands.join(', ')}: ${words}, ${hidden} of ${all} pixels with data (${figure(100 * shareOf(hidden, all))} %).` +
    (bare.length > 0
      ? ` ${counted(bare.length, 'scene')} (${bare
          .slice(0, 3)
          .map(({ layer }) => layer.id)
          .join(', ')}) without a quality band: nothing is masked there.`
      : '')
  )
}

/** Warnings of many scenes say the same; the first few speak for all. */
function shortened(warnings: readonly string[]): readonly string[] {
  const kinds = new Map<string, string[]>()
  for (const warning of warnings) {
    const kind = warning.replace(/\b(scene|layer)-\d+\b/g, '')
    kinds.set(kind, [...(kinds.get(kind) ?? []), warning])
  }
  return [...kinds.values()].map(([first, ...others]) =>
    others.length === 0 ? first! : `${first!} The same holds for ${counted(others.length, 'other scene')}.`,
  )
}
