import { AppError } from '../../../src/lib/errors.ts'
import {
  choice,
  column,
  figure,
  figures,
  gives,
  label,
  mapping,
  mask,
  numbers,
  numeric,
  plain,
  saves,
  step,
  text,
  tuples,
} from '../adapters.ts'
import type { Arguments, Mapping, Plan } from '../mapping.ts'

/** Most places that a list with gaps may take. */
const MOST_PLACES = 20_000

/** Whole numbers become places of a list with gaps, steps of one size a list; ours counts places from 0. */
function trendPlan(args: Arguments): Plan {
  const y = numbers(args, 'y')
  const x = args['x'] === undefined || args['x'] === null ? y.map((_, place) => place) : numbers(args, 'x')
  if (x.length !== y.length || x.some((each) => each === null)) {
    throw new AppError('invalid_input', 'each y needs an x')
  }
  const at = x as readonly number[]
  const pace = at.every(Number.isInteger) ? 1 : at[1]! - at[0]!
  const places = at.map((each) => (each - at[0]!) / pace)
  const isEven = places.every((place) => place >= 0 && Math.abs(place - Math.round(place)) < 1e-9)
  const length = Math.round(Math.max(...places)) + 1
  if (!isEven || length > MOST_PLACES) {
    throw new AppError('invalid_input', 'x does not rise by steps of one size; ours needs dates then')
  }
  const values = Array.from({ length }, (): number | null => null)
  for (const [index, place] of places.entries()) values[Math.round(place)] = y[index]!
  return {
    steps: [step('linear_trend', { values })],
    value: (done) => {
      const slope = figure(done, 0, 'slope') / pace
      return [slope, figure(done, 0, 'intercept') - slope * at[0]!]
    },
  }
}

/** The radius of a square window of ones. */
function windowRadius(weights: readonly (readonly number[])[]): number {
  const side = weights.length
  const isPlain =
    side % 2 === 1 && weights.every((row) => row.length === side && row.every((each) => each === 1))
  if (isPlain) return (side - 1) / 2
  throw new AppError('invalid_input', 'ours weighs a square of odd side with ones alone')
}

const WORDS: Readonly<Record<string, string>> = { N: 'north', E: 'east', S: 'south', W: 'west' }

export const ANALYSIS_KIT: readonly Mapping[] = [
  mapping({
    theirs: 'compute_linear_trend',
    ours: ['linear_trend'],
    inputs: ['y', 'x'],
    adapt: trendPlan,
  }),
  mapping({
    theirs: 'mann_kendall_test',
    ours: ['mann_kendall'],
    inputs: ['x'],
    adapt: (args) => ({
      steps: [step('mann_kendall', { values: numbers(args, 'x') })],
      value: (done) => [
        label(done, 0, 'trend'),
        ...['p_value', 'z', 'tau'].map((name) => figure(done, 0, name)),
      ],
    }),
  }),
  mapping({
    theirs: 'sens_slope',
    ours: ['sens_slope'],
    inputs: ['x'],
    // Theirs lists the slope of each pair too.
    adapt: (args) => gives(step('sens_slope', { values: numbers(args, 'x') }), 'slope'),
  }),
  mapping({
    theirs: 'stl_decompose',
    ours: ['stl_decompose'],
    inputs: ['x'],
    settings: ['period', 'robust'],
    adapt: (args) => ({
      steps: [
        step('stl_decompose', {
          values: numbers(args, 'x'),
          period: numeric(args, 'period'),
          robust: args['robust'] !== false,
        }),
      ],
      value: (done) => ({
        trend: column(done, 0, 'trend'),
        seasonal: column(done, 0, 'seasonal'),
        resid: column(done, 0, 'remainder'),
      }),
    }),
  }),
  mapping({
    theirs: 'detect_change_points',
    ours: ['change_points'],
    inputs: ['signal'],
    settings: ['model', 'penalty'],
    adapt(args) {
      choice(args, 'model', ['l2'], 'l2')
      const values = numbers(args, 'signal')
      return {
        steps: [step('change_points', { values, penalty: numeric(args, 'penalty', 10) })],
        // Theirs ends each part, the last one too; ours begins the next, counted from 1.
        value: (done) => [...figures(done, 0, 'change_position').map((place) => place - 1), values.length],
      }
    },
    differs: 'looks for breaks at every fifth value alone; ours looks at each',
  }),
  mapping({
    theirs: 'autocorrelation_function',
    ours: ['autocorrelation'],
    inputs: ['x'],
    settings: ['nlags'],
    adapt: (args) => ({
      steps: [
        step('autocorrelation', {
          values: numbers(args, 'x'),
          lags: numeric(args, 'nlags', 20),
          estimate: 'unbiased',
        }),
      ],
      value: (done) => figures(done, 0, 'autocorrelation'),
    }),
  }),
  mapping({
    theirs: 'detect_seasonality_acf',
    ours: ['seasonality'],
    inputs: ['values'],
    settings: ['min_acf'],
    adapt: (args) => ({
      steps: [
        step('seasonality', {
          values: numbers(args, 'values'),
          min_autocorrelation: numeric(args, 'min_acf', 0.3),
        }),
      ],
      value: (done) =>
        label(done, 0, 'seasonal') === 'yes' ? figure(done, 0, 'period_steps') : 'Data is not cyclical',
    }),
    differs:
      'takes the highest autocorrelation from lag 2 on, which any trend has at lag 2; ours takes the trend off and asks for a peak',
  }),
  mapping({
    theirs: 'getis_ord_gi_star',
    ours: ['getis_ord_gi_star'],
    inputs: ['image_path'],
    outputs: ['output_path'],
    settings: ['weight_matrix'],
    adapt: (args) =>
      saves(
        text(args, 'output_path'),
        step('getis_ord_gi_star', {
          layer: plain(text(args, 'image_path')),
          radius: windowRadius(tuples(args, 'weight_matrix')),
          window: 'square',
        }),
      ),
    differs:
      'takes what lies beyond the edge, and gaps, for zeros, which makes edges cold where values are positive; ours counts the pixels that there are',
  }),
  mapping({
    theirs: 'analyze_hotspot_direction',
    ours: ['sector_shares'],
    inputs: ['hotspot_map_path'],
    adapt: (args) => ({
      steps: [step('sector_shares', { mask: mask(text(args, 'hotspot_map_path')), sectors: 4 })],
      value: (done) => WORDS[label(done, 0, 'main_sector') ?? ''] ?? 'no hotspots found',
    }),
    differs:
      'takes the rows of the file for north, its centre half a pixel off where sides are even, and counts the centre pixel as west; ours goes by true north from the true centre',
  }),
  mapping({
    theirs: 'count_spikes_from_values',
    ours: ['count_spikes'],
    inputs: ['values'],
    settings: ['spike_threshold', 'verbose'],
    adapt: (args) =>
      gives(
        step('count_spikes', {
          values: numbers(args, 'values'),
          threshold: numeric(args, 'spike_threshold', 0.1),
        }),
        'spikes',
      ),
  }),
]
