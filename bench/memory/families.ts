import { seededRandom } from '../../src/lib/random.ts'
import { seedSkills } from '../../src/memory/index.ts'
import type { TaskType } from '../../src/sensing/task-types.ts'
import { seedOfName, type FieldType } from '../fieldbench/field-type.ts'
import type { FieldTask } from '../fieldbench/task.ts'
import { FIELD_TYPES } from '../fieldbench/types/index.ts'

/** Kinds of questions that come again. The first six ship without a skill, so that what helps there was learned. */
export const FAMILIES = [
  'water-change', 'deforestation', 'landslide', 'sea-ice', 'night-lights', 'band-maths',
  'burned-area', 'water-extent', 'flood-sar', 'snow-cover', 'surface-temperature', 'vegetation-change',
] as const satisfies readonly TaskType[] // prettier-ignore

export type Family = (typeof FAMILIES)[number]

/** Of so many tasks of a family one must be refused. */
const ONE_REFUSAL_IN = 6

/** True of families for which the app ships a skill. */
export const hasSeed = (family: string): boolean => seedSkills().some(({ taskType }) => taskType === family)

/**
 * Tasks of a family, each over a world of its own seed, which no split of FieldBench has. Wordings come in a seeded order, every one
 * before any comes again. Among each six one is to be refused, never the first.
 */
export function familyTasks(family: Family, count: number): readonly FieldTask[] {
  const type = FIELD_TYPES.find((known) => known.type === family)!
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
