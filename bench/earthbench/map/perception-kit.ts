import {
  column,
  figure,
  gives,
  made,
  mapping,
  mask,
  numeric,
  plain,
  saves,
  step,
  text,
  tuples,
} from '../adapters.ts'
import type { Mapping, Outcome } from '../mapping.ts'

const rows = (done: readonly Outcome[], names: readonly string[]) => {
  const columns = names.map((name) => column(done, 0, name))
  return columns[0]!.map((_, row) => columns.map((each) => each[row]!))
}

/** [first, second, distance] of a pair of boxes; theirs count from 0. */
const pair = (done: readonly Outcome[], name: 'nearest' | 'farthest') => [
  figure(done, 0, `${name}_pair`, 'first') - 1,
  figure(done, 0, `${name}_pair`, 'second') - 1,
  figure(done, 0, `${name}_distance`),
]

export const PERCEPTION_KIT: readonly Mapping[] = [
  mapping({
    theirs: 'threshold_segmentation',
    ours: ['threshold_mask'],
    inputs: ['input_image_path'],
    outputs: ['output_path'],
    settings: ['threshold'],
    adapt: (args) =>
      saves(
        text(args, 'output_path'),
        step('threshold_mask', {
          layer: plain(text(args, 'input_image_path')),
          value: numeric(args, 'threshold'),
          side: 'above',
        }),
        (inside) => inside * 255,
      ),
  }),
  mapping({
    theirs: 'bbox_expansion',
    ours: ['expand_boxes'],
    inputs: ['bboxes'],
    settings: ['radius', 'gsd'],
    adapt: (args) => ({
      steps: [
        step('expand_boxes', {
          boxes: tuples(args, 'bboxes'),
          convention: 'xyxy',
          metres: numeric(args, 'radius'),
          metres_per_pixel: numeric(args, 'gsd'),
        }),
      ],
      value: (done) => rows(done, ['left', 'top', 'right', 'bottom']),
    }),
  }),
  mapping({
    theirs: 'count_above_threshold',
    ours: ['count_pixels'],
    inputs: ['file_path'],
    settings: ['threshold'],
    adapt: (args) =>
      gives(
        step('count_pixels', {
          layers: [plain(text(args, 'file_path'))],
          threshold: numeric(args, 'threshold'),
        }),
        'pixels',
      ),
  }),
  mapping({
    theirs: 'count_skeleton_contours',
    ours: ['threshold_mask', 'erode_mask', 'skeletonise_mask', 'components'],
    inputs: ['image_path'],
    adapt: (args) => ({
      steps: [
        step('threshold_mask', { layer: plain(text(args, 'image_path')), value: 127, side: 'above' }),
        step('erode_mask', { mask: made(0), radius: 1, shape: 'square' }),
        step('skeletonise_mask', { mask: made(1) }),
        step('components', { mask: made(2), connectivity: 8 }),
      ],
      value: (done) => figure(done, 3, 'components'),
    }),
  }),
  mapping({
    theirs: 'bboxes2centroids',
    ours: ['box_centroids'],
    inputs: ['bboxes'],
    adapt: (args) => ({
      steps: [step('box_centroids', { boxes: tuples(args, 'bboxes'), convention: 'xyxy' })],
      value: (done) => rows(done, ['x', 'y']),
    }),
  }),
  mapping({
    theirs: 'centroid_distance_extremes',
    ours: ['box_centroids'],
    inputs: ['centroids'],
    adapt: (args) => ({
      steps: [
        step('box_centroids', {
          boxes: tuples(args, 'centroids').map(([x, y]) => [x!, y!, x!, y!]),
          convention: 'xyxy',
          metres_per_pixel: 1,
        }),
      ],
      value: (done) => ({ min: pair(done, 'nearest'), max: pair(done, 'farthest') }),
    }),
  }),
  mapping({
    theirs: 'calculate_bbox_area',
    ours: ['box_area'],
    inputs: ['bboxes'],
    settings: ['gsd'],
    adapt: (args) =>
      gives(
        step('box_area', {
          boxes: tuples(args, 'bboxes'),
          convention: 'xyxy',
          // Without it theirs counts square pixels.
          metres_per_pixel: numeric({ gsd: args['gsd'] ?? 1 }, 'gsd'),
        }),
        'area',
      ),
    differs:
      'reads boxes as x, y, width, height, while all detectors of its library return corners; ours asks for the convention, and the map says corners',
  }),
]

/** Area of a mask, which belongs to the kit of statistics by its name there. */
export const AREA: Mapping = mapping({
  theirs: 'calculate_area',
  ours: ['mask_area', 'calculate'],
  inputs: ['input_image_path'],
  settings: ['gsd'],
  adapt(args) {
    const area = step('mask_area', { mask: mask(text(args, 'input_image_path')) })
    if (args['gsd'] === undefined || args['gsd'] === null) return gives(area, 'pixels')
    return {
      steps: [
        area,
        step('calculate', {
          operation: 'multiply',
          a: { figureOf: 0, name: 'pixels' },
          b: numeric(args, 'gsd') ** 2,
          unit: 'px',
          unit_b: 'm2',
        }),
      ],
      value: (done) => figure(done, 1, 'result'),
    }
  },
  differs:
    'counts each band of a file with several, so that a picture of three bands is three times as large; ours counts pixels',
})
