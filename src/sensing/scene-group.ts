import type { Layer, LayerId } from '../trace/layer.ts'
import { sensingContext } from './sensing-context.ts'
import { isOptical, isQuality } from './sensors.ts'

export interface PlaceGroup {
  readonly layers: readonly Layer[]
  /** Scenes that lie elsewhere. */
  readonly left: number
  /** Scenes left out because no band of theirs has a name, where others have. */
  readonly unnamed: number
}

/**
 * The scenes of one place among all loaded ones, and every layer that is no scene. Scenes of other places would be
 * compared with what they never saw. The place is that of the `named` scenes, else of the scene loaded last of those
 * with a band that every sensor knows: a stray file of unnamed bands neither leads nor gives a date beside such ones.
 */
export function scenesOfOnePlace(layers: readonly Layer[], named: readonly LayerId[] = []): PlaceGroup {
  const ids = new Set(sensingContext(layers).scenes.map(({ id }) => id))
  const scenes = layers.filter((layer) => ids.has(layer.id))
  const wanted = scenes.filter(({ id }) => named.includes(id))
  const optical = scenes.filter(hasOpticalBand)
  const strays = new Set(
    optical.length > 0 ? scenes.filter((layer) => isUnnamed(layer) && !wanted.includes(layer)) : [],
  )
  const leaders = wanted.length > 0 ? wanted : newest(optical.length > 0 ? optical : scenes)
  if (leaders.length === 0) return { layers, left: 0, unnamed: 0 }
  const together = scenes.filter(
    (layer) =>
      !strays.has(layer) &&
      leaders.some((leader) => layer === leader || sensingContext([leader, layer]).overlap),
  )
  const kept = new Set(together.map(({ id }) => id))
  return {
    layers: layers.filter((layer) => !ids.has(layer.id) || kept.has(layer.id)),
    left: scenes.length - together.length - strays.size,
    unnamed: strays.size,
  }
}

/** The one that was loaded last, of equal ones the last in the list. */
function newest(scenes: readonly Layer[]): readonly Layer[] {
  const [first, ...others] = scenes
  if (!first) return []
  return [others.reduce((last, layer) => (layer.createdAt >= last.createdAt ? layer : last), first)]
}

const hasOpticalBand = ({ scene }: Layer): boolean =>
  scene?.bands.some(({ name }) => isOptical(name)) ?? false

function isUnnamed({ scene }: Layer): boolean {
  const measured = scene?.bands.filter(({ name }) => !isQuality(name)) ?? []
  return measured.every(({ name }) => name === 'band')
}
