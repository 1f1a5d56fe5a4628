import {
  choice,
  eachFile,
  emissivity,
  fraction,
  kelvin,
  made,
  mapping,
  numeric,
  reflectances,
  saves,
  step,
  text,
  texts,
  figure,
} from '../adapters.ts'
import type { Arguments, FileLayer, Mapping, Plan } from '../mapping.ts'

const temperature = (file: string): FileLayer => ({ ...kelvin(file), meaning: 'surface_temperature' })

/** NDVI of each date, and the LST where it lies on the side of the threshold. */
function byNdvi(args: Arguments, plural: 's' | '', name: 'mean' | 'max'): Plan {
  const [red, nir, lst] = ['red', 'nir', 'lst'].map((each) => texts(args, `${each}_path${plural}`))
  const indices = red!.map((file, place) =>
    step('ndvi', { scene: reflectances({ red: file, nir: nir![place]! }), clouds: 'keep' }),
  )
  const above = choice(args, 'mode', ['above', 'below'], 'above') === 'above'
  return {
    steps: [
      ...indices,
      step('conditional_statistics', {
        values: lst!.map(temperature),
        conditions: indices.map((_, place) => made(place)),
        threshold: numeric(args, 'ndvi_threshold'),
        test: above ? 'at_or_above' : 'below',
      }),
    ],
    value: (done) => figure(done, indices.length, name),
  }
}

export const THERMAL_KIT: readonly Mapping[] = [
  mapping({
    theirs: 'band_ratio',
    ours: ['water_vapour_ratio'],
    inputs: ['02', '05', '17', '18', '19'].map((band) => `sur_refl_b${band}_path`),
    outputs: ['output_path'],
    adapt(args) {
      const at = (band: string, place: number) => texts(args, `sur_refl_b${band}_path`)[place]!
      return eachFile(texts(args, 'output_path').length, (place) => ({
        steps: [
          step('water_vapour_ratio', {
            scene: reflectances({
              nir: at('02', place),
              swir_1240: at('05', place),
              wv_905: at('17', place),
              wv_936: at('18', place),
              wv_940: at('19', place),
            }),
            clouds: 'keep',
          }),
        ],
        rasters: { [texts(args, 'output_path')[place]!]: [made(0), made(0, 1), made(0, 2), made(0, 3)] },
      }))
    },
    differs:
      'takes water vapour as −ln T18 / 0.03, which is in no paper (23 where the light says 0.5 cm); ours is ((α − ln T19) / β)² of Kaufman and Gao along the path of the light. The transmittances agree',
  }),
  mapping({
    theirs: 'lst_single_channel',
    ours: ['ndvi', 'single_channel_lst'],
    inputs: ['bt_path', 'red_path', 'nir_path'],
    outputs: ['output_path'],
    adapt: (args) =>
      eachFile(texts(args, 'output_path').length, (place) => ({
        steps: [
          step('ndvi', {
            scene: reflectances({
              red: texts(args, 'red_path')[place]!,
              nir: texts(args, 'nir_path')[place]!,
            }),
            clouds: 'keep',
          }),
          step('single_channel_lst', {
            temperature: kelvin(texts(args, 'bt_path')[place]!),
            ndvi: made(0),
            rule: 'table',
          }),
        ],
        rasters: { [texts(args, 'output_path')[place]!]: [made(1)] },
      })),
  }),
  mapping({
    theirs: 'lst_multi_channel',
    ours: ['multi_channel_lst'],
    inputs: ['band31_path', 'band32_path'],
    outputs: ['output_path'],
    adapt: (args) =>
      eachFile(texts(args, 'output_path').length, (place) =>
        saves(
          texts(args, 'output_path')[place]!,
          step('multi_channel_lst', {
            band11: kelvin(texts(args, 'band31_path')[place]!),
            band12: kelvin(texts(args, 'band32_path')[place]!),
          }),
        ),
      ),
  }),
  mapping({
    theirs: 'split_window',
    ours: ['split_window_lst', 'band_maths'],
    inputs: ['band31_path', 'band32_path', 'emissivity31_path', 'emissivity32_path'],
    outputs: ['output_path'],
    settings: ['parameter'],
    adapt(args) {
      const isHeat = choice(args, 'parameter', ['LST', 'PWV']) === 'LST'
      return eachFile(texts(args, 'output_path').length, (place) => {
        const [b31, b32] = ['band31_path', 'band32_path'].map((name) => kelvin(texts(args, name)[place]!))
        const [e31, e32] = ['emissivity31_path', 'emissivity32_path'].map((name) =>
          emissivity(texts(args, name)[place]!),
        )
        return saves(
          texts(args, 'output_path')[place]!,
          isHeat
            ? step('split_window_lst', {
                band11: b31!,
                band12: b32!,
                emissivity11: e31!,
                emissivity12: e32!,
                coefficients: 'modis',
              })
            : step('band_maths', {
                layers: [b31!, b32!, e31!, e32!],
                expression: '100 * (a - b) / (a * min(1, max(0.8, (c + d) / 2)))',
              }),
        )
      })
    },
    differs:
      'puts the brightness temperature itself where the split window has the difference of the two bands, some 7 K too warm at 27 °C; ours is the split window of Sobrino. Its "PWV" is a ratio of temperatures without a unit, which ours can compute but gives no name',
  }),
  mapping({
    theirs: 'temperature_emissivity_separation',
    ours: ['temperature_emissivity_separation', 'band_maths'],
    inputs: ['tir_band_paths'],
    outputs: ['output_path'],
    settings: ['representative_band_index'],
    adapt(args) {
      const files = texts(args, 'tir_band_paths')
      const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].slice(0, files.length)
      const nested = (name: string) => letters.reduce((inner, letter) => `${name}(${inner}, ${letter})`)
      return {
        steps: [
          step(
            'temperature_emissivity_separation',
            Object.fromEntries(files.map((file, place) => [`band${place + 1}`, kelvin(file)])),
          ),
          step('band_maths', {
            layers: files.map(kelvin),
            expression: `${nested('max')} - ${nested('min')}`,
          }),
        ],
        rasters: { [text(args, 'output_path')]: [made(0), made(0, 1), made(1)] },
      }
    },
    differs:
      'takes emissivity as 0.982 − 0.072 times the spread of the temperatures in kelvin, a formula made for the contrast of emissivities; ours is TES of Gillespie. The spread itself agrees',
  }),
  mapping({
    theirs: 'modis_day_night_lst',
    ours: ['day_night_lst'],
    inputs: ['BT_day_path', 'BT_night_path', 'Emis_day_path', 'Emis_night_path'],
    outputs: ['output_path'],
    adapt: (args) =>
      eachFile(texts(args, 'output_path').length, (place) => {
        const [day, night] = ['BT_day_path', 'BT_night_path'].map((name) => kelvin(texts(args, name)[place]!))
        const [dayE, nightE] = ['Emis_day_path', 'Emis_night_path'].map((name) =>
          emissivity(texts(args, name)[place]!),
        )
        return {
          steps: [
            step('day_night_lst', {
              day: day!,
              night: night!,
              day_emissivity: dayE!,
              night_emissivity: nightE!,
              wavelength: 11,
            }),
          ],
          rasters: {
            [texts(args, 'output_path')[place]!]: [made(0), made(0, 1), day!, night!, dayE!, nightE!],
          },
        }
      }),
    differs:
      'drops whatever is below 270 K or above 325 K, winter nights and deserts; ours keeps 150 to 400 K',
  }),
  mapping({
    theirs: 'ttm_lst',
    ours: ['three_band_lst'],
    inputs: ['tir_band_paths'],
    outputs: ['output_path'],
    settings: ['wavelengths'],
    adapt(args) {
      const [first, second, third] = texts(args, 'tir_band_paths').map(kelvin)
      return {
        steps: [step('three_band_lst', { first: first!, second: second!, third: third! })],
        rasters: { [text(args, 'output_path')]: [made(0), null, null] },
      }
    },
    differs:
      'saves two bands of emissivity that are 0.95 everywhere, measured by nothing; ours gives the temperature alone, which agrees',
  }),
  mapping({
    theirs: 'calculate_mean_lst_by_ndvi',
    ours: ['ndvi', 'conditional_statistics'],
    inputs: ['red_paths', 'nir_paths', 'lst_paths'],
    settings: ['ndvi_threshold', 'mode'],
    adapt: (args) => byNdvi(args, 's', 'mean'),
  }),
  mapping({
    theirs: 'calculate_max_lst_by_ndvi',
    ours: ['ndvi', 'conditional_statistics'],
    inputs: ['red_path', 'nir_path', 'lst_path'],
    settings: ['ndvi_threshold', 'mode'],
    adapt: (args) => byNdvi(args, '', 'max'),
  }),
  mapping({
    theirs: 'ATI',
    ours: ['thermal_inertia'],
    inputs: ['day_temp_path', 'night_temp_path', 'albedo_path'],
    outputs: ['output_path'],
    adapt: (args) =>
      eachFile(texts(args, 'output_path').length, (place) =>
        saves(
          texts(args, 'output_path')[place]!,
          step('thermal_inertia', {
            day: kelvin(texts(args, 'day_temp_path')[place]!),
            night: kelvin(texts(args, 'night_temp_path')[place]!),
            albedo: fraction(texts(args, 'albedo_path')[place]!),
          }),
        ),
      ),
    differs:
      'gives 0 where the night is warmer than the day; the ratio means nothing there, and ours has no value',
  }),
]
