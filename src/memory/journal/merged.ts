import { runsOf } from '../provenance.ts'
import type { RowChange } from '../types.ts'
import { isEqual, type Row } from './tables.ts'

/** Where entries are made one, these add up in the one that stays. */
const COUNTS = ['successes', 'failures', 'count'] as const
const LISTS = ['parameters', 'cautions', 'questionTokens'] as const

/** Removals of a row, each with the change of the entry that took over what is removed. */
export type Takers = ReadonlyMap<RowChange, RowChange>

/** An entry that takes over another names its first run from then on. */
export function takersOf(changes: readonly RowChange[]): Takers {
  const takers = new Map<RowChange, RowChange>()
  for (const removal of changes) {
    const { table, before, after } = removal
    if (after !== null || before === null || !('provenance' in before)) continue
    const maker = runsOf(before.provenance)[0]?.runId
    if (maker === undefined) continue
    const names = (row: Row | null) => row !== null && 'provenance' in row && row.provenance.includes(maker)
    const taker = changes.find(
      (other) => other.table === table && other.before !== null && names(other.after) && !names(other.before),
    )
    if (taker) takers.set(removal, taker)
  }
  return takers
}

/**
 * `row` took over the entry `was` and keeps of that only what there is of it now (null: nothing). `base`: the row before
 * it did so, which had what it had by itself.
 */
export function withoutShareOf(was: Row, now: Row | null, base: Row, row: Row): Row {
  if (isEqual(was, now)) return row
  const [old, left, own, next] = [was, now ?? {}, base, row] as unknown as Record<string, unknown>[]
  const counts = COUNTS.flatMap((name) => {
    if (typeof next![name] !== 'number') return []
    const lost = Number(old![name] ?? 0) - Number(left![name] ?? 0)
    return [[name, Math.max(0, next![name] - lost)] as const]
  })
  const list = (fields: Record<string, unknown>, name: string) => (fields[name] ?? []) as readonly unknown[]
  const has = (some: readonly unknown[], element: unknown) => some.some((other) => isEqual(other, element))
  const lists = LISTS.flatMap((name) => {
    if (!Array.isArray(next![name])) return []
    const isLost = (element: unknown) =>
      has(list(old!, name), element) && !has(list(left!, name), element) && !has(list(own!, name), element)
    return [[name, list(next!, name).filter((element) => !isLost(element))] as const]
  })
  return { ...row, ...Object.fromEntries(counts), ...Object.fromEntries(lists) }
}
