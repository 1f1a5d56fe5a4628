import { describe, expect, it } from 'vitest'
import { countedIndex } from '../../../src/raster/kernels/band-index.ts'
import { pixels, raster } from './rasters.ts'

const ratio = (inputs: readonly Float32Array[], out: Float32Array) => {
  for (let index = 0; index < out.length; index++) {
    const [a, b] = [inputs[0]![index]!, inputs[1]![index]!]
    out[index] = a > 0 && b > 0 && a !== b ? 1 / (a - b) : NaN
  }
}

const request = {
  bands: [raster([[3, 3, -1, NaN, 2]]), raster([[1, 1, 1, 1, 2]])],
  hidden: raster(['.#.#.']),
  compute: ratio,
}

describe('countedIndex', () => {
  it('hides what the ground mask hides', async () => {
    expect(await pixels(countedIndex(request).source)).toEqual([0.5, NaN, NaN, NaN, NaN])
    expect(await pixels(countedIndex({ ...request, hidden: null }).source)).toEqual([0.5, 0.5, NaN, NaN, NaN])
  })

  it('counts each pixel left out once, no data before cloud before sign', async () => {
    const { summary, leftOut } = await countedIndex(request).finish()
    expect(summary).toMatchObject({ valid: 1, nodata: 4, mean: 0.5 })
    expect(leftOut).toEqual({ nodata: 1, cloud: 1, not_positive: 1, undefined: 1 })
  })

  it('counts the same while it is read', async () => {
    const counted = countedIndex(request)
    await pixels(counted.source)
    expect(await counted.finish()).toEqual(await countedIndex(request).finish())
  })
})
