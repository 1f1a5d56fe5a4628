import type { SpectralIndex } from '../../sensing/indices.ts'
import type { LayerStyle } from '../../trace/layer.ts'

const RAMPS: Readonly<Record<string, readonly string[]>> = {
  vegetation: ['ndvi', 'evi', 'evi2', 'savi', 'osavi', 'msavi', 'gndvi', 'ndre'],
  water: ['ndwi', 'mndwi', 'ndwi_gao', 'ndmi', 'ndti', 'ndci'],
  burn: ['bai', 'mirbi'],
}

/** How an index is drawn: the ramp of its kind over its usual values. */
export function indexStyle({ name, range }: SpectralIndex): LayerStyle {
  const ramp = Object.keys(RAMPS).find((each) => RAMPS[each]!.includes(name)) ?? 'viridis'
  return { ramp, min: range[0], max: range[1] }
}

/** A diverging ramp with zero in its middle. */
export const differenceStyle = (reach: number): LayerStyle => ({ ramp: 'diverging', min: -reach, max: reach })
