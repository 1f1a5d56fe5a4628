import { describe, expect, it } from 'vitest'
import { findIndex } from '../../../src/sensing/indices.ts'
import { indexTool } from '../../../src/tools/indices/spectral-index.ts'
import type { Affine } from '../../../src/raster/grid/grid.ts'
import { raster, pixels } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const nbr = indexTool(findIndex('nbr')!)
const evi = indexTool(findIndex('evi')!)
const TWENTY: Affine = [20, 0, 500_000, 0, -20, 5_000_000]

const flat = (value: number, rows = 2, cols = 2) =>
  raster(Array.from({ length: rows }, () => new Array<number>(cols).fill(value)))

describe('indexTool', () => {
  it('computes the index of a scene and says what it left out and why', async () => {
    const context = new MemoryContext()
    context.addScene(
      's',
      { nir: raster([[0.4, 0.3], [-0.01, NaN]]), swir2: raster([[0.1, 0.3], [0.1, 0.1]]) }, // prettier-ignore
      { date: '2020-05-01' },
    )
    const result = await runTool(nbr, { scene: 's' }, context)
    expect(number(result, 'mean')).toBeCloseTo(0.3, 6)
    expect(number(result, 'max')).toBeCloseTo(0.6, 6)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    expect(number(result, 'pixels_left_out', 'not_positive')).toBe(1)
    expect(number(result, 'pixels_left_out', 'cloud')).toBe(0)
    expect(result.facts).toEqual({ valid_share: 0.5 })
    expect(result.warnings).toHaveLength(2)
    expect(context.saved[0]).toMatchObject({
      title: 'NBR 2020-05-01',
      date: '2020-05-01',
      unit: '1',
      port: { kind: 'raster', quantity: 'index', meaning: 'nbr' },
    })
  })

  it('averages a finer band on to the grid of the coarser one and says so', async () => {
    const context = new MemoryContext()
    context.addScene('s', {
      nir: raster([[0.1, 0.3, 0.5, 0.5], [0.2, 0.2, 0.5, 0.5]]), // prettier-ignore
      swir2: raster([[0.1, 0.1]], { transform: TWENTY }),
    })
    const result = await runTool(nbr, { scene: 's' }, context)
    // Block means of nir: 0.2 and 0.5; NBR 0.1 / 0.3 and 0.4 / 0.6.
    const values = await pixels(await context.raster(context.saved[0]!.id))
    expect(values[0]).toBeCloseTo(1 / 3, 6)
    expect(values[1]).toBeCloseTo(2 / 3, 6)
    expect(result.text).toContain('nir of s averaged on to the grid of swir2')
  })

  it('takes the narrow near infrared where the partner lies on its grid', async () => {
    const context = new MemoryContext()
    context.addScene('s', {
      nir: flat(0.9, 2, 4),
      nir_narrow: raster([[0.3, 0.3]], { transform: TWENTY }),
      swir2: raster([[0.1, 0.1]], { transform: TWENTY }),
    })
    const result = await runTool(nbr, { scene: 's' }, context)
    expect(number(result, 'mean')).toBeCloseTo(0.5, 6)
    expect(result.text).toContain('narrow near infrared')
  })

  it('leaves out what the quality band hides, by nearest pixel, unless told to keep it', async () => {
    const context = new MemoryContext()
    context.addScene('s', {
      nir: flat(0.4, 2, 4),
      swir2: flat(0.1, 2, 4),
      // 9: cloud of high probability, 4: vegetation.
      scl: raster([[9, 4]], { transform: TWENTY }),
    })
    const masked = await runTool(nbr, { scene: 's' }, context)
    expect(number(masked, 'pixels_left_out', 'cloud')).toBe(4)
    expect(await pixels(await context.raster(context.saved[0]!.id))).toEqual(
      [NaN, NaN, 0.6, 0.6, NaN, NaN, 0.6, 0.6].map(Math.fround),
    )
    const kept = await runTool(nbr, { scene: 's', clouds: 'keep' }, context)
    expect(number(kept, 'pixels_left_out', 'cloud')).toBe(0)
  })

  it('reads the bits of QA_PIXEL: shadow (bit 4) hides, water (bit 7) does not', async () => {
    const context = new MemoryContext()
    context.addScene('s', {
      nir: flat(0.4, 1, 2),
      swir2: flat(0.1, 1, 2),
      qa_pixel: raster([[1 << 4, (1 << 7) | (1 << 6)]]),
    })
    const result = await runTool(nbr, { scene: 's' }, context)
    expect(number(result, 'pixels_left_out', 'cloud')).toBe(1)
  })

  it('runs a ratio on raw numbers with a warning, and refuses what needs reflectance', async () => {
    const context = new MemoryContext()
    const bands = { nir: flat(4000), swir2: flat(1000), red: flat(500), blue: flat(400) }
    context.addScene('s', bands, { quantity: 'raw' })
    const result = await runTool(nbr, { scene: 's' }, context)
    expect(number(result, 'mean')).toBeCloseTo(0.6, 6)
    expect(result.warnings?.join()).toContain('raw numbers')
    await expect(runTool(evi, { scene: 's' }, context)).rejects.toMatchObject({
      code: 'scaling_unknown',
      message: expect.stringContaining('scale and offset') as string,
    })
  })

  it('says that one scene was scaled by hand where another was not', async () => {
    const byHand = { field: 'scaling', value: 'DN × 0.0001', why: 'set by hand', sure: true } as const
    const context = new MemoryContext()
    const bands = () => ({ nir: flat(0.4), swir2: flat(0.1) })
    const warnings = async (scene: string) => (await runTool(nbr, { scene }, context)).warnings?.join(' ')
    context.addScene('scene-1', bands(), { assumptions: [byHand] })
    expect(await warnings('scene-1')).not.toContain('by hand')
    context.addScene('scene-2', bands())
    expect(await warnings('scene-1')).toContain('scaling of scene-1 was set by hand')
    expect(await warnings('scene-2')).not.toContain('by hand')
  })

  it('names the band that is missing and those there are', async () => {
    const context = new MemoryContext()
    context.addScene('s', { red: flat(0.1), nir: flat(0.3) })
    await expect(runTool(nbr, { scene: 's' }, context)).rejects.toMatchObject({
      code: 'band_missing',
      message: expect.stringMatching(/no band swir2; it has red, nir/) as string,
    })
  })

  it('refuses a result, and a scene with no valid pixel', async () => {
    const context = new MemoryContext()
    context.addRaster('r', flat(0.5), { quantity: 'index', meaning: 'ndvi' })
    await expect(runTool(nbr, { scene: 'r' }, context)).rejects.toHaveProperty('code', 'invalid_input')
    context.addScene('s', { nir: flat(NaN), swir2: flat(1) })
    await expect(runTool(nbr, { scene: 's' }, context)).rejects.toHaveProperty('code', 'nothing_valid')
  })

  it('takes radar scenes in linear power, and brings decibels to it', async () => {
    const context = new MemoryContext()
    const ratio = indexTool(findIndex('vh_over_vv')!)
    context.addScene('power', { vv: flat(0.1), vh: flat(0.02) }, { quantity: 'backscatter' })
    expect(number(await runTool(ratio, { scene: 'power' }, context), 'mean')).toBeCloseTo(0.2, 6)
    // −10 dB is 0.1, −20 dB is 0.01.
    const decibels = { quantity: 'backscatter', isDecibel: true } as const
    context.addScene('decibels', { vv: flat(-10), vh: flat(-20) }, decibels)
    const result = await runTool(ratio, { scene: 'decibels' }, context)
    expect(number(result, 'mean')).toBeCloseTo(0.1, 6)
    expect(result.text).toContain('Decibels were brought to linear power')
  })

  it('refuses radar numbers that may be anything, even for a ratio', async () => {
    const context = new MemoryContext()
    context.addScene('s', { vv: flat(300), vh: flat(100) }, { quantity: 'raw' })
    await expect(runTool(indexTool(findIndex('vh_over_vv')!), { scene: 's' }, context)).rejects.toMatchObject(
      {
        code: 'scaling_unknown',
        message: expect.stringContaining('linear power') as string,
      },
    )
  })

  it('refuses a thermal band that is not in kelvin beside reflectance', async () => {
    const context = new MemoryContext()
    const layer = context.addScene('s', { nir: flat(0.3), swir2: flat(0.1), thermal1: flat(25_000) })
    const bands = layer.scene!.bands.map((band) =>
      band.name === 'thermal1' ? { ...band, scale: NaN } : band,
    )
    context.addScene('s', { nir: flat(0.3), swir2: flat(0.1), thermal1: flat(25_000) }, { bands })
    const nbrt1 = indexTool(findIndex('nbrt1')!)
    await expect(runTool(nbrt1, { scene: 's' }, context)).rejects.toMatchObject({
      code: 'scaling_unknown',
      message: expect.stringContaining('kelvin') as string,
    })
    expect(nbrt1.needs['scene']).toMatchObject({
      quantity: 'reflectance',
      bands: ['nir', 'swir2', 'thermal1'],
    })
  })
})
