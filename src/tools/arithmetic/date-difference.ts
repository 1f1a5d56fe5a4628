import { z } from 'zod'
import { dateArgument, dayNumber } from './dates.ts'
import { counted, figure, quantity } from '../support/figures.ts'
import { defineTool } from '../tool.ts'

export const dateDifferenceTool = defineTool({
  name: 'date_difference',
  family: 'arithmetic',
  title: 'Days between two dates',
  summary:
    'Number of days from one date to another, negative where the second comes first. Use it for how long something lasted or lies apart.',
  source: 'https://www.iso.org/iso-8601-date-and-time-format.html',
  needs: {},
  gives: { kind: 'figures' },
  measures: [{ name: 'days', dimension: 'time' }],
  input: z.object({
    from: dateArgument('The date counted from, yyyy-mm-dd.'),
    to: dateArgument('The date counted to, yyyy-mm-dd.'),
  }),
  examples: [{ from: '2020-02-28', to: '2020-03-01' }],
  run({ from, to }, context) {
    context.signal?.throwIfAborted()
    const days = dayNumber(to) - dayNumber(from)
    return Promise.resolve({
      text: `From ${from} to ${to} it is ${counted(days, 'day')}, ${figure(days / 7)} weeks or ${figure(days / 365.25)} years of 365.25 days; the first day is not counted.`,
      numbers: [quantity('days', days, { unit: 'days', dimension: 'time' })],
    })
  },
})
