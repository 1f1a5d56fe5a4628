import { describe, expect, it } from 'vitest'
import { isSameGrid, mapSources, memorySource, rowBands, walkBlocks } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Affine, Grid } from '../../src/raster/grid/grid.ts'
import { wholeWindow } from '../../src/raster/source.ts'

const TRANSFORM: Affine = [10, 0, 500000, 0, -10, 5200000]
const GRID: Grid = { width: 3, height: 2, crs: crsFromEpsg(32633), transform: TRANSFORM }
const source = memorySource(GRID, Float32Array.of(1, 2, 3, 4, NaN, 6))

describe('memorySource', () => {
  it('gives NaN beyond the grid', async () => {
    expect([...(await source.read({ col: 2, row: 1, width: 2, height: 2 }))]).toEqual([6, NaN, NaN, NaN])
  })

  it('resamples as it is asked to', async () => {
    const size = { width: 1, height: 1 }
    expect([...(await source.read(wholeWindow(GRID), { size, resampling: 'average' }))]).toEqual(
      [16 / 5].map(Math.fround),
    )
  })

  it('refuses an array of another size', () => {
    expect(() => memorySource(GRID, new Float32Array(5))).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})

describe('mapSources', () => {
  const squared = mapSources([source], ([block], out) => {
    for (let index = 0; index < out.length; index++) out[index] = block![index]! ** 2
  })

  it('applies the kernel to what is read', async () => {
    expect([...(await squared.read(wholeWindow(GRID)))]).toEqual([1, 4, 9, 16, NaN, 36])
  })

  it('resamples results, not inputs', async () => {
    const mean = await squared.read(wholeWindow(GRID), {
      size: { width: 1, height: 1 },
      resampling: 'average',
    })
    expect(mean[0]).toBeCloseTo((1 + 4 + 9 + 16 + 36) / 5, 5)
  })

  it('refuses unlike grids', () => {
    const moved = memorySource({ ...GRID, transform: [10, 0, 500001, 0, -10, 5200000] }, new Float32Array(6))
    expect(() => mapSources([source, moved], () => undefined)).toThrow(
      expect.objectContaining({ code: 'grid_mismatch' }),
    )
  })
})

describe('isSameGrid', () => {
  it('forgives rounding and nothing more', () => {
    const shifted = (by: number): Grid => ({ ...GRID, transform: [10, 0, 500000 + by, 0, -10, 5200000] })
    expect(isSameGrid(GRID, shifted(1e-7))).toBe(true)
    expect(isSameGrid(GRID, shifted(0.1))).toBe(false)
  })
})

describe('rowBands', () => {
  it('covers each row once, by whole blocks', () => {
    const bands = rowBands({
      grid: { ...GRID, width: 3000, height: 1000 },
      blockSize: { width: 256, height: 256 },
    })
    expect(bands.map(({ row, height }) => [row, height])).toEqual([
      [0, 256],
      [256, 256],
      [512, 256],
      [768, 232],
    ])
  })
})

describe('walkBlocks', () => {
  it('visits every pixel once and reports progress', async () => {
    const seen: number[] = []
    const fractions: number[] = []
    await walkBlocks([source], ([block]) => void seen.push(...block!), {
      progress: (fraction) => fractions.push(fraction),
    })
    expect(seen).toEqual([1, 2, 3, 4, NaN, 6])
    expect(fractions.at(-1)).toBe(1)
  })

  it('stops when the signal says so', async () => {
    await expect(
      walkBlocks([source], () => undefined, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
