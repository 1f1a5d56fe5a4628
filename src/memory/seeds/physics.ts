import { area, from, indexOf, mask, pairOf, role, scene, slot, step, type Seed } from './parts.ts'
import type { Port } from '../../trace/port.ts'

const thermalScene = (...bands: ('swir1' | 'nir')[]): Port => ({
  kind: 'raster',
  quantity: ['reflectance', 'temperature', 'raw'],
  bands: ['thermal1', ...bands],
})

const radarScene: Port = { kind: 'raster', quantity: ['backscatter', 'raw'], bands: ['vv'] }

/** Figures of a raster that a formula gave, the mean first. */
const figuresOf = (id: string) => ['mean', 'min', 'max'].map((figure) => ({ step: id, figure }))

/** What is told by a formula of physics from one scene, or from two of a radar. */
export const PHYSICS_SEEDS: readonly Seed[] = [
  {
    id: 'seed-surface-temperature',
    taskType: 'surface-temperature',
    title: 'Temperature of the surface',
    description:
      'Temperature of the land or water surface (how hot, how cold) of one date from a thermal band that is surface temperature: mean and range.',
    steps: [
      step('temperature', 'surface_temperature', 'surface temperature without cloud', {
        scene: role('only'),
        clouds: slot('clouds', 'mask'),
      }),
    ],
    answer: figuresOf('temperature'),
    gives: 'temperature',
    requires: [{ role: 'only', port: thermalScene() }],
    minDates: 0,
    notes: ['Level 1 thermal bands are brightness temperature: emissivity makes them 1 to 3 K too low.'],
    rules: ['The temperature is that of the surface at the time of passage, not of the air.'],
  },
  {
    id: 'seed-urban-heat',
    taskType: 'urban-heat',
    title: 'Urban heat island',
    description:
      'How much hotter built-up land is than its surroundings at one date: mean surface temperature inside less outside the built-up mask.',
    steps: [
      step('temperature', 'surface_temperature', 'surface temperature without cloud', {
        scene: role('only'),
        clouds: slot('clouds', 'mask'),
      }),
      indexOf('index', 'ndbi', 'only', 'built-up index'),
      mask('built', 'index', 'built-up pixels', { threshold: 0, side: 'above' }),
      step('island', 'urban_heat_island', 'difference of the means', {
        temperature: from('temperature'),
        urban: from('built'),
      }),
    ],
    answer: ['heat_island', 'mean_urban', 'mean_outside'].map((figure) => ({ step: 'island', figure })),
    gives: 'temperature',
    requires: [{ role: 'only', port: thermalScene('swir1', 'nir') }],
    minDates: 0,
    notes: ['Bare and dry ground passes for built-up in this index, and is hot as well.'],
    rules: ['Surface temperature is no air temperature; say the date.'],
  },
  {
    id: 'seed-turbidity',
    taskType: 'turbidity',
    title: 'Turbidity of water',
    description:
      'Turbidity (muddy, murky, sediment) of open water at one date from red and near infrared reflectance.',
    steps: [
      indexOf('index', 'ndwi', 'only', 'water index of McFeeters'),
      mask('water', 'index', 'pixels of open water', { threshold: 0, side: 'above' }),
      step('turbidity', 'turbidity', 'turbidity of the water alone', {
        scene: role('only'),
        water: from('water'),
        clouds: slot('clouds', 'mask'),
      }),
    ],
    answer: figuresOf('turbidity'),
    gives: 'value',
    requires: [
      { role: 'only', port: { kind: 'raster', quantity: 'reflectance', bands: ['green', 'red', 'nir'] } },
    ],
    minDates: 0,
    notes: [
      'The formula wants water reflectance corrected for the atmosphere over water; sunglint reads as mud.',
    ],
    rules: ['Only water pixels count; say how many.'],
  },
  {
    id: 'seed-air-moisture',
    taskType: 'air-moisture',
    title: 'Water vapour of the air column',
    description:
      'Precipitable water vapour of the air column over land at one date, from bands in and beside its absorption.',
    steps: [
      step('vapour', 'water_vapour_ratio', 'water vapour from the ratios of the bands', {
        scene: role('only'),
        clouds: slot('clouds', 'mask'),
      }),
    ],
    answer: figuresOf('vapour'),
    gives: 'value',
    requires: [
      {
        role: 'only',
        port: {
          kind: 'raster',
          quantity: 'reflectance',
          bands: ['nir', 'swir_1240', 'wv_905', 'wv_936', 'wv_940'],
        },
      },
    ],
    minDates: 0,
    notes: ['Over dark water the bands are too weak for a ratio.'],
    rules: ['Clear sky alone: the bands do not see through cloud.'],
  },
  {
    id: 'seed-flood-sar',
    taskType: 'flood-sar',
    title: 'Flooded land from radar',
    description:
      'Area flooded (inundated) between two radar dates: where backscatter fell by 3 dB or more, as smooth water reflects the pulse away.',
    steps: [
      step('change', 'log_ratio', 'change of backscatter in dB', {
        before: role('pre'),
        after: role('post'),
        band: slot('polarisation', 'vv'),
      }),
      mask('flooded', 'change', 'pixels whose backscatter fell', { threshold: -3, side: 'at_or_below' }),
      area('area', 'flooded', 'area of the fall'),
    ],
    answer: [
      { step: 'area', figure: 'area' },
      { step: 'area', figure: 'share' },
    ],
    gives: 'area',
    requires: pairOf().map(({ role: which }) => ({ role: which, port: radarScene })),
    minDates: 2,
    notes: ['Wind roughens water, and flooded trees and houses brighten: the figure is a lower bound there.'],
    rules: ['Both dates from one orbit; else the angle of view changes too.'],
  },
  {
    id: 'seed-soil',
    taskType: 'soil',
    title: 'Bare soil index',
    description: 'Bare ground and ploughed fields at one date by the bare soil index (BSI): mean and range.',
    steps: [indexOf('index', 'bsi', 'only', 'bare soil index')],
    answer: figuresOf('index'),
    gives: 'value',
    requires: [{ role: 'only', port: scene('swir1', 'red', 'nir', 'blue') }],
    minDates: 0,
    notes: ['Built-up land is high in this index as well.'],
    rules: ['An index tells more from less; it is no share of ground.'],
  },
  {
    id: 'seed-active-fire',
    taskType: 'active-fire',
    title: 'Detections of active fire',
    description:
      'Number of detections of active fire (FIRMS, VIIRS, MODIS) in a table of points, days with fire and the area around them.',
    steps: [step('fires', 'active_fires', 'detections and their days', { table: role('product') })],
    answer: ['detections', 'days_with_fire', 'hull_area'].map((figure) => ({ step: 'fires', figure })),
    gives: 'count',
    requires: [{ role: 'product', port: { kind: 'table' } }],
    minDates: 0,
    notes: ['A detection is the centre of a pixel in which something burned, not the size of a fire.'],
    rules: ['Say from which confidence on detections count.'],
  },
  {
    id: 'seed-zonal-polygons',
    taskType: 'zonal-comparison',
    title: 'An index by polygon',
    description:
      'Mean of the index that the question names in each polygon, field or parcel of a loaded vector layer.',
    steps: [
      indexOf('values', '$index', 'only', 'the index that the question names'),
      step('zones', 'zonal_statistics_polygons', 'the index in each polygon', {
        values: from('values'),
        zones: role('product'),
      }),
    ],
    answer: [{ step: 'zones', figure: 'mean' }],
    gives: 'value',
    requires: [
      { role: 'only', port: scene() },
      { role: 'product', port: { kind: 'vector' } },
    ],
    minDates: 0,
    notes: [],
    rules: ['Polygons of few pixels say little; give the count.'],
  },
]
