import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { countMeeting } from '../../raster/kernels/conditions.ts'
import { BAND_NAMES } from '../../trace/port.ts'
import { SQUARE_METRES } from '../../trace/units.ts'
import { alignOnto } from '../support/align.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, counted, figure, percent, quantity, shareOf } from '../support/figures.ts'
import { knownAreas } from '../support/known-areas.ts'
import { leftOutReport } from '../support/left-out.ts'
import { defineTool, layerRef, slot } from '../tool.ts'
import { ANY_RASTER, readLayer, TEST_WORDS } from './any-raster.ts'

export const countWhereTool = defineTool({
  name: 'count_where',
  family: 'statistics',
  title: 'Count pixels where several conditions hold',
  summary:
    'Pixels, share and area where all of several conditions hold at once, each on a raster or a band of its own, such as high temperature and low ndvi: the overlap of two thresholds.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.logical_and.html',
  needs: { layers: { kind: 'rasters', of: ANY_RASTER } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'pixels', dimension: 'count' },
    { name: 'share', dimension: 'share' },
    { name: 'area', dimension: 'area' },
  ],
  input: z.object({
    layers: z
      .array(layerRef('Id of a raster or scene.'))
      .min(1)
      .max(400)
      .describe('Ids of the rasters, one a condition; name a scene once for each of its bands.'),
    bands: z
      .array(z.enum(BAND_NAMES))
      .max(400)
      .optional()
      .describe('Band for each layer, for scenes of several bands.'),
    thresholds: z
      .array(z.number())
      .min(1)
      .max(400)
      .describe('Threshold for each layer, or one for all of them.'),
    tests: z
      .array(z.enum(['above', 'at_or_above', 'below', 'at_or_below', 'equal']))
      .min(1)
      .max(400)
      .default(['above'])
      .describe('Side of the threshold for each layer, or one for all of them.'),
    unit: slot(z.enum(['ha', 'km2', 'm2']).default('ha').describe('Unit of the area.'), 'unit'),
  }),
  examples: [
    { layers: ['layer-1', 'layer-2'], thresholds: [0.3], tests: ['above'] },
    {
      layers: ['scene-1', 'scene-1'],
      bands: ['red', 'nir'],
      thresholds: [0.1, 0.3],
      tests: ['below', 'above'],
    },
  ],
  async run(input, context) {
    const { layers, unit } = input
    const each = <Value>(values: readonly Value[], name: string): readonly Value[] => {
      if (values.length === layers.length) return values
      if (values.length === 1) return layers.map(() => values[0]!)
      throw new AppError(
        'invalid_input',
        `${layers.length} layers and ${values.length} ${name} were given; give one for each layer, or one for all`,
      )
    }
    const thresholds = each(input.thresholds, 'thresholds')
    const tests = each(input.tests, 'tests')
    const bands = input.bands && each(input.bands, 'bands')
    const read = []
    for (const [place, id] of layers.entries()) {
      read.push(await readLayer(context, id, context.layer(id).scene ? bands?.[place] : undefined))
    }
    const first = read[0]!
    const aligned = read.map(({ source, layer }) =>
      alignOnto({ grid: first.source.grid, id: first.layer.id }, { source, id: layer.id, holds: 'values' }),
    )
    const notes = aligned.flatMap(({ note }) => (note === null ? [] : [note]))
    const rowArea = knownAreas(first.source.grid)
    const found = await countMeeting(
      aligned.map(({ source }) => source),
      thresholds.map((threshold, place) => ({ threshold, test: tests[place]! })),
      {
        ...(rowArea ? { rowArea } : {}),
        signal: context.signal,
        progress: (fraction) => context.progress(fraction),
      },
    )
    if (found.valid === 0) {
      throw new AppError(
        'nothing_valid',
        'no pixel has a value in every layer; give layers that overlap where they hold data',
      )
    }
    const area = found.area / SQUARE_METRES[unit]
    const share = shareOf(found.pixels, found.valid)
    const report = leftOutReport({ nodata: found.nodata })
    const conditions = read.map(
      ({ layer, what }, place) =>
        `${what} of ${layer.id} ${TEST_WORDS[tests[place]!]} ${figure(thresholds[place]!)}`,
    )
    const on = { layer: first.layer.id }
    return {
      text: [
        `${found.pixels} of ${counted(found.valid, 'pixel')} with a value in every layer, ${figure(share * 100)} %${rowArea ? ` or ${figure(area)} ${unit}` : ''}, have ${conditions.join(' and ')}.`,
        ...notes,
      ].join(' '),
      numbers: [
        count('pixels', found.pixels, on),
        percent('share', share, on),
        ...(rowArea ? [quantity('area', area, { unit, dimension: 'area', ...on })] : []),
        count('valid', found.valid, on),
        ...report.numbers,
      ],
      warnings: [
        ...notes,
        ...(rowArea
          ? areaNotes(first.source.grid)
          : ['The coordinate reference system is not known, so there is no area.']),
        ...report.warnings,
      ],
      facts: { selected_share: share },
    }
  },
})
