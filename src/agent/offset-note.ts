import { isOptical } from '../sensing/sensors.ts'
import type { Layer, LayerId } from '../trace/layer.ts'

/**
 * Says that Sentinel-2 scenes of unlike processing baselines were each scaled by their own offset: whoever takes the numbers
 * of both files as they are finds a change that is none. Empty where the scenes of a run share one offset.
 */
export function offsetNote(used: readonly LayerId[], layers: readonly Layer[]): readonly string[] {
  const offsets = layers.flatMap(({ id, scene }) => {
    const band = scene?.bands.find(({ name }) => isOptical(name))
    const isScaled = scene?.sensor === 'sentinel-2' && scene.quantity === 'reflectance'
    return used.includes(id) && isScaled && band ? [{ id, offset: band.offset }] : []
  })
  if (new Set(offsets.map(({ offset }) => offset)).size < 2) return []
  const told = offsets.map(
    ({ id, offset }) => `${id} ${offset === 0 ? 'none' : String(offset).replace('-', '−')}`,
  )
  return [
    `The scenes come of unlike processing baselines and were scaled each by its own offset before they were compared: ${told.join(', ')}.`,
  ]
}
