import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { describeGrid, isSameGrid, mapSources } from '../../raster/blocks.ts'
import { wholeShift } from '../../raster/grid/align.ts'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { valuesWhere } from '../../raster/kernels/conditions.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import type { Layer } from '../../trace/layer.ts'
import { alignOnto } from '../support/align.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, counted, figure, hectares, percent, quantity, shareOf } from '../support/figures.ts'
import { knownAreas } from '../support/known-areas.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskPort, maskStyle, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

/** Codes of the fire mask of MOD14 and VNP14: 7 low, 8 nominal, 9 high confidence; 0 to 2 were not processed, 6 is unknown. */
const LEAST_CODE = { low: 7, nominal: 8, high: 9 } as const
const NOT_SEEN: ReadonlySet<number> = new Set([0, 1, 2, 6])

export const firePixelsTool = defineTool({
  name: 'fire_pixels',
  family: 'inversion',
  title: 'Active fire pixels of a raster',
  summary:
    'Marks and counts active fire pixels in a MODIS or VIIRS fire mask (classes 7, 8, 9 by confidence) or in a raster of fire radiative power, with the sum, mean and maximum of the power (FRP) in MW.',
  source: 'doi:10.1016/j.rse.2016.02.054',
  needs: {
    fires: { kind: 'raster', quantity: ['class', 'power', 'raw'] },
    power: { kind: 'raster', quantity: ['power', 'raw'] },
  },
  gives: { kind: 'raster', quantity: 'mask', meaning: 'fire' },
  measures: [
    { name: 'pixels', dimension: 'count' },
    { name: 'share', dimension: 'share' },
    { name: 'area', dimension: 'area' },
    { name: 'power_sum', dimension: 'value' },
    { name: 'power_mean', dimension: 'value' },
    { name: 'power_max', dimension: 'value' },
  ],
  input: z.object({
    fires: layerRef('Id of a fire mask with classes 0 to 9, or of a raster of fire radiative power.'),
    power: layerRef(
      'Id of the fire radiative power in MW, to sum it over the fire pixels of a mask.',
    ).optional(),
    holds: z
      .enum(['classes', 'power'])
      .optional()
      .describe('What fires holds; needed only where its layer does not say so.'),
    confidence: slot(
      z
        .enum(['low', 'nominal', 'high'])
        .default('low')
        .describe('Least confidence of a fire pixel, for a fire mask.'),
      'confidence',
    ),
    above: z
      .number()
      .min(0)
      .default(0)
      .describe('Pixels with more power than this in MW are fires, for a raster of power.'),
  }),
  examples: [
    { fires: 'layer-1', holds: 'power' },
    { fires: 'layer-1', power: 'layer-2', confidence: 'nominal' },
  ],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.fires)
    const holds = input.holds ?? kindOf(layer)
    const least = LEAST_CODE[input.confidence]
    const fire = mapSources([source], ([values], out) => {
      for (let index = 0; index < out.length; index++) {
        const value = values![index]!
        if (value !== value) out[index] = NaN
        else if (holds === 'power') out[index] = value > input.above ? 1 : 0
        else out[index] = NOT_SEEN.has(value) ? NaN : value >= least && value <= 9 ? 1 : 0
      }
    })
    const rowArea = knownAreas(source.grid)
    const mask = tap(fire, { areas: new CodeAreaReducer(rowArea ?? (() => 0)) })
    const saved = await context.saveRaster(
      {
        title: `fire ${whenOf(layer)}`,
        port: maskPort('fire'),
        unit: '1',
        date: layer.date,
        style: maskStyle('fire'),
      },
      mask.source,
      'uint8',
    )
    const { inside, valid, nodata } = maskAreaOf((await mask.finish({ signal: context.signal })).areas)
    const powerId = holds === 'power' ? input.fires : input.power
    const found = powerId === undefined ? null : await powerOf(powerId)
    async function powerOf(id: string) {
      const power = await singleRaster(context, id)
      // Power is of a whole pixel: taken on to smaller or larger ones its sum would be another.
      if (!isSameGrid(power.source.grid, source.grid) && !wholeShift(power.source.grid, source.grid)) {
        throw new AppError(
          'grid_mismatch',
          `the pixels of ${id} are not those of ${input.fires} (${describeGrid(power.source.grid)} and ${describeGrid(source.grid)}), so powers in MW cannot be added up on them; give both from one product`,
          { layer: id },
        )
      }
      const aligned = alignOnto(
        { grid: source.grid, id: input.fires },
        { source: power.source, id, holds: 'classes' },
      )
      const where = valuesWhere(aligned.source, await context.raster(saved.id), {
        test: 'equal',
        threshold: 1,
        lowest: 0,
      })
      return { ...(await summarise(where, { signal: context.signal })), note: aligned.note }
    }
    const on = { layer: saved.id }
    const share = shareOf(inside.pixels, valid.pixels)
    const report = leftOutReport({ nodata })
    const watts = (name: string, value: number) =>
      quantity(name, value, { unit: 'MW', dimension: 'value', ...on })
    const rule =
      holds === 'power' ? `power above ${figure(input.above)} MW` : `${input.confidence} confidence or better`
    const hasPower = found !== null && found.valid > 0
    const powerless = found === null ? 0 : inside.pixels - found.valid
    return {
      text:
        (inside.pixels === 0
          ? `${saved.id} marks no fire: none of ${counted(valid.pixels, 'pixel')} has ${rule}.`
          : `${saved.id} marks ${counted(inside.pixels, 'fire pixel')} of ${valid.pixels} (${rule}), ${figure(share * 100)} %${rowArea ? `, ${figure(inside.area / 10_000)} ha` : ''}.`) +
        (hasPower
          ? ` Fire radiative power: sum ${figure(found.mean * found.valid)} MW, mean ${figure(found.mean)}, highest ${figure(found.max)}.`
          : ''),
      numbers: [
        count('pixels', inside.pixels, on),
        percent('share', share, on),
        ...(rowArea ? [hectares('area', inside.area, on)] : []),
        ...(hasPower
          ? [
              watts('power_sum', found.mean * found.valid),
              watts('power_mean', found.mean),
              watts('power_max', found.max),
            ]
          : []),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        rowArea
          ? 'The area is that of whole pixels; the fires in them are smaller.'
          : 'The coordinate reference system is not known, so there is no area.',
        ...(found?.note ? [found.note] : []),
        ...(powerless > 0 ? [`${counted(powerless, 'fire pixel')} without a power in ${powerId!}.`] : []),
        ...(rowArea ? areaNotes(source.grid) : []),
        ...report.warnings,
      ],
      facts: { selected_share: share },
    }
  },
})

function kindOf({ id, port }: Layer): 'classes' | 'power' {
  const quantity = port.kind === 'raster' ? port.quantity : null
  if (quantity === 'class') return 'classes'
  if (quantity === 'power') return 'power'
  throw new AppError(
    'invalid_input',
    `it is not known whether ${id} holds fire classes or fire radiative power; give holds "classes" or "power"`,
  )
}
