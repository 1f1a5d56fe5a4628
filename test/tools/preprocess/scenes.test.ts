import { describe, expect, it } from 'vitest'
import { medianOf } from '../../../src/raster/kernels/composite.ts'
import { onFlatGround } from '../../../src/raster/kernels/terrain/illumination.ts'
import type { RasterSource, Window } from '../../../src/raster/source.ts'
import { compositeBestPixelTool } from '../../../src/tools/preprocess/composite-best-pixel.ts'
import { compositeTool } from '../../../src/tools/preprocess/composite.ts'
import { maskByQualityTool } from '../../../src/tools/preprocess/mask-by-quality.ts'
import { pansharpenTool } from '../../../src/tools/preprocess/pansharpen.ts'
import { scaleRasterTool } from '../../../src/tools/preprocess/scale-raster.ts'
import { sunAngleCorrectionTool } from '../../../src/tools/preprocess/sun-angle-correction.ts'
import { topographicCorrectionTool } from '../../../src/tools/preprocess/topographic-correction.ts'
import { gridOf, pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { expectClose, lastPixels, numbers, onPixels, ORACLE } from './oracle.ts'

describe('scale_raster', () => {
  const scaled = async (values: readonly number[], args: Record<string, unknown>) => {
    const made = new MemoryContext()
    made.addRaster('a', raster([values]), { quantity: 'raw', unit: 'DN', date: '2020-05-01' })
    const result = await runTool(scaleRasterTool, { layer: 'a', ...args }, made)
    return { made, result, found: await lastPixels(made) }
  }

  it('scales Landsat reflectance and temperature as the product guide says', async () => {
    // 7273 · 0.0000275 − 0.2 = 0.0000075; 43636 · 0.0000275 − 0.2 = 0.99999
    const reflectance = await scaled([7273, 43636, NaN], { scale: 0.0000275, offset: -0.2 })
    expectClose(reflectance.found, [0.0000075, 0.99999, NaN], 6)
    expect(reflectance.made.saved[0]).toMatchObject({ unit: '1', port: { quantity: 'reflectance' } })
    // 45000 · 0.00341802 + 149 = 302.8109
    const kelvin = await scaled([45000], { scale: 0.00341802, offset: 149, quantity: 'temperature' })
    expectClose(kelvin.found, [302.8109], 3)
    expect(kelvin.made.saved[0]).toMatchObject({ unit: 'K', date: '2020-05-01' })
  })

  it('counts what lies outside the valid range and clamps nothing', async () => {
    const { found, result } = await scaled([-1000, 5000, 17000], {
      scale: 0.0001,
      valid_min: 0,
      valid_max: 1.6,
    })
    expectClose(found, [-0.1, 0.5, 1.7])
    expect(number(result, 'outside_valid_range')).toBe(2)
    expect(result.warnings!.join()).toContain('1 pixels lie below and 1 above')
  })

  it('does not scale twice, nor to a unit that the quantity lacks', async () => {
    const { made } = await scaled([1], { scale: 2 })
    const again = runTool(scaleRasterTool, { layer: made.saved[0]!.id, scale: 2 }, made)
    await expect(again).rejects.toThrow('already')
    made.addScene('s', { red: raster([[0.1]]) })
    const facts = made.layer('s').scene!
    made.addScene(
      't',
      { red: raster([[0.1]]) },
      { bands: facts.bands.map((band) => ({ ...band, scale: 1e-4 })) },
    )
    await expect(runTool(scaleRasterTool, { layer: 't', scale: 2 }, made)).rejects.toThrow('already')
    await expect(scaled([1], { scale: 1, quantity: 'temperature', unit: 'm' })).rejects.toThrow('K or degC')
    await expect(scaled([1], { scale: 0 })).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('sun_angle_correction', () => {
  it('divides by the sine of the sun elevation', async () => {
    const made = new MemoryContext()
    made.addRaster('a', raster([[0.1, NaN]]), { quantity: 'raw' })
    await runTool(sunAngleCorrectionTool, { layer: 'a', sun_elevation: 30 }, made)
    expectClose(await lastPixels(made), [0.2, NaN])
    expect(made.saved[0]!.port).toMatchObject({ quantity: 'reflectance' })
  })

  it('refuses raw numbers, finished reflectance and an unknown sun', async () => {
    const made = new MemoryContext()
    made.addRaster('dn', raster([[9000]]), { quantity: 'raw', unit: 'DN' })
    made.addScene('done', { red: raster([[0.1]]) }, { level: 'L2SP' })
    made.addScene('dark', { red: raster([[0.1]]) })
    const run = (layer: string) => runTool(sunAngleCorrectionTool, { layer }, made)
    await expect(run('dn')).rejects.toHaveProperty('code', 'scaling_unknown')
    await expect(run('done')).rejects.toThrow('taken into account')
    await expect(run('dark')).rejects.toThrow('not known')
  })
})

describe('topographic_correction', () => {
  const { topography } = ORACLE
  const hills = () => {
    const made = new MemoryContext()
    made.addRaster('band', onPixels(topography.values), { quantity: 'reflectance' })
    made.addRaster('dem', onPixels(topography.heights), { quantity: 'elevation', unit: 'm' })
    return made
  }
  const sun = { layer: 'band', elevation: 'dem', sun_azimuth: 140, sun_elevation: 50 }

  it.each([
    ['c', 'corrected'],
    ['cosine', 'cosine'],
  ] as const)('by %s is what numpy and scipy compute', async (method, key) => {
    const made = hills()
    const result = await runTool(topographicCorrectionTool, { ...sun, method }, made)
    expectClose(await lastPixels(made), numbers(topography[key]).flat(), 4)
    if (method === 'c') expect(number(result, 'c')).toBeCloseTo(topography.c, 4)
    // At least the 48 pixels of the border have no slope.
    expect(number(result, 'shaded')).toBeGreaterThanOrEqual(48)
  })

  it('makes ground even that the light alone made uneven, by hand', async () => {
    // A plane that rises a metre a metre eastwards faces west. Sun in the west at 45°: cos i = 1, so times sin 45°.
    const made = new MemoryContext()
    made.addRaster('dem', raster([0, 1, 2].map(() => [0, 10, 20])), { quantity: 'elevation', unit: 'm' })
    made.addRaster('band', raster([0, 1, 2].map(() => [0.3, 0.3, 0.3])), { quantity: 'reflectance' })
    const args = { ...sun, sun_azimuth: 270, sun_elevation: 45, method: 'cosine' }
    await runTool(topographicCorrectionTool, args, made)
    expect((await lastPixels(made))[4]).toBeCloseTo(0.3 * Math.SQRT1_2, 6)
  })

  it('has no value where c leaves no light to divide by', async () => {
    // (0.7 − 0.1) / (0.5 − 0.1) = 1.5; 0.05 − 0.1 is below zero.
    const [values, light] = [raster([[0.3, 0.3]]), raster([[0.5, 0.05]])]
    expectClose(await pixels(onFlatGround(values, light, { up: 0.7, c: -0.1 })), [0.45, NaN])
  })

  it('refuses a band that does not follow the light', async () => {
    const run = runTool(topographicCorrectionTool, { ...sun, sun_azimuth: 320 }, hills())
    await expect(run).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('mask_by_quality', () => {
  const masked = async (quality: Record<string, RasterSource>, hide?: readonly string[]) => {
    const made = new MemoryContext()
    made.addScene('s', { red: raster([[1, 2, 3, 4, 5, NaN]]), ...quality }, { date: '2020-05-01' })
    const result = await runTool(maskByQualityTool, { scene: 's', ...(hide && { hide }) }, made)
    return { made, result, found: await lastPixels(made) }
  }

  it('hides the bits of QA_PIXEL by name and counts each', async () => {
    // Clear 64, cloud bit 3 = 8, shadow bit 4 = 16, both, snow bit 5 = 32.
    const { found, result, made } = await masked({ qa_pixel: raster([[64, 8, 16, 24, 32, 8]]) }, [
      'cloud',
      'shadow',
    ])
    expect(found).toEqual([1, NaN, NaN, NaN, 5, NaN])
    expect([number(result, 'hidden', 'cloud'), number(result, 'hidden', 'shadow')]).toEqual([2, 1])
    expect(number(result, 'hidden_share')).toBe(60)
    expect(result.text).toContain('cloud (cloud)')
    expect(made.saved[0]).toMatchObject({
      date: '2020-05-01',
      port: { quantity: 'reflectance', meaning: 'red' },
    })
  })

  it('hides the classes of SCL, and says what it does not tell', async () => {
    // 4 vegetation, 8 and 9 cloud, 3 shadow, 6 water
    const { found, result } = await masked({ scl: raster([[4, 8, 9, 3, 6, 4]]) }, [
      'cloud',
      'water',
      'dilated_cloud',
    ])
    expect(found).toEqual([1, NaN, NaN, 4, NaN, NaN])
    expect(result.warnings!.join()).toContain('scl does not tell dilated_cloud')
  })

  it('saves no codes that a byte cannot hold', async () => {
    // QA_PIXEL of clear ground is 21824, which the low byte alone would make 64.
    const made = new MemoryContext()
    const bands = { red: raster([[1, 2]]), qa_pixel: raster([[21824, 22280]]) }
    made.addScene('s', bands, { date: '2020-05-01' })
    const run = runTool(maskByQualityTool, { scene: 's', band: 'qa_pixel' }, made)
    await expect(run).rejects.toThrow('from 21824 to 21824')
    expect(made.saved).toEqual([])
  })

  it('hides where the quality band has no data', async () => {
    const { found, result } = await masked({ fmask: raster([[NaN, 0, 0, 0, 2, 0]]) })
    expect(found).toEqual([NaN, 2, 3, 4, NaN, NaN])
    expect(number(result, 'hidden')).toBe(2)
  })

  it('needs a quality band that tells what is asked', async () => {
    await expect(masked({})).rejects.toHaveProperty('code', 'band_missing')
    const snow = masked({ modis_lst_qc: raster([[0, 0, 0, 0, 0, 0]]) }, ['snow'])
    await expect(snow).rejects.toThrow('it tells cloud, fill')
  })
})

describe('pansharpen', () => {
  const scene = () => {
    const made = new MemoryContext()
    const coarse = { transform: [20, 0, 500_000, 0, -20, 5_000_000] as const }
    made.addScene('s', {
      red: raster([[0.3]], coarse),
      green: raster([[0.2]], coarse),
      blue: raster([[0.1]], coarse),
      pan: raster([[0.2, 0.1], [0.4, NaN]]), // prettier-ignore
    })
    return made
  }

  it('keeps the ratios of the bands and gives their mean the values of pan', async () => {
    const made = scene()
    const bands: number[][] = []
    for (const band of ['red', 'green', 'blue']) {
      await runTool(pansharpenTool, { scene: 's', band }, made)
      bands.push(await lastPixels(made))
    }
    const [red, green, blue] = bands as [number[], number[], number[]]
    expectClose(red, [0.3, 0.15, 0.6, NaN])
    expectClose(
      red.map((value, at) => value / blue[at]!),
      [3, 3, 3, NaN],
    )
    expectClose(
      red.map((value, at) => (value + green[at]! + blue[at]!) / 3),
      [0.2, 0.1, 0.4, NaN],
    )
  })

  it('takes the mean of band and pan', async () => {
    const made = scene()
    await runTool(pansharpenTool, { scene: 's', method: 'mean' }, made)
    expectClose(await lastPixels(made), [0.25, 0.2, 0.35, NaN])
  })

  it('refuses a pan coarser than the band', async () => {
    const made = scene()
    const coarse = raster([[0.2]], { transform: [40, 0, 500_000, 0, -40, 5_000_000] })
    const fine = raster([[0.2]])
    made.addScene('u', { red: fine, green: fine, blue: fine, pan: coarse })
    await expect(runTool(pansharpenTool, { scene: 'u' }, made)).rejects.toThrow('larger pixels')
  })
})

const { composites } = ORACLE
const DATES = ['2020-05-03', '2020-05-01', '2020-05-05', '2020-05-02', '2020-05-04']

describe('composite', () => {
  const stack = () => {
    const made = new MemoryContext()
    for (const [place, rows] of composites.stack.entries())
      made.addRaster(`a${place}`, onPixels(rows), { quantity: 'index', meaning: 'ndvi', date: DATES[place]! })
    return made
  }
  const layers = composites.stack.map((_, place) => `a${place}`)

  it.each(['median', 'mean', 'max', 'min'] as const)('is the nan%s of numpy', async (method) => {
    const made = stack()
    const result = await runTool(compositeTool, { layers, method }, made)
    expectClose(await lastPixels(made), numbers(composites[method]).flat())
    expect(number(result, 'dates')).toBe(5)
    // One place has no value on any date.
    expect(number(result, 'covered_share')).toBe(95)
    expect(made.saved[0]!.date).toBe('2020-05-05')
  })

  it('takes the most recent clear pixel, whatever the order of the list', async () => {
    const made = new MemoryContext()
    const scene = (id: string, date: string, red: number[], qa: number[]) =>
      made.addScene(id, { red: raster([red]), qa_pixel: raster([qa]) }, { date })
    scene('new', '2020-06-01', [1, 2, NaN], [64, 8, 64])
    scene('old', '2020-04-01', [7, 8, 9], [64, 64, 64])
    scene('mid', '2020-05-01', [4, 5, 6], [8, 64, 8])
    const run = (clouds: string) =>
      runTool(
        compositeTool,
        { layers: ['mid', 'new', 'old'], band: 'red', method: 'most_recent', clouds },
        made,
      )
    const result = await run('mask')
    expect(await lastPixels(made)).toEqual([1, 5, 9])
    expect(result.text).toContain('in 3 of 3 layers')
    await run('keep')
    expect(await lastPixels(made)).toEqual([1, 2, 6])
  })

  it('makes no new class out of two', async () => {
    // SCL 4 is vegetation and 6 water; their median, 5, is bare soil.
    const made = new MemoryContext()
    for (const [place, code] of [6, 4].entries()) {
      made.addScene(`s${place}`, { red: raster([[1]]), scl: raster([[code]]) }, { date: DATES[place]! })
    }
    const compose = (method: string) =>
      runTool(compositeTool, { layers: ['s0', 's1'], band: 'scl', method }, made)
    for (const method of ['median', 'mean', 'min', 'max']) {
      await expect(compose(method)).rejects.toThrow('scl of s0 holds codes')
    }
    await compose('most_recent')
    expect(await lastPixels(made)).toEqual([6])
  })

  it('needs dates for the most recent', async () => {
    const made = stack()
    made.addRaster('b', onPixels(composites.stack[0]!), { quantity: 'index', meaning: 'ndvi' })
    const run = runTool(compositeTool, { layers: ['a0', 'b'], method: 'most_recent' }, made)
    await expect(run).rejects.toThrow('no date')
  })
})

describe('medianOf', () => {
  /** A raster that computes its pixels and counts those held at once. */
  const counting = (width: number, height: number, held: { now: number; most: number }) => {
    const read = async (window: Window) => {
      held.now += window.width * window.height
      held.most = Math.max(held.most, held.now)
      await Promise.resolve()
      held.now -= window.width * window.height
      return new Float32Array(window.width * window.height).fill(window.row)
    }
    return { grid: gridOf(width, height), blockSize: { width, height: 1 }, read } satisfies RasterSource
  }

  it('holds at most 8 million pixels of 100 rasters at once', async () => {
    const held = { now: 0, most: 0 }
    const sources = Array.from({ length: 100 }, () => counting(2000, 2000, held))
    await medianOf(sources).read({ col: 0, row: 0, width: 2000, height: 131 })
    expect(held.most).toBeLessThanOrEqual(1 << 23)
  })

  it('is the same whatever the window', async () => {
    const sources = composites.stack.map((rows) => onPixels(rows))
    const whole = await pixels(medianOf(sources))
    const part = await medianOf(sources).read({ col: 1, row: 1, width: 3, height: 2 })
    expectClose(
      [...part],
      [6, 7, 8, 11, 12, 13].map((at) => whole[at]!),
    )
  })
})

describe('composite_best_pixel', () => {
  it('takes the pixel of the greenest date as numpy does', async () => {
    const made = new MemoryContext()
    const scenes = composites.red.map((red, place) => {
      const bands = { red: onPixels(red), nir: onPixels(composites.nir[place]!) }
      return made.addScene(`s${place}`, bands, { date: DATES[place]! }).id
    })
    const result = await runTool(compositeBestPixelTool, { scenes }, made)
    expectClose(await lastPixels(made), numbers(composites.greenest).flat())
    expect(number(result, 'dates')).toBe(3)
    expect(made.saved[0]!.port).toMatchObject({ quantity: 'reflectance', meaning: 'nir' })
  })

  it('leaves out clouds, unless they are kept', async () => {
    const made = new MemoryContext()
    const scene = (id: string, date: string, nir: number[], qa: number[]) =>
      made.addScene(id, { red: raster([[0.1, 0.1]]), nir: raster([nir]), qa_pixel: raster([qa]) }, { date })
    scene('a', '2020-06-01', [0.5, 0.2], [8, 64])
    scene('b', '2020-06-09', [0.3, 0.3], [64, 64])
    await runTool(compositeBestPixelTool, { scenes: ['a', 'b'] }, made)
    expectClose(await lastPixels(made), [0.3, 0.3])
    await runTool(compositeBestPixelTool, { scenes: ['a', 'b'], clouds: 'keep' }, made)
    expectClose(await lastPixels(made), [0.5, 0.3])
  })
})
