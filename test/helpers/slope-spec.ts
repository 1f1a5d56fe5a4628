import { spec } from './scripted-runner.ts'

export const ELEVATION = { kind: 'raster', quantity: 'elevation' } as const

/** A tool that needs terrain and gives two angles. */
export const SLOPE = spec(
  'slope',
  { elevation: ELEVATION },
  { kind: 'raster', quantity: 'terrain', meaning: 'slope' },
  {
    family: 'terrain',
    title: 'Slope',
    summary: 'Slope of the terrain in degrees.',
    measures: [
      { name: 'mean_slope', dimension: 'angle' },
      { name: 'max_slope', dimension: 'angle' },
    ],
    parameters: { type: 'object', properties: { unit: { enum: ['deg', '%'], default: 'deg' } } },
  },
)
