import { tapSources } from '../reduce.ts'
import type { Tapped } from '../reduce.ts'
import type { RasterSource } from '../source.ts'
import { SummaryReducer } from './statistics.ts'
import type { Summary } from './statistics.ts'

export interface BandIndex {
  /** Bands of one grid, in the order that `compute` takes. */
  readonly bands: readonly RasterSource[]
  /** 1 where the ground is hidden, on the bands' grid; null where nothing tells. */
  readonly hidden: RasterSource | null
  /** NaN where any band is NaN or not above zero. A promise: `out` is filled when it is fulfilled. */
  readonly compute: (inputs: readonly Float32Array[], out: Float32Array) => void | Promise<void>
}

/** Why pixels have no index, each pixel under the first reason that holds. */
export interface LeftOut {
  readonly nodata: number
  readonly cloud: number
  readonly not_positive: number
  /** The formula has no finite value there. */
  readonly undefined: number
}

export type CountedIndex = Tapped<{ readonly summary: Summary; readonly leftOut: LeftOut }>

/**
 * The index as a lazy raster, hidden pixels NaN, that counts while it is read its figures and the pixels left out by
 * reason.
 */
export function countedIndex(index: BandIndex): CountedIndex {
  const { bands, hidden } = index
  const summary = new SummaryReducer()
  const leftOut = { nodata: 0, cloud: 0, not_positive: 0, undefined: 0 }
  return tapSources(hidden ? [...bands, hidden] : bands, {
    kernel: kernelOf(index),
    feed: (blocks, out) => {
      summary.add(out)
      countLeftOut(
        { bands: blocks.slice(0, bands.length), hidden: blocks[bands.length] ?? null },
        out,
        leftOut,
      )
    },
    result: () => ({ summary: summary.result(), leftOut }),
  })
}

function kernelOf({ bands, hidden, compute }: BandIndex) {
  return async (blocks: readonly Float32Array[], out: Float32Array): Promise<void> => {
    await compute(blocks.slice(0, bands.length), out)
    if (hidden) hide(blocks[bands.length]!, out)
  }
}

function hide(hidden: Float32Array, out: Float32Array): void {
  for (let index = 0; index < out.length; index++) if (hidden[index] !== 0) out[index] = NaN
}

function countLeftOut(
  inputs: { readonly bands: readonly Float32Array[]; readonly hidden: Float32Array | null },
  out: Float32Array,
  leftOut: Record<keyof LeftOut, number>,
): void {
  const { bands, hidden } = inputs
  for (let index = 0; index < out.length; index++) {
    const value = out[index]!
    if (value === value) continue
    let lowest = Infinity
    for (let band = 0; band < bands.length; band++) lowest = Math.min(lowest, bands[band]![index]!)
    // The least of several numbers is NaN where one of them is.
    if (lowest !== lowest) leftOut.nodata++
    else if (hidden !== null && hidden[index] !== 0) leftOut.cloud++
    else if (lowest > 0) leftOut.undefined++
    else leftOut.not_positive++
  }
}
