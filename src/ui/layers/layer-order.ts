import type { Layer } from '../../trace/layer.ts'

/** Kinds of layer of which the map shows the newest. */
export const SHOWN_KINDS: readonly ((layer: Layer) => boolean)[] = [
  (layer) => layer.scene !== null,
  (layer) => layer.scene === null && layer.kind === 'raster',
  (layer) => layer.kind === 'vector',
]

/** Scenes by their own date, results by when they were made. */
export function newestFirst(a: Layer, b: Layer): number {
  const dates = a.scene && b.scene ? (b.date ?? '').localeCompare(a.date ?? '') : 0
  return dates || b.createdAt - a.createdAt
}

/** Topmost first: new results, results as they lay, scenes; scenes lie by date again where one is new. */
export function stacked(fresh: readonly Layer[], kept: readonly Layer[]): readonly Layer[] {
  const isScene = (layer: Layer) => layer.scene !== null
  const scenes = [...kept, ...fresh].filter(isScene)
  return [
    ...fresh.filter((layer) => !isScene(layer)),
    ...kept.filter((layer) => !isScene(layer)),
    ...(fresh.some(isScene) ? scenes.sort(newestFirst) : scenes),
  ]
}
