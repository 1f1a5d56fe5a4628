import { z } from 'zod'
import { localSplitWindow, splitWindow } from '../../raster/kernels/physics/surface-temperature.ts'
import type { SplitWindowCoefficients } from '../../raster/kernels/physics/surface-temperature.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly, kelvinInput, onOneGrid, plainInput } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Jiménez-Muñoz and others 2014 for TIRS; Sobrino, El Kharraz and Li 2003 for MODIS 31 and 32. */
const COEFFICIENTS: Readonly<Record<'landsat_8' | 'modis', SplitWindowCoefficients>> = {
  landsat_8: [-0.268, 1.378, 0.183, 54.3, -2.238, -129.2, 16.4],
  modis: [1.02, 1.79, 1.2, 34.83, -0.68, -73.27, -5.19],
}

const WORDS = {
  landsat_8: 'the coefficients of Jiménez-Muñoz 2014 for TIRS',
  modis: 'the coefficients of Sobrino 2003 for MODIS 31 and 32',
  becker_li: 'the local split window of Becker and Li 1990 for AVHRR',
} as const

export const splitWindowLstTool = defineTool({
  name: 'split_window_lst',
  family: 'thermal',
  title: 'Land surface temperature, split window',
  summary:
    'Land surface temperature (LST) in kelvin from two thermal bands near 11 and 12 µm: their difference corrects for water vapour. ' +
    'For Landsat 8/9 B10 and B11, MODIS 31 and 32, or AVHRR 4 and 5, with emissivities and column water vapour.',
  source: 'doi:10.1109/LGRS.2014.2312032',
  needs: {
    band11: { kind: 'raster', quantity: 'temperature' },
    band12: { kind: 'raster', quantity: 'temperature' },
    emissivity11: { kind: 'raster', quantity: 'emissivity' },
    emissivity12: { kind: 'raster', quantity: 'emissivity' },
  },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
  measures: formulaMeasures('temperature'),
  input: z.object({
    band11: layerRef('Id of the brightness temperature near 11 µm in K: TIRS B10, MODIS 31, AVHRR 4.'),
    band12: layerRef('Id of the brightness temperature near 12 µm in K: TIRS B11, MODIS 32, AVHRR 5.'),
    emissivity11: layerRef('Id of the emissivity near 11 µm.'),
    emissivity12: layerRef(
      'Id of the emissivity near 12 µm; without it that near 11 µm is taken for both.',
    ).optional(),
    coefficients: z
      .enum(['landsat_8', 'modis', 'becker_li'])
      .default('landsat_8')
      .describe(
        'Whose coefficients: landsat_8 (also Landsat 9), modis, or becker_li for AVHRR, which needs no water vapour.',
      ),
    water_vapour: z
      .number()
      .min(0)
      .max(8)
      .default(2)
      .describe(
        'Column water vapour in g/cm² (the same as cm): about 0.5 in cold dry air, 2 in mid-latitude summer, 4 in the tropics.',
      ),
  }),
  examples: [
    { band11: 'layer-1', band12: 'layer-2', emissivity11: 'layer-3', emissivity12: 'layer-4' },
    {
      band11: 'layer-1',
      band12: 'layer-2',
      emissivity11: 'layer-3',
      coefficients: 'modis',
      water_vapour: 1.5,
    },
  ],
  async run(input, context) {
    const { coefficients, water_vapour: water } = input
    const first = await kelvinInput(context, input.band11)
    const { sources, notes } = onOneGrid([
      first,
      await kelvinInput(context, input.band12),
      await plainInput(context, input.emissivity11),
      ...(input.emissivity12 === undefined ? [] : [await plainInput(context, input.emissivity12)]),
    ])
    const { layer } = first
    const made = await saveFormula(context, {
      inputs: sources,
      formula: ([t11, t12, e11, e12 = e11]) => {
        if (!isEarthly(t11!) || !isEarthly(t12!) || !isEmissivity(e11!) || !isEmissivity(e12!)) return NaN
        const pixel = { t11: t11!, t12: t12!, e11: e11!, e12: e12!, water }
        const found =
          coefficients === 'becker_li'
            ? localSplitWindow(pixel)
            : splitWindow(pixel, COEFFICIENTS[coefficients])
        return isEarthly(found) ? found : NaN
      },
      layer: {
        title: `surface temperature ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
        unit: 'K',
        date: layer.date,
      },
      ramp: 'magma',
    })
    return {
      text: [
        `${made.saved.id} is the land surface temperature from ${input.band11} and ${input.band12} by ${WORDS[coefficients]}` +
          `${coefficients === 'becker_li' ? '' : ` with ${water} g/cm² of water vapour`}: ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...notes, ...made.warnings],
      facts: made.facts,
    }
  },
})

/** What no ground or water is below; stray raw numbers are left out. */
const isEmissivity = (value: number) => value >= 0.5 && value <= 1
