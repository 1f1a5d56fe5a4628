import { describe, expect, it } from 'vitest'
import { brightnessTemperatureInversionTool } from '../../../src/tools/inversion/brightness-temperature-inversion.ts'
import { chlorophyllRatioTool } from '../../../src/tools/inversion/chlorophyll-ratio.ts'
import { empiricalWaterQualityTool } from '../../../src/tools/inversion/empirical-water-quality.ts'
import { firePixelsTool } from '../../../src/tools/inversion/fire-pixels.ts'
import { frequencyDifferenceTool } from '../../../src/tools/inversion/frequency-difference.ts'
import { polarisationDifferenceTool } from '../../../src/tools/inversion/polarisation-difference.ts'
import { polarisationRatioTool } from '../../../src/tools/inversion/polarisation-ratio.ts'
import { seaIceConcentrationTool } from '../../../src/tools/inversion/sea-ice-concentration.ts'
import { snowDepthMicrowaveTool } from '../../../src/tools/inversion/snow-depth-microwave.ts'
import { suspendedMatterTool } from '../../../src/tools/inversion/suspended-matter.ts'
import { turbidityTool } from '../../../src/tools/inversion/turbidity.ts'
import { waterVapourRatioTool } from '../../../src/tools/inversion/water-vapour-ratio.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import oracle from '../../oracles/inversion.json' with { type: 'json' }
import { drawn, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { expectRows, oracleRaster } from '../oracle-rasters.ts'
import type { Rows } from '../oracle-rasters.ts'

/** Layers of brightness temperature, and of backscatter in decibels. */
function microwave(layers: Readonly<Record<string, Rows>>, unit: 'K' | 'dB' = 'K'): MemoryContext {
  const made = new MemoryContext()
  for (const [name, rows] of Object.entries(layers)) {
    made.addRaster(name, oracleRaster(rows), {
      quantity: unit === 'K' ? 'temperature' : 'backscatter',
      unit,
      date: '2020-03-01',
    })
  }
  return made
}

async function agrees(
  tool: Tool,
  args: Record<string, unknown>,
  made: MemoryContext,
  rows: Rows,
  error: number,
) {
  const result = await runTool(tool, args, made)
  await expectRows(made, result.layers![0]!.id, rows, error)
  return result
}

const { sea_ice: ice, vapour, water, microwave: pair } = oracle
const kelvin = () => microwave({ v: pair.v, h: pair.h })
const decibels = () => microwave({ v: pair.decibels_v, h: pair.decibels_h }, 'dB')

describe('sea_ice_concentration', () => {
  it('is what solving the mixing equations gives, with the weather filter', async () => {
    const made = microwave({ v19: ice.v19, h19: ice.h19, v37: ice.v37 })
    const result = await agrees(
      seaIceConcentrationTool,
      { v19: 'v19', h19: 'h19', v37: 'v37' },
      made,
      ice.ice,
      1e-5,
    )
    await expectRows(made, result.layers![1]!.id, ice.multi, 1e-5)
    expect(ice.ice[0]![0]).toBe(0)
    // Pixels of 10 m on a side; extent counts from 15 %.
    const covered = ice.ice.flat().filter((share) => share >= 0.15).length
    expect(number(result, 'extent')).toBeCloseTo(covered * 1e-4, 8)
  })

  it('gives 0, 1 and 1 with its tie points of water and of both kinds of ice', async () => {
    const made = microwave({
      v19: [[184.9, 253.1, 244]],
      h19: [[113.4, 237.8, 211.9]],
      v37: [[207.1, 246.6, 212.6]],
    })
    const args = {
      v19: 'v19',
      h19: 'h19',
      v37: 'v37',
      sensor: 'ssmis_f17',
      hemisphere: 'south',
      weather_filter: 1,
    }
    const result = await agrees(seaIceConcentrationTool, args, made, [[0, 1, 1]], 1e-5)
    await expectRows(made, result.layers![1]!.id, [[0, 0, 1]], 1e-5)
  })

  it('refuses temperatures that are not in kelvin', async () => {
    const made = microwave({ v19: [[200]], h19: [[200]] })
    made.addRaster('v37', raster([[21_000]]), { quantity: 'temperature', unit: 'DN' })
    await expect(
      runTool(seaIceConcentrationTool, { v19: 'v19', h19: 'h19', v37: 'v37' }, made),
    ).rejects.toHaveProperty('code', 'scaling_unknown')
  })
})

describe('water_vapour_ratio', () => {
  const scene = (sunElevationDegrees: number | null = null) => {
    const made = new MemoryContext()
    const [wv_905, wv_936, wv_940] = vapour.absorbed.map(oracleRaster)
    const bands = {
      nir: oracleRaster(vapour.nir),
      swir_1240: oracleRaster(vapour.swir),
      wv_905: wv_905!,
      wv_936: wv_936!,
      wv_940: wv_940!,
    }
    made.addScene('s', bands, { sunElevationDegrees })
    return made
  }

  it('gives back the water vapour that the bands were darkened by', async () => {
    const made = scene()
    const result = await agrees(
      waterVapourRatioTool,
      { scene: 's', sun_zenith: 35, view_zenith: 10 },
      made,
      vapour.water,
      2e-5,
    )
    await expectRows(made, result.layers![0]!.id, vapour.truth, 2e-3)
    for (const [band, rows] of vapour.transmittance.entries())
      await expectRows(made, result.layers![band + 1]!.id, rows, 1e-5)
    expect(result.layers![0]!.unit).toBe('cm')
  })

  it('takes the sun from the scene, and warns where it is not known', async () => {
    const known = await runTool(waterVapourRatioTool, { scene: 's', view_zenith: 10 }, scene(55))
    expect(number(known, 'mean')).toBeCloseTo(
      vapour.water.flat().reduce((sum, each) => sum + each, 0) / 60,
      4,
    )
    const unknown = await runTool(waterVapourRatioTool, { scene: 's' }, scene())
    expect(unknown.warnings!.join()).toContain('sun_zenith')
  })
})

describe('polarisation_difference', () => {
  it('is V less H in kelvin', async () => {
    const result = await agrees(
      polarisationDifferenceTool,
      { vertical: 'v', horizontal: 'h' },
      kelvin(),
      pair.difference,
      2e-5,
    )
    expect(result.layers![0]!.unit).toBe('K')
  })

  it('makes decibels linear before it takes them, and applies a fitted relation', async () => {
    const result = await agrees(
      polarisationDifferenceTool,
      { vertical: 'v', horizontal: 'h', gain: 0.3, offset: 0.1 },
      decibels(),
      pair.soil,
      1e-6,
    )
    expect(result.warnings!.join()).toContain('field data')
  })

  it('refuses a temperature beside backscatter', async () => {
    const made = kelvin()
    made.addRaster('b', oracleRaster(pair.decibels_h), { quantity: 'backscatter', unit: 'dB' })
    await expect(
      runTool(polarisationDifferenceTool, { vertical: 'v', horizontal: 'b' }, made),
    ).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('polarisation_ratio', () => {
  it('is the difference over the sum, of kelvin and of decibels made linear', async () => {
    await agrees(polarisationRatioTool, { vertical: 'v', horizontal: 'h' }, kelvin(), pair.ratio, 1e-7)
    await agrees(polarisationRatioTool, { vertical: 'v', horizontal: 'h' }, decibels(), pair.plants, 1e-6)
  })

  it('changes its sign when the channels change places', async () => {
    const one = await runTool(polarisationRatioTool, { vertical: 'v', horizontal: 'h' }, kelvin())
    const other = await runTool(polarisationRatioTool, { vertical: 'h', horizontal: 'v' }, kelvin())
    expect(number(one, 'mean')).toBeCloseTo(-number(other, 'mean'), 8)
  })
})

describe('frequency_difference', () => {
  it('is cut to the bounds that are given', async () => {
    const args = { first: 'v', second: 'h', gain: 0.007, offset: 0.1, lowest: 0, highest: 1 }
    await agrees(frequencyDifferenceTool, args, kelvin(), pair.clipped, 1e-6)
  })
})

describe('brightness_temperature_inversion', () => {
  it('adds up differences with their coefficients and cuts the sum', async () => {
    const args = { first: ['v', 'h'], second: ['h', 'v'], coefficients: [0.006, 0.004], offset: 0.05 }
    await agrees(brightnessTemperatureInversionTool, args, kelvin(), pair.regression, 1e-6)
  })

  it('refuses lists of unlike length', async () => {
    const args = { first: ['v', 'h'], second: ['h'], coefficients: [0.1] }
    await expect(runTool(brightnessTemperatureInversionTool, args, kelvin())).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('snow_depth_microwave', () => {
  it('is 1.59 cm a kelvin, and none where 37 GHz is warmer', async () => {
    const result = await agrees(snowDepthMicrowaveTool, { h18: 'v', h37: 'h' }, kelvin(), pair.snow, 5e-5)
    expect(result.layers![0]!.unit).toBe('cm')
    expect(number(result, 'min')).toBe(0)
  })
})

/** A scene of water reflectance. */
const waterScene = (quantity: 'reflectance' | 'raw' = 'reflectance') => {
  const made = new MemoryContext()
  made.addScene(
    's',
    { red: oracleRaster(water.red), nir: oracleRaster(water.nir), rededge1: oracleRaster(water.edge) },
    { quantity },
  )
  return made
}

describe('turbidity', () => {
  it('passes from red to near infrared as Dogliotti does', async () => {
    const result = await agrees(turbidityTool, { scene: 's' }, waterScene(), water.turbidity, 2e-3)
    expect(result.layers![0]!.unit).toBe('NTU')
    expect(result.warnings!.join()).toContain('No water mask')
  })

  it('is worked out inside the water mask alone, by hand', async () => {
    const made = new MemoryContext()
    made.addScene('s', { red: raster([[0.04, 0.06, 0.1]]), nir: raster([[0.01, 0.05, 0.1]]) })
    made.addRaster('w', raster(['##.']), { quantity: 'mask', meaning: 'water' })
    const result = await runTool(turbidityTool, { scene: 's', water: 'w' }, made)
    // 228.1 · 0.04 / (1 − 0.04 / 0.1641) = 12.06485; half of 228.1 · 0.06 / (1 − 0.06 / 0.1641) and half of 3078.9 · 0.05 / (1 − 0.05 / 0.2112)
    const both = (21.574_18 + 201.694_69) / 2
    await expectRows(made, result.layers![0]!.id, [[12.064_85, both, null]], 2e-3)
  })

  it('refuses raw numbers', async () => {
    await expect(runTool(turbidityTool, { scene: 's' }, waterScene('raw'))).rejects.toHaveProperty(
      'code',
      'scaling_unknown',
    )
  })
})

describe('suspended_matter', () => {
  it('follows Nechad at 665 nm', async () => {
    await agrees(suspendedMatterTool, { scene: 's' }, waterScene(), water.matter, 1e-4)
  })

  it('has no answer where the reflectance saturates', async () => {
    const made = new MemoryContext()
    made.addScene('s', { red: raster([[0.05, 0.1728, 0.3]]) })
    const result = await runTool(suspendedMatterTool, { scene: 's', offset: 1.74 }, made)
    expect(number(result, 'mean')).toBeCloseTo((355.85 * 0.05) / (1 - 0.05 / 0.1728) + 1.74, 3)
    expect(number(result, 'pixels_left_out', 'out_of_range')).toBe(2)
  })
})

describe('chlorophyll_ratio', () => {
  it('is the quadratic of NDCI', async () => {
    const rows = water.chlorophyll.map((row, line) =>
      row.map((each, place) => (water.red[line]![place]! > 0 && water.edge[line]![place]! > 0 ? each : null)),
    )
    await agrees(chlorophyllRatioTool, { scene: 's' }, waterScene(), rows, 1e-3)
  })
})

describe('empirical_water_quality', () => {
  it.each([
    [{ form: 'power', a: 120, n: 1.3, b: 2 }, 'power'],
    [{ form: 'logarithm', a: 10, b: 40 }, 'logarithm'],
  ] as const)('computes %j, never below zero', async (args, key) => {
    await agrees(
      empiricalWaterQualityTool,
      { layer: 's', band: 'red', ...args },
      waterScene(),
      water[key],
      1e-4,
    )
  })

  it('leaves out what is too large for a pixel', async () => {
    const made = new MemoryContext()
    made.addRaster('r', raster([[0.5, 3e38]]), { quantity: 'reflectance' })
    const result = await runTool(empiricalWaterQualityTool, { layer: 'r', a: 100 }, made)
    await expectRows(made, result.layers![0]!.id, [[50, NaN]], 1e-5)
    expect(number(result, 'max')).toBe(50)
  })

  it('is linear by default, in the unit asked for', async () => {
    const made = new MemoryContext()
    made.addRaster('r', raster([[0.1, 0.2, -0.5]]), { quantity: 'reflectance' })
    const result = await runTool(empiricalWaterQualityTool, { layer: 'r', a: 100, b: 5, unit: 'g/m3' }, made)
    await expectRows(made, result.layers![0]!.id, [[15, 25, 0]], 1e-5)
    expect(result.layers![0]!.unit).toBe('g/m3')
  })
})

describe('fire_pixels', () => {
  const made = () => {
    const context = new MemoryContext()
    context.addRaster('mask', raster([[3, 5, 7, 8], [9, 4, 6, 0]]), { quantity: 'class', meaning: 'fire_mask' }) // prettier-ignore
    context.addRaster('frp', raster([[0, 0, 10, 20], [60, 0, 0, NaN]]), { quantity: 'power', unit: 'MW' }) // prettier-ignore
    return context
  }

  it.each([
    ['low', ['..##', '#.??'], 3, 90],
    ['nominal', ['...#', '#.??'], 2, 80],
    ['high', ['....', '#.??'], 1, 60],
  ] as const)(
    'marks fires of at least %s confidence and adds up their power',
    async (confidence, rows, pixels, sum) => {
      const context = made()
      const result = await runTool(firePixelsTool, { fires: 'mask', power: 'frp', confidence }, context)
      expect(await drawn(await context.raster(result.layers![0]!.id))).toEqual(rows)
      expect(number(result, 'pixels')).toBe(pixels)
      expect(number(result, 'power_sum')).toBeCloseTo(sum, 10)
      // Pixels of 10 m on a side.
      expect(number(result, 'area')).toBeCloseTo(pixels * 0.01, 10)
    },
  )

  it('reads a raster of power by a threshold that fires have to be above', async () => {
    const context = made()
    const result = await runTool(firePixelsTool, { fires: 'frp', above: 10 }, context)
    expect(await drawn(await context.raster(result.layers![0]!.id))).toEqual(['...#', '#..?'])
    expect(number(result, 'power_max')).toBe(60)
  })

  it('adds up no power of pixels of another size', async () => {
    // A fire of 10 m over four pixels of 5 m with 10 MW each is one of 40 MW, of which the nearest would tell 10.
    const context = new MemoryContext()
    context.addRaster('mask', raster([[9]]), { quantity: 'class' })
    const fine = [
      [10, 10],
      [10, 10],
    ]
    const place = { transform: [5, 0, 500_000, 0, -5, 5_000_000] } as const
    context.addRaster('frp', raster(fine, place), { quantity: 'power', unit: 'MW' })
    const run = runTool(firePixelsTool, { fires: 'mask', power: 'frp' }, context)
    await expect(run).rejects.toHaveProperty('code', 'grid_mismatch')
  })

  it('tells of fires without a power', async () => {
    const context = new MemoryContext()
    context.addRaster('mask', raster([[9, 8]]), { quantity: 'class' })
    context.addRaster('frp', raster([[60, NaN]]), { quantity: 'power', unit: 'MW' })
    const result = await runTool(firePixelsTool, { fires: 'mask', power: 'frp' }, context)
    expect(number(result, 'power_sum')).toBe(60)
    expect(result.warnings!.join()).toContain('1 fire pixel without a power in frp')
  })

  it('says that there is none, and asks what an unknown raster holds', async () => {
    const context = made()
    context.addRaster('calm', raster([[3, 5]]), { quantity: 'class' })
    expect((await runTool(firePixelsTool, { fires: 'calm' }, context)).text).toContain('no fire')
    context.addRaster('raw', raster([[7]]), { quantity: 'raw', unit: 'DN' })
    await expect(runTool(firePixelsTool, { fires: 'raw' }, context)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})
