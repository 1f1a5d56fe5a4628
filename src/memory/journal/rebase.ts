import { runsOf } from '../provenance.ts'
import { isEqual, type Row } from './tables.ts'

/** Fields that count: what a change adds to them is added elsewhere too. */
const COUNTERS = new Set(['uses', 'helped', 'hurt', 'successes', 'failures', 'count'])

/** Lists that mean something only as a whole. */
const WHOLE = new Set(['steps', 'answer', 'requires', 'sequence', 'operations'])

type Fields = Readonly<Record<string, unknown>>

/**
 * What a change from `before` to `after` makes of another state of the same entry: counters move by the same amount
 * (never below 0), lists lose and gain the same elements, all other fields that changed take the new value.
 */
export function rebase<Entry extends Row>(before: Entry, after: Entry, base: Entry): Entry {
  return rebaseFields(before as unknown as Fields, after as unknown as Fields, base as unknown as Fields) as unknown as Entry // prettier-ignore
}

function rebaseFields(before: Fields, after: Fields, base: Fields): Fields {
  const names = new Set([...Object.keys(base), ...Object.keys(after)])
  return Object.fromEntries(
    [...names]
      .map((name) => [name, rebaseField(name, before[name], after[name], base[name])] as const)
      .filter(([, value]) => value !== undefined),
  )
}

function rebaseField(name: string, before: unknown, after: unknown, base: unknown): unknown {
  if (isEqual(before, after)) return base
  if (COUNTERS.has(name)) return Math.max(0, Number(base) + Number(after) - Number(before))
  if (name === 'provenance') return rebaseProvenance(before as string[], after as string[], base as string[])
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(base) && !WHOLE.has(name)) {
    return rebaseList(before, after, base)
  }
  if (name === 'usage') return rebaseFields(before as Fields, after as Fields, base as Fields)
  return after
}

function rebaseList(before: readonly unknown[], after: readonly unknown[], base: readonly unknown[]) {
  const has = (list: readonly unknown[], element: unknown) => list.some((other) => isEqual(other, element))
  const kept = base.filter((element) => !has(before, element) || has(after, element))
  return [...kept, ...after.filter((element) => !has(before, element) && !has(kept, element))]
}

/** By runs, each with its data. */
function rebaseProvenance(before: readonly string[], after: readonly string[], base: readonly string[]) {
  const groups = (list: readonly string[]) =>
    runsOf(list).map(({ runId, data }) => [runId, ...data.map((fingerprint) => `data:${fingerprint}`)])
  return rebaseList(groups(before), groups(after), groups(base)).flat()
}
