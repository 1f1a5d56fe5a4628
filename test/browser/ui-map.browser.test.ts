import { page, userEvent } from 'vitest/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import type { RasterClient } from '../../src/bridge/index.ts'
import { AppError } from '../../src/lib/errors.ts'
import { UNKNOWN_CRS, type Grid } from '../../src/raster/grid/grid.ts'
import App from '../../src/ui/App.svelte'
import '../../src/ui/tokens.css'
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

let controller: MapController | null = null
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
    landColour: () => '#c9d3cd',
  }
  const map = new MapController(host, fakeWorkers().workers.raster, hooks)
  controller = map
  window.addEventListener('error', onFault)
  return { host, map, last: () => seen.at(-1) }
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
  controller?.destroy()
  controller = null
})

describe('MapController', () => {
  it('leaves out what has no place on the plane, and comes back to Earth', async () => {
    const { host, map, last } = open()
    map.sync(stack, onEarth)
    await expect.poll(() => coloured(host)).toBe(true)
    expect(last()?.crs).toBe('EPSG:32721')

    map.sync(stack, onPlane)
    await expect.poll(() => last()?.crs).toBe('unknown')
    // 300 px of width at 552 px of view, 200 of height at 328: the height binds.
    expect(last()?.metresPerPixel).toBeCloseTo(200 / 328, 2)

    map.zoomTo(onEarth)
    map.sync(stack, onEarth)
    await expect.poll(() => last()?.crs).toBe('EPSG:32721')
    await expect.poll(() => coloured(host)).toBe(true)
    expect(faults).toEqual([])
  })

  it('stays where it is when a layer has no usable grid', async () => {
    const { map, last } = open()
    map.sync(stack, onEarth)
    map.zoomTo(lost)
    map.sync(stack, lost)
    await expect.poll(() => last()?.metresPerPixel).toBeGreaterThan(0)
    expect(last()?.crs).toBe('EPSG:32721')
    expect(faults).toEqual([])
  })
  it('finds its way from the plane to the plane', async () => {
    const { map, last } = open()
    map.sync(stack, onPlane)
    await expect.poll(() => last()?.crs).toBe('unknown')
    const point = { x: 150, y: 50, kind: 'unknown', lonLat: null } as const
    expect(map.inLayer(point, onPlane)).toEqual([150, 50])
    expect(map.inLayer(point, onEarth)).toBeNull()
    map.zoomBy(2)
    map.zoomTo(onPlane)
    await expect.poll(() => last()?.metresPerPixel).toBeCloseTo(200 / 328, 2)
    expect(faults).toEqual([])
  })
})

describe('Probe', () => {
  const card = () => page.getByRole('complementary', { name: 'Values at the point' })

  /** Reads the values at the centre of a map of these layers. */
  async function probe(layers: readonly Layer[], answer?: RasterClient['probe']) {
    location.hash = ''
    localStorage.clear()
    await page.viewport(1440, 900)
    const { workers } = fakeWorkers({ layers })
    const raster = answer ? { ...workers.raster, probe: answer } : workers.raster
    await render(App, { workers: { ...workers, raster } })
    for (const { title } of layers) {
      const visible = page.getByRole('button', { name: `Visible: ${title}` })
      await expect.element(visible).toBeVisible()
      if (visible.element().getAttribute('aria-pressed') !== 'true') await visible.click()
    }
    // The map's library is fetched after the screen is there.
    await expect.poll(() => document.querySelector('[role=application] canvas')).not.toBeNull()
    const map = page.getByRole('application', { name: /^Map/ }).element() as HTMLElement
    map.focus()
    await userEvent.keyboard('{Enter}')
  }

  const placed = (crs: Grid['crs'], transform: Grid['transform']): Layer => ({
    ...onEarth,
    grid: { ...grid, crs, transform },
  })

  it('shows what can be read, and names the layer that cannot with its reason', async () => {
    const broken = fakeScene('broken', '2024-08-01', 'torn scene')
    const { probe: sound } = fakeWorkers().workers.raster
    await probe([onEarth, broken], (id, x, y) =>
      id === 'broken'
        ? Promise.reject(new AppError('read_failed', 'The file ends before its last tile.'))
        : sound(id, x, y),
    )
    await expect.element(card().getByRole('heading', { name: 'earth' })).toBeVisible()
    await expect.element(card().getByText('0.0712')).toBeVisible()
    await expect.element(card().getByRole('heading', { name: 'torn scene' })).toBeVisible()
    await expect.element(card().getByText('The file ends before its last tile.')).toBeVisible()
  })

  it('reads a layer without a CRS', async () => {
    await probe([onPlane])
    await expect.element(card().getByText('0.0712')).toBeVisible()
    await expect.element(card().getByRole('heading', { level: 3 })).toHaveTextContent(/^150\.0, \d+\.\d$/)
  })

  it('gives metres one decimal also beside the axis', async () => {
    const polar = {
      id: 'EPSG:3413',
      kind: 'projected',
      name: 'WGS 84 / NSIDC Sea Ice Polar Stereographic North',
      proj4: '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +datum=WGS84 +units=m +no_defs',
      metresPerUnit: 1,
    } as const
    // Its middle lies 100 m beside the axis.
    await probe([placed(polar, [20, 0, -11900, 0, -20, -2000000])])
    await expect
      .element(card().getByRole('heading', { level: 3 }))
      .toHaveTextContent(/^100\.0, -20\d{5}\.\d$/)
  })

  it('gives degrees five decimals', async () => {
    const wgs84 = {
      id: 'EPSG:4326',
      kind: 'geographic',
      name: 'WGS 84',
      proj4: '+proj=longlat +datum=WGS84 +no_defs',
      metresPerUnit: NaN,
    } as const
    await probe([placed(wgs84, [0.0002, 0, -60.12, 0, -0.0002, -19])])
    await expect
      .element(card().getByRole('heading', { level: 3 }))
      .toHaveTextContent(/^-60\.00000, -19\.\d{5}$/)
  })
})

describe('Comparing', () => {
  const earlier = fakeScene('earlier', '2024-06-01', 'earlier scene')

  it('leaves the list as it was, and says where the line is', async () => {
    location.hash = '#analyse'
    localStorage.clear()
    await page.viewport(1440, 900)
    await render(App, { workers: fakeWorkers({ layers: [earlier, onEarth] }).workers })
    const map = page.getByRole('region', { name: 'Map', exact: true })
    await expect.poll(() => document.querySelector('[role=application] canvas')).not.toBeNull()
    const listed = () =>
      [...document.querySelectorAll('[aria-label^="Visible"]')].map((each) =>
        each.getAttribute('aria-pressed'),
      )
    const before = listed()
    await map.getByRole('button', { name: 'Compare two layers' }).click()
    const line = map.getByRole('slider', { name: 'Line between left and right' })
    await expect.element(line).toHaveAttribute('aria-valuenow', '50')
    ;(line.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}{End}')
    await expect.element(line).toHaveAttribute('aria-valuenow', '100')
    await expect.element(line).toHaveAttribute('aria-valuetext', '100 % from the left')
    await expect.element(map.getByText('2024-06-01', { exact: true })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => map.getByRole('slider').query()).toBeNull()
    expect(listed()).toEqual(before)
  })
})
