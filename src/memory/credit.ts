import type { RunCredit } from '../trace/events.ts'
import type { RowChange } from './types.ts'

/** What a run's commit counted for an entry, read off the row before and after. */
export function creditOf({ before, after }: RowChange): RunCredit {
  const [old, now] = [countsOf(before), countsOf(after ?? before)]
  return {
    uses: now.uses - old.uses,
    helped: now.helped - old.helped,
    hurt: now.hurt - old.hurt,
    successes: now.successes - old.successes,
    failures: now.failures - old.failures,
  }
}

function countsOf(row: RowChange['after']): RunCredit {
  const usage = row && 'usage' in row ? row.usage : { uses: 0, helped: 0, hurt: 0 }
  const counts = row && 'successes' in row ? row : { successes: 0, failures: 0 }
  return {
    uses: usage.uses,
    helped: usage.helped,
    hurt: usage.hurt,
    successes: counts.successes,
    failures: counts.failures,
  }
}
