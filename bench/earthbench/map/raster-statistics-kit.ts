import {
  choice,
  column,
  figure,
  gives,
  made,
  mapping,
  numeric,
  plain,
  power,
  step,
  text,
  texts,
} from '../adapters.ts'
import type { Argument, Arguments, FileLayer, Mapping, Outcome, Plan, Step, Value } from '../mapping.ts'

/** Tools that stretch rasters to 0 to 255 first, where that is asked for. */
const STRETCH = ['normalise_raster', 'raster_arithmetic']

const NO_DATA = 'takes the fill value of a file as data; ours leaves no data out and counts it'

interface Opened {
  readonly steps: readonly Step[]
  readonly layers: readonly Argument[]
}

/** The files of a list; with uint8 each stretched between its extremes to 0 to 255. */
function opened(files: readonly string[], args: Arguments, index = 0): Opened {
  const layers = files.map((file) => plain(file, index))
  if (args['uint8'] !== true) return { steps: [], layers }
  const steps = layers.flatMap((layer, place) => [
    step('normalise_raster', { layer }),
    step('raster_arithmetic', { first: made(2 * place), operation: 'multiply', number: 255 }),
  ])
  return { steps, layers: layers.map((_, place) => made(2 * place + 1)) }
}

/** One call over the files of a list. */
function over(
  { steps, layers }: Opened,
  call: { readonly tool: string; readonly args?: Readonly<Record<string, Argument>> },
  read: (done: readonly Outcome[], at: number) => Value,
): Plan {
  return {
    steps: [...steps, step(call.tool, { layers, ...call.args })],
    value: (done) => read(done, steps.length),
  }
}

/** A figure of each file of a list. */
const eachOf = (
  name: string,
  args: Readonly<Record<string, Argument>> = {},
  change: (value: number) => number = (value) => value,
): Mapping =>
  mapping({
    theirs: `calc_batch_image_${name}`,
    ours: ['layer_statistics_series', ...STRETCH],
    inputs: ['file_list'],
    settings: ['uint8'],
    adapt: (given) =>
      over(opened(texts(given, 'file_list'), given), { tool: 'layer_statistics_series', args }, (done, at) =>
        column(done, at, name).map((each) => (each === null ? null : change(each))),
      ),
    differs: NO_DATA,
  })

/** A figure of all means of a list. */
const ofMeans = (theirs: string, name: string): Mapping =>
  mapping({
    theirs,
    ours: ['layer_statistics_series', ...STRETCH],
    inputs: ['file_list'],
    settings: ['uint8'],
    adapt: (args) =>
      over(opened(texts(args, 'file_list'), args), { tool: 'layer_statistics_series' }, (done, at) =>
        figure(done, at, name),
      ),
    differs: NO_DATA,
  })

const TESTS = {
  above: 'above',
  below: 'below',
  equal: 'equal',
  above_equal: 'at_or_above',
  below_equal: 'at_or_below',
} as const

/** Files whose share beyond a value passes a share. */
const passing = (theirs: string, name: string): Mapping =>
  mapping({
    theirs,
    ours: ['count_pixels'],
    inputs: ['image_paths'],
    settings: ['value_threshold', 'ratio_threshold', 'mode', 'verbose'],
    adapt: (args) =>
      over(
        opened(texts(args, 'image_paths'), {}),
        {
          tool: 'count_pixels',
          args: {
            threshold: numeric(args, 'value_threshold', 0.7),
            share_above: numeric(args, 'ratio_threshold', 20),
            test: choice(args, 'mode', ['above', 'below'], 'above'),
          },
        },
        (done, at) => figure(done, at, name),
      ),
  })

/** Pixels of one file that meet conditions on its bands. */
const conditions = (theirs: string, name: 'share' | 'pixels', differs: string | null): Mapping =>
  mapping({
    theirs,
    ours: ['count_where'],
    inputs: ['image_path'],
    settings: ['band_conditions'],
    adapt(args) {
      const given = args['band_conditions'] as readonly (readonly [number, number, 'above' | 'below'])[]
      return gives(
        step('count_where', {
          layers: given.map(([band]): FileLayer => ({
            ...plain(text(args, 'image_path'), band),
            as: 'index',
            unit: '1',
          })),
          thresholds: given.map(([, threshold]) => threshold),
          tests: given.map(([, , side]) => side),
        }),
        name,
      )
    },
    differs,
  })

export const RASTER_STATISTICS_KIT: readonly Mapping[] = [
  eachOf('mean'),
  eachOf('std', { bias: 'sample' }),
  eachOf('median'),
  eachOf('min'),
  eachOf('max'),
  eachOf('skewness', { bias: 'sample' }),
  // Theirs is 3 for a normal distribution.
  eachOf('kurtosis', { bias: 'population' }, (excess) => excess + 3),
  eachOf('sum'),
  ofMeans('calc_batch_image_mean_mean', 'mean_of_means'),
  ofMeans('calc_batch_image_mean_max', 'max_of_means'),
  mapping({
    theirs: 'calc_batch_image_mean_max_min',
    ours: ['layer_statistics_series', 'band_maths'],
    inputs: ['file_list'],
    settings: ['uint8'],
    adapt(args) {
      const plan = opened(texts(args, 'file_list'), {})
      const steps =
        args['uint8'] === true
          ? plan.layers.map((layer) =>
              step('band_maths', { layers: [layer], expression: '255 * min(1, max(0, a))' }),
            )
          : []
      const layers = steps.length > 0 ? steps.map((_, place) => made(place)) : plan.layers
      return over({ steps, layers }, { tool: 'layer_statistics_series' }, (done, at) =>
        ['mean_of_means', 'max_of_maxima', 'min_of_minima'].map((name) => figure(done, at, name)),
      )
    },
  }),
  mapping({
    theirs: 'calc_batch_image_mean_threshold',
    ours: ['layer_statistics_series', ...STRETCH],
    inputs: ['file_list'],
    settings: ['threshold', 'above', 'uint8', 'band_index', 'return_type'],
    adapt: (args) =>
      over(
        opened(texts(args, 'file_list'), args, numeric(args, 'band_index', 0)),
        {
          tool: 'layer_statistics_series',
          args: { threshold: numeric(args, 'threshold'), test: args['above'] === false ? 'below' : 'above' },
        },
        (done, at) => {
          const beyond = figure(done, at, 'layers_beyond')
          return choice(args, 'return_type', ['ratio', 'count'], 'ratio') === 'count'
            ? beyond
            : (beyond / figure(done, at, 'layers')) * 100
        },
      ),
  }),
  mapping({
    theirs: 'count_images_exceeding_mean_multiplier',
    ours: ['layer_statistics_series'],
    inputs: ['image_paths'],
    settings: ['mean_multiplier', 'mode', 'verbose'],
    adapt: (args) =>
      over(
        opened(texts(args, 'image_paths'), {}),
        {
          tool: 'layer_statistics_series',
          args: {
            factor: numeric(args, 'mean_multiplier', 1.1),
            test: choice(args, 'mode', ['above', 'below'], 'above'),
          },
        },
        (done, at) => figure(done, at, 'layers_beyond'),
      ),
  }),
  mapping({
    theirs: 'calc_batch_image_hotspot_percentage',
    ours: ['count_pixels', ...STRETCH],
    inputs: ['file_list'],
    settings: ['threshold', 'uint8'],
    adapt: (args) =>
      over(
        opened(texts(args, 'file_list'), args),
        { tool: 'count_pixels', args: { threshold: numeric(args, 'threshold'), test: 'above' } },
        (done, at) => column(done, at, 'share').map((share) => (share === null ? null : share / 100)),
      ),
  }),
  mapping({
    theirs: 'calculate_threshold_ratio',
    ours: ['count_pixels'],
    inputs: ['image_paths'],
    settings: ['threshold', 'mode', 'band_index'],
    adapt: (args) =>
      over(
        opened(texts(args, 'image_paths'), {}, numeric(args, 'band_index', 0)),
        {
          tool: 'count_pixels',
          args: {
            threshold: numeric(args, 'threshold', 0.75),
            test: TESTS[choice(args, 'mode', Object.keys(TESTS) as (keyof typeof TESTS)[], 'above')],
          },
        },
        (done, at) => figure(done, at, 'mean_share'),
      ),
  }),
  passing('count_images_exceeding_threshold_ratio', 'layers_passing'),
  passing('average_ratio_exceeding_threshold', 'mean_share_passing'),
  mapping({
    theirs: 'calc_batch_fire_pixels',
    ours: ['count_pixels'],
    inputs: ['file_list'],
    settings: ['fire_threshold'],
    adapt: (args) =>
      over(
        { steps: [], layers: texts(args, 'file_list').map(power) },
        { tool: 'count_pixels', args: { threshold: numeric(args, 'fire_threshold', 0), test: 'above' } },
        (done, at) => column(done, at, 'pixels'),
      ),
  }),
  mapping({
    theirs: 'get_percentile_value_from_image',
    ours: ['percentile_of_raster'],
    inputs: ['image_path'],
    settings: ['percentile'],
    adapt: (args) =>
      gives(
        step('percentile_of_raster', {
          layer: plain(text(args, 'image_path')),
          percentile: numeric(args, 'percentile'),
        }),
        'percentile_value',
      ),
    differs:
      'rounds the percentile where a file holds whole numbers; ours keeps what lies between two of them',
  }),
  mapping({
    theirs: 'image_division_mean',
    ours: ['mean_ratio'],
    inputs: ['image_path1', 'image_path2'],
    settings: ['band1', 'band2'],
    adapt(args) {
      const first = text(args, 'image_path1')
      const isOne = args['image_path2'] === undefined || args['image_path2'] === null
      const band = (name: string, usual: number) => plain(first, numeric(args, name, usual) - 1)
      return gives(
        step(
          'mean_ratio',
          isOne
            ? { first: band('band1', 1), second: band('band2', 2) }
            : { first: plain(first), second: plain(text(args, 'image_path2')) },
        ),
        'mean_ratio',
      )
    },
  }),
  mapping({
    theirs: 'calculate_intersection_percentage',
    ours: ['count_where'],
    inputs: ['path1', 'path2'],
    settings: ['threshold1', 'threshold2'],
    adapt: (args) =>
      gives(
        step('count_where', {
          layers: [plain(text(args, 'path1')), plain(text(args, 'path2'))],
          thresholds: [numeric(args, 'threshold1'), numeric(args, 'threshold2')],
          tests: ['above'],
        }),
        'share',
      ),
  }),
  conditions(
    'calculate_multi_band_threshold_ratio',
    'share',
    'takes a pixel without a value in a later band for one that fails; ours leaves it out of the share',
  ),
  conditions('count_pixels_satisfying_conditions', 'pixels', null),
  mapping({
    theirs: 'calculate_band_mean_by_condition',
    ours: ['conditional_statistics'],
    inputs: ['image_path'],
    settings: ['condition_band_index', 'condition_threshold', 'condition_mode', 'target_band_index'],
    adapt(args) {
      const band = (name: string, usual?: number) =>
        plain(text(args, 'image_path'), numeric(args, name, usual))
      const isAbove = choice(args, 'condition_mode', ['above', 'below'], 'above') === 'above'
      return gives(
        step('conditional_statistics', {
          values: [band('target_band_index', 0)],
          conditions: [band('condition_band_index')],
          threshold: numeric(args, 'condition_threshold'),
          test: isAbove ? 'at_or_above' : 'below',
        }),
        'mean',
      )
    },
  }),
  mapping({
    theirs: 'calc_threshold_value_mean',
    ours: ['conditional_statistics'],
    inputs: ['path1', 'path2'],
    settings: ['threshold'],
    adapt: (args) =>
      gives(
        step('conditional_statistics', {
          values: texts(args, 'path2').map((file) => plain(file)),
          conditions: texts(args, 'path1').map((file) => plain(file)),
          threshold: numeric(args, 'threshold', 300),
          test: 'above',
        }),
        'mean',
      ),
    differs:
      'pairs files by a date and time in their names alone, so that most find no partner, and drops values outside 0 to 1 even of temperatures; ours pairs by date and keeps all values',
  }),
]
