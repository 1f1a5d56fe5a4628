import Feature from 'ol/Feature.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import Point from 'ol/geom/Point.js'
import type BaseLayer from 'ol/layer/Base.js'
import TileLayer from 'ol/layer/Tile.js'
import { containsExtent } from 'ol/extent.js'
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
  /** Colour of the land under the layers, in the theme of the page. */
  readonly landColour: () => string
}

interface MapLayer {
  readonly key: string
  readonly shown: BaseLayer
  /** As the list wants it. */
  visible: boolean
}

/** The OpenLayers map: shows what it is given and reports where the person looks and points. */
export class MapController {
  readonly map: OlMap
  readonly #raster: RasterClient
  readonly #hooks: Hooks
  readonly #layers = new Map<LayerId, MapLayer>()
  readonly #mark = markLayer()
  #projection: Projection | null = null
  #land: BaseLayer | null = null
  #rastersHidden = false
  #linked: OlMap | null = null
  /** False while a click means something else than reading values. */
  reads = true
  #kind: Crs['kind'] = 'unknown'

  constructor(target: HTMLElement, raster: RasterClient, hooks: Hooks) {
    this.#raster = raster
    this.#hooks = hooks
    this.map = new OlMap({ target, controls: [], layers: [this.#mark], maxTilesLoading: 6 })
    this.map.on('moveend', () => this.#report())
    this.#listen(this.map, target)
  }

  /** The map's CRS; null until the first layer gives it. */
  get projection(): Projection | null {
    return this.#projection
  }

  /** A second map that moves with this one; whoever asked for it disposes of it. */
  linkedMap(target: HTMLElement): OlMap {
    const map = new OlMap({ target, controls: [], view: this.map.getView(), maxTilesLoading: 6 })
    this.#linked = map
    this.#listen(map, target)
    map.on('change:target', () => {
      if (this.#linked === map) this.#linked = null
    })
    return map
  }

  /** Takes the rasters of the list out of sight, or shows them again as the list says. */
  hideRasters(hidden: boolean): void {
    this.#rastersHidden = hidden
    for (const { shown, visible } of this.#layers.values())
      if (shown instanceof TileLayer) shown.setVisible(visible && !hidden)
  }

  /** The land under all layers takes up the colours of the theme. */
  redrawLand(look: readonly unknown[]): void {
    this.#land?.set('look', look)
    this.#land?.changed()
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
      const entry = this.#layers.get(layer.id)
      if (entry) entry.visible = visible
      const isHidden = this.#rastersHidden && shown instanceof TileLayer
      shown?.setProperties({ visible: visible && !isHidden, opacity, zIndex: stack.length - place })
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

  /** Where a place of the map lies on Earth; null on a plane, and beyond what the CRS bears. */
  lonLat(coordinate: readonly number[]): readonly [lon: number, lat: number] | null {
    return this.#point(coordinate)?.lonLat ?? null
  }

  /** Moves to a box in the map's own system where it is not in view already. */
  show(extent: Extent | number[]): void {
    const view = this.map.getView()
    const [minX = NaN, minY = NaN, maxX = NaN, maxY = NaN] = extent
    if (!containsExtent(view.calculateExtent(this.map.getSize()), [minX, minY, maxX, maxY]))
      this.#fit([minX, minY, maxX, maxY], 250)
  }

  zoomBy(steps: number): void {
    this.map.getView().adjustZoom(steps)
  }

  /** Takes away the mark of the probed point. */
  clearMark(): void {
    this.#mark.getSource()?.clear()
  }

  /** Probes the middle of the view: the way without a pointer. */
  probeCentre(): void {
    const centre = this.map.getView().getCenter()
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
    this.map.setTarget()
    this.map.dispose()
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
    this.map.setView(view)
    this.#linked?.setView(view)
    this.#drawLand(projection, [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2])
    this.#fit(extent, 0)
    // The map tells of no move where the same numbers are in view in another system.
    this.#report()
  }

  #listen(map: OlMap, target: HTMLElement): void {
    map.on('pointermove', ({ coordinate }) => this.#hooks.onPointer(this.#point(coordinate)))
    map.on('click', ({ coordinate }) => {
      if (this.reads) this.#probe(coordinate)
    })
    target.addEventListener('mouseleave', () => this.#hooks.onPointer(null))
  }

  /** Without the land the map is as good: where it cannot be fetched, nothing is said. */
  #drawLand(projection: Projection, centre: readonly [number, number]): void {
    if (this.#land) this.map.removeLayer(this.#land)
    this.#land = null
    if (!isOnEarth(projection)) return
    const [lon = NaN, lat = NaN] = transform([...centre], projection, 'EPSG:4326')
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) return
    import('./land.ts')
      .then(({ landLayer }) => landLayer(projection, [lon, lat], this.#hooks.landColour))
      .then((layer) => {
        if (this.#projection !== projection || this.#land) return
        this.#land = layer
        this.map.addLayer(layer)
      })
      .catch(() => undefined)
  }

  #fit(extent: Extent, duration: number): void {
    if (!isUsable(extent)) return
    this.map.getView().fit(extent, { padding: [24, 24, 48, 24], duration })
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
    this.#layers.set(layer.id, { key, shown, visible: true })
    this.map.addLayer(shown)
    return shown
  }

  #drop(id: LayerId): void {
    const there = this.#layers.get(id)
    if (!there) return
    this.map.removeLayer(there.shown)
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
    const view = this.map.getView()
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
export function fitsOn({ kind, grid }: Layer, projection: Projection): boolean {
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
