import type { Layer } from '../trace/layer.ts'
import { sensingContext } from './sensing-context.ts'

/**
 * The scenes of one place among all loaded ones: those that overlap with the scene loaded last, and every layer that
 * is no scene. Scenes of other places would be compared with what they never saw.
 */
export function scenesOfOnePlace(layers: readonly Layer[]): {
  readonly layers: readonly Layer[]
  readonly left: number
} {
  const ids = new Set(sensingContext(layers).scenes.map(({ id }) => id))
  const scenes = layers.filter((layer) => ids.has(layer.id))
  const last = scenes.reduce<Layer | null>(
    (newest, layer) => (newest === null || layer.createdAt >= newest.createdAt ? layer : newest),
    null,
  )
  if (last === null) return { layers, left: 0 }
  const together = scenes.filter((layer) => layer === last || sensingContext([last, layer]).overlap)
  const kept = new Set(together.map(({ id }) => id))
  return {
    layers: layers.filter((layer) => !ids.has(layer.id) || kept.has(layer.id)),
    left: scenes.length - together.length,
  }
}
