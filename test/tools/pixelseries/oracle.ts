import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What scripts/oracles/pixelseries.py wrote. */
export interface Oracles {
  readonly new_york: {
    readonly dates: readonly string[]
    readonly values: Readonly<Record<string, readonly number[]>>
    readonly slopes_per_year: Readonly<Record<string, number>>
  }
  readonly maps: {
    readonly dates: readonly string[]
    /** By pixel, then by date. */
    readonly series: readonly (readonly (number | null)[])[]
    readonly found: Readonly<Record<string, readonly (number | null)[]>>
  }
  readonly spi: {
    readonly dates: readonly string[]
    readonly amounts: readonly (readonly number[])[]
    readonly spi: readonly number[]
  }
}

export const oracles = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'pixelseries.json'), 'utf8'),
) as Oracles
