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
