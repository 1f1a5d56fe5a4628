import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import { HistogramReducer } from './histogram.ts'
import type { BinRange, Histogram } from './histogram.ts'

/** Histograms of values over one range, one a code of `zones`, in one walk. */
export async function zoneHistograms(
  values: RasterSource,
  zones: RasterSource,
  { codes, range, ...walk }: WalkOptions & { readonly codes: readonly number[]; readonly range: BinRange },
): Promise<ReadonlyMap<number, Histogram>> {
  const counting = new Map(codes.map((code) => [code, new HistogramReducer(range)]))
  await walkBlocks(
    [values, zones],
    ([value, zone]) => {
      // Runs of one zone are counted at once.
      let from = 0
      for (let at = 1; at <= zone!.length; at++) {
        if (at < zone!.length && zone![at] === zone![from]) continue
        counting.get(zone![from]!)?.add(value!.subarray(from, at))
        from = at
      }
    },
    walk,
  )
  return new Map([...counting].map(([code, reducer]) => [code, reducer.result()]))
}
