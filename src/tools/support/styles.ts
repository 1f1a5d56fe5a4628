import type { IndexDomain, SpectralIndex } from '../../sensing/indices.ts'
import type { LayerStyle } from '../../trace/layer.ts'

/** Ramps of whole domains; burn indices are drawn as burns where they are high over burns. */
const RAMPS: Readonly<Partial<Record<IndexDomain, string>>> = {
  vegetation: 'vegetation',
  moisture: 'water',
  water: 'water',
}
const HIGH_OVER_BURNS: ReadonlySet<string> = new Set([
  'bai',
  'baim',
  'bais2',
  'mirbi',
  'nbr_swir',
  'nbr_plus',
])

/** How an index is drawn: the ramp of its kind over its usual values. */
export function indexStyle({ name, domain, range }: SpectralIndex): LayerStyle {
  const ramp = HIGH_OVER_BURNS.has(name) ? 'burn' : (RAMPS[domain] ?? 'viridis')
  return { ramp, min: range[0], max: range[1] }
}

/** A diverging ramp with zero in its middle. */
export const differenceStyle = (reach: number): LayerStyle => ({ ramp: 'diverging', min: -reach, max: reach })
