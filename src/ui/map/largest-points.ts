/** As much of GeoJSON as choosing what to draw needs. */
export interface FeatureList {
  readonly type: 'FeatureCollection'
  readonly features: readonly {
    readonly type: 'Feature'
    readonly geometry: { readonly type: string } | null
    readonly properties: Readonly<Record<string, unknown>> | null
  }[]
}

/** All shapes, and of the points the `most` that mark the largest areas, largest first so that small ones lie on top. */
export function largestPoints(list: FeatureList, most: number): FeatureList {
  const isPoint = (feature: FeatureList['features'][number]) => feature.geometry?.type === 'Point'
  const area = (feature: FeatureList['features'][number]) => Number(feature.properties?.['area_ha'] ?? 0)
  const points = list.features.filter(isPoint).sort((a, b) => area(b) - area(a))
  return {
    ...list,
    features: [...list.features.filter((feature) => !isPoint(feature)), ...points.slice(0, most)],
  }
}
