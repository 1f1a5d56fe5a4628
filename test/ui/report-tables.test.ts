import { describe, expect, it } from 'vitest'
import { readReportData } from '../../scripts/lib/report-data.ts'
import { SUITES } from '../../src/ui/report/suites.ts'
import { formatFigure, intervalOf, isBest, isWhole, rowTables, sortedBy } from '../../src/ui/report/tables.ts'

const { reports } = readReportData('test/fixtures/report-sets')
const suite = (wanted: string) => SUITES.find(({ name }) => name === wanted)!
const tablesOf = (name: string) =>
  rowTables(reports.find((report) => report.suite === name)!.rows, suite(name))

const rows = [
  { name: 'geoforge', memory: 'on', accuracy: 0.9, accuracy_low: 0.8, accuracy_high: 0.95, failed_planning: 1 },
  { name: 'geoforge', memory: 'off', accuracy: 0.4, accuracy_low: 0.3, accuracy_high: 0.5, failed_planning: 6 },
  { name: 'floods', accuracy: 1, tasks: 7 },
  { name: 'learning-curve', runs: 10, accuracy: 0.7 },
] // prettier-ignore

describe('rowTables', () => {
  it('puts rows together by caption and leaves out what stands elsewhere', () => {
    const tables = rowTables(rows, {
      captionsOf: ({ name }) => [name === 'geoforge' ? 'By memory' : 'By type'],
    })
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
    expect(rowTables(some, { captionsOf: () => ['all'] })).toEqual([
      { caption: 'all', set: 'a', columns: ['name', 'recall', 'seeds'], rows: some, best: {} },
    ])
  })

  it('makes a table of each set and protocol, and one of what was left out, beside the whole', () => {
    const tables = tablesOf('retrieval')
    expect(tables.map(({ caption, set }) => [caption, set])).toEqual([
      ['geoplan, static', 'geoplan'],
      ['geoplan, online', 'geoplan'],
      ['apibank_l3_lib21, static', 'apibank_l3_lib21'],
      ['apibank_l3_lib21, online', 'apibank_l3_lib21'],
      ['apibank_l3_lib21, static: parts left out', 'apibank_l3_lib21'],
      ['apibank_l3_lib21, online: parts left out', 'apibank_l3_lib21'],
    ])
    const cuts = ['recall', 'ndcg', 'complete'].flatMap((figure) => [5, 10, 15, 20].map((k) => `${figure}_at_${k}`)) // prettier-ignore
    expect(tables[0]!.columns).toEqual(['name', ...cuts, 'tasks'])
    expect(tables[4]!.columns).toEqual(['name', 'without', ...cuts, 'tasks'])
    const parts = tables[4]!.rows.map(({ name, without }) => `${name} ${without}`)
    expect(parts).toEqual(['bsctr nothing', 'geoforge nothing', 'bsctr plan', 'bsctr graph', 'geoforge use', 'geoforge ports']) // prettier-ignore
  })

  it('shows rows that say less of themselves all the same', () => {
    const old = [{ name: 'bm25', recall_at_5: 0.5 }, { name: 'dense', set: 'a', recall_at_5: 0.6 }] // prettier-ignore
    expect(rowTables(old, suite('retrieval')).map(({ caption }) => caption)).toEqual(['All rows', 'a'])
  })
})

describe('isBest', () => {
  it('marks the largest figure of a column and what looks like it, and none where all are alike', () => {
    const words = { captionsOf: () => [''], compared: { columns: /^(recall|complete)/ } }
    const [table] = rowTables([
      { name: 'a', recall: 0.91239, complete: 1, seconds: 3 },
      { name: 'b', recall: 0.9121, complete: 1, seconds: 2 },
      { name: 'c', recall: 0.9, complete: 1, seconds: 1 },
      { name: 'd' },
    ], words) // prettier-ignore
    const marked = (column: string) =>
      table!.rows.filter((row) => isBest(table!, row, column, words)).map(({ name }) => name)
    expect([marked('recall'), marked('complete'), marked('seconds')]).toEqual([['a', 'b'], [], []])
  })

  it('does not count what has the whole library at hand', () => {
    const words = suite('invocation')
    const table = tablesOf('invocation')[0]!
    const best = table.rows.filter((row) => isBest(table, row, 'f1', words))
    const rivals = table.rows.filter(({ name }) => name !== 'whole-library')
    const most = Math.max(...rivals.map((row) => Number(row['f1'])))
    expect(best.length).toBeGreaterThan(0)
    expect(best.every((row) => row.name !== 'whole-library' && Math.abs(Number(row['f1']) - most) < 0.001)).toBe(true) // prettier-ignore
  })
})

describe('formatFigure', () => {
  it('writes whole columns as they are and others with three digits', () => {
    const table = { rows: [{ name: 'a', share: 1, count: 1200 }, { name: 'b', share: 0.25 }] } // prettier-ignore
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
