import { z } from 'zod'
import { figure, percent, ratio } from '../support/figures.ts'
import { defineTool } from '../tool.ts'

export const compareValuesTool = defineTool({
  name: 'compare_values',
  family: 'arithmetic',
  title: 'Compare two values',
  summary:
    'Difference (second minus first), ratio (second over first) and percent change from the first value to the second.',
  source: 'https://www.bipm.org/en/committees/jc/jcgm/publications',
  needs: {},
  gives: { kind: 'figures' },
  measures: [
    { name: 'difference', dimension: 'value' },
    { name: 'ratio', dimension: 'ratio' },
    { name: 'percent_change', dimension: 'share' },
  ],
  input: z.object({
    first: z.number().describe('The value compared with, such as that of the earlier date.'),
    second: z.number().describe('The other value, in the same unit.'),
  }),
  examples: [{ first: 200, second: 250 }],
  run({ first, second }, context) {
    context.signal?.throwIfAborted()
    const difference = second - first
    const spoken = `${figure(second)} minus ${figure(first)} is ${figure(difference)}`
    const numbers = [{ name: 'difference', value: difference, unit: '1', dimension: 'value' } as const]
    if (first === 0) {
      return Promise.resolve({
        text: `${spoken}. The first value is 0, so there is no ratio and no percentage.`,
        numbers,
      })
    }
    const change = difference / Math.abs(first)
    return Promise.resolve({
      text:
        `${spoken}; the second is ${figure(second / first)} times the first, ` +
        `a change of ${figure(change * 100)} %.`,
      numbers: [...numbers, ratio('ratio', second / first), percent('percent_change', change)],
    })
  },
})
