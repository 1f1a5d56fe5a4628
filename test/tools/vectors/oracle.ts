import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature, FeatureCollection } from '../../../src/tools/tool.ts'
import type { Affine } from '../../../src/raster/grid/grid.ts'

type Geometry = Feature['geometry']
type Place = readonly [number, number]
interface Mask {
  readonly width: number
  readonly height: number
  readonly transform: Affine
  readonly rows: readonly string[]
}

/** What pyproj, shapely and rasterio say: scripts/oracles/vectors.py. */
export const ORACLE = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'vectors.json'), 'utf8'),
) as {
  readonly shapes: readonly {
    readonly geometry: Geometry
    readonly area: number
    readonly perimeter: number
    readonly centroid: Place
    readonly bounds: readonly [number, number, number, number]
    readonly hull_area: number
  }[]
  readonly distances: {
    readonly points: readonly Place[]
    readonly min: number
    readonly max: number
    readonly mean: number
    readonly mean_nearest: number
  }
  readonly spans: readonly {
    readonly from: Place
    readonly to: Place
    readonly bearing: number
    readonly metres: number
  }[]
  readonly simplified: {
    readonly line: Geometry
    readonly length: number
    readonly metres: number
    readonly corners: readonly Place[]
  }
  readonly rasterised: Mask
  readonly projected: Mask & { readonly pixels: number }
  readonly within: {
    readonly polygons: readonly Geometry[]
    readonly counts: readonly number[]
    readonly inside: number
  }
  readonly hull: { readonly area: number }
}

export const collection = (
  geometries: readonly Geometry[],
  properties: (index: number) => Feature['properties'] = () => ({}),
): FeatureCollection => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry, index) => ({
    type: 'Feature',
    geometry,
    properties: properties(index),
  })),
})

export const points = (places: readonly Place[]) =>
  collection(places.map((coordinates) => ({ type: 'Point', coordinates })))
