import { z } from 'zod'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { countMeeting } from '../../raster/kernels/conditions.ts'
import { nasaTeam } from '../../raster/kernels/physics/sea-ice.ts'
import { areaNotes } from '../support/area-notes.ts'
import { figure, percent, quantity } from '../support/figures.ts'
import { saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { kelvinInput, onOneGrid } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'
import { isMicrowave } from './microwave.ts'
import { TIE_POINTS } from './tie-points.ts'

/** Concentration from which the sea counts as covered, in the usual definition of sea-ice extent. */
const EXTENT = 0.15

export const seaIceConcentrationTool = defineTool({
  name: 'sea_ice_concentration',
  family: 'inversion',
  title: 'Sea-ice concentration (NASA Team)',
  summary:
    'Share of the sea that ice covers, 0 to 1, from passive microwave brightness temperatures at 19 GHz (V and H) and 37 GHz (V) by the NASA Team algorithm, with first-year and multi-year ice, the weather filter, and the extent at 15 %.',
  source: 'doi:10.1029/JD089iD04p05355',
  needs: {
    v19: { kind: 'raster', quantity: 'temperature' },
    h19: { kind: 'raster', quantity: 'temperature' },
    v37: { kind: 'raster', quantity: 'temperature' },
  },
  gives: { kind: 'raster', quantity: 'fraction', meaning: 'sea_ice' },
  measures: [
    { name: 'mean_concentration', dimension: 'share' },
    { name: 'multiyear_share', dimension: 'share' },
    { name: 'extent', dimension: 'area' },
  ],
  input: z.object({
    v19: layerRef('Id of the brightness temperature at 19 GHz, vertical, in K.'),
    h19: layerRef('Id of the brightness temperature at 19 GHz, horizontal, in K.'),
    v37: layerRef('Id of the brightness temperature at 37 GHz, vertical, in K.'),
    sensor: z
      .enum(['ssmi_f8', 'ssmi_f11', 'ssmi_f13', 'ssmis_f17'])
      .default('ssmi_f13')
      .describe('Whose tie points: SSM/I of DMSP F8, F11 or F13, or SSMIS of F17.'),
    hemisphere: z.enum(['north', 'south']).default('north').describe('Arctic or Antarctic tie points.'),
    weather_filter: z
      .number()
      .min(0)
      .max(1)
      .default(0.05)
      .describe(
        'Where the gradient ratio of 37 over 19 GHz is above this, weather over open water is taken for no ice; 1 switches it off.',
      ),
  }),
  examples: [
    { v19: 'layer-1', h19: 'layer-2', v37: 'layer-3' },
    { v19: 'layer-1', h19: 'layer-2', v37: 'layer-3', sensor: 'ssmis_f17', hemisphere: 'south' },
  ],
  async run(input, context) {
    const first = await kelvinInput(context, input.v19)
    const { sources, notes } = onOneGrid([
      first,
      await kelvinInput(context, input.h19),
      await kelvinInput(context, input.v37),
    ])
    const tie = TIE_POINTS[input.sensor][input.hemisphere]
    const share = (of: 'all' | 'multi') => (kelvin: Float64Array) => {
      if (!kelvin.every(isMicrowave)) return NaN
      const found = nasaTeam(kelvin[0]!, kelvin[1]!, kelvin[2]!, tie)
      if (found.gradient > input.weather_filter) return 0
      const clip = (value: number) => Math.min(1, Math.max(0, value))
      const all = clip(found.first + found.multi)
      return of === 'all' ? all : Math.min(all, clip(found.multi))
    }
    const save = (of: 'all' | 'multi') =>
      saveFormula(context, {
        inputs: sources,
        formula: share(of),
        layer: {
          title: `${of === 'all' ? 'sea-ice concentration' : 'multi-year ice'} ${whenOf(first.layer)}`,
          port: { kind: 'raster', quantity: 'fraction', meaning: of === 'all' ? 'sea_ice' : 'multiyear_ice' },
          unit: '1',
          date: first.layer.date,
        },
        ramp: 'water',
      })
    const [ice, multi] = [await save('all'), await save('multi')]
    const { grid } = first.source
    const { area } = await countMeeting(
      [await context.raster(ice.saved.id)],
      [{ test: 'at_or_above', threshold: EXTENT }],
      { rowArea: cellArea(grid), signal: context.signal },
    )
    const on = { layer: ice.saved.id }
    const extent = area / 1e6
    return {
      text: [
        `${ice.saved.id} is the sea-ice concentration by NASA Team with the ${input.hemisphere} tie points of ${input.sensor}: ${ice.words}. ` +
          `${multi.saved.id} is the share of multi-year ice: ${multi.words}. Extent at 15 %: ${figure(extent)} km².`,
        ...notes,
      ].join(' '),
      numbers: [
        percent('mean_concentration', ice.summary.mean, on),
        percent('multiyear_share', multi.summary.mean, { layer: multi.saved.id }),
        quantity('extent', extent, { unit: 'km2', dimension: 'area', ...on }),
        ...ice.numbers,
      ],
      layers: [ice.saved, multi.saved],
      warnings: [
        'Land and coast are not told apart: leave them out with a mask first.',
        ...areaNotes(grid),
        ...notes,
        ...ice.warnings,
      ],
      facts: ice.facts,
    }
  },
})
