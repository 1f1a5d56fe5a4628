import { describe, expect, it } from 'vitest'
import { compositeTool } from '../../../src/tools/preprocess/composite.ts'
import { mosaicTool } from '../../../src/tools/preprocess/mosaic.ts'
import { multilookTool } from '../../../src/tools/preprocess/multilook.ts'
import { resampleRasterTool } from '../../../src/tools/preprocess/resample-raster.ts'
import { sarRatioTool } from '../../../src/tools/preprocess/sar-ratio.ts'
import { sarToDbTool } from '../../../src/tools/preprocess/sar-to-db.ts'
import { sarToLinearTool } from '../../../src/tools/preprocess/sar-to-linear.ts'
import { smoothTool } from '../../../src/tools/preprocess/smooth.ts'
import { speckleFilterTool } from '../../../src/tools/preprocess/speckle-filter.ts'
import type { Unit } from '../../../src/trace/quantity.ts'
import { pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { expectClose, lastPixels, numbers, onPixels, ORACLE, type Rows } from './oracle.ts'

function radar(rows: Rows, unit: Unit = '1') {
  const context = new MemoryContext()
  context.addRaster('s', onPixels(rows), { quantity: unit === 'DN' ? 'raw' : 'backscatter', unit })
  return context
}

const { focal } = ORACLE

describe('sar_to_db', () => {
  it('is 10·log10 of numpy', async () => {
    const context = radar(focal['power']!)
    await runTool(sarToDbTool, { layer: 's' }, context)
    expectClose(await lastPixels(context), numbers(focal['decibel']!).flat(), 4)
    expect(context.saved[0]).toMatchObject({ unit: 'dB', port: { quantity: 'backscatter' } })
  })

  it('leaves out and counts what is not above zero', async () => {
    const context = radar([[1, 0.1, 0, -0.5, null]])
    const result = await runTool(sarToDbTool, { layer: 's' }, context)
    expectClose(await lastPixels(context), [0, -10, NaN, NaN, NaN])
    expect(number(result, 'not_positive')).toBe(2)
    expect(result.warnings!.join()).toContain('2 pixels left out')
  })

  it('takes twice the logarithm of amplitude', async () => {
    const context = radar([[100, 10]], 'DN')
    await expect(runTool(sarToDbTool, { layer: 's' }, context)).rejects.toHaveProperty(
      'code',
      'scaling_unknown',
    )
    await runTool(sarToDbTool, { layer: 's', given: 'amplitude' }, context)
    expectClose(await lastPixels(context), [40, 20])
  })

  it('does not convert twice', async () => {
    await expect(runTool(sarToDbTool, { layer: 's' }, radar([[-10]], 'dB'))).rejects.toThrow('already')
    const context = radar([[1, 2]])
    await runTool(sarToDbTool, { layer: 's' }, context)
    const again = runTool(sarToDbTool, { layer: context.saved[0]!.id, given: 'power' }, context)
    await expect(again).rejects.toThrow('twice')
  })
})

describe('sar_to_linear', () => {
  it('is the inverse of sar_to_db', async () => {
    const context = radar(focal['power']!)
    await runTool(sarToDbTool, { layer: 's' }, context)
    await runTool(sarToLinearTool, { layer: context.saved[0]!.id }, context)
    expectClose(await lastPixels(context), numbers(focal['power']!).flat(), 6)
    expect(context.saved[1]!.unit).toBe('1')
  })

  it('refuses numbers that are no decibels', async () => {
    // 10^(450 / 10) is beyond the largest 32-bit number, 3.4e38.
    const context = radar([[450, 120]], 'dB')
    const run = runTool(sarToLinearTool, { layer: 's' }, context)
    await expect(run).rejects.toThrow('too large')
    expect(context.saved).toEqual([])
  })

  it('is the power of ten', async () => {
    const context = radar([[-20, 0, 10, null]], 'dB')
    await runTool(sarToLinearTool, { layer: 's' }, context)
    expectClose(await lastPixels(context), [0.01, 1, 10, NaN])
  })

  it('refuses linear power', async () => {
    await expect(runTool(sarToLinearTool, { layer: 's' }, radar([[0.1]]))).rejects.toThrow('already')
  })
})

describe('speckle_filter', () => {
  it("is Lee's filter of 1980 as numpy computes it", async () => {
    const context = radar(focal['power']!)
    await runTool(speckleFilterTool, { layer: 's', window: 5, looks: 4 }, context)
    expectClose(await lastPixels(context), numbers(focal['lee5']!).flat())
  })

  it('gives the mean where the spread is speckle alone, and the pixel itself for endless looks', async () => {
    const rows = [
      [1, 1.1, 0.9],
      [0.95, 1.05, 1],
      [1, 0.9, 1.1],
    ]
    const even = radar(rows)
    await runTool(speckleFilterTool, { layer: 's', window: 3, looks: 1 }, even)
    expect((await lastPixels(even))[4]).toBeCloseTo(1, 6)
    const context = radar([[0.1, 0.9, 0.2]])
    await runTool(speckleFilterTool, { layer: 's', window: 3, looks: 1000 }, context)
    expectClose(await lastPixels(context), [0.1, 0.9, 0.2], 2)
  })

  it('works in linear power on decibel and says so', async () => {
    // The mean of 1 and 0.1 is 0.55: -2.596 dB, where the mean of decibel would be -5.
    const context = radar([[0, -10, null]], 'dB')
    const result = await runTool(speckleFilterTool, { layer: 's', filter: 'boxcar', window: 3 }, context)
    expectClose(await lastPixels(context), [10 * Math.log10(0.55), 10 * Math.log10(0.55), NaN])
    expect(result.text).toContain('linear power first')
    expect(context.saved[0]!.unit).toBe('dB')
  })
})

describe('multilook', () => {
  it('averages blocks and keeps the mean', async () => {
    const context = radar([
      [1, 3, 0, 4],
      [5, 7, 2, 2],
    ])
    const result = await runTool(multilookTool, { layer: 's' }, context)
    expect(await lastPixels(context)).toEqual([4, 2])
    expect(number(result, 'mean')).toBe(3)
    expect(context.saved[0]!.grid!.transform.slice(0, 3)).toEqual([20, 0, 500_000])
  })

  it('averages decibel in linear power, valid pixels alone', async () => {
    const context = radar([[0, -10, null, -20]], 'dB')
    await runTool(multilookTool, { layer: 's', across: 2, down: 1 }, context)
    expectClose(await lastPixels(context), [10 * Math.log10(0.55), -20])
  })
})

describe('sar_ratio', () => {
  const scene = () => {
    const context = new MemoryContext()
    context.addScene(
      'p',
      { vv: raster([[0.4, 0.2, 0.1]]), vh: raster([[0.1, 0.2, 0]]) },
      { quantity: 'backscatter' },
    )
    return context
  }

  it('divides power, or takes decibel from each other', async () => {
    const context = scene()
    await runTool(sarRatioTool, { co: 'p', cross: 'p', given: 'power' }, context)
    expectClose(await lastPixels(context), [4, 1, NaN])
    await runTool(sarRatioTool, { co: 'p', cross: 'p', given: 'power', as: 'decibel' }, context)
    expectClose(await lastPixels(context), [10 * Math.log10(4), 0, NaN])
    expect(context.saved[1]).toMatchObject({ unit: 'dB', port: { meaning: 'sar_ratio' } })
  })

  it('is the same from decibel and from power', async () => {
    const context = scene()
    context.addRaster('co', raster([[10 * Math.log10(0.4)]]), { quantity: 'backscatter', unit: 'dB' })
    context.addRaster('cross', raster([[0.1]]), { quantity: 'backscatter' })
    await runTool(sarRatioTool, { co: 'co', cross: 'cross' }, context)
    expect((await pixels(await context.raster(context.saved[0]!.id)))[0]).toBeCloseTo(4, 5)
  })
})

describe('decibels', () => {
  // The mean of 0.1 and 0.01 is 0.055, −12.596 dB; that of −10 and −20 would be −15.
  const MEAN = 10 * Math.log10(0.055)
  const pair = () => {
    const made = new MemoryContext()
    const held = { quantity: 'backscatter', unit: 'dB' } as const
    made.addRaster('both', raster([[-10, -20]]), { ...held, date: '2020-05-01' })
    made.addRaster('one', raster([[-10]]), { ...held, date: '2020-05-01' })
    made.addRaster('other', raster([[-20]]), { ...held, date: '2020-05-02' })
    return made
  }

  it.each([
    ['smooth', smoothTool, { layer: 'both', method: 'mean', window: 3 }, [MEAN, MEAN]],
    ['resample_raster', resampleRasterTool, { layer: 'both', factor: 2, method: 'average' }, [MEAN]],
    ['composite', compositeTool, { layers: ['one', 'other'], method: 'mean' }, [MEAN]],
    ['mosaic', mosaicTool, { layers: ['one', 'other'], rule: 'mean' }, [MEAN]],
  ])('are averaged by %s in power', async (_, tool, args, expected) => {
    const made = pair()
    const result = await runTool(tool, args, made)
    expectClose(await lastPixels(made), expected, 5)
    expect(made.saved[0]!.unit).toBe('dB')
    expect(result.text).toContain('linear power')
  })

  it('have a median of their own', async () => {
    const made = pair()
    await runTool(smoothTool, { layer: 'one', method: 'median', window: 3 }, made)
    expect(await lastPixels(made)).toEqual([-10])
  })
})
