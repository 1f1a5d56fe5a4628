import { config } from '../config.ts'
import type { EntryLife } from './types.ts'

const DAY_MS = 86_400_000

/**
 * What an entry loses in rank for not being used, from 0 towards `config.memory.disuseWeight`: half of it after
 * `halfLifeDays`, later where it has helped more often. Whole days count, so that nothing fades within a session. Seeds,
 * which are knowledge and not habit, and pinned entries never fade.
 */
export function fading({ origin, pinned, usage, createdAt }: EntryLife, now: number): number {
  if (pinned || origin === 'seed') return 0
  const { halfLifeDays, helpedPerHalfLife, disuseWeight } = config.memory
  const idleDays = Math.floor((now - (usage.lastUsed ?? createdAt)) / DAY_MS)
  if (idleDays <= 0) return 0
  const halfLife = halfLifeDays * (1 + usage.helped / helpedPerHalfLife)
  return disuseWeight * (1 - 2 ** (-idleDays / halfLife))
}
