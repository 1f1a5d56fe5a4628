import type Feature from 'ol/Feature.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import type Projection from 'ol/proj/Projection.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { largestPoints, type FeatureList } from './largest-points.ts'

/** More dots than this hide what they lie on. */
const MOST_POINTS = 200
/** Radius of the smallest and of the largest dot, screen pixels. */
const SMALLEST = 2.5
const LARGEST = 11

// A dark line in a light casing reads on dark and on bright pixels alike.
const casing = new Style({ stroke: new Stroke({ color: 'rgb(255 255 255 / 80%)', width: 3.5 }) })
const fill = new Fill({ color: 'rgb(10 102 91 / 12%)' })
const line = new Style({ stroke: new Stroke({ color: '#0a665b', width: 1.5 }), fill })

/** A dot whose area on the screen stands for the area it marks. */
function dot(share: number): Style {
  return new Style({
    image: new CircleStyle({
      radius: Math.max(SMALLEST, LARGEST * Math.sqrt(share)),
      fill: new Fill({ color: 'rgb(10 102 91 / 75%)' }),
      stroke: new Stroke({ color: '#ffffff', width: 1.5 }),
    }),
  })
}

/** A map layer of features that the raster worker gives as GeoJSON text in lon/lat. */
export function vectorLayer(features: Promise<string>, view: Projection): VectorLayer {
  const source = new VectorSource()
  features.then(
    (text) => {
      const format = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: view })
      const list = largestPoints(JSON.parse(text) as FeatureList, MOST_POINTS)
      const shown = format.readFeatures(list)
      const largest = Math.max(...shown.map(areaOf))
      for (const feature of shown) {
        const share = largest > 0 ? areaOf(feature) / largest : 0.2
        if (feature.getGeometry() instanceof Point) feature.setStyle(dot(share))
      }
      source.addFeatures(shown)
    },
    // The layer was removed while its features were on their way: there is nothing to draw.
    () => undefined,
  )
  return new VectorLayer({ source, style: [casing, line] })
}

const areaOf = (feature: Feature): number => Number(feature.get('area_ha') ?? 0)

const cross = [
  new Style({ image: new CircleStyle({ radius: 7, stroke: new Stroke({ color: '#ffffff', width: 4 }) }) }),
  new Style({
    image: new CircleStyle({
      radius: 7,
      stroke: new Stroke({ color: '#0d1211', width: 1.5 }),
      fill: new Fill({ color: 'rgb(255 255 255 / 20%)' }),
    }),
  }),
]

/** The layer that marks the probed point. */
export function markLayer(): VectorLayer {
  return new VectorLayer({ source: new VectorSource(), style: cross, zIndex: 10_000 })
}
