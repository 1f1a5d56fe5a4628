import {
  bandOfFile,
  choice,
  figure,
  made,
  mapping,
  numeric,
  plain,
  power,
  saves,
  eachFile,
  step,
  text,
  texts,
} from '../adapters.ts'
import type { Mapping } from '../mapping.ts'
import { AREA } from './perception-kit.ts'

/** Raster in, raster out. */
export const RASTER_KIT: readonly Mapping[] = [
  AREA,
  mapping({
    theirs: 'calc_batch_image_hotspot_tif',
    ours: ['threshold_mask', 'normalise_raster', 'raster_arithmetic'],
    inputs: ['file_list'],
    outputs: ['output_path_list'],
    settings: ['threshold', 'uint8'],
    adapt: (args) =>
      eachFile(texts(args, 'file_list').length, (place) => {
        const layer = plain(texts(args, 'file_list')[place]!)
        const isStretched = args['uint8'] === true
        const at = isStretched ? 2 : 0
        return {
          steps: [
            ...(isStretched
              ? [
                  step('normalise_raster', { layer }),
                  step('raster_arithmetic', { first: made(0), operation: 'multiply', number: 255 }),
                ]
              : []),
            step('threshold_mask', {
              layer: isStretched ? made(1) : layer,
              value: numeric(args, 'threshold'),
              side: 'below',
            }),
          ],
          rasters: { [texts(args, 'output_path_list')[place]!]: [made(at)] },
        }
      }),
  }),
  mapping({
    theirs: 'create_fire_increase_map',
    ours: ['threshold_mask'],
    inputs: ['change_image_path'],
    outputs: ['output_path'],
    settings: ['threshold'],
    adapt: (args) =>
      saves(
        text(args, 'output_path'),
        step('threshold_mask', {
          layer: { ...power(text(args, 'change_image_path')), as: 'difference' },
          value: numeric(args, 'threshold', 20),
          side: 'at_or_above',
        }),
      ),
  }),
  mapping({
    theirs: 'identify_fire_prone_areas',
    ours: ['percentile_of_raster', 'threshold_mask'],
    inputs: ['file_path'],
    outputs: ['output_path'],
    settings: ['threshold_percentile', 'uint8'],
    adapt: (args) => ({
      steps: [
        step('percentile_of_raster', {
          layer: power(text(args, 'file_path')),
          percentile: numeric(args, 'threshold_percentile', 75),
          above: 0,
        }),
        step('threshold_mask', {
          layer: power(text(args, 'file_path')),
          value: { figureOf: 0, name: 'percentile_value' },
          side: 'at_or_above',
        }),
      ],
      value: (done) => figure(done, 0, 'percentile_value'),
      rasters: { [text(args, 'output_path')]: [made(1)] },
    }),
  }),
  mapping({
    theirs: 'calculate_tif_average',
    ours: ['composite', 'raster_arithmetic'],
    inputs: ['file_list'],
    outputs: ['output_path'],
    settings: ['uint8'],
    adapt(args) {
      const layers = texts(args, 'file_list').map((file) => plain(file))
      return saves(
        text(args, 'output_path'),
        layers.length === 1
          ? step('raster_arithmetic', { first: layers[0]!, operation: 'add', number: 0 })
          : step('composite', { layers, method: 'mean', clouds: 'keep' }),
      )
    },
    differs:
      'has no value where one date has none, so that a few clouds empty a year; ours takes the mean of the dates that there are and tells the share covered',
  }),
  mapping({
    theirs: 'calculate_tif_difference',
    ours: ['difference'],
    inputs: ['image_a_path', 'image_b_path'],
    outputs: ['output_path'],
    settings: ['uint8'],
    adapt: (args) =>
      saves(
        text(args, 'output_path'),
        step('difference', {
          before: plain(text(args, 'image_a_path')),
          after: plain(text(args, 'image_b_path')),
          order: 'after_minus_before',
        }),
      ),
  }),
  mapping({
    theirs: 'subtract',
    ours: ['raster_arithmetic'],
    inputs: ['img1_path', 'img2_path'],
    outputs: ['output_path'],
    adapt: (args) =>
      saves(
        text(args, 'output_path'),
        step('raster_arithmetic', {
          first: plain(text(args, 'img1_path')),
          operation: 'subtract',
          second: plain(text(args, 'img2_path')),
        }),
      ),
  }),
  mapping({
    theirs: 'grayscale_to_colormap',
    ours: ['normalise_raster', 'export_layer'],
    inputs: ['image_path'],
    outputs: ['save_name'],
    settings: ['cmap_name', 'preserve_geo'],
    adapt(args) {
      choice(args, 'cmap_name', ['viridis'], 'viridis')
      return {
        steps: [
          step('normalise_raster', { layer: plain(text(args, 'image_path')) }),
          step('export_layer', { layer: made(0), format: 'png' }),
        ],
        value: (done) => done[1]?.picture ?? null,
      }
    },
  }),
  mapping({
    theirs: 'radiometric_correction_sr',
    ours: ['scale_raster'],
    inputs: ['input_band_path'],
    outputs: ['output_path'],
    adapt: (args) =>
      saves(
        text(args, 'output_path'),
        step('scale_raster', {
          layer: { file: text(args, 'input_band_path'), as: 'raw', unit: 'DN' },
          scale: 2.75e-5,
          offset: -0.2,
        }),
      ),
  }),
  mapping({
    theirs: 'apply_cloud_mask',
    ours: ['mask_by_quality'],
    inputs: ['sr_band_path', 'qa_pixel_path'],
    outputs: ['output_path'],
    adapt(args) {
      const file = text(args, 'sr_band_path')
      const band = bandOfFile(file) ?? 'band'
      return saves(
        text(args, 'output_path'),
        step('mask_by_quality', {
          scene: { bands: { [band]: file, qa_pixel: text(args, 'qa_pixel_path') }, quantity: 'raw' },
          band,
          hide: ['fill', 'dilated_cloud', 'cirrus', 'cloud', 'shadow'],
        }),
      )
    },
  }),
]
