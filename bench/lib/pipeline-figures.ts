import type { Summary } from '../../src/raster/kernels/statistics.ts'

export type Stage = 'read' | 'ndvi' | 'statistics' | 'percentiles' | 'components'

/** What one run of the pipeline measured and found, by whomever. Areas in m². */
export interface Figures {
  readonly seconds: number
  readonly stages: Readonly<Record<Stage, number>>
  readonly summary: Omit<Summary, 'nodata'>
  /** The 2nd, 50th and 98th of NDVI, and by how much each may be off. */
  readonly percentiles: readonly number[]
  readonly percentileErrors: readonly number[]
  readonly parts: {
    readonly count: number
    readonly pixels: number
    readonly area: number
    readonly largest: number
  }
}

/** What two runs disagree on; nothing where they found the same. Speed counts only then. */
export function disagreements(own: Figures, peer: Figures): string[] {
  const pairs: [what: string, own: number, peer: number, tolerance: number][] = [
    ['valid pixels', own.summary.valid, peer.summary.valid, 0],
    ['minimum', own.summary.min, peer.summary.min, 1e-6],
    ['maximum', own.summary.max, peer.summary.max, 1e-6],
    ['mean', own.summary.mean, peer.summary.mean, 1e-6],
    ['standard deviation', own.summary.std, peer.summary.std, 1e-6],
    ['parts', own.parts.count, peer.parts.count, 0],
    ['pixels of the parts', own.parts.pixels, peer.parts.pixels, 0],
    ['area of the parts', own.parts.area, peer.parts.area, 1e-3],
    ['largest part', own.parts.largest, peer.parts.largest, 1e-3],
    ...own.percentiles.map((value, index): [string, number, number, number] => [
      `percentile ${index + 1} of 3`,
      value,
      peer.percentiles[index]!,
      own.percentileErrors[index]! + 1e-7,
    ]),
  ]
  return pairs
    .filter(([, first, second, tolerance]) => !(Math.abs(first - second) <= tolerance))
    .map(([what, first, second]) => `${what}: ${first} and ${second}`)
}
