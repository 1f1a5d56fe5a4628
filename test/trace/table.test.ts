import { describe, expect, it } from 'vitest'
import { tableView, type Table } from '../../src/trace/table.ts'

const TABLE: Table = {
  columns: [{ name: 'n', unit: '1' }, { name: 'date', unit: 'date' }], // prettier-ignore
  rows: [[10, '2020-02-01'], [9, null], [null, '2019-12-31'], [100, '2020-02-01']], // prettier-ignore
}
const sorted = (column: number | null, descending = false, most = 9) =>
  tableView(TABLE, { column, descending, most }).rows.map((row) => row.join())

describe('tableView', () => {
  it('sorts numbers as numbers and dates as dates, empty cells last either way', () => {
    expect(sorted(0)).toEqual(['9,', '10,2020-02-01', '100,2020-02-01', ',2019-12-31'])
    expect(sorted(0, true)).toEqual(['100,2020-02-01', '10,2020-02-01', '9,', ',2019-12-31'])
    expect(sorted(1)).toEqual([',2019-12-31', '10,2020-02-01', '100,2020-02-01', '9,'])
  })

  it('keeps the order without a column, gives as many rows as asked for, and counts them all', () => {
    expect(sorted(null, false, 2)).toEqual(['10,2020-02-01', '9,'])
    expect(sorted(7)).toEqual(sorted(null))
    expect(tableView(TABLE, { column: null, descending: false, most: 1 }).total).toBe(4)
  })
})
