import type { SensingContext } from '../sensing/context.ts'
import { areOfOneSeason } from '../sensing/seasons.ts'
import type { LayerId } from '../trace/layer.ts'
import type { Solved } from './compose.ts'

export interface Measured {
  /** The question without its options. */
  readonly stem: string
  readonly solved: readonly Solved[]
  /** The scenes that were measured. */
  readonly used: readonly LayerId[]
  readonly context: SensingContext
}

/** What a careful reader must know of the figures though each step was right: what else looks like the thing that was measured. */
export function cautions(measured: Measured): readonly string[] {
  return [SEASONS, SCARS, FOREST].flatMap((caution) => caution(measured) ?? [])
}

type Caution = (measured: Measured) => string | null

/** 'Which lie in unlike seasons', to be said beside the dates; empty where they do not, or no change is told. */
export const seasonWords = (measured: Measured): readonly string[] =>
  isOfSeasons(measured) ? ['dates of unlike seasons'] : []

const SEASONS: Caution = (measured) =>
  isOfSeasons(measured)
    ? 'The dates lie in unlike seasons: leaves, snow, water and a low sun come and go with the year, and count as change here. Take two dates of one season where you can.'
    : null

/** Things that a season alone makes and takes. */
const OF_SEASONS: ReadonlySet<string> = new Set(['burned', 'vegetation', 'water', 'built_up', 'bare_soil'])

function isOfSeasons({ solved, used, context }: Measured): boolean {
  const dates = context.scenes.flatMap(({ id, date }) => (date !== null && used.includes(id) ? [date] : []))
  return (
    !areOfOneSeason(dates) &&
    context.scenes.every(({ quantity }) => quantity !== 'backscatter') &&
    solved.some(
      ({ ask: { target, change, series } }) =>
        !series && target !== null && OF_SEASONS.has(target) && (target === 'burned' || change !== null),
    )
  )
}

const FIRE_SAID = /\b(?:fires?|burn\w*|blaze|scars?)\b/i

/** Fresh scars are dark in near and shortwave infrared, as water is. */
const SCARS: Caution = ({ stem, solved, context }) => {
  const ofWater = solved.filter(({ ask }) => ask.target === 'water')
  if (ofWater.length === 0) return null
  const onScars = ofWater
    .flatMap(({ steps }) => [...steps.values()])
    .find(({ layers }) =>
      layers.some(({ port }) => port.kind === 'raster' && port.meaning === 'water_and_burned'),
    )
  if (onScars) {
    return (onScars.observation?.facts['selected_share'] ?? 0) > 0
      ? 'What burned between the dates is dark, and passes for water in such an index: what is told as “water and burned” is more likely a scar than water.'
      : null
  }
  const isGain = ofWater.some(({ ask }) => ask.change === 'gain')
  const isSeen = context.scenes.every(({ bands }) => bands.includes('swir2'))
  const isDoubtful = isSeen && context.dates.length > 1 && (isGain || FIRE_SAID.test(stem))
  return isDoubtful
    ? 'Fresh burn scars are dark, and pass for water in such an index. Where it burned, ask by how many hectares the water changed, to see how much of it lies on burned ground.'
    : null
}

const FOREST: Caution = ({ stem, solved }) => {
  const isOfPlants = solved.some(({ ask }) => ask.target === 'vegetation')
  return isOfPlants && /\b(?:\w*forest\w*|woods?|woodlands?|trees?|timber|jungle|canopy)\b/i.test(stem)
    ? 'Forest is not told from other green plants here: fields and pastures count as well where the index sees them.'
    : null
}
