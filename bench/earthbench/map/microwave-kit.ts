import { AppError } from '../../../src/lib/errors.ts'
import {
  choice,
  kelvin,
  made,
  mapping,
  numeric,
  plain,
  saves,
  step,
  text,
  texts,
  tuples,
} from '../adapters.ts'
import type { FileLayer, Mapping } from '../mapping.ts'

/** Sums over differences of channels with the coefficients of each parameter. */
const channels = (
  theirs: string,
  relations: Readonly<Record<string, readonly [coefficients: readonly number[], offset: number]>>,
): Mapping =>
  mapping({
    theirs,
    ours: ['brightness_temperature_inversion'],
    inputs: ['bt_paths'],
    outputs: ['output_path'],
    settings: ['diff_pairs', 'parameter'],
    adapt(args) {
      const [coefficients, offset] = relations[choice(args, 'parameter', Object.keys(relations))]!
      const files = texts(args, 'bt_paths')
      const pairs = tuples(args, 'diff_pairs')
      if (pairs.length !== coefficients.length) {
        throw new AppError('invalid_input', `${pairs.length} pairs, and ${coefficients.length} are needed`)
      }
      return saves(
        text(args, 'output_path'),
        step('brightness_temperature_inversion', {
          first: pairs.map(([first]) => kelvin(files[first!]!)),
          second: pairs.map(([, second]) => kelvin(files[second!]!)),
          coefficients,
          offset,
        }),
      )
    },
  })

/** A pair of layers, plain and by a relation cut to bounds. */
interface Relation {
  readonly gain: number
  readonly offset: number
}

const DIFFERENCES: Readonly<Record<string, Relation>> = {
  SM: { gain: 0.7, offset: 0.1 },
  VI: { gain: 0.5, offset: 0 },
  LAI: { gain: 0.6, offset: 0.05 },
}
const RATIOS: Readonly<Record<string, Relation>> = {
  VWC: { gain: 15, offset: 5 },
  SM: { gain: 0.4, offset: 0.1 },
}

/** The rest of the kit of inversion: microwaves and the colour of water. */
export const MICROWAVE_KIT: readonly Mapping[] = [
  mapping({
    theirs: 'dual_polarization_differential',
    ours: ['polarisation_difference', 'polarisation_ratio'],
    inputs: ['pol1_path', 'pol2_path'],
    outputs: ['output_path'],
    settings: ['parameter', 'a', 'b', 'input_unit'],
    adapt(args) {
      const unit = text(args, 'input_unit', 'dB') === 'dB' ? 'dB' : '1'
      const [vertical, horizontal] = ['pol1_path', 'pol2_path'].map((name): FileLayer => ({
        file: text(args, name),
        as: 'backscatter',
        unit,
      }))
      const pair = { vertical: vertical!, horizontal: horizontal! }
      return saves(
        text(args, 'output_path'),
        choice(args, 'parameter', ['soil_moisture', 'vegetation_index']) === 'soil_moisture'
          ? step('polarisation_difference', {
              ...pair,
              gain: numeric(args, 'a', 0.3),
              offset: numeric(args, 'b', 0.1),
            })
          : step('polarisation_ratio', pair),
      )
    },
  }),
  mapping({
    theirs: 'dual_frequency_diff',
    ours: ['frequency_difference'],
    inputs: ['band1_path', 'band2_path'],
    outputs: ['output_path'],
    settings: ['parameter', 'alpha', 'beta'],
    adapt(args) {
      const usual = DIFFERENCES[choice(args, 'parameter', Object.keys(DIFFERENCES))]!
      const pair = { first: kelvin(text(args, 'band1_path')), second: kelvin(text(args, 'band2_path')) }
      return {
        steps: [
          step('frequency_difference', pair),
          step('frequency_difference', {
            ...pair,
            gain: numeric(args, 'alpha', usual.gain),
            offset: numeric(args, 'beta', usual.offset),
            lowest: 0,
            highest: 1,
          }),
        ],
        rasters: { [text(args, 'output_path')]: [made(0), made(1)] },
      }
    },
  }),
  channels('multi_freq_bt', { SM: [[0.6, 0.4], 0.05], VWC: [[0.5, 0.5], 0.1], LAI: [[0.7, 0.3], 0] }),
  channels('chang_single_param_inversion', {
    SM: [[0.65, 0.3, 0.1], 0.02],
    VWC: [[0.5, 0.4, 0.2], 0.05],
  }),
  mapping({
    theirs: 'nasa_team_sea_ice_concentration',
    ours: ['sea_ice_concentration'],
    inputs: ['bt_paths'],
    outputs: ['output_path'],
    settings: ['nd_ice', 'nd_water', 's1_ice', 's1_water'],
    adapt(args) {
      const files = args['bt_paths'] as Readonly<Record<string, string>>
      return saves(
        text(args, 'output_path'),
        step('sea_ice_concentration', {
          v19: kelvin(files['19V']!),
          h19: kelvin(files['19H']!),
          v37: kelvin(files['37V']!),
        }),
      )
    },
    differs:
      'takes a difference of polarisations of 50 K for ice and of 0 K for water, which is the wrong way round; ours is NASA Team with the published tie points',
  }),
  mapping({
    theirs: 'dual_polarization_ratio',
    ours: ['polarisation_ratio'],
    inputs: ['bt_paths'],
    outputs: ['output_path'],
    settings: ['parameter', 'coeffs'],
    adapt(args) {
      const files = args['bt_paths'] as Readonly<Record<string, string>>
      const pair = { vertical: kelvin(files['V']!), horizontal: kelvin(files['H']!) }
      const own = args['coeffs'] as readonly [number, number] | null | undefined
      const usual = RATIOS[choice(args, 'parameter', Object.keys(RATIOS))]!
      return {
        steps: [
          step('polarisation_ratio', { ...pair, ...(own ? { gain: own[0], offset: own[1] } : { ...usual }) }),
          step('polarisation_ratio', pair),
        ],
        rasters: { [text(args, 'output_path')]: [made(0), made(1)] },
      }
    },
  }),
  mapping({
    theirs: 'calculate_water_turbidity_ntu',
    ours: ['empirical_water_quality'],
    inputs: ['input_red_path'],
    outputs: ['output_path'],
    settings: ['method', 'a', 'b', 'n'],
    adapt(args) {
      const method = choice(args, 'method', ['linear', 'power', 'log'], 'linear')
      return saves(
        text(args, 'output_path'),
        step('empirical_water_quality', {
          layer: plain(text(args, 'input_red_path')),
          form: method === 'log' ? 'logarithm' : method,
          a: numeric(args, 'a', 1),
          b: numeric(args, 'b', 0),
          n: numeric(args, 'n', 1),
        }),
      )
    },
  }),
]
