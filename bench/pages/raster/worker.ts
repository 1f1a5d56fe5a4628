import { expose } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import { decodeWith } from '../../../src/io/read/block-decoder.ts'
import { blobBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { mapSources } from '../../../src/raster/blocks.ts'
import { cellArea } from '../../../src/raster/grid/cell-area.ts'
import { ComponentReducer } from '../../../src/raster/kernels/components.ts'
import { DistributionReducer } from '../../../src/raster/kernels/distribution.ts'
import { SummaryReducer } from '../../../src/raster/kernels/statistics.ts'
import { thresholdMask } from '../../../src/raster/kernels/threshold.ts'
import { reduce, tap, type Reducer } from '../../../src/raster/reduce.ts'
import { findIndex } from '../../../src/sensing/indices.ts'
import { DecoderPool } from '../../../workers/decoder-pool.ts'
import type { Figures } from '../../lib/pipeline-figures.ts'

/** Patches whose figures are kept, as a tool that lists them would. */
const LARGEST = 1000

const seconds = () => performance.now() / 1000

/** Adds the time that a stage's own work takes on this thread. */
function timed<Result>(stage: (took: number) => void, reducer: Reducer<Result>): Reducer<Result> {
  return {
    add(block, window) {
      const start = seconds()
      reducer.add(block, window)
      stage(seconds() - start)
    },
    result: () => reducer.result(),
  }
}

async function openBand(file: File) {
  const raster = await openRaster(blobBytes(file), file.name)
  return raster.source(0, { scale: 1, offset: 0, nodata: raster.header.bands[0]!.nodata })
}

const api = {
  /** NDVI of two bands, its statistics and percentiles, the mask above a threshold and its 8-connected parts: one walk. */
  async pipeline(red: File, nir: File, threshold: number): Promise<Figures> {
    const start = seconds()
    const stages = { ndvi: 0, statistics: 0, percentiles: 0, components: 0 }
    const bands = [await openBand(nir), await openBand(red)]
    const { grid } = bands[0]!
    const index = findIndex('ndvi')!
    const ndvi = mapSources(bands, (inputs, out) => {
      const began = seconds()
      index.compute(inputs, out)
      stages.ndvi += seconds() - began
    })
    const counted = tap(ndvi, {
      summary: timed((took) => (stages.statistics += took), new SummaryReducer()),
      distribution: timed((took) => (stages.percentiles += took), new DistributionReducer()),
    })
    const { parts } = await reduce(thresholdMask(counted.source, threshold, 'above'), {
      parts: timed(
        (took) => (stages.components += took),
        new ComponentReducer(grid, { connectivity: 8, rowArea: cellArea(grid), largest: LARGEST }),
      ),
    })
    const { summary, distribution } = await counted.finish()
    const total = seconds() - start
    const worked = Object.values(stages).reduce((sum, each) => sum + each, 0)
    const percentiles = [2, 50, 98].map((percent) => distribution.quantile(percent / 100))
    return {
      seconds: total,
      // What is not work of the stages: reading and decoding, as far as it did not run beside them.
      stages: { read: total - worked, ...stages },
      summary,
      percentiles: percentiles.map(({ value }) => value),
      percentileErrors: percentiles.map(({ error }) => error),
      parts: { count: parts.count, pixels: parts.pixels, area: parts.area, largest: parts.largest[0]!.area },
    }
  },
}
export type PipelineApi = typeof api

keepErrorsWhole()
decodeWith(
  new DecoderPool(
    () => new Worker(new URL('../../../workers/decode.ts', import.meta.url), { type: 'module' }),
    navigator.hardwareConcurrency,
  ),
)
expose(api)
