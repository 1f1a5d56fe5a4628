import { beforeEach, describe, expect, it } from 'vitest'
import type { LayerStyle } from '../../src/trace/layer.ts'
import { burnedField, EXTENT } from './burned-field.ts'
import { cleanStorage, openWorkers, type OpenWorkers } from './open-workers.ts'

const NOTHING = () => undefined
/** The dev server hands a worker its modules one by one, which takes seconds on a busy machine. */
const PATIENT = 120_000

beforeEach(cleanStorage)

async function loaded(): Promise<OpenWorkers> {
  const workers = openWorkers()
  await workers.raster.addFiles(await burnedField(), NOTHING)
  return workers
}

const styleOf = async (workers: OpenWorkers) =>
  (await workers.raster.layers()).find(({ id }) => id === 'scene-2')!.style

/** Colours of the scene as the map draws it. */
async function pixels(workers: OpenWorkers): Promise<Uint8ClampedArray> {
  const style = await styleOf(workers)
  const bitmap = await workers.raster.renderTile({
    layer: 'scene-2',
    style,
    extent: EXTENT,
    width: 40,
    height: 40,
    isThumbnail: true,
  })
  const context = new OffscreenCanvas(40, 40).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, 40, 40).data
}

const CHOSEN: LayerStyle = { ramp: 'magma', bands: ['nir'], percentiles: [0, 100] }

describe('chosen colours', () => {
  it(
    'are drawn, are kept over a reload, and go back to how the layer was made',
    async () => {
      const workers = await loaded()
      const made = await styleOf(workers)
      const before = await pixels(workers)
      await workers.raster.restyle('scene-2', CHOSEN)
      const after = await pixels(workers)
      // The first pixel burns and holds the lowest value of near infrared; magma begins with #000004.
      expect([...after.subarray(0, 4)]).toEqual([0, 0, 4, 255])
      expect(after).not.toEqual(before)
      workers.close()

      const next = openWorkers()
      expect(await styleOf(next)).toEqual(CHOSEN)
      expect(await pixels(next)).toEqual(after)
      await next.raster.restyle('scene-2', null)
      expect(await styleOf(next)).toEqual(made)
      expect(await pixels(next)).toEqual(before)
    },
    PATIENT,
  )

  it(
    'have the ranges that the legend tells',
    async () => {
      const workers = await loaded()
      const [range, ...others] = await workers.raster.ranges('scene-2', CHOSEN)
      expect(others).toEqual([])
      const legend = await workers.raster.legend('scene-2', CHOSEN)
      expect(legend).toMatchObject(range!)
      expect(range!.max).toBeGreaterThan(range!.min)
      const narrow = await workers.raster.ranges('scene-2', { ...CHOSEN, percentiles: [5, 95] })
      expect(narrow[0]!.min).toBeGreaterThanOrEqual(range!.min)
      expect(narrow[0]!.max).toBeLessThanOrEqual(range!.max)
    },
    PATIENT,
  )
})
