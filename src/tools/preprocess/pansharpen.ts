import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../../raster/blocks.ts'
import { groundPixel } from '../../raster/grid/rescale-grid.ts'
import { brovey, meanWithPan } from '../../raster/kernels/pan-sharpen.ts'
import { alignOnto } from '../support/align.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { heldBy, saveDerived } from './derived.ts'

const VISIBLE = ['red', 'green', 'blue'] as const

export const pansharpenTool = defineTool({
  name: 'pansharpen',
  family: 'preprocess',
  title: 'Pan-sharpen a band',
  summary:
    'Sharpens the red, green or blue band of a scene to the finer pixels of its panchromatic band (Landsat 15 m), by Brovey, which keeps the ratios of the bands, or by the mean.',
  source: 'doi:10.1016/0034-4257(87)90019-1',
  needs: {
    scene: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['pan', ...VISIBLE] },
  },
  gives: { kind: 'raster', quantity: ['reflectance', 'raw'] },
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    scene: layerRef('Id of a scene with bands pan, red, green and blue.'),
    band: z.enum(VISIBLE).default('red').describe('Band to sharpen.'),
    method: z
      .enum(['brovey', 'mean'])
      .default('brovey')
      .describe(
        'Brovey: band times pan over the mean of red, green and blue. Mean: the mean of band and pan.',
      ),
  }),
  examples: [
    { scene: 'scene-1', band: 'red' },
    { scene: 'scene-1', band: 'blue', method: 'mean' },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.scene, input.band)
    const { layer } = raster
    const pan = await singleRaster(context, input.scene, 'pan')
    const { grid } = pan.source
    const [fine, coarse] = [groundPixel(grid), groundPixel(raster.source.grid)]
    if (fine.width > coarse.width * 1.001) {
      throw new AppError(
        'invalid_input',
        `pan of ${layer.id} has larger pixels than ${input.band}, so it cannot sharpen it; check the bands of the scene`,
      )
    }
    const target = { grid, id: `pan of ${layer.id}` }
    const onPan = async (band: (typeof VISIBLE)[number]) => {
      const { source } = await singleRaster(context, input.scene, band)
      return alignOnto(target, { source, id: `${band} of ${layer.id}`, holds: 'values' })
    }
    const own = await onPan(input.band)
    const others = await Promise.all(VISIBLE.map(onPan))
    const isBrovey = input.method === 'brovey'
    const held = { ...heldBy(raster), style: { ramp: 'gray' } }
    const made = await saveDerived(context, {
      source: isBrovey
        ? brovey(
            own.source,
            pan.source,
            others.map(({ source }) => source),
          )
        : meanWithPan(own.source, pan.source),
      held,
      title: `${input.band}, pan-sharpened,`,
      of: layer,
      empty: `no pixel of ${layer.id} has a value in pan and in its bands; check the scene`,
    })
    return {
      text: [
        `${made.layer.id} is ${input.band} of ${layer.id} sharpened by pan (${isBrovey ? 'Brovey' : 'mean of band and pan'}): ${describeGrid(grid)}, ${made.words}.`,
        ...(own.note ? [own.note] : []),
      ].join(' '),
      numbers: made.numbers,
      layers: [made.layer],
      warnings: [
        'Sharpened bands are for looking at: their values mix in those of pan, so measure on the original bands.',
        ...(own.note ? [own.note] : []),
      ],
    }
  },
})
