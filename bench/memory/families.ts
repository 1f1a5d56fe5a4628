import { seededRandom } from '../../src/lib/random.ts'
import { seedSkills } from '../../src/memory/index.ts'
import { seedOfName, type FieldType } from '../fieldbench/field-type.ts'
import type { FieldTask } from '../fieldbench/task.ts'
import { FIELD_TYPES } from '../fieldbench/types/index.ts'
import { builtUpLoss } from './kinds/built-up-loss.ts'
import { snowMelt } from './kinds/snow-melt.ts'

/** Kinds of questions that come again. The app ships no skill for the first eight, so that what helps there was learned. */
export const FAMILIES = [
  'water-change', 'snow-melt', 'built-up-loss', 'deforestation', 'landslide', 'sea-ice', 'night-lights', 'band-maths',
  'burned-area', 'water-extent', 'flood-sar', 'snow-cover', 'surface-temperature', 'vegetation-change',
] as const // prettier-ignore

/** Kinds finer than a task type. The skills of their types tell the state of one date, which is no change. */
const FINER: Readonly<Record<string, FieldType>> = {
  'snow-melt': snowMelt,
  'built-up-loss': builtUpLoss,
}

export type Family = (typeof FAMILIES)[number]

/** Of so many tasks of a family one must be refused. */
const ONE_REFUSAL_IN = 6

/** Families that no skill serves which ships with the app. */
export const UNSEEDED: ReadonlySet<string> = new Set(
  FAMILIES.filter((family) => family in FINER || !seedSkills().some(({ taskType }) => taskType === family)),
)

/** The family that a task of `familyTasks` is of. */
export const familyOf = ({ id }: Pick<FieldTask, 'id'>): string => id.split('/')[1]!

const typeOf = (family: Family): FieldType =>
  FINER[family] ?? FIELD_TYPES.find(({ type }) => type === family)!

/**
 * Tasks of a family, each over a world of its own seed, which no split of FieldBench has. Wordings come in a seeded order, every one
 * before any comes again. Among each six one is to be refused, never the first.
 */
export function familyTasks(family: Family, count: number): readonly FieldTask[] {
  const type = typeOf(family)
  const random = seededRandom(seedOfName(`memory/${family}`))
  const answerable = shuffled(wordingsOf(type, false), random)
  const refused = shuffled(wordingsOf(type, true), random)
  let [asked, declined] = [0, 0]
  let refusalAt = 0
  return Array.from({ length: count }, (_, at) => {
    const place = at % ONE_REFUSAL_IN
    if (place === 0) refusalAt = 1 + Math.floor(random() * (ONE_REFUSAL_IN - 1))
    const isRefused = place === refusalAt && refused.length > 0
    const wording = isRefused
      ? refused[declined++ % refused.length]!
      : answerable[asked++ % answerable.length]!
    const id = `memory/${family}/${at}`
    return type.made(wording, { id, split: 'dev', seed: seedOfName(id) })
  })
}

const wordingsOf = ({ styles }: FieldType, refused: boolean): readonly number[] =>
  styles.flatMap((style, wording) => ((style === 'unanswerable') === refused ? [wording] : []))

/** A new list in a seeded order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  const out = [...items]
  for (let at = out.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[out[at], out[other]] = [out[other]!, out[at]!]
  }
  return out
}
