import { describe, expect, it } from 'vitest'
import {
  answerOf,
  NO_PROGRESS,
  readProgress,
  withAnswer,
  withoutLesson,
} from '../../../src/ui/lessons/progress.ts'

const some = withAnswer(
  withAnswer(NO_PROGRESS, 'scaling', 'to-number', { given: '1300', checked: true }),
  'burn-severity',
  'not-fire',
  { given: '19', checked: false },
)

describe('progress', () => {
  it('is the same after it was written and read', () => {
    expect(readProgress(JSON.stringify(some))).toEqual(some)
    expect(answerOf(some, 'scaling', 'to-number')).toEqual({ given: '1300', checked: true })
    expect(answerOf(some, 'scaling', 'raw-ndvi')).toEqual({ given: '', checked: false })
  })

  it('forgets one lesson alone', () => {
    const left = withoutLesson(some, 'scaling')
    expect(answerOf(left, 'scaling', 'to-number').given).toBe('')
    expect(answerOf(left, 'burn-severity', 'not-fire').given).toBe('19')
  })

  it('refuses what is no progress, and keeps no more of an answer than an answer needs', () => {
    const refused = ['', 'null', '{}', '[1]', '{"kind":"geoforge-lessons","version":2,"answers":{}}', JSON.stringify({ ...some, answers: { a: { b: { given: 'x'.repeat(500), checked: true } } } })] // prettier-ignore
    expect(refused.map(readProgress)).toEqual(refused.map(() => null))
    const long = withAnswer(NO_PROGRESS, 'a', 'b', { given: 'x'.repeat(500), checked: true })
    expect(readProgress(JSON.stringify(long))).toEqual(long)
  })
})
