import Feature from 'ol/Feature.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import Polygon from 'ol/geom/Polygon.js'
import Draw from 'ol/interaction/Draw.js'
import Modify from 'ol/interaction/Modify.js'
import type Interaction from 'ol/interaction/Interaction.js'
import VectorLayer from 'ol/layer/Vector.js'
import { transform } from 'ol/proj.js'
import type Projection from 'ol/proj/Projection.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { DrawnGeometry } from '../../trace/data.ts'
import type { MapController } from './map-controller.ts'
import { boxSpan, ringSpan, stretchShape } from './stretch-shape.ts'
import type { Corner } from './typed-area.ts'

export type DrawShape = 'polygon' | 'rectangle' | 'circle'

/** Sides of what stands for a circle: its area is 0.16 % short of it. */
const SIDES = 64
/** A ten-thousandth of a millimetre on the ground. */
const DECIMALS = 9

interface Hooks {
  /** Hears of every change while the hand is still drawing; null where nothing encloses ground. */
  onShape(geometry: DrawnGeometry | null): void
  /** The hand has ended a shape, which can be changed from here on. */
  onEnd(): void
}

/** One area being drawn or changed on the map. */
export class DrawArea {
  readonly #controller: MapController
  readonly #hooks: Hooks
  readonly #source = new VectorSource<Feature<Polygon | MultiPolygon>>()
  readonly #layer = new VectorLayer({ source: this.#source, style, zIndex: 9000 })
  #interactions: readonly Interaction[] = []

  constructor(controller: MapController, hooks: Hooks) {
    this.#controller = controller
    this.#hooks = hooks
    controller.map.addLayer(this.#layer)
  }

  /** What the hand does next draws; what was drawn before gives way to it. */
  draw(shape: DrawShape): void {
    this.#begin()
    this.#use([shape === 'polygon' ? this.#corners() : this.#span(shape)])
  }

  #span(shape: 'rectangle' | 'circle'): Interaction {
    return stretchShape(this.#source, shape === 'rectangle' ? boxSpan : ringSpan(SIDES), {
      onStart: () => this.#source.clear(),
      onShape: (geometry) => this.#tell(geometry),
      onEnd: (geometry) => this.#end(geometry),
    })
  }

  #corners(): Interaction {
    const draw = new Draw({ source: this.#source, type: 'Polygon', style })
    draw.on('drawstart', ({ feature }) => {
      this.#source.clear()
      feature.getGeometry()?.on('change', ({ target }) => this.#tell(target as Polygon))
    })
    draw.on('drawend', ({ feature }) => this.#end(feature.getGeometry() as Polygon))
    return draw
  }

  #end(geometry: Polygon): void {
    // The click that ends a shape must not begin the next one.
    setTimeout(() => this.edit())
    this.#hooks.onEnd()
    this.#tell(geometry)
  }

  /** Corners of what is there can be dragged, added and taken away. */
  edit(): void {
    this.#begin()
    const modify = new Modify({ source: this.#source, style })
    modify.on('modifyend', () => this.#tell(this.#shape()))
    this.#use([modify])
  }

  /** Shows corners in longitude and latitude, or in the map's own system. */
  setCorners(corners: readonly Corner[], system: 'lonLat' | 'map'): void {
    const { projection } = this.#controller
    if (!projection) return
    const placed = corners.map(([x, y]) =>
      system === 'map' ? [x, y] : transform([x, y], 'EPSG:4326', projection),
    )
    this.#set(new Polygon([[...placed, placed[0]!]]))
  }

  /** Shows the polygons of a GeoJSON text in longitude and latitude; false where it holds none. */
  setFeatures(text: string): boolean {
    const { projection } = this.#controller
    if (!projection) return false
    const format = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: projection })
    const polygons = format.readFeatures(text).flatMap((feature) => {
      const geometry = feature.getGeometry()
      if (geometry instanceof Polygon) return [geometry]
      return geometry instanceof MultiPolygon ? geometry.getPolygons() : []
    })
    const [first] = polygons
    if (!first) return false
    this.#set(polygons.length === 1 ? first : new MultiPolygon(polygons))
    return true
  }

  clear(): void {
    this.#source.clear()
    this.#stop()
    this.#hooks.onShape(null)
  }

  close(): void {
    this.#stop()
    this.#controller.map.removeLayer(this.#layer)
    this.#layer.dispose()
  }

  #set(geometry: Polygon | MultiPolygon): void {
    this.#source.clear()
    this.#source.addFeature(new Feature(geometry))
    this.edit()
    this.#tell(geometry)
    this.#controller.show(geometry.getExtent())
  }

  #shape(): Polygon | MultiPolygon | null {
    return this.#source.getFeatures()[0]?.getGeometry() ?? null
  }

  #tell(geometry: Polygon | MultiPolygon | null): void {
    const { projection } = this.#controller
    this.#hooks.onShape(geometry && projection ? written(geometry, projection) : null)
  }

  #begin(): void {
    this.#stop()
    this.#controller.reads = false
  }

  #use(interactions: readonly Interaction[]): void {
    this.#interactions = interactions
    for (const interaction of interactions) this.#controller.map.addInteraction(interaction)
  }

  #stop(): void {
    for (const interaction of this.#interactions) this.#controller.map.removeInteraction(interaction)
    this.#interactions = []
    this.#controller.reads = true
  }
}

const style = [
  new Style({ stroke: new Stroke({ color: 'rgb(255 255 255 / 90%)', width: 4.5 }) }),
  new Style({
    stroke: new Stroke({ color: '#b3261e', width: 2 }),
    fill: new Fill({ color: 'rgb(179 38 30 / 10%)' }),
    image: new CircleStyle({
      radius: 5,
      fill: new Fill({ color: '#ffffff' }),
      stroke: new Stroke({ color: '#b3261e', width: 2 }),
    }),
  }),
]

/** As GeoJSON in longitude and latitude; null where two corners enclose nothing yet. */
function written(geometry: Polygon | MultiPolygon, projection: Projection): DrawnGeometry | null {
  const [ring = []] = geometry instanceof Polygon ? geometry.getCoordinates() : []
  if (geometry instanceof Polygon && ring.length < 4) return null
  const format = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: projection })
  return format.writeGeometryObject(geometry, { decimals: DECIMALS }) as DrawnGeometry
}
