import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { classify } from '../../raster/kernels/threshold.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, figure, hectares, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

interface Scheme {
  readonly words: string
  readonly names: readonly string[]
  /** Unscaled; each class but the first begins at one. */
  readonly breaks: readonly number[]
  /** Where burned ground begins, as an index of `names`. */
  readonly burnedFrom: number
  readonly origin: string
}

const FOUR = ['unchanged', 'low', 'moderate', 'high'] as const

const SCHEMES: Readonly<Record<'dnbr' | 'rdnbr' | 'rbr', Scheme>> = {
  dnbr: {
    words: 'dNBR',
    names: ['high_regrowth', 'low_regrowth', 'unburned', 'low', 'moderate_low', 'moderate_high', 'high'],
    breaks: [-0.25, -0.1, 0.1, 0.27, 0.44, 0.66],
    burnedFrom: 4,
    origin: 'Key and Benson (2006)',
  },
  rdnbr: {
    words: 'RdNBR',
    names: FOUR,
    breaks: [0.069, 0.316, 0.641],
    burnedFrom: 1,
    origin: 'Miller and Thode (2007), for the Sierra Nevada',
  },
  rbr: {
    words: 'RBR',
    names: FOUR,
    breaks: [0.035, 0.13, 0.298],
    burnedFrom: 1,
    origin: 'Parks, Dillon and Miller (2014), for forests of the western United States',
  },
}

const COLORS = {
  high_regrowth: '#1a6b2d',
  low_regrowth: '#7fbf6b',
  unburned: '#d9d9c8',
  unchanged: '#d9d9c8',
  low: '#f5e663',
  moderate_low: '#f5a742',
  moderate: '#f5a742',
  moderate_high: '#e0542e',
  high: '#8c1a6a',
} as const

/** Unscaled values stay well within this; a mean distance from zero beyond it tells of a scale of 1000. */
const UNSCALED_SPREAD = 5

export const severityClassesTool = defineTool({
  name: 'severity_classes',
  family: 'change',
  title: 'Severity classes with hectares',
  summary:
    'Cuts a dNBR, RdNBR or RBR raster into burn severity classes by published or given limits, with hectares and share of each class.',
  source: 'doi:10.2737/RMRS-GTR-164',
  needs: { layer: { kind: 'raster', quantity: 'difference' } },
  gives: { kind: 'raster', quantity: 'class', meaning: 'burn_severity' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
    { name: 'burned_area', dimension: 'area' },
  ],
  input: z.object({
    layer: layerRef('Id of the dNBR, RdNBR or RBR raster.'),
    scheme: z
      .enum(['by_meaning', 'dnbr', 'rdnbr', 'rbr'])
      .default('by_meaning')
      .describe('Whose classes to use; by default those of what the layer holds.'),
    breaks: slot(
      z
        .array(z.number())
        .min(3)
        .max(6)
        .optional()
        .describe(
          'Limits of the classes of your own, ascending, in the scale of the layer, as many as the scheme has: 6 for dnbr, 3 for rdnbr and rbr.',
        ),
      'breaks',
    ),
    scale: z
      .enum(['unscaled', 'times_1000'])
      .default('unscaled')
      .describe('Scale of the layer: as computed here, or multiplied by 1000 as MTBS and others publish it.'),
  }),
  examples: [{ layer: 'layer-1', scheme: 'dnbr' }, { layer: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.layer)
    const key = input.scheme === 'by_meaning' ? schemeOf(meaningOf(layer), layer.id) : input.scheme
    const scheme = SCHEMES[key]
    const factor = input.scale === 'unscaled' ? 1 : 1000
    const breaks = input.breaks ?? scheme.breaks.map((each) => each * factor)
    assertBreaks(breaks, scheme)
    const { signal } = context
    const values = tap(source, { summary: new SummaryReducer() })
    const classes = tap(classify(values.source, breaks), {
      areas: new CodeAreaReducer(cellArea(source.grid)),
    })
    const saved = await context.saveRaster(
      {
        title: `${scheme.words} severity ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'class', meaning: 'burn_severity' },
        unit: '1',
        date: layer.date,
        style: {
          ramp: 'classes',
          classes: scheme.names.map((name, index) => ({
            code: index + 1,
            label: name.replaceAll('_', ' '),
            color: COLORS[name as keyof typeof COLORS],
          })),
        },
      },
      classes.source,
      'uint8',
    )
    const { areas } = await classes.finish({ signal })
    const { summary } = await values.finish({ signal })
    if (summary.valid === 0) throw nothingValid(layer.id)
    const areaOf = (index: number) => areas.codes.get(index + 1)?.area ?? 0
    const total = scheme.names.reduce((sum, _, index) => sum + areaOf(index), 0)
    const burned = scheme.names.reduce(
      (sum, _, index) => sum + (index >= scheme.burnedFrom ? areaOf(index) : 0),
      0,
    )
    const on = { layer: saved.id }
    const report = leftOutReport({ nodata: areas.nodata })
    const isOff = factor === 1 && Math.hypot(summary.mean, summary.std) > UNSCALED_SPREAD
    return {
      text: [
        `${saved.id} holds ${scheme.words} severity classes of ${layer.id}:`,
        `${scheme.names.map((name, index) => `${name} ${figure(areaOf(index) / 10_000)} ha`).join(', ')};`,
        `burned, from ${scheme.names[scheme.burnedFrom]!} on, ${figure(burned / 10_000)} ha.`,
        `Limits ${breaks.map(figure).join(', ')}: ${input.breaks ? 'as given' : `${scheme.origin}, not fitted to this place`}.`,
      ].join(' '),
      numbers: [
        hectares('burned_area', burned, on),
        ...scheme.names.flatMap((group, index) => [
          hectares('area', areaOf(index), { group, ...on }),
          percent('share', shareOf(areaOf(index), total), { group, ...on }),
          count('pixels', areas.codes.get(index + 1)?.pixels ?? 0, { group, ...on }),
        ]),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(isOff
          ? [
              `${layer.id} spreads by ${figure(summary.std)} about ${figure(summary.mean)}, far more than an unscaled ${scheme.words}; if it is multiplied by 1000, give scale times_1000.`,
            ]
          : []),
        ...areaNotes(source.grid),
        ...report.warnings,
      ],
      chart: {
        kind: 'bars',
        title: `Area by severity (${scheme.words})`,
        unit: 'ha',
        rows: scheme.names.map((name, index) => ({
          label: name.replaceAll('_', ' '),
          value: areaOf(index) / 10_000,
          color: COLORS[name as keyof typeof COLORS],
        })),
      },
    }
  },
})

function schemeOf(meaning: string, id: string): keyof typeof SCHEMES {
  if (meaning in SCHEMES) return meaning as keyof typeof SCHEMES
  throw new AppError(
    'invalid_input',
    `${id} holds ${meaning} and not dnbr, rdnbr or rbr; compute one of them first, or name the scheme if you know that it holds one`,
  )
}

function assertBreaks(breaks: readonly number[], { words, breaks: own }: Scheme): void {
  const ascend = breaks.every((each, index) => index === 0 || each > breaks[index - 1]!)
  if (ascend && breaks.length === own.length) return
  throw new AppError(
    'invalid_input',
    `${breaks.length} limits were given${ascend ? '' : ', and they do not ascend'}; the classes of ${words} need ${own.length} ascending ones`,
  )
}
