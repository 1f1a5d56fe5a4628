/** A cell of a table; null is an empty one. */
export type Cell = string | number | null

/**
 * A table as CSV (RFC 4180): a header row, cells quoted where they need it, lines ended by CRLF. Numbers have a decimal
 * point and all their digits. Text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function csvText(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header, ...rows].map((cells) => cells.map(cellText).join(','))
  return lines.map((line) => `${line}\r\n`).join('')
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isNaN(cell) ? '' : String(cell)
  const guarded = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
