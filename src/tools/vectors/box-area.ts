import { z } from 'zod'
import { count, counted, figure, quantity } from '../support/figures.ts'
import { defineTool } from '../tool.ts'
import { boxesArgument, boxesLayer, conventionArgument, groundSampleArgument, pixelBoxes } from './boxes.ts'

export const boxAreaTool = defineTool({
  name: 'box_area',
  family: 'vectors',
  title: 'Area of boxes',
  summary:
    'Area on the ground of boxes given in pixels, such as a detector’s buildings, ships or pools, from the ground sample distance: each, together, largest and mean in square metres.',
  source: 'https://cocodataset.org/#format-data',
  needs: {},
  gives: { kind: 'table' },
  measures: [
    ...['area', 'mean_area', 'largest_area'].map((name) => ({ name, dimension: 'area' as const })),
    { name: 'boxes', dimension: 'count' },
  ],
  input: z.object({
    boxes: boxesArgument,
    convention: conventionArgument,
    metres_per_pixel: groundSampleArgument,
  }),
  examples: [{ boxes: [[10, 20, 40, 60]], convention: 'xyxy', metres_per_pixel: 0.5 }],
  async run(input, context) {
    const boxes = pixelBoxes(input.boxes, input.convention)
    const square = input.metres_per_pixel ** 2
    const areas = boxes.map(({ left, top, right, bottom }) => (right - left) * (bottom - top) * square)
    const total = areas.reduce((sum, area) => sum + area, 0)
    const largest = areas.reduce((most, area) => Math.max(most, area), 0)
    const saved = await context.saveTable(boxesLayer('areas of boxes'), {
      columns: [
        { name: 'box', unit: 'count' },
        { name: 'width', unit: 'px' },
        { name: 'height', unit: 'px' },
        { name: 'area', unit: 'm2' },
      ],
      rows: boxes.map(({ left, top, right, bottom }, index) => [
        index + 1,
        right - left,
        bottom - top,
        areas[index]!,
      ]),
    })
    const squareMetres = (name: string, value: number) =>
      quantity(name, value, { unit: 'm2', dimension: 'area', layer: saved.id })
    return {
      text:
        `${counted(boxes.length, 'box').replace(/boxs$/, 'boxes')} read as ${input.convention} at ${figure(input.metres_per_pixel)} m a pixel ` +
        `cover ${figure(total)} m² together, the largest ${figure(largest)} m²; overlaps count twice. ${saved.id} lists them.`,
      numbers: [
        squareMetres('area', total),
        squareMetres('mean_area', total / boxes.length),
        squareMetres('largest_area', largest),
        count('boxes', boxes.length, { layer: saved.id }),
      ],
      layers: [saved],
    }
  },
})
