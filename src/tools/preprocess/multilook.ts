import { z } from 'zod'
import { describeGrid } from '../../raster/blocks.ts'
import { alignTo } from '../../raster/grid/align.ts'
import { rescaledGrid } from '../../raster/grid/rescale-grid.ts'
import { toDecibel } from '../../raster/kernels/decibel.ts'
import { defineTool, layerRef } from '../tool.ts'
import { backscatterRaster, bandArgument } from './arguments.ts'
import { meaningWords, saveDerived } from './derived.ts'
import { backscatterHeld, powerNote, powerOf, sarInput, sarScaleArgument } from './sar-input.ts'

export const multilookTool = defineTool({
  name: 'multilook',
  family: 'preprocess',
  title: 'Multilook a radar image',
  summary:
    'Averages blocks of SAR pixels in linear power to larger pixels with less speckle; the result is in decibel where the image was in it.',
  source: 'https://step.esa.int/main/doc/online-help/',
  needs: { layer: backscatterRaster },
  gives: { kind: 'raster', quantity: 'backscatter' },
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the radar raster or scene.'),
    band: bandArgument,
    given: sarScaleArgument,
    across: z
      .int()
      .min(1)
      .max(100)
      .default(2)
      .describe('Pixels along a row that are averaged (range looks).'),
    down: z
      .int()
      .min(1)
      .max(100)
      .default(2)
      .describe('Pixels along a column that are averaged (azimuth looks).'),
  }),
  examples: [
    { layer: 'layer-1', given: 'power', across: 2, down: 2 },
    { layer: 'scene-1', band: 'vv', across: 4, down: 1 },
  ],
  async run(input, context) {
    const sar = await sarInput(context, input.layer, input)
    const { across, down } = input
    const grid = rescaledGrid(sar.source.grid, across, down)
    const looked = alignTo(powerOf(sar), grid, 'average')
    const isDecibel = sar.scale === 'decibel'
    const made = await saveDerived(context, {
      source: isDecibel ? toDecibel(looked) : looked,
      held: backscatterHeld(sar.held, isDecibel ? 'dB' : '1'),
      title: `${meaningWords(sar.held)}, multilooked,`,
      of: sar.layer,
      empty: `no pixel of ${sar.layer.id} holds a value; give another layer or band`,
    })
    const note = powerNote(sar)
    return {
      text: [
        `${made.layer.id} is ${meaningWords(sar.held)} of ${sar.layer.id} averaged in linear power over ${across} × ${down} pixels, of the valid ones alone: ${describeGrid(grid)}, ${made.words}.`,
        `The number of looks grows at most ${across * down} times, less where neighbours are correlated.`,
        ...(note ? [isDecibel ? `${note} The result is in decibel again.` : note] : []),
      ].join(' '),
      numbers: made.numbers,
      layers: [made.layer],
      warnings: sar.warnings,
    }
  },
})
