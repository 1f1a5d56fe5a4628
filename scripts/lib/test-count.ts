export interface Count {
  readonly passed: number
  readonly failed: number
  /** One line for each failure. */
  readonly failures: readonly string[]
  /** One line for each test left out, with the reason where the test gave one. */
  readonly skips: readonly string[]
}

export function sum(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((total, count) => total + count.passed, 0),
    failed: counts.reduce((total, count) => total + count.failed, 0),
    failures: counts.flatMap((count) => count.failures),
    skips: counts.flatMap((count) => count.skips),
  }
}

export function lastLine({ passed, failed, skips }: Count): string {
  return `${passed} passed, ${failed} failed, ${skips.length} skipped`
}
