import { expose } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import { mapSources } from '../../../src/raster/blocks.ts'
import { findIndex } from '../../../src/sensing/indices.ts'
import { decodeOnThreads, openBand } from '../../lib/browser-files.ts'
import { seconds, walkOnce } from '../../lib/ndvi-walk.ts'
import type { Figures } from '../../lib/pipeline-figures.ts'

const api = {
  /** NDVI of two bands, its statistics and percentiles, the mask above a threshold and its 8-connected parts. */
  async pipeline(red: File, nir: File, threshold: number): Promise<Figures> {
    const start = seconds()
    const bands = [await openBand(nir), await openBand(red)]
    const index = findIndex('ndvi')!
    const stage = { ndvi: 0 }
    const ndvi = mapSources(bands, (inputs, out) => {
      const began = seconds()
      index.compute(inputs, out)
      stage.ndvi += seconds() - began
    })
    const opened = seconds() - start
    const figures = await walkOnce(ndvi, threshold, stage)
    const { stages } = figures
    return {
      ...figures,
      seconds: figures.seconds + opened,
      stages: { ...stages, read: stages.read + opened },
    }
  },
}
export type PipelineApi = typeof api

keepErrorsWhole()
decodeOnThreads()
expose(api)
