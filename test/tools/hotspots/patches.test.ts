import { describe, expect, it } from 'vitest'
import { hotspotsTool } from '../../../src/tools/hotspots/hotspots.ts'
import { falseDiscoveryThreshold } from '../../../src/raster/kernels/false-discovery.ts'
import { normalTwoSided } from '../../../src/raster/kernels/probabilities.ts'
import { mapSources } from '../../../src/raster/blocks.ts'
import { pixels, randomRaster, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

describe('hotspots', () => {
  const rows = [[9, 9, 0, 0], [0, 0, 0, 8], [0, 0, 0, 0], [7, 0, 0, NaN]] // prettier-ignore

  it('joins pixels by sides and corners and lists patches by area', async () => {
    const made = new MemoryContext()
    made.addRaster('v', raster(rows), { quantity: 'index' })
    const result = await runTool(hotspotsTool, { layer: 'v', rule: 'value', value: 7 }, made)
    expect(number(result, 'hotspots')).toBe(3)
    // 100 m² a pixel: the two nines are 0.02 ha.
    expect(number(result, 'largest_area')).toBeCloseTo(0.02, 12)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    const { features } = await made.features(made.saved[0]!.id)
    expect(features.map(({ properties }) => properties['pixels'])).toEqual([2, 1, 1])
  })

  it('takes its threshold from a percentile that numpy gives: 90 of 0 … 10 is 9', async () => {
    const made = new MemoryContext()
    made.addRaster('v', raster([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]), { quantity: 'index' })
    const result = await runTool(hotspotsTool, { layer: 'v', percentile: 90 }, made)
    expect(number(result, 'threshold')).toBe(9)
    expect(number(result, 'area')).toBeCloseTo(0.02, 12)
  })
})

describe('falseDiscoveryThreshold', () => {
  it('is that of sorting all probabilities, though it walks by blocks', async () => {
    // Squeezed so that many lie near the threshold, in the same narrow bucket.
    const source = mapSources([randomRaster(4, 90, 60)], ([values], out) => {
      for (let at = 0; at < out.length; at++)
        out[at] = values![at]! < 0.7 ? values![at]! : 2.31 + (values![at]! - 0.7) * 0.01
    })
    const distances = (await pixels(source)).sort((one, other) => other - one)
    for (const alpha of [0.05, 0.07, 0.0701, 0.2]) {
      let threshold = Infinity
      for (const [rank, distance] of distances.entries()) {
        if (normalTwoSided(distance) <= (alpha * (rank + 1)) / distances.length) threshold = distance
      }
      expect((await falseDiscoveryThreshold(source, alpha)).threshold, `alpha ${alpha}`).toBe(threshold)
    }
  })
})
