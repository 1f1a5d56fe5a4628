import GeoJSON from 'ol/format/GeoJSON.js'
import VectorLayer from 'ol/layer/Vector.js'
import type Projection from 'ol/proj/Projection.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'

// A dark line in a light casing reads on dark and on bright pixels alike.
const casing = new Style({ stroke: new Stroke({ color: 'rgb(255 255 255 / 80%)', width: 3.5 }) })
const line = new Style({
  stroke: new Stroke({ color: '#0a665b', width: 1.5 }),
  fill: new Fill({ color: 'rgb(10 102 91 / 12%)' }),
  image: new CircleStyle({
    radius: 5,
    fill: new Fill({ color: '#0a665b' }),
    stroke: new Stroke({ color: '#ffffff', width: 1.5 }),
  }),
})

/** A map layer of features that the raster worker gives as GeoJSON text in lon/lat. */
export function vectorLayer(features: Promise<string>, view: Projection): VectorLayer {
  const source = new VectorSource()
  void features.then((text) => {
    const format = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: view })
    source.addFeatures(format.readFeatures(text))
  })
  return new VectorLayer({ source, style: [casing, line] })
}

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
