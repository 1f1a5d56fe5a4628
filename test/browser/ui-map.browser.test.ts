import { afterEach, describe, expect, it } from 'vitest'
import { UNKNOWN_CRS } from '../../src/raster/grid/grid.ts'
import { MapController, type MapSituation } from '../../src/ui/map/map-controller.ts'
import type { Layer } from '../../src/trace/layer.ts'
import { fakeScene, grid } from '../ui/fake-layers.ts'
import { fakeWorkers } from '../ui/fake-workers.ts'

const onEarth = fakeScene('earth', '2024-08-01', 'earth')
/** Three by two pixels without a CRS, south up. */
const onPlane: Layer = {
  ...fakeScene('plane', '2024-08-01', 'plane'),
  grid: {
    width: 3,
    height: 2,
    crs: UNKNOWN_CRS,
    transform: [100, 0, 0, 0, 100, 0],
  },
}
const lost: Layer = { ...onEarth, id: 'lost', grid: { ...grid, transform: [NaN, 0, 0, 0, -20, 0] } }
const stack = [onPlane, lost, onEarth].map((layer) => ({ layer, visible: true, opacity: 1 }))

let controller: MapController
const faults: string[] = []
const onFault = (event: ErrorEvent) => faults.push(event.message)

function open() {
  const host = document.createElement('div')
  host.style.cssText = 'width: 600px; height: 400px'
  document.body.replaceChildren(host)
  const seen: MapSituation[] = []
  const hooks = {
    onMove: (now: MapSituation) => seen.push(now),
    onPointer: () => undefined,
    onClick: () => undefined,
  }
  controller = new MapController(host, fakeWorkers().workers.raster, hooks)
  window.addEventListener('error', onFault)
  return { host, last: () => seen.at(-1) }
}

function coloured(host: HTMLElement): boolean {
  return [...host.querySelectorAll('canvas')].some((canvas) =>
    canvas
      .getContext('2d')!
      .getImageData(0, 0, canvas.width, canvas.height)
      .data.some((value) => value > 0),
  )
}

afterEach(() => {
  window.removeEventListener('error', onFault)
  controller.destroy()
})

describe('MapController', () => {
  it('leaves out what has no place on the plane, and comes back to Earth', async () => {
    const { host, last } = open()
    controller.sync(stack, onEarth)
    await expect.poll(() => coloured(host)).toBe(true)
    expect(last()?.crs).toBe('EPSG:32721')

    controller.sync(stack, onPlane)
    await expect.poll(() => last()?.crs).toBe('unknown')
    // 300 px of width at 552 px of view, 200 of height at 328: the height binds.
    expect(last()?.metresPerPixel).toBeCloseTo(200 / 328, 2)

    controller.zoomTo(onEarth)
    controller.sync(stack, onEarth)
    await expect.poll(() => last()?.crs).toBe('EPSG:32721')
    await expect.poll(() => coloured(host)).toBe(true)
    expect(faults).toEqual([])
  })

  it('stays where it is when a layer has no usable grid', async () => {
    const { last } = open()
    controller.sync(stack, onEarth)
    controller.zoomTo(lost)
    controller.sync(stack, lost)
    await expect.poll(() => last()?.metresPerPixel).toBeGreaterThan(0)
    expect(last()?.crs).toBe('EPSG:32721')
    expect(faults).toEqual([])
  })
})
