import { z } from 'zod'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly, kelvinInput, onOneGrid, plainInput } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'

export const thermalInertiaTool = defineTool({
  name: 'thermal_inertia',
  family: 'thermal',
  title: 'Apparent thermal inertia',
  summary:
    'Apparent thermal inertia (ATI), (1 − albedo) / (day − night temperature) per kelvin: high over wet soil, rock and water. ' +
    'Pixels where the day is not warmer than the night are left out, as the ratio means nothing there.',
  source: 'doi:10.1029/JC082i018p02582',
  needs: {
    day: { kind: 'raster', quantity: 'temperature' },
    night: { kind: 'raster', quantity: 'temperature' },
    albedo: { kind: 'raster', quantity: ['reflectance', 'fraction'] },
  },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'thermal_inertia' },
  measures: formulaMeasures('value'),
  input: z.object({
    day: layerRef('Id of the surface temperature by day.'),
    night: layerRef('Id of the surface temperature by night.'),
    albedo: layerRef('Id of the albedo, 0 to 1.'),
  }),
  examples: [{ day: 'layer-1', night: 'layer-2', albedo: 'layer-3' }],
  async run(input, context) {
    const day = await kelvinInput(context, input.day)
    const { sources, notes } = onOneGrid([
      day,
      await kelvinInput(context, input.night),
      await plainInput(context, input.albedo),
    ])
    const made = await saveFormula(context, {
      inputs: sources,
      formula: ([warm, cold, albedo]) =>
        isEarthly(warm!) && isEarthly(cold!) && warm! > cold! && albedo! >= 0 && albedo! <= 1
          ? (1 - albedo!) / (warm! - cold!)
          : NaN,
      layer: {
        title: `apparent thermal inertia ${whenOf(day.layer)}`,
        port: { kind: 'raster', quantity: 'retrieval', meaning: 'thermal_inertia' },
        unit: '1/K',
        date: day.layer.date,
      },
      ramp: 'viridis',
    })
    return {
      text: [
        `${made.saved.id} is the apparent thermal inertia of ${input.day}, ${input.night} and ${input.albedo}: ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...notes, ...made.warnings],
      facts: made.facts,
    }
  },
})
