import type { Layer, LayerId } from '../trace/layer.ts'

/** A loaded layer that is no scene, by what people call it. */
export type NamedLayer = Pick<Layer, 'id' | 'title'>

/** Words of a language are no names: 'water' in a question means water, and not the layer that is called so. */
const isTelling = (name: string): boolean => name.length > 2 && /\d|[^\s\d][_.-][^\s]|\S\s+\S/.test(name)

/** How a file's name ends may be said or not. */
const ENDING = '(?:\\.[a-z]\\w{1,7})?'
const FILE_ENDING = new RegExp(`${ENDING}$`, 'i')

/**
 * The question with the ids of layers in place of their names ('in Area 1' → 'in layer-4'), so that what a person or a
 * file called them is read by no other reading, nor kept. Longer names first; a name that several layers have stands for
 * none of them.
 */
export function withIdsForNames(text: string, layers: readonly NamedLayer[]): string {
  const ids = new Map<string, LayerId | null>()
  for (const { id, title } of layers) {
    const name = title.trim().replace(FILE_ENDING, '').toLowerCase()
    if (isTelling(name)) ids.set(name, ids.has(name) ? null : id)
  }
  const names = [...ids].sort(([a], [b]) => b.length - a.length)
  return names.reduce(
    (rest, [name, id]) =>
      id === null
        ? rest
        : rest.replace(new RegExp(`["“‘']?(?<![\\w.-])${escaped(name)}${ENDING}(?![\\w-])["”’']?`, 'gi'), id),
    text,
  )
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
