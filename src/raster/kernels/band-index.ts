import { mapSources, walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import { RunningSummary } from './statistics.ts'
import type { Summary } from './statistics.ts'

export interface BandIndex {
  /** Bands of one grid, in the order that `compute` takes. */
  readonly bands: readonly RasterSource[]
  /** 1 where the ground is hidden, on the bands' grid; null where nothing tells. */
  readonly hidden: RasterSource | null
  /** NaN where any band is NaN or not above zero. */
  readonly compute: (inputs: readonly Float32Array[], out: Float32Array) => void
}

/** Why pixels have no index, each pixel under the first reason that holds. */
export interface LeftOut {
  readonly nodata: number
  readonly cloud: number
  readonly not_positive: number
  /** The formula has no finite value there. */
  readonly undefined: number
}

/** The index as a lazy raster; hidden pixels are NaN. */
export function bandIndex({ bands, hidden, compute }: BandIndex): RasterSource {
  return mapSources(hidden ? [...bands, hidden] : bands, (blocks, out) => {
    compute(blocks.slice(0, bands.length), out)
    if (hidden) hide(blocks[bands.length]!, out)
  })
}

function hide(hidden: Float32Array, out: Float32Array): void {
  for (let index = 0; index < out.length; index++) if (hidden[index] !== 0) out[index] = NaN
}

/** Figures of the index and the count of pixels left out by reason, in one walk over the bands. */
export async function summariseIndex(
  { bands, hidden, compute }: BandIndex,
  options?: WalkOptions,
): Promise<{ readonly summary: Summary; readonly leftOut: LeftOut }> {
  const running = new RunningSummary()
  const leftOut = { nodata: 0, cloud: 0, not_positive: 0, undefined: 0 }
  await walkBlocks(
    hidden ? [...bands, hidden] : bands,
    (blocks) => {
      const inputs = blocks.slice(0, bands.length)
      const cover = hidden ? blocks[bands.length]! : null
      const out = new Float32Array(inputs[0]!.length)
      compute(inputs, out)
      for (let index = 0; index < out.length; index++) {
        const isCovered = cover !== null && cover[index] !== 0
        if (!isCovered && !Number.isNaN(out[index]!)) continue
        if (inputs.some((band) => Number.isNaN(band[index]!))) leftOut.nodata++
        else if (isCovered) leftOut.cloud++
        else leftOut[inputs.every((band) => band[index]! > 0) ? 'undefined' : 'not_positive']++
        out[index] = NaN
      }
      running.add(out)
    },
    options,
  )
  return { summary: running.result(), leftOut }
}
