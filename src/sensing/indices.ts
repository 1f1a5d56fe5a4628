import { compileExpression, type KernelRules } from '../raster/expression/compile.ts'
import { bandsOf, parseExpression } from '../raster/expression/parser.ts'
import type { BandName } from '../trace/port.ts'
import { BACKGROUND } from './indices/background.ts'
import { BURN } from './indices/burn.ts'
import { CLOUDS } from './indices/clouds.ts'
import { GREENNESS } from './indices/greenness.ts'
import { KERNEL } from './indices/kernel.ts'
import { MOISTURE } from './indices/moisture.ts'
import { RADAR } from './indices/radar.ts'
import { RED_EDGE } from './indices/red-edge.ts'
import type { IndexRow } from './indices/row.ts'
import { SNOW } from './indices/snow.ts'
import { SOIL } from './indices/soil.ts'
import { URBAN } from './indices/urban.ts'
import { VISIBLE } from './indices/visible.ts'
import { WATER } from './indices/water.ts'

/** The catalogue by what it is about. */
const DOMAINS = {
  vegetation: [...GREENNESS, ...BACKGROUND, ...RED_EDGE, ...VISIBLE, ...KERNEL],
  moisture: MOISTURE,
  water: WATER,
  burn: BURN,
  snow: SNOW,
  soil: SOIL,
  urban: URBAN,
  clouds: CLOUDS,
  radar: RADAR,
} as const satisfies Readonly<Record<string, readonly IndexRow[]>>
export type IndexDomain = keyof typeof DOMAINS

/**
 * One spectral index. `compute` takes one row-major block a band in the order of `bands` and fills `out`.
 * A pixel where any band is NaN or not above zero has no index: NaN.
 */
export interface SpectralIndex extends Required<Omit<IndexRow, 'needsReflectance'>> {
  readonly domain: IndexDomain
  /** In the order in which the formula names them. */
  readonly bands: readonly BandName[]
  /**
   * True where unscaled numbers give another index. Radar rows take linear power and rows with a thermal band kelvin,
   * whatever stands here.
   */
  readonly needsReflectance: boolean
  compute(inputs: readonly Float32Array[], out: Float32Array): void
}

/** Neither a ratio nor a physical formula stands on a reflectance that is not positive. */
export const INDEX_RULES: KernelRules = { positiveBands: true }

function spectralIndex(row: IndexRow, domain: IndexDomain): SpectralIndex {
  const expression = parseExpression(row.formula)
  const bands = bandsOf(expression)
  let kernel: SpectralIndex['compute'] | undefined
  return {
    range: [-1, 1],
    ...row,
    needsReflectance: row.needsReflectance ?? false,
    domain,
    // Names of the rows are our own; a test holds them to the known ones.
    bands: bands as BandName[],
    // Compiled when it is first needed: a session uses few of the indices.
    compute(inputs, out) {
      kernel ??= compileExpression(expression, bands, INDEX_RULES)
      kernel(inputs, out)
    },
  }
}

/** The catalogue: one row is one tool. docs/decisions/2026-11-30-index-catalogue.md has where its facts come from. */
export const INDICES: readonly SpectralIndex[] = (Object.keys(DOMAINS) as IndexDomain[]).flatMap((domain) =>
  DOMAINS[domain].map((row) => spectralIndex(row, domain)),
)

const byName = new Map(INDICES.map((index) => [index.name, index]))

/** The index of a name, undefined where the catalogue has none. Case is ignored. */
export function findIndex(name: string): SpectralIndex | undefined {
  return byName.get(name.toLowerCase())
}
