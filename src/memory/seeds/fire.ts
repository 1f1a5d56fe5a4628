import {
  area, burnDifference, BURNED, from, indexOf, mask, pairOf, parts, role, scene, slot, step, value, type Seed,
} from './parts.ts' // prettier-ignore

const NOT_UNIVERSAL =
  'A dNBR threshold is not universal: 0.27 is the field standard and the question may change it.'
const SAME_SEASON = 'Both dates should lie in like seasons, else green-up or drying reads as fire.'

export const FIRE_SEEDS: readonly Seed[] = [
  {
    id: 'seed-burned-area',
    taskType: 'burned-area',
    title: 'Burned area from two dates',
    description:
      'Area burned by a fire between two dates, from the fall of the burn ratio (dNBR), and its largest scar.',
    steps: [
      ...burnDifference(),
      mask('burned', 'dnbr', 'pixels that burned', BURNED),
      area('area', 'burned', 'area that burned'),
      parts('scars', 'burned', 'single scars, largest first'),
    ],
    answer: [
      { step: 'area', figure: 'area' },
      { step: 'scars', figure: 'largest_area' },
      { step: 'scars', figure: 'components' },
      { step: 'area', figure: 'share' },
    ],
    gives: 'area',
    requires: pairOf('nir', 'swir2'),
    minDates: 2,
    notes: [NOT_UNIVERSAL, SAME_SEASON],
    rules: ['Leave nodata and clouds out before the ratio.', 'Say how many pixels were left out and why.'],
  },
  {
    id: 'seed-burn-severity',
    taskType: 'burn-severity',
    title: 'Burn severity classes',
    description:
      'Severity of a burn in classes of dNBR (low, moderate, high, regrowth) with the area of each class.',
    steps: [
      step('severity', 'burn_severity', 'severity classes and their areas', {
        pre: role('pre'),
        post: role('post'),
        clouds: slot('clouds', 'mask'),
      }),
    ],
    answer: [
      { step: 'severity', figure: 'area' },
      { step: 'severity', figure: 'burned_area' },
    ],
    gives: 'area',
    requires: pairOf('nir', 'swir2'),
    minDates: 2,
    notes: ['Class limits of Key and Benson (2006); they are not universal.', SAME_SEASON],
    rules: ['Severity of a satellite is a change of reflectance, not a count of dead trees.'],
  },
  {
    id: 'seed-fire-spread',
    taskType: 'fire-spread',
    title: 'Direction of spread from three dates',
    description:
      'Direction in which a fire spread or grew between two burned states, with bearing, sector and distance.',
    steps: [
      indexOf('nbr_pre', 'nbr', 'pre', 'burn ratio before the fire'),
      indexOf('nbr_middle', 'nbr', 'middle', 'burn ratio at the first date of fire'),
      indexOf('nbr_post', 'nbr', 'post', 'burn ratio at the last date'),
      step('dnbr_early', 'difference', 'fall of the burn ratio up to the first date of fire', {
        before: from('nbr_pre'),
        after: from('nbr_middle'),
        order: value('before_minus_after'),
      }),
      step('dnbr_late', 'difference', 'fall of the burn ratio up to the last date', {
        before: from('nbr_pre'),
        after: from('nbr_post'),
        order: value('before_minus_after'),
      }),
      mask('burned_early', 'dnbr_early', 'pixels burned at the first date of fire', BURNED),
      mask('burned_late', 'dnbr_late', 'pixels burned at the last date', BURNED),
      step('spread', 'spread_between', 'where the growth lies, seen from the earlier scar', {
        earlier: from('burned_early'),
        later: from('burned_late'),
        sectors: slot('sectors', 8),
      }),
    ],
    answer: [
      { step: 'spread', label: 'sector' },
      { step: 'spread', figure: 'bearing' },
      { step: 'spread', figure: 'distance' },
      { step: 'spread', figure: 'growth_area' },
    ],
    gives: 'sector',
    requires: [
      { role: 'pre', port: scene('nir', 'swir2') },
      { role: 'middle', port: scene('nir', 'swir2') },
      { role: 'post', port: scene('nir', 'swir2') },
    ],
    minDates: 3,
    notes: [
      'The direction is that of the centroid of what grew, seen from the centroid of the earlier scar.',
    ],
    rules: ['Both scars are measured against the same date before the fire.'],
  },
  {
    id: 'seed-fire-spread-axis',
    taskType: 'fire-spread',
    title: 'Axis of a burn scar from two dates',
    description:
      'Axis and elongation of a burned scar, whole and largest part, where only one burned state is known.',
    steps: [
      ...burnDifference(),
      mask('burned', 'dnbr', 'pixels that burned', BURNED),
      step('whole', 'mask_direction', 'axis of all that burned', {
        mask: from('burned'),
        part: value('whole'),
        sectors: slot('sectors', 8),
        origin_longitude: slot('longitude'),
        origin_latitude: slot('latitude'),
      }),
      step('largest', 'mask_direction', 'axis of the largest scar', {
        mask: from('burned'),
        part: value('largest'),
        sectors: slot('sectors', 8),
        origin_longitude: slot('longitude'),
        origin_latitude: slot('latitude'),
      }),
    ],
    answer: [
      { step: 'whole', figure: 'axis_bearing' },
      { step: 'largest', figure: 'axis_bearing' },
      { step: 'whole', figure: 'axis_ratio' },
      { step: 'largest', figure: 'axis_ratio' },
    ],
    gives: 'angle',
    requires: pairOf('nir', 'swir2'),
    minDates: 2,
    notes: [
      'One scar gives a two-way axis and not a direction of spread: that needs a date during the fire or a point of ignition.',
    ],
    rules: [
      'Never name a direction of spread from one scar.',
      'Say which axis is of the whole and which of the largest scar.',
    ],
  },
  {
    id: 'seed-change-direction',
    taskType: 'change-direction',
    title: 'Side of the scene on which burning lies',
    description:
      'Direction or sector, seen from the centre of the scene or a given point, in which the burned change lies, with shares.',
    steps: [
      ...burnDifference(),
      mask('burned', 'dnbr', 'pixels that burned', BURNED),
      step('direction', 'mask_direction', 'share of the change in each sector', {
        mask: from('burned'),
        part: slot('part', 'whole'),
        sectors: slot('sectors', 8),
        origin_longitude: slot('longitude'),
        origin_latitude: slot('latitude'),
      }),
    ],
    answer: [
      { step: 'direction', label: 'main_sector' },
      { step: 'direction', figure: 'share' },
      { step: 'direction', figure: 'axis_bearing' },
    ],
    gives: 'sector',
    requires: pairOf('nir', 'swir2'),
    minDates: 2,
    notes: ['Where a change lies is not where it came from: the sector is one of place.'],
    rules: ['Sectors count from map north.'],
  },
  {
    id: 'seed-hotspots-of-change',
    taskType: 'hotspots',
    title: 'Hotspots of burning between two dates',
    description:
      'Connected spots of the strongest change, a fall of the burn ratio between two dates, their number and areas.',
    steps: [
      ...burnDifference(),
      step('spots', 'hotspots', 'connected spots of the strongest change', {
        layer: from('dnbr'),
        rule: slot('rule', 'percentile'),
        percentile: slot('percentile', 95),
        value: slot('threshold'),
        side: slot('side', 'at_or_above'),
      }),
    ],
    answer: [
      { step: 'spots', figure: 'hotspots' },
      { step: 'spots', figure: 'largest_area' },
      { step: 'spots', figure: 'threshold' },
    ],
    gives: 'count',
    requires: pairOf('nir', 'swir2'),
    minDates: 2,
    notes: ['A percentile marks the same share of every scene: it finds the strongest places, not a hazard.'],
    rules: ['Name the rule and the threshold that it gave.'],
  },
  {
    id: 'seed-zonal-burned',
    taskType: 'zonal-comparison',
    title: 'An index inside and outside a burn scar',
    description:
      'Mean of an index inside the burned scar against outside it after the fire, and the difference of the two.',
    steps: [
      ...burnDifference(),
      mask('burned', 'dnbr', 'pixels that burned', BURNED),
      indexOf('values', '$index', 'post', 'index after the fire'),
      step('zones', 'zonal_statistics', 'the index inside and outside the scar', {
        values: from('values'),
        zones: from('burned'),
      }),
    ],
    answer: [
      { step: 'zones', figure: 'mean_difference' },
      { step: 'zones', figure: 'mean' },
    ],
    gives: 'value',
    requires: pairOf('nir', 'swir2'),
    minDates: 2,
    notes: ['Inside minus outside: a negative difference means lower inside the scar.'],
    rules: ['Pixels without data on either date belong to neither side.'],
  },
]
