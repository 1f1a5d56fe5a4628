import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { rampColors } from '../../raster/render/ramps.ts'
import { tap } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Chart } from '../../trace/call.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Quantity } from '../../trace/quantity.ts'
import type { ToolContext } from '../tool.ts'
import { areaNotes } from './area-notes.ts'
import { count, counted, figure, hectares, percent, shareOf } from './figures.ts'

export interface ClassRaster {
  readonly title: string
  readonly meaning: string
  readonly ramp: string
  /** Names of the codes 1, 2, …: of our own words and numbers. */
  readonly labels: readonly string[]
}

export interface SavedClasses {
  readonly saved: Layer
  /** `area` and `share` of each class by its label, `classes` and the pixels left out. */
  readonly numbers: readonly Quantity[]
  /** 'flat 12 ha (30 %), …'. */
  readonly text: string
  readonly warnings: readonly string[]
  readonly chart: Chart
  readonly validShare: number
}

/** The figures that `saveClasses` gives, declared. */
export const CLASS_MEASURES = [
  { name: 'area', dimension: 'area' },
  { name: 'share', dimension: 'share' },
  { name: 'classes', dimension: 'count' },
] as const

/**
 * Saves a raster of codes 1, 2, … with the area of each class, counted as it is written. Throws crs_unknown, and
 * nothing_valid where no pixel has a class.
 */
export async function saveClasses(
  context: ToolContext,
  source: RasterSource,
  { from, as }: { readonly from: Pick<Layer, 'id' | 'date'>; readonly as: ClassRaster },
): Promise<SavedClasses> {
  const { signal } = context
  const { labels } = as
  const colors = rampColors(as.ramp, labels.length)
  const tapped = tap(source, { areas: new CodeAreaReducer(cellArea(source.grid)) })
  const saved = await context.saveRaster(
    async () => {
      if ((await tapped.finish({ signal })).areas.codes.size === 0) {
        throw new AppError(
          'nothing_valid',
          `no pixel of ${from.id} gets a class; give a layer that holds data`,
        )
      }
      return {
        title: as.title,
        port: { kind: 'raster', quantity: 'class', meaning: as.meaning },
        unit: '1',
        date: from.date,
        style: {
          ramp: 'classes',
          classes: labels.map((label, index) => ({ code: index + 1, label, color: colors[index]! })),
        },
      }
    },
    tapped.source,
    'uint8',
  )
  const { codes, nodata } = (await tapped.finish({ signal })).areas
  const all = [...codes.values()]
  const total = all.reduce((sum, { area }) => sum + area, 0)
  const valid = all.reduce((sum, { pixels }) => sum + pixels, 0)
  const areas = labels.map((_, index) => codes.get(index + 1)?.area ?? 0)
  const on = { layer: saved.id }
  return {
    saved,
    numbers: [
      count('classes', labels.length, on),
      ...labels.flatMap((group, index) => [
        hectares('area', areas[index]!, { group, ...on }),
        percent('share', shareOf(areas[index]!, total), { group, ...on }),
      ]),
      count('pixels_left_out', nodata, on),
    ],
    text: labels
      .map(
        (label, index) =>
          `${label}: ${figure(areas[index]! / 10_000)} ha (${figure(shareOf(areas[index]!, total) * 100)} %)`,
      )
      .join('; '),
    warnings: [
      ...areaNotes(source.grid),
      ...(nodata > 0 ? [`${counted(nodata, 'pixel')} left out: without a value to class.`] : []),
    ],
    chart: {
      kind: 'bars',
      title: as.title,
      unit: 'ha',
      rows: labels.map((label, index) => ({
        label,
        value: areas[index]! / 10_000,
        color: colors[index]!,
      })),
    },
    validShare: shareOf(valid, valid + nodata),
  }
}

/** Words for the classes that `breaks` cut: 'below 2 %', '2 to 5 %', '5 % and above'; `sign` is that of their unit. */
export function breakLabels(breaks: readonly number[], sign: string): readonly string[] {
  const words = breaks.map(figure)
  const after = sign === '' ? '' : ` ${sign}`
  return [
    `below ${words[0]}${after}`,
    ...words.slice(1).map((word, index) => `${words[index]} to ${word}${after}`),
    `${words.at(-1)}${after} and above`,
  ]
}

/** Breaks given by a person, that must ascend and differ in the precision of pixels. Throws invalid_input. */
export function checkedBreaks(breaks: readonly number[]): readonly number[] {
  for (let index = 1; index < breaks.length; index++) {
    if (!(Math.fround(breaks[index]!) > Math.fround(breaks[index - 1]!))) {
      throw new AppError(
        'invalid_input',
        `the breaks are ${breaks.map(figure).join(', ')}; they must rise from one to the next`,
      )
    }
  }
  return breaks
}
