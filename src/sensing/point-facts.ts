import type { SceneFacts } from '../trace/layer.ts'
import { CLEAR_BANDS } from './qa/clear-bands.ts'
import { decode, hides } from './qa/decode.ts'

/** What the values of a scene's bands at one place say together. */
export interface PointFacts {
  /** Indices whose bands are there; null where one of the bands has no value or is not above zero. */
  readonly indices: readonly { readonly name: PointIndex; readonly value: number | null }[]
  /** What the scene's quality band says of the place, in names of `decode`. */
  readonly quality: readonly string[]
  /** True where the quality band says that the ground is not seen. */
  readonly hidden: boolean
}

export type PointIndex = 'ndvi' | 'nbr' | 'ndwi'

/** Normalised differences, each band with what stands in for it: as the tools of the same names take them. */
const PAIRS: readonly (readonly [PointIndex, readonly string[], readonly string[]])[] = [
  ['ndvi', ['nir', 'nir_narrow'], ['red']],
  ['nbr', ['nir_narrow', 'nir'], ['swir2']],
  ['ndwi', ['green'], ['nir', 'nir_narrow']],
]

/** Indices and quality at a place; `values` are in the order of the scene's bands. */
export function pointFacts({ bands }: SceneFacts, values: readonly (number | null)[]): PointFacts {
  const at = (names: readonly string[]): number | null | undefined => {
    const place = names
      .map((name) => bands.findIndex((band) => band.name === name))
      .find((index) => index >= 0)
    return place === undefined ? undefined : (values[place] ?? null)
  }
  const kind = CLEAR_BANDS.find((name) => bands.some((band) => band.name === name))
  const code = kind === undefined ? undefined : at([kind])
  return {
    indices: PAIRS.flatMap(([name, first, second]) => {
      const [a, b] = [at(first), at(second)]
      if (a === undefined || b === undefined) return []
      return [{ name, value: a !== null && b !== null && a > 0 && b > 0 ? (a - b) / (a + b) : null }]
    }),
    quality: kind !== undefined && typeof code === 'number' ? decode(kind, code) : [],
    hidden: kind !== undefined && code !== undefined && hides(kind)(code ?? NaN),
  }
}
