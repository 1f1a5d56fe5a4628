import { describe, expect, it } from 'vitest'
import { albedoTool } from '../../../src/tools/thermal/albedo.ts'
import { brightnessTemperatureTool } from '../../../src/tools/thermal/brightness-temperature.ts'
import { dayNightLstTool } from '../../../src/tools/thermal/day-night-lst.ts'
import { emissivityFromNdviTool } from '../../../src/tools/thermal/emissivity-from-ndvi.ts'
import { multiChannelLstTool } from '../../../src/tools/thermal/multi-channel-lst.ts'
import { singleChannelLstTool } from '../../../src/tools/thermal/single-channel-lst.ts'
import { splitWindowLstTool } from '../../../src/tools/thermal/split-window-lst.ts'
import { surfaceTemperatureTool } from '../../../src/tools/thermal/surface-temperature.ts'
import { temperatureEmissivitySeparationTool } from '../../../src/tools/thermal/temperature-emissivity-separation.ts'
import { thermalInertiaTool } from '../../../src/tools/thermal/thermal-inertia.ts'
import { threeBandLstTool } from '../../../src/tools/thermal/three-band-lst.ts'
import { tvdiTool } from '../../../src/tools/thermal/tvdi.ts'
import { urbanHeatIslandTool } from '../../../src/tools/thermal/urban-heat-island.ts'
import { vegetationCoverFractionTool } from '../../../src/tools/thermal/vegetation-cover-fraction.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import oracle from '../../oracles/thermal.json' with { type: 'json' }
import { pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { expectRows, oracleRaster } from '../oracle-rasters.ts'
import type { Rows } from '../oracle-rasters.ts'

/** Half a step of float32 at 300, twice. */
const KELVIN_ERROR = 4e-5

const { inputs } = oracle

/** The inputs of the oracle as layers. */
function context(): MemoryContext {
  const made = new MemoryContext()
  for (const name of ['t11', 't12', 'night'] as const) {
    made.addRaster(name, oracleRaster(inputs[name]), {
      quantity: 'temperature',
      unit: 'K',
      date: '2020-07-01',
    })
  }
  made.addRaster('radiance', oracleRaster(inputs.radiance), { quantity: 'radiance' })
  made.addRaster('ndvi', oracleRaster(inputs.ndvi), { quantity: 'index', meaning: 'ndvi' })
  made.addRaster('e11', oracleRaster(inputs.e11), { quantity: 'emissivity' })
  made.addRaster('e12', oracleRaster(inputs.e12), { quantity: 'emissivity' })
  made.addRaster('albedo', oracleRaster(inputs.albedo), { quantity: 'fraction' })
  return made
}

async function agrees(tool: Tool, args: Record<string, unknown>, rows: Rows, error = KELVIN_ERROR) {
  const made = context()
  const result = await runTool(tool, args, made)
  await expectRows(made, result.layers![0]!.id, rows, error)
  return { result, made }
}

describe('brightness_temperature', () => {
  it.each(['landsat_8_b10', 'landsat_5_tm6'] as const)(
    'turns radiance of %s to kelvin as numpy does',
    async (calibration) => {
      const { result } = await agrees(
        brightnessTemperatureTool,
        { layer: 'radiance', calibration },
        oracle.brightness[calibration],
      )
      expect(result.layers![0]).toMatchObject({ unit: 'K', port: { quantity: 'temperature' } })
    },
  )

  it('scales raw numbers of a known sensor first', async () => {
    const made = new MemoryContext()
    made.addScene('s', { thermal1: raster([[30_000, 0]]) }, { quantity: 'raw', sensor: 'landsat-8' })
    const result = await runTool(brightnessTemperatureTool, { scene: 's' }, made)
    const level = 3.342e-4 * 30_000 + 0.1
    expect(number(result, 'max')).toBeCloseTo(1321.0789 / Math.log(774.8853 / level + 1), 4)
    expect(result.warnings!.join()).toContain('MTL')
  })

  it('hands on what is kelvin already, and refuses an unknown sensor and finished products', async () => {
    const made = context()
    made.addScene('hls', { thermal1: raster([[290, 300]]) })
    expect(number(await runTool(brightnessTemperatureTool, { scene: 'hls' }, made), 'mean')).toBe(295)
    await expect(runTool(brightnessTemperatureTool, { layer: 'radiance' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
    made.addScene('st', { thermal1: raster([[300]]) }, { level: 'L2SP' })
    await expect(runTool(brightnessTemperatureTool, { scene: 'st' }, made)).rejects.toThrow(
      'surface_temperature',
    )
  })
})

describe('surface_temperature', () => {
  it('takes the thermal band of a finished product and leaves fill values out', async () => {
    const made = new MemoryContext()
    made.addScene('st', { thermal1: raster([[300, 149, 310, 0]]) }, { level: 'L2SP' })
    const result = await runTool(surfaceTemperatureTool, { scene: 'st' }, made)
    // 149 K is what DN 0 is scaled to.
    expect(number(result, 'mean')).toBe(305)
    expect(number(result, 'pixels_left_out', 'out_of_range')).toBe(2)
    expect(result.layers![0]!.port).toMatchObject({ meaning: 'surface_temperature' })
    expect(result.warnings!.join()).not.toContain('not known as a product')
  })

  it('refuses raw numbers and says how to scale them', async () => {
    const made = new MemoryContext()
    made.addScene('raw', { thermal1: raster([[40_000]]) }, { quantity: 'raw' })
    await expect(runTool(surfaceTemperatureTool, { scene: 'raw' }, made)).rejects.toMatchObject({
      code: 'scaling_unknown',
      message: expect.stringContaining('0.00341802') as string,
    })
  })
})

describe('emissivity_from_ndvi', () => {
  it.each(['thresholds', 'table'] as const)('follows the %s of the literature', async (method) => {
    await agrees(emissivityFromNdviTool, { ndvi: 'ndvi', method }, oracle.emissivity[method], 1e-7)
  })

  it('mixes the emissivities that are given', async () => {
    const made = new MemoryContext()
    made.addRaster('ndvi', raster([[0.35]]), { quantity: 'index', meaning: 'ndvi' })
    const args = { ndvi: 'ndvi', soil: 0.92, vegetation: 0.98 }
    const result = await runTool(emissivityFromNdviTool, args, made)
    // Pv = 0.5² = 0.25: 0.98 · 0.25 + 0.92 · 0.75 + (1 − 0.92) · 0.75 · 0.55 · 0.98 = 0.96734
    expect(number(result, 'mean')).toBeCloseTo(0.96734, 3)
  })

  it('takes the logarithm within its range alone', async () => {
    const made = new MemoryContext()
    made.addRaster('ndvi', raster([[0.1, 0.5, 0.8]]), { quantity: 'index', meaning: 'ndvi' })
    const result = await runTool(emissivityFromNdviTool, { ndvi: 'ndvi', method: 'logarithm' }, made)
    // 1.0094 + 0.047 · ln 0.5 = 0.97682
    expect(number(result, 'mean')).toBeCloseTo(0.97682, 5)
    expect(number(result, 'pixels_left_out', 'out_of_range')).toBe(2)
  })
})

describe('single_channel_lst', () => {
  it.each(['thresholds', 'table'] as const)('corrects by the emissivity of NDVI %s', async (rule) => {
    await agrees(
      singleChannelLstTool,
      { temperature: 't11', ndvi: 'ndvi', rule },
      oracle.single_channel[rule],
    )
  })

  it('corrects by a layer of emissivity at another wavelength', async () => {
    await agrees(
      singleChannelLstTool,
      { temperature: 't11', emissivity: 'e11', wavelength: 11.45 },
      oracle.single_channel.layer,
    )
  })

  it('is the brightness temperature where the emissivity is 1, whatever the wavelength', async () => {
    const made = context()
    made.addRaster('black', raster(inputs.t11.map((row) => row.map(() => 1))), { quantity: 'emissivity' })
    const result = await runTool(singleChannelLstTool, { temperature: 't11', emissivity: 'black' }, made)
    expect(await pixels(await made.raster(result.layers![0]!.id))).toEqual(
      await pixels(await made.raster('t11')),
    )
  })

  it('takes degrees Celsius, and refuses raw numbers and surface temperature', async () => {
    const made = context()
    made.addRaster('celsius', raster([[20]]), { quantity: 'temperature', unit: 'degC' })
    made.addRaster('one', raster([[1]]), { quantity: 'emissivity' })
    const run = (temperature: string) =>
      runTool(singleChannelLstTool, { temperature, emissivity: 'one' }, made)
    expect(number(await run('celsius'), 'mean')).toBeCloseTo(293.15, 4)
    made.addRaster('raw', raster([[14_000]]), { quantity: 'temperature', unit: 'DN' })
    await expect(run('raw')).rejects.toHaveProperty('code', 'scaling_unknown')
    made.addRaster('lst', raster([[300]]), {
      quantity: 'temperature',
      meaning: 'surface_temperature',
      unit: 'K',
    })
    await expect(run('lst')).rejects.toThrow('already')
  })
})

describe('split_window_lst', () => {
  it.each([
    ['landsat_8', 2],
    ['modis', 1.5],
    ['becker_li', 2],
  ] as const)('follows %s as numpy computes it', async (coefficients, water_vapour) => {
    const args = {
      band11: 't11',
      band12: 't12',
      emissivity11: 'e11',
      emissivity12: 'e12',
      coefficients,
      water_vapour,
    }
    await agrees(splitWindowLstTool, args, oracle.split_window[coefficients], 1e-4)
  })

  it('adds the constant alone over a black body under dry air with equal bands', async () => {
    const made = new MemoryContext()
    made.addRaster('t', raster([[300]]), { quantity: 'temperature', unit: 'K' })
    made.addRaster('e', raster([[1]]), { quantity: 'emissivity' })
    const result = await runTool(splitWindowLstTool, { band11: 't', band12: 't', emissivity11: 'e' }, made)
    expect(number(result, 'mean')).toBeCloseTo(299.732, 4)
  })
})

describe('multi_channel_lst', () => {
  it('is the linear formula with its default coefficients', async () => {
    const { result } = await agrees(
      multiChannelLstTool,
      { band11: 't11', band12: 't12' },
      oracle.multi_channel,
    )
    expect(result.warnings!.join()).toContain('empirical')
  })
})

describe('three_band_lst', () => {
  it('is the weighted sum plus its offset', async () => {
    await agrees(threeBandLstTool, { first: 't11', second: 't12', third: 'night' }, oracle.three_band)
  })

  it('leaves out pixels beyond the bounds in any band', async () => {
    const made = new MemoryContext()
    for (const [name, values] of Object.entries({ a: [300, 300], b: [300, 239], c: [300, 300] })) {
      made.addRaster(name, raster([values]), { quantity: 'temperature', unit: 'K' })
    }
    const result = await runTool(threeBandLstTool, { first: 'a', second: 'b', third: 'c' }, made)
    expect(number(result, 'mean')).toBe(302)
    expect(number(result, 'pixels_left_out', 'out_of_range')).toBe(1)
  })
})

describe('temperature_emissivity_separation', () => {
  const run = async () => {
    const made = new MemoryContext()
    for (let band = 0; band < 5; band++) {
      made.addRaster(`b${band + 1}`, raster([oracle.tes.kelvin.map((row) => row[band]!)]), {
        quantity: 'temperature',
        unit: 'K',
      })
    }
    const bands = Object.fromEntries([1, 2, 3, 4, 5].map((band) => [`band${band}`, `b${band}`]))
    return { made, result: await runTool(temperatureEmissivitySeparationTool, bands, made) }
  }

  it('gives temperature and lowest emissivity as numpy does band by band', async () => {
    const { made, result } = await run()
    await expectRows(made, result.layers![0]!.id, [oracle.tes.temperature], 1e-3)
    await expectRows(made, result.layers![1]!.id, [oracle.tes.lowest], 1e-5)
  })

  it('finds the true temperature of rock, plants and soil to the 1.5 K that the method promises', async () => {
    const { made, result } = await run()
    const found = await pixels(await made.raster(result.layers![0]!.id))
    for (const [place, truth] of oracle.tes.truth.entries())
      expect(Math.abs(found[place]! - truth)).toBeLessThan(1.5)
  })
})

describe('day_night_lst', () => {
  it('corrects each time of day by its own emissivity and gives the range', async () => {
    const args = { day: 't11', night: 'night', day_emissivity: 'e11', night_emissivity: 'e12' }
    const { result, made } = await agrees(dayNightLstTool, args, oracle.day)
    await expectRows(made, result.layers![1]!.id, oracle.night, KELVIN_ERROR)
    const range = oracle.day.map((row, line) =>
      row.map((value, place) => value - oracle.night[line]![place]!),
    )
    await expectRows(made, result.layers![2]!.id, range, KELVIN_ERROR)
    expect(number(result, 'mean_difference')).toBeCloseTo(
      number(result, 'mean_day') - number(result, 'mean_night'),
      4,
    )
  })

  it('takes one number where no emissivity is given, and says so', async () => {
    const made = context()
    const result = await runTool(dayNightLstTool, { day: 't11', night: 'night', emissivity: 1 }, made)
    expect(await pixels(await made.raster(result.layers![0]!.id))).toEqual(
      await pixels(await made.raster('t11')),
    )
    expect(result.warnings!.join()).toContain('emissivity of 1')
  })
})

describe('thermal_inertia', () => {
  it('is (1 − albedo) / (day − night), and nothing where the night is as warm', async () => {
    const { result } = await agrees(
      thermalInertiaTool,
      { day: 't11', night: 'night', albedo: 'albedo' },
      oracle.inertia,
      1e-4,
    )
    const cold = oracle.inertia.flat().filter((value) => value === null).length
    expect(cold).toBeGreaterThan(0)
    expect(number(result, 'pixels_left_out', 'out_of_range')).toBe(cold)
    expect(result.layers![0]!.unit).toBe('1/K')
  })
})

describe('urban_heat_island', () => {
  const run = (mask: string[]) => {
    const made = new MemoryContext()
    made.addRaster('lst', raster([[310, 308, 300], [302, 298, NaN]]), { quantity: 'temperature', unit: 'K' }) // prettier-ignore
    made.addRaster('city', raster(mask), { quantity: 'mask', meaning: 'built_up' })
    return runTool(urbanHeatIslandTool, { temperature: 'lst', urban: 'city' }, made)
  }

  it('is the mean inside less the mean outside', async () => {
    const result = await run(['##.', '..#'])
    expect(number(result, 'heat_island')).toBe(309 - 300)
    expect(number(result, 'pixels', 'urban')).toBe(2)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })

  it('refuses a mask with one side alone', async () => {
    await expect(run(['###', '###'])).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('tvdi', () => {
  const run = async (ndvi: Rows, lst: Rows, bins: number) => {
    const made = new MemoryContext()
    made.addRaster('ndvi', oracleRaster(ndvi), { quantity: 'index', meaning: 'ndvi' })
    made.addRaster('lst', oracleRaster(lst), { quantity: 'temperature', unit: 'K' })
    return { made, result: await runTool(tvdiTool, { temperature: 'lst', ndvi: 'ndvi', bins }, made) }
  }

  it('finds the edges that scipy finds, and the index between them', async () => {
    const { ndvi, lst, bins, edges, values } = oracle.tvdi
    const { made, result } = await run(ndvi, lst, bins)
    for (const side of ['dry', 'wet'] as const) {
      expect(number(result, `${side}_edge_slope`)).toBeCloseTo(edges[side].slope, 5)
      expect(number(result, `${side}_edge_intercept`)).toBeCloseTo(edges[side].intercept, 5)
      expect(number(result, `${side}_edge_r2`)).toBeCloseTo(edges[side].r2, 5)
    }
    await expectRows(made, result.layers![0]!.id, values, 1e-5)
  })

  it('refuses too few pixels', async () => {
    await expect(run([[0.2, 0.8]], [[300, 290]], 10)).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('vegetation_cover_fraction', () => {
  const run = async (args: Record<string, unknown>) => {
    const made = new MemoryContext()
    made.addRaster('ndvi', raster([[-0.2, 0.1, 0.3, 0.5, 0.95]]), { quantity: 'index', meaning: 'ndvi' })
    const result = await runTool(vegetationCoverFractionTool, { ndvi: 'ndvi', ...args }, made)
    return pixels(await made.raster(result.layers![0]!.id))
  }

  it('is linear between soil and vegetation and flat beyond', async () => {
    // (0.3 − 0.1) / 0.8 = 0.25, (0.5 − 0.1) / 0.8 = 0.5
    expect((await run({})).map((each) => Math.round(each * 1e6) / 1e6)).toEqual([0, 0, 0.25, 0.5, 1])
  })

  it('is squared on request, and refuses soil above vegetation', async () => {
    expect((await run({ form: 'squared' }))[3]).toBeCloseTo(0.25, 6)
    await expect(run({ soil: 0.9, vegetation: 0.1 })).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('albedo', () => {
  const scene = (quantity: 'reflectance' | 'raw') => {
    const made = new MemoryContext()
    const bands = Object.entries(oracle.albedo.bands).map(([name, rows]) => [name, oracleRaster(rows)])
    made.addScene('s', Object.fromEntries(bands) as object, { quantity })
    return made
  }

  it('weighs the bands as Liang does', async () => {
    const made = scene('reflectance')
    const result = await runTool(albedoTool, { scene: 's' }, made)
    await expectRows(made, result.layers![0]!.id, oracle.albedo.landsat, 1e-6)
  })

  it('refuses raw numbers', async () => {
    await expect(runTool(albedoTool, { scene: 's' }, scene('raw'))).rejects.toHaveProperty(
      'code',
      'scaling_unknown',
    )
  })
})

describe('layers of two days', () => {
  const scene = (date: string) => {
    const made = new MemoryContext()
    const add = (id: string, value: number, facts: Parameters<MemoryContext['addRaster']>[2]) =>
      made.addRaster(id, raster([[value, value]]), facts)
    add('t11', 300, { quantity: 'temperature', unit: 'K', date: '2020-05-01' })
    add('t12', 299, { quantity: 'temperature', unit: 'K', date })
    add('ndvi', 0.4, { quantity: 'index', meaning: 'ndvi', date })
    made.addRaster('urban', raster([[1, 0]]), { quantity: 'mask', meaning: 'urban', date })
    return made
  }

  it.each([
    [multiChannelLstTool, { band11: 't11', band12: 't12' }],
    [singleChannelLstTool, { temperature: 't11', ndvi: 'ndvi' }],
    [urbanHeatIslandTool, { temperature: 't11', urban: 'urban' }],
  ] as const)('are said to be so by $name', async (tool, args) => {
    const said = (await runTool(tool, args, scene('2020-06-01'))).warnings!.join()
    expect(said).toContain('not taken on one day: t11 is of 2020-05-01')
    expect((await runTool(tool, args, scene('2020-05-01'))).warnings!.join()).not.toContain('one day')
  })
})
