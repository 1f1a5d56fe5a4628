import { z } from 'zod'
import { figure, percent, quantity } from '../support/figures.ts'
import { UNIT_SIGNS } from '../../trace/units.ts'
import { defineTool, slot } from '../tool.ts'

export const areaPerShareTool = defineTool({
  name: 'area_per_share',
  family: 'arithmetic',
  title: 'Area of a share',
  summary:
    'The area that a percentage of a whole area comes to, and the rest. Use it to turn a share of burned, flooded or built ground into hectares.',
  source: 'https://www.bipm.org/en/publications/si-brochure',
  needs: {},
  gives: { kind: 'figures' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'rest', dimension: 'area' },
    { name: 'share', dimension: 'share' },
  ],
  input: z.object({
    area: z.number().min(0).describe('The whole area.'),
    unit: slot(
      z
        .enum(['ha', 'km2', 'm2'])
        .default('ha')
        .describe('Unit of the area, in which the share is given as well.'),
      'unit',
    ),
    share: z.number().min(0).max(100).describe('The share in percent, 0 to 100.'),
  }),
  examples: [{ area: 250, share: 20 }],
  run({ area, unit, share }, context) {
    context.signal?.throwIfAborted()
    const part = (area * share) / 100
    const kind = { unit, dimension: 'area' } as const
    const sign = UNIT_SIGNS[unit]
    return Promise.resolve({
      text: `${figure(share)} % of ${figure(area)} ${sign} is ${figure(part)} ${sign}; the rest is ${figure(area - part)} ${sign}.`,
      numbers: [
        quantity('area', part, kind),
        quantity('rest', area - part, kind),
        percent('share', share / 100),
      ],
    })
  },
})
