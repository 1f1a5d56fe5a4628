import type { WeightedFlow } from '../types.ts'

/** What a flow counts that goes another way than the calls so far but meets them in its course. */
const ASIDE = 0.02

/**
 * The next tool after the calls made so far, or null for the end: each possible flow votes for what it has next. One that began just like
 * this counts whole; another by how long a run of the last calls it shares.
 */
export function nextCall(history: readonly string[], possible: readonly WeightedFlow[]): string | null {
  const votes = new Map<string | null, number>()
  for (const { tools, weight } of possible) {
    const place = placeIn(tools, history)
    if (!place) continue
    const next = tools[place.at] ?? null
    votes.set(next, (votes.get(next) ?? 0) + weight * place.strength)
  }
  let best: string | null = null
  let top = 0
  for (const [next, vote] of votes) if (vote > top) [best, top] = [next, vote]
  return best
}

function placeIn(
  flow: readonly string[],
  history: readonly string[],
): { readonly at: number; readonly strength: number } | null {
  const done = history.length
  if (history.every((tool, at) => flow[at] === tool)) return { at: done, strength: 1 }
  let best = 0
  let place = 0
  for (let at = 1; at <= flow.length; at++) {
    let same = 0
    while (same < Math.min(at, done) && flow[at - 1 - same] === history[done - 1 - same]) same++
    // Of equal runs the one that lies as far on as the history does.
    if (same > best || (same === best && same > 0 && Math.abs(at - done) < Math.abs(place - done))) {
      best = same
      place = at
    }
  }
  return best === 0 ? null : { at: place, strength: (ASIDE * best) / done }
}
