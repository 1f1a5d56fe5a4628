import type { Unit } from '../../../src/trace/quantity.ts'
import type { TableCell } from '../../../src/trace/table.ts'
import { MemoryContext } from '../memory-context.ts'

/** Months in a row from January of a year on, on the 15th. */
export const months = (count: number, from = 2010): string[] =>
  Array.from(
    { length: count },
    (_, month) => `${from + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-15`,
  )

/** A context with a table 't' of dates and values. */
export function dated(
  dates: readonly string[],
  values: ArrayLike<TableCell>,
  unit: Unit = '1',
): MemoryContext {
  const context = new MemoryContext()
  context.addTable('t', {
    columns: [
      { name: 'date', unit: 'date' },
      { name: 'value', unit },
    ],
    rows: dates.map((date, at) => [date, values[at] ?? null]),
  })
  return context
}

/** A column of a saved table. */
export async function column(context: MemoryContext, name: string, id = 'result-1'): Promise<TableCell[]> {
  const { columns, rows } = await context.table(id)
  const at = columns.findIndex((each) => each.name === name)
  return rows.map((row) => row[at] ?? null)
}
