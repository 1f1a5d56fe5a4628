import type { BandName } from '../../../src/trace/port.ts'
import {
  bandOfFile,
  eachFile,
  fraction,
  kelvin,
  gives,
  made,
  mapping,
  mask,
  numeric,
  power,
  reflectances,
  saves,
  step,
  text,
  texts,
} from '../adapters.ts'
import type { Arguments, Mapping, Plan } from '../mapping.ts'

/** An index over bands of one date: argument of theirs → band of ours. */
interface Index {
  readonly tool: string
  readonly bands: Readonly<Record<string, BandName>>
}

const sceneOf = ({ bands }: Index, args: Arguments, place: number) =>
  reflectances(
    Object.fromEntries(Object.entries(bands).map(([name, band]) => [band, texts(args, name)[place]!])),
  )

const indexPlan = (args: Arguments, outputs: string, choose: (place: number) => Index): Plan =>
  eachFile(texts(args, outputs).length, (place) => {
    const index = choose(place)
    return saves(
      texts(args, outputs)[place]!,
      step(index.tool, { scene: sceneOf(index, args, place), clouds: 'keep' }),
    )
  })

/** A plain index, by lists of files and by single ones. */
function both(
  name: string,
  index: { readonly tool: string; readonly bands: Readonly<Record<string, BandName>> },
  { differs, single }: { readonly differs?: string; readonly single: boolean },
): readonly Mapping[] {
  const batch = Object.fromEntries(Object.entries(index.bands).map(([each, band]) => [`${each}_paths`, band]))
  const one = Object.fromEntries(Object.entries(index.bands).map(([each, band]) => [`${each}_path`, band]))
  return [
    mapping({
      theirs: `calculate_batch_${name}`,
      ours: [index.tool],
      inputs: Object.keys(batch),
      outputs: ['output_paths'],
      adapt: (args) => indexPlan(args, 'output_paths', () => ({ tool: index.tool, bands: batch })),
      ...(differs === undefined ? {} : { differs }),
    }),
    ...(single
      ? [
          mapping({
            theirs: `calculate_${name}`,
            ours: [index.tool],
            inputs: Object.keys(one),
            outputs: ['output_path'],
            adapt: (args) => indexPlan(args, 'output_path', () => ({ tool: index.tool, bands: one })),
            ...(differs === undefined ? {} : { differs }),
          }),
        ]
      : []),
  ]
}

/** Their "nir" and "swir" are green and near infrared where water is meant: the file says which. */
function waterIndex(nir: string, swir: string, path: string): Index {
  return bandOfFile(path) === 'green'
    ? { tool: 'ndwi', bands: { [nir]: 'green', [swir]: 'nir' } }
    : { tool: 'ndmi', bands: { [nir]: 'nir', [swir]: 'swir1' } }
}

const water = (theirs: string, plural: '' | 's'): Mapping => {
  const [nir, swir, output] = [`input_nir_path${plural}`, `input_swir_path${plural}`, `output_path${plural}`]
  return mapping({
    theirs,
    ours: ['ndwi', 'ndmi'],
    inputs: [nir, swir],
    outputs: [output],
    adapt: (args) => indexPlan(args, output, (place) => waterIndex(nir, swir, texts(args, nir)[place]!)),
  })
}

const NO_DATA =
  'takes the fill value of a file as data, so that fill pixels get the index 0; ours has no value there'

export const INDEX_KIT: readonly Mapping[] = [
  ...both(
    'ndvi',
    { tool: 'ndvi', bands: { input_nir: 'nir', input_red: 'red' } },
    { differs: NO_DATA, single: true },
  ),
  water('calculate_batch_ndwi', 's'),
  water('calculate_ndwi', ''),
  ...both('ndbi', { tool: 'ndbi', bands: { input_swir: 'swir1', input_nir: 'nir' } }, { single: false }),
  ...both('nbr', { tool: 'nbr', bands: { input_nir: 'nir', input_swir: 'swir2' } }, { single: true }),
  ...both('ndti', { tool: 'ndti', bands: { input_red: 'red', input_green: 'green' } }, { single: true }),
  ...both(
    'wri',
    {
      tool: 'wri',
      bands: { input_green: 'green', input_red: 'red', input_nir: 'nir', input_swir: 'swir1' },
    },
    { single: false },
  ),
  mapping({
    theirs: 'calculate_batch_evi',
    ours: ['evi', 'band_maths'],
    inputs: ['input_nir_paths', 'input_red_paths', 'input_blue_paths'],
    outputs: ['output_paths'],
    settings: ['G', 'C1', 'C2', 'L'],
    adapt(args) {
      const bands = { input_nir_paths: 'nir', input_red_paths: 'red', input_blue_paths: 'blue' } as const
      const [gain, red, blue, soil] = [
        numeric(args, 'G', 2.5),
        numeric(args, 'C1', 6),
        numeric(args, 'C2', 7.5),
        numeric(args, 'L', 1),
      ]
      const isUsual = gain === 2.5 && red === 6 && blue === 7.5 && soil === 1
      if (isUsual) return indexPlan(args, 'output_paths', () => ({ tool: 'evi', bands }))
      const expression = `${gain} * (nir - red) / (nir + ${red} * red - ${blue} * blue + ${soil})`
      return eachFile(texts(args, 'output_paths').length, (place) =>
        saves(
          texts(args, 'output_paths')[place]!,
          step('band_maths', {
            scene: sceneOf({ tool: '', bands }, args, place),
            expression,
            clouds: 'keep',
          }),
        ),
      )
    },
  }),
  mapping({
    theirs: 'calculate_batch_fvc',
    ours: ['ndvi', 'vegetation_cover_fraction'],
    inputs: ['input_nir_paths', 'input_red_paths'],
    outputs: ['output_paths'],
    settings: ['ndvi_min', 'ndvi_max'],
    adapt: (args) =>
      eachFile(texts(args, 'output_paths').length, (place) => ({
        steps: [
          step('ndvi', {
            scene: reflectances({
              nir: texts(args, 'input_nir_paths')[place]!,
              red: texts(args, 'input_red_paths')[place]!,
            }),
            clouds: 'keep',
          }),
          step('vegetation_cover_fraction', {
            ndvi: made(0),
            soil: numeric(args, 'ndvi_min', 0.1),
            vegetation: numeric(args, 'ndvi_max', 0.9),
          }),
        ],
        // Theirs in percent.
        rasters: { [texts(args, 'output_paths')[place]!]: [{ ...made(1), change: (share) => share * 100 }] },
      })),
  }),
  mapping({
    theirs: 'calculate_batch_frp',
    ours: ['fire_pixels'],
    inputs: ['input_frp_paths'],
    outputs: ['output_paths'],
    settings: ['fire_threshold'],
    adapt: (args) =>
      eachFile(texts(args, 'output_paths').length, (place) =>
        saves(
          texts(args, 'output_paths')[place]!,
          step('fire_pixels', {
            fires: power(texts(args, 'input_frp_paths')[place]!),
            holds: 'power',
            above: numeric(args, 'fire_threshold', 0),
          }),
          (inside) => inside * 255,
        ),
      ),
  }),
  mapping({
    theirs: 'calculate_batch_ndsi',
    ours: ['ndsi'],
    inputs: ['green_file_list', 'swir_file_list'],
    outputs: ['output_path_list'],
    adapt: (args) =>
      eachFile(texts(args, 'output_path_list').length, (place) =>
        saves(
          texts(args, 'output_path_list')[place]!,
          step('ndsi', {
            scene: {
              bands: {
                green: texts(args, 'green_file_list')[place]!,
                swir1: texts(args, 'swir_file_list')[place]!,
              },
              quantity: 'reflectance',
              scale: 1e-4,
            },
            clouds: 'keep',
          }),
        ),
      ),
    differs: 'leaves out pixels whose reflectance passes 1, as bright snow does; ours keeps them',
  }),
  mapping({
    theirs: 'calc_extreme_snow_loss_percentage_from_binary_map',
    ours: ['mask_area'],
    inputs: ['binary_map_path'],
    adapt: (args) =>
      gives(
        step('mask_area', { mask: mask(text(args, 'binary_map_path')) }),
        'share',
        (percent) => percent / 100,
      ),
  }),
  mapping({
    theirs: 'compute_tvdi',
    ours: ['tvdi'],
    inputs: ['ndvi_path', 'lst_path'],
    outputs: ['output_path'],
    adapt: (args) =>
      eachFile(texts(args, 'output_path').length, (place) =>
        saves(
          texts(args, 'output_path')[place]!,
          step('tvdi', {
            temperature: { ...kelvin(texts(args, 'lst_path')[place]!), scale: 0.02 },
            ndvi: {
              ...fraction(texts(args, 'ndvi_path')[place]!),
              as: 'index',
              meaning: 'ndvi',
              scale: 1e-4,
            },
          }),
        ),
      ),
    differs:
      'drops the pixels of the highest NDVI from the fit of both edges, as its last interval is open; ours keeps them',
  }),
]
