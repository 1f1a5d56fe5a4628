import { config } from '../config.ts'

/** What C_q remembers, by kind; the standing guidance is none of it. */
export type ContextPart = keyof typeof config.context.shares

/** How much of C_q, in whatever `limit` counts, each kind may take. Less than all together is not kept free for any. */
export function roomOf(part: ContextPart, limit: number): number {
  return limit * config.context.shares[part]
}

/**
 * The items of one kind that its room holds: whole ones, the lowest-scored left out first, in the order given. `sizes`
 * are theirs, in what `room` counts.
 */
export function withinRoom<Item extends { readonly score: number }>(
  items: readonly Item[],
  sizes: readonly number[],
  room: number,
): readonly Item[] {
  const byScore = items.map((_, at) => at).sort((a, b) => items[a]!.score - items[b]!.score || b - a)
  let taken = sizes.reduce((sum, size) => sum + size, 0)
  const left = new Set<number>()
  for (const at of byScore) {
    if (taken <= room) break
    left.add(at)
    taken -= sizes[at]!
  }
  return items.filter((_, at) => !left.has(at))
}
