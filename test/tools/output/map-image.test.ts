import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { mapImageTool } from '../../../src/tools/output/map-image.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { UNKNOWN_CRS } from '../../../src/raster/grid/grid.ts'
import { gridOf, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

/** Pixels of a PNG of 8 bits with alpha whose rows are filtered by the one above (https://www.w3.org/TR/png-3/). */
function decoded(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset)
  const parts: Uint8Array[] = []
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8))
    if (type === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const raw = inflateSync(Buffer.concat(parts))
  const pixels = new Uint8Array(4 * width * height)
  for (let row = 0; row < height; row++) {
    for (let at = 0; at < 4 * width; at++) {
      const above = row === 0 ? 0 : pixels[(row - 1) * 4 * width + at]!
      pixels[row * 4 * width + at] = raw[row * (4 * width + 1) + 1 + at]! + above
    }
  }
  return {
    width,
    height,
    at: (x: number, y: number) => [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)],
  }
}

describe('map_image', () => {
  it('draws the mask in its colour, a bar of true length, and nothing where there is no data', async () => {
    const context = new MemoryContext()
    // 100 × 50 pixels of 10 m: the left half inside, the right half without data.
    const values = Float32Array.from({ length: 5000 }, (_, index) => (index % 100 < 50 ? 1 : NaN))
    const layer = context.addRaster('m', memorySource(gridOf(100, 50), values), {
      quantity: 'mask',
      meaning: 'water',
    })
    Object.assign(layer, {
      style: { ramp: 'mask', classes: [{ code: 1, label: 'water', color: '#0072b2' }] },
    })
    const result = await runTool(mapImageTool, { layer: 'm', size: 400 }, context)
    const [[name, content]] = [...context.files] as [[string, Uint8Array]]
    expect(name).toBe('map-water-m.png')
    const picture = decoded(content)
    expect([picture.width, picture.height]).toEqual([number(result, 'width'), number(result, 'height')])
    // The margin is 12 pixels, the map 400 × 200 of 2.5 m each.
    expect(picture.at(12 + 100, 12 + 150)).toEqual([0, 0x72, 0xb2])
    expect(picture.at(12 + 300, 12 + 150)).toEqual([255, 255, 255])
    expect(picture.at(5, 5)).toEqual([255, 255, 255])
    // A quarter of 1000 m holds 200 m, which are 80 pixels.
    expect(number(result, 'scale_bar')).toBe(200)
    const bar = Array.from({ length: picture.height }, (_, y) => {
      let run = 0
      while (picture.at(12 + run, y)[0] === 24) run++
      return run
    })
    expect(bar.filter((run) => run === 80)).toHaveLength(4)
  })

  it('leaves out bar and arrow where nobody knows the CRS, and says so', async () => {
    const context = new MemoryContext()
    const source = raster([[1, 2], [3, 4]], { crs: UNKNOWN_CRS }) // prettier-ignore
    Object.assign(context.addRaster('r', source, { quantity: 'index', meaning: 'ndvi' }), { style: { ramp: 'viridis', min: 1, max: 4 } }) // prettier-ignore
    const result = await runTool(mapImageTool, { layer: 'r', size: 200 }, context)
    expect(result.warnings).toEqual([expect.stringContaining('no scale bar and no north arrow')])
    expect(number(result, 'scale_bar')).toBeNaN()
  })
})
