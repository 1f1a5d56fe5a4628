import { z } from 'zod'

export const periodArgument = z
  .number()
  .int()
  .min(2)
  .max(1000)
  .optional()
  .describe(
    'Steps a cycle, such as 12 for months. Without it a year, for a table with dates; a list needs it.',
  )
