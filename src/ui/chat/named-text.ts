import type { Layer } from '../../trace/layer.ts'
import { nameOfFile } from '../map/typed-area.ts'

/** A piece of a text of ours: words, or a layer that the text names by its id. */
export type TextPiece = string | { readonly id: string; readonly name: string }

/**
 * A text with the names of areas beside their ids ('inside layer-4 alone'): a person drew or gave them, and knows them by
 * those. Other layers are known by the step that made them. The names are of files: to be shown as text alone.
 */
export function namedPieces(
  text: string,
  layers: readonly Pick<Layer, 'id' | 'kind' | 'title' | 'storage'>[],
): readonly TextPiece[] {
  return text.split(/(\blayer-\d+\b)/).flatMap((piece): readonly TextPiece[] => {
    const area = layers.find(
      ({ id, kind, storage }) => id === piece && kind === 'vector' && storage.where === 'files',
    )
    return area ? [{ id: area.id, name: nameOfFile(area.title) }] : piece === '' ? [] : [piece]
  })
}
