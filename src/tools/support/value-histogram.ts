import type { Distribution } from '../../raster/kernels/distribution.ts'
import type { Chart } from '../../trace/call.ts'
import type { Unit } from '../../trace/quantity.ts'

const BINS = 48

/**
 * All values that were counted, in equal bins from the smallest to the largest, with the limits marked; none where there
 * is one value alone. A value is known to 2⁻¹³ of itself and counts where the middle of that lies.
 */
export function valueHistogram(
  { lows, highs, counts }: Pick<Distribution, 'lows' | 'highs' | 'counts'>,
  { min, max }: { readonly min: number; readonly max: number },
  { title, unit, marks }: { readonly title: string; readonly unit: Unit; readonly marks: readonly number[] },
): { readonly chart?: Chart } {
  if (!(max > min) || !Number.isFinite(max - min)) return {}
  const width = (max - min) / BINS
  const bins = Array.from({ length: BINS }, () => 0)
  for (let entry = 0; entry < counts.length; entry++) {
    const middle = (lows[entry]! + highs[entry]!) / 2
    const bin = Math.floor((middle - min) / width)
    bins[Math.max(0, Math.min(BINS - 1, bin))]! += counts[entry]!
  }
  const edges = Array.from({ length: BINS + 1 }, (_, at) => (at === BINS ? max : min + at * width))
  return { chart: { kind: 'histogram', title, unit, edges, counts: bins, marks } }
}
