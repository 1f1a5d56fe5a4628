import { expose } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import { mapSources } from '../../../src/raster/blocks.ts'
import { apply } from '../../../src/raster/grid/affine.ts'
import { SummaryReducer } from '../../../src/raster/kernels/statistics.ts'
import { reduce } from '../../../src/raster/reduce.ts'
import { PreviewCache } from '../../../src/raster/render/preview.ts'
import { renderTile } from '../../../src/raster/render/render-tile.ts'
import { findIndex } from '../../../src/sensing/indices.ts'
import { decodeOnThreads, openBand } from '../../lib/browser-files.ts'
import { seconds } from '../../lib/ndvi-walk.ts'

const SIDE = 512

const api = {
  /** Opens a file, draws all of it, and reads a window amid a tile that nothing has read before. Seconds of each. */
  async look(file: File) {
    const began = seconds()
    const source = await openBand(file)
    const opened = seconds()
    const { transform, width, height } = source.grid
    const [left, top] = apply(transform, 0, 0)
    const [right, bottom] = apply(transform, width, height)
    const picture = await renderTile({
      sources: [{ source, key: 'band' }],
      style: { ramp: 'viridis' },
      extent: [left, bottom, right, top],
      width: SIDE,
      height: SIDE,
      previews: new PreviewCache(),
    })
    const drawn = seconds()
    const corner = Math.floor(width / 2 / 1024) * 1024 + 256
    const window = { col: corner, row: corner, width: SIDE, height: SIDE }
    const pixels = await source.read(window)
    return {
      open: opened - began,
      overview: drawn - began,
      window: seconds() - drawn,
      painted: picture.filter((value, index) => index % 4 === 3 && value === 255).length / SIDE ** 2,
      first: pixels[0]!,
    }
  },
  /** Statistics of NDVI, files opened and WASM fetched within. */
  async ndvi(red: File, nir: File) {
    const start = seconds()
    const bands = [await openBand(nir), await openBand(red)]
    const index = findIndex('ndvi')!
    const ndvi = mapSources(bands, (inputs, out) => index.compute(inputs, out))
    const { summary } = await reduce(ndvi, { summary: new SummaryReducer() })
    return { seconds: seconds() - start, summary }
  },
}
export type FormatsApi = typeof api

keepErrorsWhole()
decodeOnThreads()
expose(api)
