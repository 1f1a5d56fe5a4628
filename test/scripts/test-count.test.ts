import { describe, expect, it } from 'vitest'
import { lastLine, sum } from '../../scripts/lib/test-count.ts'

const unit = { passed: 4, failed: 1, failures: ['a fails'], skips: [] }
const browser = { passed: 2, failed: 0, failures: [], skips: ['b: needs the test scenes'] }

describe('sum', () => {
  it('adds counts and keeps every line', () => {
    expect(sum([unit, browser])).toEqual({
      passed: 6,
      failed: 1,
      failures: ['a fails'],
      skips: ['b: needs the test scenes'],
    })
  })
})

describe('lastLine', () => {
  it('is the plain line that machines read', () => {
    expect(lastLine(sum([unit, browser]))).toBe('6 passed, 1 failed, 1 skipped')
  })
})
