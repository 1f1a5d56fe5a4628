import { z } from 'zod'
import { slot } from '../tool.ts'

export const cloudsArgument = slot(
  z
    .enum(['mask', 'keep'])
    .default('mask')
    .describe(
      'What to do with pixels under cloud, shadow or saturation according to the quality band of the scene ' +
        '(SCL or QA_PIXEL): leave them out, or keep them. Without such a band nothing is masked.',
    ),
  'clouds',
)

export const connectivityArgument = slot(
  z
    .union([z.literal(4), z.literal(8)])
    .default(8)
    .describe('Which neighbours of a pixel belong to the same part: 4 (sides) or 8 (sides and corners).'),
  'connectivity',
)

export const sectorsArgument = slot(
  z
    .union([z.literal(4), z.literal(8)])
    .default(8)
    .describe('Number of compass sectors: 4 (N, E, S, W) or 8 (with NE, SE, SW, NW).'),
  'sectors',
)

export const sideArgument = (fallback: 'at_or_above') =>
  slot(
    z
      .enum(['at_or_above', 'above', 'at_or_below', 'below'])
      .default(fallback)
      .describe('Which side of the threshold is inside the mask.'),
    'side',
  )

export const thresholdFields = {
  value: slot(
    z
      .number()
      .optional()
      .describe(
        'Threshold in the unit of the layer, for rule "value". Without it the standard threshold of the index is taken, where it has one.',
      ),
    'threshold',
  ),
  percentile: slot(
    z
      .number()
      .min(0)
      .max(100)
      .default(95)
      .describe(
        'Percentile of the valid pixels, 0 to 100, for rule "percentile". For the lowest values give a low one, such as 5, and a side below.',
      ),
    'percentile',
  ),
  factor: slot(
    z.number().default(1).describe('How many times the mean of the valid pixels, for rule "mean_times".'),
    'factor',
  ),
}

export const ruleArgument = (fallback: 'value' | 'percentile') =>
  slot(
    z
      .enum(['value', 'otsu', 'percentile', 'mean_times'])
      .default(fallback)
      .describe(
        'How the threshold is found: a given value; Otsu, which separates two groups best; a percentile; or a multiple of the mean.',
      ),
    'rule',
  )
