import { z } from 'zod'
import { toDecibel } from '../../raster/kernels/decibel.ts'
import { leeFilter } from '../../raster/kernels/focal/lee.ts'
import { smoothed } from '../../raster/kernels/focal/smooth.ts'
import { figure } from '../support/figures.ts'
import { defineTool, layerRef } from '../tool.ts'
import { backscatterRaster, bandArgument, windowArgument } from './arguments.ts'
import { meaningWords, saveDerived } from './derived.ts'
import { backscatterHeld, powerNote, powerOf, sarInput, sarScaleArgument } from './sar-input.ts'

export const speckleFilterTool = defineTool({
  name: 'speckle_filter',
  family: 'preprocess',
  title: 'Speckle filter',
  summary:
    'Takes the grain (speckle noise) out of a SAR image by the Lee filter, which spares edges, or a boxcar mean; always in linear power, and back to decibel where the image was in it.',
  source: 'doi:10.1109/TPAMI.1980.4766994',
  needs: { layer: backscatterRaster },
  gives: { kind: 'raster', quantity: 'backscatter' },
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the radar raster or scene.'),
    band: bandArgument,
    given: sarScaleArgument,
    filter: z
      .enum(['lee', 'boxcar'])
      .default('lee')
      .describe(
        'Lee weighs each pixel against its surroundings by how much of their spread is speckle; boxcar is the plain mean.',
      ),
    window: windowArgument(31).default(7),
    looks: z
      .number()
      .min(0.5)
      .max(1000)
      .default(4.4)
      .describe('Equivalent number of looks of the image, for Lee; about 4.4 for Sentinel-1 GRD in IW mode.'),
  }),
  examples: [
    { layer: 'layer-1', given: 'power', filter: 'lee', window: 5 },
    { layer: 'scene-1', band: 'vv', filter: 'boxcar', window: 3 },
  ],
  async run(input, context) {
    const sar = await sarInput(context, input.layer, input)
    const { filter, window, looks } = input
    const radius = (window - 1) / 2
    const power = powerOf(sar)
    const filtered = filter === 'lee' ? leeFilter(power, radius, looks) : smoothed(power, radius, 'mean')
    const isDecibel = sar.scale === 'decibel'
    const made = await saveDerived(context, {
      source: isDecibel ? toDecibel(filtered) : filtered,
      held: backscatterHeld(sar.held, isDecibel ? 'dB' : '1'),
      title: `${meaningWords(sar.held)}, speckle filtered,`,
      of: sar.layer,
      empty: `no pixel of ${sar.layer.id} holds a value; give another layer or band`,
    })
    const note = powerNote(sar)
    return {
      text: [
        `${made.layer.id} is ${meaningWords(sar.held)} of ${sar.layer.id} by ${filter === 'lee' ? `Lee's filter for ${figure(looks)} looks` : 'a boxcar mean'} in windows of ${window} × ${window} pixels: ${made.words}.`,
        ...(note ? [isDecibel ? `${note} The result is in decibel again.` : note] : []),
      ].join(' '),
      numbers: made.numbers,
      layers: [made.layer],
      warnings: sar.warnings,
    }
  },
})
