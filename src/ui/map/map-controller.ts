import Feature from 'ol/Feature.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import Point from 'ol/geom/Point.js'
import type BaseLayer from 'ol/layer/Base.js'
import { getPointResolution, transform, transformExtent } from 'ol/proj.js'
import type Projection from 'ol/proj/Projection.js'
import type { RasterClient } from '../../bridge/index.ts'
import type { Crs, Grid } from '../../raster/grid/grid.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { canMeet, extentOf, isOnEarth, isUsable, projectionOf, type Extent } from './projection.ts'
import { rasterLayer } from './raster-layer.ts'
import { markLayer, vectorLayer } from './vector-layer.ts'

export interface Shown {
  readonly layer: Layer
  readonly visible: boolean
  readonly opacity: number
}

/** A point of the map in its own coordinates, and on Earth where the map is on Earth. */
export interface MapPoint {
  readonly x: number
  readonly y: number
  /** What the coordinates are: degrees where it is 'geographic'. */
  readonly kind: Crs['kind']
  readonly lonLat: readonly [number, number] | null
}

export interface MapSituation {
  readonly crs: string
  /** Metres (pixels on a plane) that one screen pixel spans at the centre. */
  readonly metresPerPixel: number
  readonly onEarth: boolean
  /** Angle of true north from the top of the map, clockwise in radians. */
  readonly north: number
}

interface Hooks {
  onMove(situation: MapSituation): void
  onPointer(point: MapPoint | null): void
  onClick(point: MapPoint): void
}

/** The OpenLayers map: shows what it is given and reports where the person looks and points. */
export class MapController {
  readonly #map: OlMap
  readonly #raster: RasterClient
  readonly #hooks: Hooks
  readonly #layers = new Map<LayerId, { readonly key: string; readonly shown: BaseLayer }>()
  readonly #mark = markLayer()
  #projection: Projection | null = null
  #kind: Crs['kind'] = 'unknown'

  constructor(target: HTMLElement, raster: RasterClient, hooks: Hooks) {
    this.#raster = raster
    this.#hooks = hooks
    this.#map = new OlMap({ target, controls: [], layers: [this.#mark], maxTilesLoading: 6 })
    this.#map.on('moveend', () => this.#report())
    this.#map.on('pointermove', ({ coordinate }) => hooks.onPointer(this.#point(coordinate)))
    this.#map.on('click', ({ coordinate }) => this.#probe(coordinate))
    target.addEventListener('mouseleave', () => hooks.onPointer(null))
  }

  /** Shows these layers, topmost first, in the CRS of `lead`. Those that have no place in it are left out. */
  sync(stack: readonly Shown[], lead: Layer | undefined): void {
    if (lead?.grid) this.#adopt(lead.grid)
    const projection = this.#projection
    if (projection === null) return
    const wanted = new Set(stack.map(({ layer }) => layer.id))
    for (const id of this.#layers.keys()) if (!wanted.has(id)) this.#drop(id)
    stack.forEach(({ layer, visible, opacity }, place) => {
      const shown = visible ? this.#ensure(layer, projection) : this.#layers.get(layer.id)?.shown
      shown?.setProperties({ visible, opacity, zIndex: stack.length - place })
    })
  }

  zoomTo(layer: Layer): void {
    if (layer.grid === null) return
    const from = projectionOf(layer.grid.crs)
    if (this.#projection === null || !canMeet(from, this.#projection)) {
      this.#adopt(layer.grid)
      return
    }
    const extent = transformExtent(extentOf(layer.grid), from, this.#projection) as Extent
    this.#fit(extent, 250)
  }

  zoomBy(steps: number): void {
    this.#map.getView().adjustZoom(steps)
  }

  /** Takes away the mark of the probed point. */
  clearMark(): void {
    this.#mark.getSource()?.clear()
  }

  /** Probes the middle of the view: the way without a pointer. */
  probeCentre(): void {
    const centre = this.#map.getView().getCenter()
    if (centre) this.#probe(centre)
  }

  /** The point in the CRS of a layer, null where the two do not meet. */
  inLayer(point: MapPoint, layer: Layer): readonly [number, number] | null {
    if (layer.grid === null || this.#projection === null) return null
    const to = projectionOf(layer.grid.crs)
    if (!canMeet(to, this.#projection)) return null
    const [x, y] = transform([point.x, point.y], this.#projection, to)
    return x === undefined || y === undefined ? null : [x, y]
  }

  destroy(): void {
    this.#map.setTarget()
    this.#map.dispose()
  }

  #adopt(grid: Grid): void {
    const projection = projectionOf(grid.crs)
    const extent = extentOf(grid)
    if (!isUsable(extent)) return
    // On the plane the kind may change where the projection does not.
    this.#kind = grid.crs.kind
    if (projection === this.#projection) return
    this.#projection = projection
    for (const id of this.#layers.keys()) this.#drop(id)
    this.clearMark()
    const view = new View({
      projection,
      center: [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2],
      resolution: 1,
      enableRotation: false,
      showFullExtent: true,
    })
    this.#map.setView(view)
    this.#fit(extent, 0)
    // The map tells of no move where the same numbers are in view in another system.
    this.#report()
  }

  #fit(extent: Extent, duration: number): void {
    if (!isUsable(extent)) return
    this.#map.getView().fit(extent, { padding: [24, 24, 48, 24], duration })
  }

  #ensure(layer: Layer, projection: Projection): BaseLayer | null {
    const key = JSON.stringify([layer.style, layer.fingerprint, layer.grid?.transform, layer.missing])
    const there = this.#layers.get(layer.id)
    if (there?.key === key) return there.shown
    if (there) this.#drop(layer.id)
    if (layer.missing !== undefined || !fitsOn(layer, projection)) return null
    const shown =
      layer.kind === 'vector'
        ? vectorLayer(this.#raster.features(layer.id), projection)
        : rasterLayer(layer, this.#raster)
    if (shown === null) return null
    this.#layers.set(layer.id, { key, shown })
    this.#map.addLayer(shown)
    return shown
  }

  #drop(id: LayerId): void {
    const there = this.#layers.get(id)
    if (!there) return
    this.#map.removeLayer(there.shown)
    there.shown.dispose()
    this.#layers.delete(id)
  }

  #probe(coordinate: readonly number[]): void {
    const point = this.#point(coordinate)
    if (point === null) return
    this.clearMark()
    this.#mark.getSource()?.addFeature(new Feature(new Point([point.x, point.y])))
    this.#hooks.onClick(point)
  }

  #point([x, y]: readonly number[]): MapPoint | null {
    if (x === undefined || y === undefined || this.#projection === null) return null
    const kind = this.#kind
    if (!isOnEarth(this.#projection)) return { x, y, kind, lonLat: null }
    const [lon, lat] = transform([x, y], this.#projection, 'EPSG:4326')
    return { x, y, kind, lonLat: lon === undefined || lat === undefined ? null : [lon, lat] }
  }

  #report(): void {
    const view = this.#map.getView()
    const centre = view.getCenter()
    const resolution = view.getResolution()
    const projection = this.#projection
    if (!centre || resolution === undefined || projection === null) return
    const onEarth = isOnEarth(projection)
    this.#hooks.onMove({
      crs: onEarth ? projection.getCode() : 'unknown',
      metresPerPixel: onEarth ? getPointResolution(projection, resolution, centre, 'm') : resolution,
      onEarth,
      north: onEarth ? northAngle(centre, projection) : 0,
    })
  }
}

/** Features always come in lon/lat; pixels need a grid that the map can place. */
function fitsOn({ kind, grid }: Layer, projection: Projection): boolean {
  if (grid === null) return kind === 'vector' && isOnEarth(projection)
  return isUsable(extentOf(grid)) && canMeet(projectionOf(grid.crs), projection)
}

/** Where a small step towards the pole leads on the map, as an angle from its top. */
function northAngle(centre: readonly number[], projection: Projection): number {
  const [x, y] = centre as [number, number]
  const [lon, lat] = transform([x, y], projection, 'EPSG:4326') as [number, number]
  const [nx, ny] = transform([lon, Math.min(90, lat + 0.01)], 'EPSG:4326', projection) as [number, number]
  return Math.atan2(nx - x, ny - y)
}
