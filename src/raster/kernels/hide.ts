import { tapSources, type Tapped } from '../reduce.ts'
import type { RasterSource } from '../source.ts'

/** Tells of a code why its pixel is hidden: the number of the first reason that holds, or −1. */
export type ReasonOf = (code: number) => number

/**
 * The pixels whose code gives no reason to hide them; those with nodata for a code are hidden. While it is read, valid
 * pixels are counted: all, those hidden by each reason, and those without a code.
 */
export function hiddenByCode(
  source: RasterSource,
  codes: RasterSource,
  { reasonOf, reasons }: { readonly reasonOf: ReasonOf; readonly reasons: number },
): Tapped<{ readonly valid: number; readonly hidden: readonly number[]; readonly unknown: number }> {
  const hidden = Array.from({ length: reasons }, () => 0)
  let [valid, unknown] = [0, 0]
  return tapSources([source, codes], {
    kernel: ([values, own], out) => {
      for (let at = 0; at < out.length; at++) {
        const code = own![at]!
        out[at] = code === code && reasonOf(code) < 0 ? values![at]! : NaN
      }
    },
    feed: ([values, own], out) => {
      for (let at = 0; at < out.length; at++) {
        if (Number.isNaN(values![at]!)) continue
        valid++
        if (out[at] === out[at]) continue
        const code = own![at]!
        if (code === code) hidden[reasonOf(code)]!++
        else unknown++
      }
    },
    result: () => ({ valid, hidden, unknown }),
  })
}
