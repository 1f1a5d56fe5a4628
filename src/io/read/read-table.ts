import { AppError } from '../../lib/errors.ts'
import { cleanColumn, distinctColumns, type CleanColumn } from './clean-columns.ts'
import { readCsv } from './csv.ts'
import { readGpx } from './gpx.ts'

/** Columns of ours and rows in the order of the file; `left` counts columns of other text that were not taken. */
export interface FileTable {
  readonly columns: readonly Omit<CleanColumn, 'cells'>[]
  readonly rows: readonly (readonly (number | string | null)[])[]
  readonly left: number
}

/** The numbers, dates and known codes of a table with a header. Throws unsupported_file, limit_reached. */
export function readCsvTable(text: string): FileTable {
  const { header, rows, delimiter } = readCsv(text)
  const comma = delimiter !== ','
  const found = header.map((label, index) =>
    cleanColumn(
      label,
      rows.map((row) => row[index]!),
      { place: index + 1, comma },
    ),
  )
  const places = found.flatMap((column, index) => (column ? [index + 1] : []))
  const columns = withTime(
    distinctColumns(
      found.filter((column) => column !== null),
      places,
    ),
  )
  if (columns.length === 0) {
    throw new AppError(
      'unsupported_file',
      'the table has no column of numbers, dates or known codes; text is not taken from files',
    )
  }
  return tableOf(columns, rows.length, header.length - places.length)
}

/** The points of tracks, routes and waypoints of a GPX file, with time, elevation and segment. Throws as `readGpx`. */
export function readGpxTable(text: string): FileTable {
  const points = readGpx(text)
  const column = (name: string, unit: CleanColumn['unit'], cells: CleanColumn['cells']): CleanColumn => ({
    name,
    unit,
    label: name,
    cells,
  })
  const columns = [
    column('time', 'time', points.map(({ time }) => time)),
    column('longitude', 'deg', points.map(({ longitude }) => longitude)),
    column('latitude', 'deg', points.map(({ latitude }) => latitude)),
    column('elevation', 'm', points.map(({ elevation }) => elevation)),
    column('segment', '1', points.map(({ segment }) => segment)),
  ] // prettier-ignore
  return tableOf(
    columns.filter(({ cells }) => cells.some((cell) => cell !== null)),
    points.length,
    0,
  )
}

/** FIRMS tells the time of day apart from the date, as 136 for 01:36 UTC: both make one column of times, the first. */
function withTime(columns: readonly CleanColumn[]): readonly CleanColumn[] {
  const date = columns.find(({ name, unit }) => name === 'acq_date' && unit === 'date')
  const clock = columns.find(({ name, unit }) => name === 'acq_time' && unit === '1')
  if (!date || !clock || columns.some(({ name }) => name === 'time')) return columns
  const cells = date.cells.map((day, index) => {
    const at = clock.cells[index]
    if (typeof day !== 'string' || typeof at !== 'number') return null
    const [hours, minutes] = [Math.floor(at / 100), at % 100]
    if (!Number.isInteger(at) || at < 0 || hours > 23 || minutes > 59) return null
    const two = (value: number) => String(value).padStart(2, '0')
    return `${day}T${two(hours)}:${two(minutes)}:00.000Z`
  })
  return [{ name: 'time', unit: 'time', label: 'acq_date acq_time', cells }, ...columns]
}

function tableOf(columns: readonly CleanColumn[], count: number, left: number): FileTable {
  return {
    columns: columns.map(({ name, unit, label }) => ({ name, unit, label })),
    rows: Array.from({ length: count }, (_, row) => columns.map(({ cells }) => cells[row] ?? null)),
    left,
  }
}
