import { describe, expect, it } from 'vitest'
import { csvText, type Cell } from '../../../src/io/write/csv.ts'

const cells = (...row: Cell[]) => csvText([], [row]).split('\r\n')[1]

describe('csvText', () => {
  it('has a header and ends every line', () => {
    expect(
      csvText(
        ['id', 'area_ha'],
        [
          [1, 2.5],
          [2, null],
        ],
      ),
    ).toBe('id,area_ha\r\n1,2.5\r\n2,\r\n')
  })

  it('quotes commas, quotes and line breaks', () => {
    expect(cells('a,b', 'say "x"', 'one\ntwo', 'plain text')).toBe('"a,b","say ""x""","one\ntwo",plain text')
  })

  it('takes the sting out of formulas and leaves numbers alone', () => {
    expect(cells('=1+1', '+1', '-1', '@a', '\tx', '=a,"b"')).toBe(`'=1+1,'+1,'-1,'@a,'\tx,"'=a,""b"""`)
    expect(cells('\rx')).toBe(`"'\rx"`)
    expect(cells(-1, -1e-7, 1e21, 0.1 + 0.2, NaN, Infinity)).toBe(
      '-1,-1e-7,1e+21,0.30000000000000004,,Infinity',
    )
  })
})
