import { describe, expect, it } from 'vitest'
import { PreviewCache } from '../../../src/raster/render/preview.ts'
import { renderTile } from '../../../src/raster/render/render-tile.ts'
import type { TileOptions } from '../../../src/raster/render/render-tile.ts'
import { gridOf, sourceOf, watched } from './grids.ts'

const grid = gridOf(2, 2, [10, 0, 0, 0, -10, 20])
const band = (values: readonly number[], key = 'a') => ({ source: sourceOf(grid, values), key })

async function pixels(options: Pick<TileOptions, 'sources' | 'style'>): Promise<number[][]> {
  const tile = { extent: [0, 0, 20, 20], width: 2, height: 2, previews: new PreviewCache() } as const
  const rgba = await renderTile({ ...tile, ...options })
  return [0, 1, 2, 3].map((index) => Array.from(rgba.subarray(4 * index, 4 * index + 4)))
}

describe('renderTile', () => {
  it('runs a ramp from min to max, clamps beyond, and leaves nodata clear', async () => {
    const style = { ramp: 'viridis', min: 0, max: 1 }
    expect(await pixels({ sources: [band([0, 1, 99, NaN])], style })).toEqual([
      [0x44, 0x01, 0x54, 255],
      [0xfd, 0xe7, 0x25, 255],
      [0xfd, 0xe7, 0x25, 255],
      [0, 0, 0, 0],
    ])
  })

  it('stretches by percentiles of the whole band where the style gives no range', async () => {
    const [low, , , high] = await pixels({ sources: [band([10, 20, 30, 40])], style: { ramp: 'viridis' } })
    expect([low, high]).toEqual([
      [0x44, 0x01, 0x54, 255],
      [0xfd, 0xe7, 0x25, 255],
    ])
  })

  it('paints classes by their colours and nodata not at all', async () => {
    const classes = [
      { code: 1, color: '#112233' },
      { code: 2, color: '#445566' },
    ]
    expect(await pixels({ sources: [band([1, 2, 1, NaN])], style: { ramp: 'classes', classes } })).toEqual([
      [0x11, 0x22, 0x33, 255],
      [0x44, 0x55, 0x66, 255],
      [0x11, 0x22, 0x33, 255],
      [0, 0, 0, 0],
    ])
  })

  it('gives a class without a colour one of its own', async () => {
    const [one, two] = await pixels({ sources: [band([3, 4, -1, 3])], style: { ramp: 'classes' } })
    expect(one![3]).toBe(255)
    expect(one).not.toEqual(two)
  })

  it('paints the inside of a mask, half transparent, and nothing else', async () => {
    expect(await pixels({ sources: [band([1, 0, NaN, 1])], style: { ramp: 'mask' } })).toEqual([
      [0xd5, 0x5e, 0, 190],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0xd5, 0x5e, 0, 190],
    ])
  })

  it('joins three bands to a picture, each from its own dark end, and needs all three', async () => {
    const sources = [band([0, 10, 0, 0], 'r'), band([5, 5, 15, NaN], 'g'), band([-1, -1, -1, 1], 'b')]
    expect(await pixels({ sources, style: { ramp: 'rgb' } })).toEqual([
      [0, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 0, 0],
    ])
  })

  it('spreads the three bands over one span, so that half as bright stays half as bright', async () => {
    const sources = [band([0, 10, 0, 10], 'r'), band([2, 7, 2, 2], 'g'), band([0, 0, 10, 0], 'b')]
    expect((await pixels({ sources, style: { ramp: 'rgb' } }))[1]).toEqual([255, 128, 0, 255])
  })

  it('gives each band its own range where that is asked', async () => {
    const sources = [band([0, 10, 0, 10], 'r'), band([0, 100, 0, 100], 'g'), band([0, 1, 0, 1], 'b')]
    const [dark, light] = await pixels({ sources, style: { ramp: 'rgb', isPerBand: true } })
    expect([dark, light]).toEqual([
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ])
  })

  it('takes ranges set by hand, and brightens the dark parts by gamma', async () => {
    const sources = [band([25, 50, 100, 200], 'r'), band([0, 0, 0, 0], 'g'), band([-5, 0, 0, 0], 'b')]
    const hundred = { min: 0, max: 100 }
    // (25/100)^(1/2) = 0.5 and (50/100)^(1/2) = 0.7071 of 255; beyond the range stays at its ends.
    const style = { ramp: 'rgb', gamma: 2, ranges: [hundred, hundred, hundred] } as const
    expect((await pixels({ sources, style })).map((pixel) => pixel.slice(0, 3))).toEqual([
      [128, 0, 0],
      [180, 0, 0],
      [255, 0, 0],
      [255, 0, 0],
    ])
  })

  it('draws bands of unlike grids over one extent', async () => {
    const coarse = { source: sourceOf(gridOf(1, 1, [20, 0, 0, 0, -20, 20]), [1]), key: 'coarse' }
    const fine = band([0, 10, 0, 10])
    const drawn = await pixels({ sources: [fine, fine, coarse], style: { ramp: 'rgb', min: 0, max: 10 } })
    expect(drawn.map(([red, , blue]) => [red, blue])).toEqual([
      [0, 26],
      [255, 26],
      [0, 26],
      [255, 26],
    ])
  })

  it('draws nothing for none', async () => {
    const drawn = await pixels({ sources: [], style: { ramp: 'none' } })
    expect(drawn.flat().every((channel) => channel === 0)).toBe(true)
  })

  it('refuses a picture of one band by code', async () => {
    const refused = pixels({ sources: [band([1, 2, 3, 4])], style: { ramp: 'rgb' } })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('PreviewCache', () => {
  it('reads a source once, at most 1024 pixels long, until it is told to forget it', async () => {
    const { source, reads } = watched(sourceOf(gridOf(2048, 3, [1, 0, 0, 0, -1, 3]), new Float32Array(6144)))
    const previews = new PreviewCache()
    const [first, second] = await Promise.all([
      previews.get('layer/nir', source),
      previews.get('layer/nir', source),
    ])
    expect(first).toBe(second)
    expect(first).toMatchObject({ width: 1024, height: 2, coarsening: 2 })
    expect(reads).toHaveLength(1)
    previews.forget('layer/')
    await previews.get('layer/nir', source)
    expect(reads).toHaveLength(2)
  })

  it('does not keep a failure', async () => {
    const { source } = watched(sourceOf(grid, [1, 2, 3, 4]))
    const failing = { ...source, read: () => Promise.reject(new Error('gone')) }
    const previews = new PreviewCache()
    await expect(previews.get('a', failing)).rejects.toThrow('gone')
    expect((await previews.get('a', source)).width).toBe(2)
  })

  it('lets a passing look take what is there, and puts nothing out where it is full', async () => {
    const previews = new PreviewCache()
    const one = gridOf(1, 1, [1, 0, 0, 0, -1, 1])
    expect(previews.aside()).toBe(previews)
    const first = watched(sourceOf(one, new Float32Array(1)))
    await previews.get('0', first.source)
    for (let key = 1; key < 24; key++) await previews.get(String(key), sourceOf(one, new Float32Array(1)))
    const aside = previews.aside()
    expect(aside).not.toBe(previews)
    await aside.get('0', first.source)
    await aside.get('new', sourceOf(one, new Float32Array(1)))
    await previews.get('0', first.source)
    expect(first.reads).toHaveLength(1)
  })
})
