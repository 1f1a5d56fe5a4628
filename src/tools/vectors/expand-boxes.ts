import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { count, counted, figure } from '../support/figures.ts'
import { defineTool } from '../tool.ts'
import { boxesArgument, boxesLayer, conventionArgument, groundSampleArgument, pixelBoxes } from './boxes.ts'
import type { PixelBox } from './boxes.ts'

const side = (what: string) =>
  z
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe(`${what} of the picture in pixels; boxes are cut at its edge.`)

export const expandBoxesTool = defineTool({
  name: 'expand_boxes',
  family: 'vectors',
  title: 'Widen boxes',
  summary:
    'Widens boxes given in pixels by a margin in metres on every side, from the ground sample distance, cut at the edges of the picture: a safety margin around detected objects.',
  source: 'https://cocodataset.org/#format-data',
  needs: {},
  gives: { kind: 'table' },
  measures: [{ name: 'boxes', dimension: 'count' }],
  input: z.object({
    boxes: boxesArgument,
    convention: conventionArgument,
    metres: z.number().min(0).max(1_000_000).describe('Margin in metres on every side.'),
    metres_per_pixel: groundSampleArgument,
    width: side('Width'),
    height: side('Height'),
  }),
  examples: [{ boxes: [[10, 20, 40, 60]], convention: 'xyxy', metres: 5, metres_per_pixel: 0.5 }],
  async run(input, context) {
    const boxes = pixelBoxes(input.boxes, input.convention)
    const margin = input.metres / input.metres_per_pixel
    const { width = Infinity, height = Infinity } = input
    const isKnown = input.width !== undefined || input.height !== undefined
    const wider = boxes.map(({ left, top, right, bottom }): PixelBox => {
      const [low, high] = [isKnown ? 0 : -Infinity, { x: width, y: height }]
      return {
        left: Math.max(low, left - margin),
        top: Math.max(low, top - margin),
        right: Math.min(high.x, right + margin),
        bottom: Math.min(high.y, bottom + margin),
      }
    })
    const gone = wider.findIndex(({ left, top, right, bottom }) => right < left || bottom < top)
    if (gone >= 0) {
      throw new AppError(
        'invalid_input',
        `box ${gone + 1} lies outside a picture of that size; check the size and the convention`,
      )
    }
    const cut = wider.filter(
      (box, index) => box.right - box.left < boxes[index]!.right - boxes[index]!.left + 2 * margin - 1e-9 ||
        box.bottom - box.top < boxes[index]!.bottom - boxes[index]!.top + 2 * margin - 1e-9,
    ).length // prettier-ignore
    const saved = await context.saveTable(boxesLayer('wider boxes'), {
      columns: [
        { name: 'box', unit: 'count' },
        { name: 'left', unit: 'px' },
        { name: 'top', unit: 'px' },
        { name: 'right', unit: 'px' },
        { name: 'bottom', unit: 'px' },
      ],
      rows: wider.map(({ left, top, right, bottom }, index) => [index + 1, left, top, right, bottom]),
    })
    return {
      text:
        `${saved.id} lists ${counted(boxes.length, 'box').replace(/boxs$/, 'boxes')} as left, top, right, bottom, each widened by ` +
        `${figure(margin)} pixels (${figure(input.metres)} m) on every side` +
        `${isKnown ? `; ${cut} of them were cut at the edge of the picture` : ''}.`,
      numbers: [
        count('boxes', boxes.length, { layer: saved.id }),
        ...(isKnown ? [count('boxes_cut', cut, { layer: saved.id })] : []),
      ],
      layers: [saved],
    }
  },
})
