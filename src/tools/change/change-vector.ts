import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { changeAngle, changeMagnitude, QUADRANTS } from '../../raster/kernels/change-vector.ts'
import type { RasterSource } from '../../raster/source.ts'
import { BAND_NAMES, isQualityBand } from '../../trace/port.ts'
import type { BandName } from '../../trace/port.ts'
import { alignOnto } from '../support/align.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { CHANGE_MEASURES } from '../support/change-layer.ts'
import { counted, figure, measured, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { laterDate, orderWarning, whenOf } from '../support/naming.ts'
import { hiddenGround, sceneBands } from '../support/scene-bands.ts'
import { withoutHidden } from '../../raster/kernels/without-hidden.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'

export const changeVectorTool = defineTool({
  name: 'change_vector',
  family: 'change',
  title: 'Change vector analysis',
  summary:
    'Change vector analysis (CVA) of two scenes: how far each pixel moved between the dates in the space of several bands, and with two bands also in which direction.',
  source: 'https://docs.lib.purdue.edu/lars_symp/385/',
  needs: {
    before: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['red', 'nir'] },
    after: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['red', 'nir'] },
  },
  gives: { kind: 'raster', quantity: 'difference', meaning: 'change_magnitude' },
  measures: CHANGE_MEASURES,
  input: z.object({
    before: layerRef('Id of the scene of the earlier date.'),
    after: layerRef('Id of the scene of the later date, of the same sensor and scaling.'),
    bands: z
      .array(z.enum(BAND_NAMES))
      .min(2)
      .max(8)
      .default(['red', 'nir'])
      .describe(
        'Bands whose change is measured, two to eight. With just two the direction is told too: 0° where only the first rises, 90° where only the second does.',
      ),
    clouds: cloudsArgument,
  }),
  examples: [{ before: 'scene-1', after: 'scene-2' }],
  async run(input, context) {
    const bands = [...new Set(input.bands)]
    if (bands.length < 2 || bands.some(isQualityBand)) {
      throw new AppError('invalid_input', `${bands.join(', ')} were given; give two or more measured bands`)
    }
    const first = await bandsOf(context, input.before, { bands, clouds: input.clouds })
    const second = await bandsOf(context, input.after, { bands, clouds: input.clouds })
    if (first.layer.scene?.quantity !== second.layer.scene?.quantity) {
      throw new AppError(
        'invalid_input',
        `${input.before} holds ${first.layer.scene!.quantity} and ${input.after} ${second.layer.scene!.quantity}; both need one scaling`,
      )
    }
    const { grid } = first.sources[0]!
    const aligned = second.sources.map((source) =>
      alignOnto({ grid, id: input.before }, { source, id: input.after, holds: 'values' }),
    )
    const after = aligned.map(({ source }) => source)
    const { signal } = context
    const when = `${whenOf(first.layer)} to ${whenOf(second.layer)}`
    const date = laterDate(first.layer, second.layer)
    const magnitude = changeMagnitude(first.sources, after)
    const saved = await context.saveRaster(
      async () => ({
        title: `change magnitude ${when}`,
        port: { kind: 'raster', quantity: 'difference', meaning: 'change_magnitude' },
        unit: first.layer.unit,
        date,
        style: { ramp: 'viridis', min: 0, max: (await magnitude.finish({ signal })).summary.max },
      }),
      magnitude.source,
      'float32',
    )
    const { summary } = await magnitude.finish({ signal })
    if (summary.valid === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel has ${bands.join(', ')} on both dates: no data, or hidden by cloud; give other scenes, or clouds "keep"`,
      )
    }
    const [one, other] = bands
    const angle =
      bands.length === 2
        ? changeAngle(first.sources as [RasterSource, RasterSource], after as [RasterSource, RasterSource])
        : null
    const direction = angle
      ? await context.saveRaster(
          {
            title: `change direction ${when}`,
            port: { kind: 'raster', quantity: 'score', meaning: 'change_direction' },
            unit: 'deg',
            date,
            style: { ramp: 'viridis', min: 0, max: 360 },
          },
          angle.source,
          'float32',
        )
      : null
    const quadrants = angle ? (await angle.finish({ signal })).quadrants : []
    const told = quadrants.reduce((sum, each) => sum + each, 0)
    const notes = [
      ...new Set([...first.notes, ...second.notes, ...aligned.flatMap(({ note }) => note ?? [])]),
    ]
    const report = leftOutReport({ nodata: summary.nodata })
    const order = orderWarning(first.layer, second.layer)
    const isRaw = first.layer.scene?.quantity === 'raw'
    const on = { layer: saved.id }
    return {
      text: [
        `${saved.id} is the length of change in ${bands.join(', ')} from ${input.before} to ${input.after}: mean ${figure(summary.mean)}, std ${figure(summary.std)}, up to ${figure(summary.max)} over ${counted(summary.valid, 'pixel')}.`,
        ...(direction
          ? [
              `${direction.id} is its direction in degrees (0 where only ${one!} rises, 90 where only ${other!} does): ` +
                `${QUADRANTS.map((name, index) => `${name.replaceAll('first', one!).replaceAll('second', other!).replaceAll('_', ' ')} ${figure(shareOf(quadrants[index]!, told) * 100)} %`).join(', ')}.`,
            ]
          : []),
        ...notes,
      ].join(' '),
      numbers: [
        measured('mean', summary.mean, saved.unit, on),
        measured('std', summary.std, saved.unit, on),
        measured('min', summary.min, saved.unit, on),
        measured('max', summary.max, saved.unit, on),
        ...(direction && told > 0
          ? QUADRANTS.map((group, index) =>
              percent('share', shareOf(quadrants[index]!, told), { group, layer: direction.id }),
            )
          : []),
        ...report.numbers,
      ],
      layers: [saved, ...(direction ? [direction] : [])],
      warnings: [
        ...(order ? [order] : []),
        ...(isRaw
          ? [
              'The scenes hold raw numbers, so the length is in those, and right only if both are scaled alike.',
            ]
          : []),
        ...notes,
        ...report.warnings,
      ],
    }
  },
})

async function bandsOf(
  context: ToolContext,
  id: string,
  wanted: { readonly bands: readonly BandName[]; readonly clouds: 'mask' | 'keep' },
) {
  const layer = context.layer(id)
  const { sources, grid, notes } = await sceneBands(context, layer, wanted.bands)
  const hidden = wanted.clouds === 'mask' ? await hiddenGround(context, layer, { grid }) : null
  return { layer, notes, sources: hidden ? sources.map((source) => withoutHidden(source, hidden)) : sources }
}
