import { z } from 'zod'
import { count, counted, figure, quantity } from '../support/figures.ts'
import { defineTool } from '../tool.ts'
import { boxesArgument, boxesLayer, conventionArgument, groundSampleArgument, pixelBoxes } from './boxes.ts'

/** Centres named in the text. */
const NAMED = 5

export const boxCentroidsTool = defineTool({
  name: 'box_centroids',
  family: 'vectors',
  title: 'Centres of boxes',
  summary:
    'Centre of each box given in pixels, and with the ground sample distance the nearest and farthest distance between centres in metres: how far apart detected objects are.',
  source: 'https://cocodataset.org/#format-data',
  needs: {},
  gives: { kind: 'table' },
  measures: [{ name: 'boxes', dimension: 'count' }],
  input: z.object({
    boxes: boxesArgument,
    convention: conventionArgument,
    metres_per_pixel: groundSampleArgument.optional(),
  }),
  examples: [{ boxes: [[10, 20, 40, 60], [50, 20, 80, 60]], convention: 'xyxy', metres_per_pixel: 0.5 }], // prettier-ignore
  async run(input, context) {
    const boxes = pixelBoxes(input.boxes, input.convention)
    const centres = boxes.map(
      ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2] as const,
    )
    const saved = await context.saveTable(boxesLayer('centres of boxes'), {
      columns: [
        { name: 'box', unit: 'count' },
        { name: 'x', unit: 'px' },
        { name: 'y', unit: 'px' },
      ],
      rows: centres.map(([x, y], index) => [index + 1, x, y]),
    })
    const scale = input.metres_per_pixel
    const ends = scale === undefined || centres.length < 2 ? null : extremes(centres)
    const on = { layer: saved.id }
    return {
      text:
        `${saved.id} lists the centres of ${counted(boxes.length, 'box').replace(/boxs$/, 'boxes')} read as ${input.convention}: ` +
        centres
          .slice(0, NAMED)
          .map(([x, y], index) => `${index + 1} at ${figure(x)}, ${figure(y)}`)
          .join('; ') +
        `${centres.length > NAMED ? '; …' : ''}.` +
        (ends && scale !== undefined
          ? ` The nearest two, ${ends.near.join(' and ')}, lie ${figure(ends.least * scale)} m apart, the farthest two, ${ends.far.join(' and ')}, ${figure(ends.most * scale)} m.`
          : ''),
      numbers: [
        count('boxes', boxes.length, on),
        ...(ends && scale !== undefined
          ? [
              quantity('nearest_distance', ends.least * scale, { unit: 'm', dimension: 'length', ...on }),
              quantity('farthest_distance', ends.most * scale, { unit: 'm', dimension: 'length', ...on }),
              ...pairFigures('nearest_pair', ends.near, on),
              ...pairFigures('farthest_pair', ends.far, on),
            ]
          : []),
      ],
      layers: [saved],
    }
  },
})

/** Numbers of two boxes, counted from 1 as in the table. */
type Pair = readonly [first: number, second: number]

const pairFigures = (name: string, [first, second]: Pair, on: { readonly layer: string }) => [
  count(name, first, { ...on, group: 'first' }),
  count(name, second, { ...on, group: 'second' }),
]

/** The first nearest and the first farthest pair, of at least two centres. */
function extremes(centres: readonly (readonly [number, number])[]) {
  let [least, most] = [Infinity, -Infinity]
  let [near, far]: [Pair, Pair] = [
    [1, 2],
    [1, 2],
  ]
  for (const [index, [x, y]] of centres.entries()) {
    for (let other = index + 1; other < centres.length; other++) {
      const distance = Math.hypot(x - centres[other]![0], y - centres[other]![1])
      if (distance < least) [least, near] = [distance, [index + 1, other + 1]]
      if (distance > most) [most, far] = [distance, [index + 1, other + 1]]
    }
  }
  return { least, most, near, far }
}
