import { describe, expect, it } from 'vitest'
import { formatFigure, intervalOf, isWhole, rowTables, sortedBy } from '../../src/ui/report/tables.ts'

const rows = [
  { name: 'geoforge', memory: 'on', accuracy: 0.9, accuracy_low: 0.8, accuracy_high: 0.95, failed_planning: 1 },
  { name: 'geoforge', memory: 'off', accuracy: 0.4, accuracy_low: 0.3, accuracy_high: 0.5, failed_planning: 6 },
  { name: 'floods', accuracy: 1, tasks: 7 },
  { name: 'learning-curve', runs: 10, accuracy: 0.7 },
] // prettier-ignore

describe('rowTables', () => {
  it('puts rows together by caption and leaves out what stands elsewhere', () => {
    const tables = rowTables(rows, ({ name }) => (name === 'geoforge' ? 'By memory' : 'By type'))
    expect(tables.map(({ caption, columns }) => [caption, columns])).toEqual([
      ['By memory', ['memory', 'accuracy']],
      ['By type', ['name', 'accuracy', 'tasks']],
    ])
  })

  it('keeps words that set rows apart, and figures that some rows have alone', () => {
    const some = [
      { name: 'bm25', set: 'a', recall: 1 },
      { name: 'dense', set: 'a', recall: 0.5, seeds: 3 },
    ]
    expect(rowTables(some, () => 'all')).toEqual([
      { caption: 'all', columns: ['name', 'recall', 'seeds'], rows: some },
    ])
  })
})

describe('formatFigure', () => {
  it('writes whole columns as they are and others with three digits', () => {
    const table = { caption: '', columns: [], rows: [{ name: 'a', share: 1, count: 1200 }, { name: 'b', share: 0.25 }] } // prettier-ignore
    expect([isWhole(table, 'share'), isWhole(table, 'count')]).toEqual([false, true])
    expect(formatFigure(1, false)).toBe('1.000')
    expect(formatFigure(1200)).toBe('1,200')
    expect(formatFigure(-0.25)).toBe('−0.250')
    expect(formatFigure(undefined)).toBe('–')
  })
})

describe('intervalOf', () => {
  it('reads the ends beside a figure, where there are any', () => {
    expect(intervalOf(rows[0]!, 'accuracy')).toBe('0.80–0.95')
    expect(intervalOf(rows[2]!, 'accuracy')).toBe('')
  })
})

describe('sortedBy', () => {
  it('sorts figures by size and words by letters, and puts absent ones last both ways', () => {
    const names = (column: string, descending: boolean) =>
      sortedBy(rows, column, descending).map((row) => String(row['memory'] ?? row.name))
    expect(names('accuracy', true)).toEqual(['floods', 'on', 'learning-curve', 'off'])
    expect(names('memory', false).slice(0, 2)).toEqual(['off', 'on'])
    expect(names('tasks', true)[0]).toBe('floods')
    expect(names('tasks', false)[0]).toBe('floods')
  })
})
