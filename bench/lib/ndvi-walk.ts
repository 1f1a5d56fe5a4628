import { cellArea } from '../../src/raster/grid/cell-area.ts'
import { ComponentReducer } from '../../src/raster/kernels/components.ts'
import { DistributionReducer } from '../../src/raster/kernels/distribution.ts'
import { SummaryReducer } from '../../src/raster/kernels/statistics.ts'
import { thresholdMask } from '../../src/raster/kernels/threshold.ts'
import { reduce, tap, type Reducer } from '../../src/raster/reduce.ts'
import type { RasterSource } from '../../src/raster/source.ts'
import type { Figures, Stage } from './pipeline-figures.ts'

/** Patches whose figures are kept, as a tool that lists them would. */
const LARGEST = 1000

export const seconds = () => performance.now() / 1000

/** Adds the time that a stage's own work takes on this thread. */
function timed<Result>(took: (seconds: number) => void, reducer: Reducer<Result>): Reducer<Result> {
  return {
    add(block, window) {
      const start = seconds()
      reducer.add(block, window)
      took(seconds() - start)
    },
    result: () => reducer.result(),
  }
}

/**
 * Statistics of a raster with percentiles, the mask above a threshold and its 8-connected parts: one walk. `before`
 * holds what stages of the source's own have taken; the source adds to it while it is read.
 */
export async function walkOnce(
  source: RasterSource,
  threshold: number,
  before: { ndvi: number },
): Promise<Figures> {
  const start = seconds()
  const own = { statistics: 0, percentiles: 0, components: 0 }
  const counted = tap(source, {
    summary: timed((took) => (own.statistics += took), new SummaryReducer()),
    distribution: timed((took) => (own.percentiles += took), new DistributionReducer()),
  })
  const { parts } = await reduce(thresholdMask(counted.source, threshold, 'above'), {
    parts: timed(
      (took) => (own.components += took),
      new ComponentReducer(source.grid, {
        connectivity: 8,
        rowArea: cellArea(source.grid),
        largest: LARGEST,
      }),
    ),
  })
  const { summary, distribution } = await counted.finish()
  const total = seconds() - start
  const worked = before.ndvi + own.statistics + own.percentiles + own.components
  // What is not work of the stages: reading and decoding, as far as it did not run beside them.
  const stages: Record<Stage, number> = { read: total - worked, ndvi: before.ndvi, ...own }
  const percentiles = [2, 50, 98].map((percent) => distribution.quantile(percent / 100))
  return {
    seconds: total,
    stages,
    summary,
    percentiles: percentiles.map(({ value }) => value),
    percentileErrors: percentiles.map(({ error }) => error),
    parts: {
      count: parts.count,
      pixels: parts.pixels,
      area: parts.area,
      largest: parts.largest[0]?.area ?? 0,
    },
  }
}
