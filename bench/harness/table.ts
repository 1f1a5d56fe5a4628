import type { Row } from './bench.ts'

/** Rows as an aligned text table; figures to four significant digits, a dash where a row has no such figure. */
export function table(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const isNumber = columns.map((column) => rows.some((row) => typeof row[column] === 'number'))
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)))
  return cells
    .map((line) =>
      line
        .map((text, at) => (isNumber[at] ? text.padStart(widths[at]!) : text.padEnd(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: number | string | undefined): string {
  if (value === undefined) return '–'
  if (typeof value === 'string') return value
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)))
}
