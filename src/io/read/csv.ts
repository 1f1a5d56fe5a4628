import { AppError } from '../../lib/errors.ts'

export interface CsvContent {
  /** Foreign text. */
  readonly header: readonly string[]
  /** Each as long as the header. Foreign text. */
  readonly rows: readonly (readonly string[])[]
  readonly delimiter: ',' | ';' | '\t'
}

const MOST_COLUMNS = 200
const MOST_ROWS = 500_000

/**
 * A table with a header row (RFC 4180): cells in double quotes may hold delimiters, line ends and doubled quotes; a
 * byte order mark and empty lines are left out. The delimiter is the commonest of , ; and tab in the first line.
 * Throws unsupported_file, limit_reached.
 */
export function readCsv(text: string): CsvContent {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const delimiter = delimiterOf(body)
  const records = recordsOf(body, delimiter)
  const first = records.next()
  if (first.done) throw faulty('it is empty; a header row and rows of values are needed')
  const header = first.value.cells.map((cell) => cell.trim())
  if (header.length > MOST_COLUMNS) {
    throw faulty(`it has ${header.length} columns, and at most ${MOST_COLUMNS} are read`)
  }
  const rows: (readonly string[])[] = []
  for (const { cells, line } of records) {
    if (cells.length !== header.length) {
      throw faulty(
        `line ${line} has ${cells.length} cells and the header ${header.length}; each row needs as many`,
      )
    }
    if (rows.length >= MOST_ROWS) {
      throw new AppError('limit_reached', `the table has more than ${MOST_ROWS} rows; give a part of it`)
    }
    rows.push(cells)
  }
  if (rows.length === 0) throw faulty('it has a header and no rows')
  return { header, rows, delimiter }
}

function delimiterOf(text: string): CsvContent['delimiter'] {
  const line = /^[^\r\n]*/.exec(text)![0].replace(/"(?:[^"]|"")*"/g, '')
  const count = (mark: string) => line.split(mark).length
  return ([',', ';', '\t'] as const).reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

function* recordsOf(
  text: string,
  delimiter: string,
): Generator<{ readonly cells: readonly string[]; readonly line: number }> {
  let [at, line] = [0, 1]
  while (at < text.length) {
    const start = line
    const cells: string[] = []
    for (let isOpen = true; isOpen;) {
      const [cell, next, lines] = text[at] === '"' ? quoted(text, at, line) : plain(text, at, delimiter)
      cells.push(cell)
      line += lines
      at = next
      isOpen = text[at] === delimiter
      if (isOpen) at++
      else if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
        throw faulty(`line ${line} goes on after the closing quote of a cell`)
      }
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    if (cells.length > 1 || cells[0]!.trim() !== '') yield { cells, line: start }
  }
}

type Cell = readonly [content: string, next: number, lines: number]

function plain(text: string, at: number, delimiter: string): Cell {
  let end = at
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(at, end), end, 0]
}

function quoted(text: string, at: number, line: number): Cell {
  let close = at + 1
  for (;;) {
    close = text.indexOf('"', close)
    if (close < 0) throw faulty(`a quote that is opened in line ${line} is never closed`)
    if (text[close + 1] !== '"') break
    close += 2
  }
  const content = text.slice(at + 1, close)
  return [content.replaceAll('""', '"'), close + 1, content.split('\n').length - 1]
}

const faulty = (what: string) => new AppError('unsupported_file', `the table cannot be read: ${what}`)
