import { findIndex } from '../sensing/indices.ts'

/** Words for mask meanings; all else is spelled from the meaning's own id. */
const MEANINGS: Readonly<Record<string, string>> = {
  burned: 'burned area',
  water: 'open water',
  water_lost: 'water lost between the dates',
  water_gained: 'water gained between the dates',
  flooded: 'flooded land',
  snow: 'snow',
  snow_lost: 'snow lost between the dates',
  snow_gained: 'snow gained between the dates',
  vegetation: 'vegetated area',
  vegetation_loss: 'area of vegetation loss',
  vegetation_gain: 'area of vegetation gain',
  vegetation_lost: 'vegetated area lost between the dates',
  vegetation_gained: 'vegetated area gained between the dates',
  built_up: 'built-up area',
  bare_soil: 'bare soil',
}

export function meaningWords(meaning: string | undefined): string {
  if (!meaning) return 'marked area'
  const bound = /^(.+)_(high|low)$/.exec(meaning)
  if (bound) return `${bound[2]!} ${spellMeaning(bound[1]!)}`
  return MEANINGS[meaning] ?? meaning.replaceAll('_', ' ')
}

/** 'dnbr' → 'dNBR', 'ndvi' → 'NDVI'; what is no index is spelled as words. */
export function spellMeaning(meaning: string): string {
  if (findIndex(meaning)) return meaning.toUpperCase().replaceAll('_', ' ')
  const of = meaning.startsWith('d') ? meaning.slice(1) : ''
  return findIndex(of) ? `d${of.toUpperCase().replaceAll('_', ' ')}` : meaning.replaceAll('_', ' ')
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Sides of a threshold in words. */
export const SIDE_WORDS: Readonly<Record<string, string>> = {
  at_or_above: 'at or above',
  above: 'above',
  at_or_below: 'at or below',
  below: 'below',
}
