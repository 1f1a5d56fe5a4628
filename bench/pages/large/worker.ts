import { expose } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import { apply } from '../../../src/raster/grid/affine.ts'
import { PreviewCache } from '../../../src/raster/render/preview.ts'
import { renderTile } from '../../../src/raster/render/render-tile.ts'
import { decodeOnThreads, openBand } from '../../lib/browser-files.ts'
import { seconds, walkOnce } from '../../lib/ndvi-walk.ts'

const TILE = 512

const api = {
  /** Opens a file, draws all of it and a part at full size, and walks over it. Seconds of each. */
  async use(file: File, threshold: number) {
    const began = seconds()
    const source = await openBand(file)
    const opened = seconds()
    const { transform, width, height } = source.grid
    const [left, top] = apply(transform, 0, 0)
    const [right, bottom] = apply(transform, width, height)
    const [inRight, inBottom] = apply(transform, TILE, TILE)
    const previews = new PreviewCache()
    const draw = (extent: readonly [number, number, number, number]) =>
      renderTile({
        sources: [{ source, key: 'band' }],
        style: { ramp: 'viridis' },
        extent,
        width: TILE,
        height: TILE,
        previews,
      })
    const whole = await draw([left, bottom, right, top])
    const drawn = seconds()
    await draw([left, inBottom, inRight, top])
    const looked = seconds()
    const figures = await walkOnce(source, threshold, { ndvi: 0 })
    return {
      open: opened - began,
      draw: drawn - opened,
      closer: looked - drawn,
      analyse: figures.seconds,
      // Every pixel of the picture has a colour, else it was not drawn.
      painted: whole.filter((value, index) => index % 4 === 3 && value === 255).length / (TILE * TILE),
      figures,
    }
  },
}
export type LargeApi = typeof api

keepErrorsWhole()
decodeOnThreads()
expose(api)
