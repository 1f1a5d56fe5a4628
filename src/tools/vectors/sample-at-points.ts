import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { samplePixels } from '../../raster/vector/sample-pixels.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { roundDegrees, spotsOf } from '../support/features.ts'
import { ANY_RASTER, bandArgument, rawWarnings, readLayer, unitSign } from '../statistics/any-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

const MOST_POINTS = 50_000

export const sampleAtPointsTool = defineTool({
  name: 'sample_at_points',
  family: 'vectors',
  title: 'Raster values at points',
  summary:
    'Reads the value of a raster, or of one band of a scene, at each point of a vector layer and lists them as a table: temperature at stations, ndvi at plots.',
  source: 'https://gdal.org/en/stable/programs/gdallocationinfo.html',
  needs: {
    layer: ANY_RASTER,
    points: { kind: 'vector' },
  },
  gives: { kind: 'table' },
  measures: [
    ...['mean', 'min', 'max'].map((name) => ({ name, dimension: 'value' as const })),
    { name: 'sampled', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    points: layerRef('Id of the vector layer of points.'),
    band: bandArgument,
  }),
  examples: [{ layer: 'layer-1', points: 'layer-2', band: 'nir' }],
  async run(input, context) {
    const { layer, source, unit, what } = await readLayer(context, input.layer, input.band)
    const { spots, notes } = await spotsOf(context, input.points)
    if (spots.length > MOST_POINTS) {
      throw new AppError(
        'limit_reached',
        `${spots.length} points are more than the ${MOST_POINTS} that are sampled at once; select fewer first`,
      )
    }
    const places = spots.map(({ at }) => at)
    const { values, isOutside } = await samplePixels(source, places, context.signal)
    const valid = values.filter((value) => !Number.isNaN(value))
    const outside = isOutside.reduce((sum, each) => sum + each, 0)
    const empty = values.length - valid.length - outside
    if (valid.length === 0) {
      throw new AppError(
        'nothing_valid',
        `no point of ${input.points} lies on a pixel of ${input.layer} with data: ${outside} lie beyond it, ${empty} on pixels without data`,
      )
    }
    const saved = await context.saveTable(
      {
        title: `${what} at ${input.points}`,
        port: { kind: 'table' },
        unit,
        date: layer.date,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'number', unit: 'count' },
          { name: 'longitude', unit: 'deg' },
          { name: 'latitude', unit: 'deg' },
          { name: 'value', unit },
        ],
        rows: places.map(([longitude, latitude], index) => [
          index + 1,
          roundDegrees(longitude),
          roundDegrees(latitude),
          Number.isNaN(values[index]) ? null : values[index]!,
        ]),
      },
    )
    let [min, max, sum] = [Infinity, -Infinity, 0]
    for (const value of valid) {
      min = Math.min(min, value)
      max = Math.max(max, value)
      sum += value
    }
    const on = { layer: input.layer }
    return {
      text:
        `${saved.id} lists ${what} of ${input.layer} at ${counted(valid.length, 'point')} of ${input.points}: ` +
        `mean ${figure(sum / valid.length)}, from ${figure(min)} to ${figure(max)}${unitSign(unit)}.`,
      numbers: [
        measured('mean', sum / valid.length, unit, on),
        measured('min', min, unit, on),
        measured('max', max, unit, on),
        count('sampled', valid.length, { layer: saved.id }),
      ],
      layers: [saved],
      warnings: [
        ...notes,
        ...(outside > 0
          ? [`${counted(outside, 'point')} beyond ${input.layer} ${outside === 1 ? 'has' : 'have'} no value.`]
          : []),
        ...(empty > 0
          ? [`${counted(empty, 'point')} on pixels without data ${empty === 1 ? 'has' : 'have'} no value.`]
          : []),
        ...rawWarnings({ layer, unit }),
      ],
    }
  },
})
