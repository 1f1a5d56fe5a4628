import Feature from 'ol/Feature.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import VectorLayer from 'ol/layer/Vector.js'
import { transform } from 'ol/proj.js'
import type Projection from 'ol/proj/Projection.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import Style from 'ol/style/Style.js'
import { clippedRing, densified, type Box, type Ring } from './clip-ring.ts'

/** Longest step along an edge, degrees: straight lines of the globe are bent on most maps. */
const STEP = 2
/** How far around the place that is looked at a map of a zone still shows the land without tearing it. */
const REACH = { longitude: 35, latitude: 35 }

/**
 * The land of the world under all layers, drawn as far as the map's projection bears it. Fetched when it is first shown.
 * `colour` is asked again whenever the layer is drawn anew.
 */
export async function landLayer(
  projection: Projection,
  around: readonly [lon: number, lat: number],
  colour: () => string,
): Promise<VectorLayer> {
  const rings = await worldRings()
  const boxes = boxesFor(projection.getCode(), around)
  const polygons = boxes.flatMap((box) =>
    rings.flatMap((ring) => {
      const cut = clippedRing(ring, box)
      if (cut.length < 3) return []
      const placed = densified(cut, STEP).map((at) => transform([at[0], at[1]], 'EPSG:4326', projection))
      return placed.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)) ? [[placed]] : []
    }),
  )
  const source = new VectorSource({ features: [new Feature(new MultiPolygon(polygons))] })
  return new VectorLayer({
    source,
    zIndex: -1,
    // No line: the edges of what the projection bears, and the cuts at 180°, are no coasts.
    style: () => new Style({ fill: new Fill({ color: colour() }) }),
  })
}

/** The parts of the globe that a projection draws without tearing. */
function boxesFor(code: string, [lon, lat]: readonly [number, number]): readonly Box[] {
  if (code === 'EPSG:4326' || code === 'EPSG:4979') return [[-180, -90, 180, 90]]
  if (code === 'EPSG:3857') return [[-180, -85, 180, 85]]
  // Round a pole the whole circle of longitudes is near.
  if (lat > 60 || lat < -60) return [lat > 0 ? [-180, 40, 180, 90] : [-180, -90, 180, -40]]
  const [south, north] = [Math.max(-85, lat - REACH.latitude), Math.min(85, lat + REACH.latitude)]
  const [west, east] = [lon - REACH.longitude, lon + REACH.longitude]
  if (west < -180) return [[-180, south, east, north], [west + 360, south, 180, north]] // prettier-ignore
  if (east > 180) return [[west, south, 180, north], [-180, south, east - 360, north]] // prettier-ignore
  return [[west, south, east, north]]
}

let fetched: Promise<readonly Ring[]> | null = null

/** Outer rings of the land of Natural Earth at 1:110 million; its few lakes at that scale are no holes worth a cut. */
function worldRings(): Promise<readonly Ring[]> {
  fetched ??= Promise.all([import('world-atlas/land-110m.json'), import('topojson-client')]).then(
    ([{ default: world }, { feature }]) => {
      const { features } = feature(world as never, (world as never)['objects']['land']) as unknown as {
        features: { geometry: { coordinates: Ring[][] } }[]
      }
      return features.flatMap(({ geometry }) => geometry.coordinates.map(([outer]) => outer!))
    },
  )
  fetched.catch(() => (fetched = null))
  return fetched
}
