import { describe, expect, it } from 'vitest'
import { sampleExtent } from '../../../src/raster/render/sample-extent.ts'
import { gridOf, sourceOf, watched } from './grids.ts'

// 3 × 2 pixels of 10 m, upper left corner at (100, 60):
//   1 2 3   y 50..60
//   4 5 6   y 40..50
const northUp = sourceOf(gridOf(3, 2, [10, 0, 100, 0, -10, 60]), [1, 2, 3, 4, 5, 6])

const sample = async (
  source: typeof northUp,
  extent: [number, number, number, number],
  width: number,
  height: number,
) => Array.from(await sampleExtent(source, { extent, size: { width, height } }))

describe('sampleExtent', () => {
  it('gives the pixels themselves where the image lies on them', async () => {
    expect(await sample(northUp, [100, 40, 130, 60], 3, 2)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('is NaN outside the grid', async () => {
    expect(await sample(northUp, [120, 50, 140, 70], 2, 2)).toEqual([NaN, NaN, 3, NaN])
    expect(await sample(northUp, [500, 500, 520, 520], 2, 2)).toEqual([NaN, NaN, NaN, NaN])
  })

  it('repeats pixels where the image is finer', async () => {
    expect(await sample(northUp, [110, 40, 120, 50], 2, 2)).toEqual([5, 5, 5, 5])
    expect(await sample(northUp, [105, 45, 125, 55], 4, 2)).toEqual([1, 2, 2, 3, 4, 5, 5, 6])
  })

  it('puts a south-up grid the right way round', async () => {
    // Row 0 is the southern one: e is positive and f the lower edge.
    const southUp = sourceOf(gridOf(3, 2, [10, 0, 100, 0, 10, 40]), [4, 5, 6, 1, 2, 3])
    expect(await sample(southUp, [100, 40, 130, 60], 3, 2)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('turns a rotated grid through the inverse of its transform', async () => {
    // A quarter turn: columns run south, rows run east. x = 10·row + 100, y = −10·col + 60.
    const turned = sourceOf(gridOf(2, 3, [0, 10, 100, -10, 0, 60]), [1, 4, 2, 5, 3, 6])
    expect(await sample(turned, [100, 40, 130, 60], 3, 2)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('leaves the corners of a grid turned by 45 degrees empty', async () => {
    // One pixel whose corners are (0, 0), (10, 10), (20, 0), (10, −10): a diamond around (10, 0).
    const diamond = sourceOf(gridOf(1, 1, [10, 10, 0, 10, -10, 0]), [7])
    expect(await sample(diamond, [0, -10, 20, 10], 3, 3)).toEqual([NaN, 7, NaN, 7, 7, 7, NaN, 7, NaN])
  })

  it('reads no finer than the image shows', async () => {
    const values = Float32Array.from({ length: 64 * 64 }, (_, index) => index)
    const { source, reads } = watched(sourceOf(gridOf(64, 64, [1, 0, 0, 0, -1, 64]), values))
    await sampleExtent(source, { extent: [0, 0, 64, 64], size: { width: 8, height: 8 } })
    expect(reads).toMatchObject([
      { window: { width: 64, height: 64 }, options: { size: { width: 8, height: 8 } } },
    ])
  })

  it('takes a coarse image from the preview, a fine one from the source', async () => {
    const { source, reads } = watched(sourceOf(gridOf(8, 8, [1, 0, 0, 0, -1, 8]), new Float32Array(64)))
    const preview = () =>
      Promise.resolve({ data: Float32Array.of(1, 2, 3, 4), width: 2, height: 2, coarsening: 4 })
    const coarse = { extent: [0, 0, 8, 8], size: { width: 2, height: 2 }, preview } as const
    expect(Array.from(await sampleExtent(source, coarse))).toEqual([1, 2, 3, 4])
    expect(reads).toHaveLength(0)
    await sampleExtent(source, { ...coarse, size: { width: 4, height: 4 } })
    expect(reads).toHaveLength(1)
  })

  it('rejects with AbortError where it was stopped', async () => {
    const stop = AbortSignal.abort()
    const stopped = sampleExtent(northUp, {
      extent: [100, 40, 130, 60],
      size: { width: 3, height: 2 },
      signal: stop,
    })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })
})
