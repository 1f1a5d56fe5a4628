import { from, role, scene, slot, step, value, type Seed } from './parts.ts'
import type { SkillStep } from '../types.ts'

const LIKE_DATES =
  'A trend over dates of unlike seasons follows the season: a year of monthly dates says nothing of years.'

/** An index over all scenes: a table by date. */
const indexSeries = (index: string): SkillStep =>
  step('series', 'index_series', 'the index on each date, clouds left out', {
    scenes: role('all'),
    index: slot('index', index),
    clouds: slot('clouds', 'mask'),
  })

/** What is told from a course over dates. */
export const COURSE_SEEDS: readonly Seed[] = [
  {
    id: 'seed-vegetation-trend',
    taskType: 'vegetation-trend',
    title: 'Trend of vegetation over the dates',
    description:
      'Trend of vegetation greenness (NDVI or the index named) over a series of dates: slope a year by least squares of the mean of each date, and how sure it is.',
    steps: [
      indexSeries('ndvi'),
      step('trend', 'linear_trend', 'its slope a year', { table: from('series') }),
    ],
    answer: [
      { step: 'trend', figure: 'slope' },
      { step: 'trend', figure: 'p_value' },
      { step: 'trend', figure: 'r_squared' },
    ],
    gives: 'rate',
    requires: [{ role: 'all', port: scene() }],
    minDates: 3,
    notes: [LIKE_DATES],
    rules: ['Say what was masked, and how many dates there are.'],
  },
  {
    id: 'seed-phenology',
    taskType: 'phenology',
    title: 'Growing season over the dates',
    description:
      'Growing season of vegetation (start, peak, end, length of greenness) from a series of dates, by a fifth of the rise of NDVI or the index named.',
    steps: [
      indexSeries('ndvi'),
      step('season', 'growing_season', 'start, peak and end of the season', { table: from('series') }),
    ],
    answer: ['start_day', 'peak_day', 'end_day', 'season_length'].map((figure) => ({
      step: 'season',
      figure,
    })),
    gives: 'time',
    requires: [{ role: 'all', port: scene() }],
    minDates: 6,
    notes: ['A season is told no finer than the dates lie apart.'],
    rules: ['Say how many dates there are.'],
  },
  {
    id: 'seed-drought',
    taskType: 'drought',
    title: 'Anomaly of moisture over the dates',
    description:
      'Drought or dryness of vegetation: how far its moisture index (NDMI or the index named) at the last date lies from what is usual in the series.',
    steps: [
      indexSeries('ndmi'),
      step('anomalies', 'series_anomalies', 'how unusual each date is', { table: from('series') }),
    ],
    answer: ['last_anomaly', 'lowest_z', 'anomalies'].map((figure) => ({ step: 'anomalies', figure })),
    gives: 'value',
    requires: [{ role: 'all', port: scene('nir', 'swir1') }],
    minDates: 6,
    notes: ['A short series knows little of what is usual.'],
    rules: ['Like months compare; say whether they did.'],
  },
]

/** What is told from an elevation model. */
export const TERRAIN_SEEDS: readonly Seed[] = [
  {
    id: 'seed-terrain',
    taskType: 'terrain',
    title: 'Slope of the terrain',
    description:
      'Steepness of the terrain from an elevation model: mean, largest and spread of the slope in degrees.',
    steps: [
      step('slope', 'slope', 'slope of each pixel by the method of Horn', {
        elevation: role('product'),
        unit: value('deg'),
      }),
    ],
    answer: [
      { step: 'slope', figure: 'mean_slope' },
      { step: 'slope', figure: 'max_slope' },
      { step: 'slope', figure: 'std_slope' },
      { step: 'slope', figure: 'median_slope' },
    ],
    gives: 'angle',
    requires: [{ role: 'product', port: { kind: 'raster', quantity: 'elevation' } }],
    minDates: 0,
    notes: ['A coarse elevation model smooths steep ground: its slopes are lower bounds.'],
    rules: ['Pixels at the edge and next to gaps have no slope; say how many were left out.'],
  },
]
