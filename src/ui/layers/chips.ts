import type { Assumption, Layer, SceneFacts } from '../../trace/layer.ts'
import { words } from '../words/words.svelte.ts'
import { originOf, type Origin } from './origins.ts'

export interface SceneChip extends Assumption {
  readonly origin: Origin
}

const ORDER: readonly Assumption['field'][] = [
  'scaling', 'date', 'nodata', 'mask', 'bands', 'crs', 'sensor', 'level',
] // prettier-ignore

/**
 * What is taken for granted of a scene, what may be wrong first. Bands and coordinate system have a chip too where nothing
 * had to be assumed, for they can be changed; sensor and level stand above the chips, and have one where they may be wrong.
 */
export function chipsOf({ grid }: Layer, scene: SceneFacts): readonly SceneChip[] {
  const assumed = scene.assumptions
    .filter(({ field, sure }) => !sure || (field !== 'sensor' && field !== 'level'))
    .map((assumption) => ({ ...assumption, origin: originOf(assumption) }))
  const isAssumed = (field: Assumption['field']) => assumed.some((chip) => chip.field === field)
  const stated: SceneChip[] = []
  if (!isAssumed('bands')) stated.push(bandsChip(scene))
  if (!isAssumed('crs') && grid)
    stated.push({
      field: 'crs',
      value: grid.crs.id,
      why: words.layers.scene.stated.crs,
      sure: true,
      origin: 'file',
    })
  return [...assumed, ...stated].sort(
    (a, b) => Number(a.sure) - Number(b.sure) || ORDER.indexOf(a.field) - ORDER.indexOf(b.field),
  )
}

/** Files of one band each are told apart by their names, bands of one file by what it says of them. */
function bandsChip({ bands }: SceneFacts): SceneChip {
  const isApart = new Set(bands.map(({ fileId }) => fileId)).size === bands.length
  const { bandsByName, bandsInFile } = words.layers.scene.stated
  return {
    field: 'bands',
    value: String(bands.length),
    why: isApart ? bandsByName : bandsInFile,
    sure: true,
    origin: isApart ? 'name' : 'file',
  }
}
