import type { Layer } from '../../trace/layer.ts'
import { extentOf, meet } from './extent.ts'

/** Scenes of one sensor at one place, in the order given. */
export interface SceneGroup {
  readonly key: string
  readonly scenes: readonly [Layer, ...Layer[]]
  /** First and last date; null where none is known. */
  readonly dates: readonly [from: string, to: string] | null
}

/** Groups in the order of their newest date, the newest first; undated ones last. */
export function sceneGroups(scenes: readonly Layer[]): readonly SceneGroup[] {
  const groups: [Layer, ...Layer[]][] = []
  for (const layer of scenes) {
    const group = groups.find((each) => each.some((other) => belongTogether(layer, other)))
    if (group) group.push(layer)
    else groups.push([layer])
  }
  return groups
    .map((group) => ({ key: group[0].id, scenes: group, dates: datesOf(group) }))
    .sort((one, other) => (other.dates?.[1] ?? '').localeCompare(one.dates?.[1] ?? ''))
}

/** First and last date among scenes; null where none is known. */
export function datesOf(scenes: readonly Layer[]): SceneGroup['dates'] {
  const dates = scenes.flatMap(({ date }) => date ?? []).sort()
  return dates.length === 0 ? null : [dates[0]!, dates.at(-1)!]
}

/** How many places scenes lie at, whatever saw them. */
export function countPlaces(scenes: readonly Layer[]): number {
  const places: Layer[][] = []
  for (const layer of scenes) {
    const place = places.find((each) => each.some((other) => sharePlace(layer, other)))
    if (place) place.push(layer)
    else places.push([layer])
  }
  return places.length
}

function belongTogether(one: Layer, other: Layer): boolean {
  const isSame = one.scene?.sensor === other.scene?.sensor && one.scene?.level === other.scene?.level
  return isSame && sharePlace(one, other)
}

/** Scenes in unlike systems are taken for unlike places: nothing here turns one into the other. */
function sharePlace({ grid: one }: Layer, { grid: other }: Layer): boolean {
  return one !== null && other !== null && one.crs.id === other.crs.id && meet(extentOf(one), extentOf(other))
}
