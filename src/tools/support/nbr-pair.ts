import { countedIndex } from '../../raster/kernels/band-index.ts'
import type { RasterSource } from '../../raster/source.ts'
import { findIndex } from '../../sensing/indices.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { leftOutReport } from './left-out.ts'
import { orderWarning } from './naming.ts'
import { sceneIndex } from './scene-index.ts'

export interface NbrPair {
  readonly before: { readonly layer: Layer; readonly source: RasterSource }
  readonly after: { readonly layer: Layer; readonly source: RasterSource }
  readonly notes: readonly string[]
  /** Asked for once all is computed: why pixels of the scenes have no NBR is counted as they are read. */
  readonly warnings: () => Promise<readonly string[]>
}

/** NBR of a scene before and one after a fire, the second on the grid of the first. Throws as sceneIndex, grid_mismatch. */
export async function nbrPair(
  context: ToolContext,
  given: { readonly pre: LayerId; readonly post: LayerId; readonly clouds: 'mask' | 'keep' },
): Promise<NbrPair> {
  const nbr = findIndex('nbr')!
  const pre = await sceneIndex(context, nbr, { scene: given.pre, clouds: given.clouds })
  const post = await sceneIndex(context, nbr, { scene: given.post, clouds: given.clouds })
  const [before, after] = [countedIndex(pre), countedIndex(post)]
  const aligned = alignOnto(
    { grid: before.source.grid, id: given.pre },
    { source: after.source, id: given.post, holds: 'values' },
  )
  const note = aligned.note ? [aligned.note] : []
  const order = orderWarning(pre.layer, post.layer)
  return {
    before: { layer: pre.layer, source: before.source },
    after: { layer: post.layer, source: aligned.source },
    notes: [...new Set([...pre.notes, ...post.notes]), ...note],
    async warnings() {
      const { signal } = context
      const reasons = async (id: LayerId, counted: typeof before) =>
        leftOutReport((await counted.finish({ signal })).leftOut).warnings.map((each) => `${id}: ${each}`)
      return [
        ...(order ? [order] : []),
        ...pre.warnings,
        ...post.warnings,
        ...note,
        ...(await reasons(given.pre, before)),
        ...(await reasons(given.post, after)),
      ]
    },
  }
}
