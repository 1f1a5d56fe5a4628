import type { Layer } from '../../trace/layer.ts'
import type { Column, TableCell } from '../../trace/table.ts'
import type { ToolContext } from '../tool.ts'

/** Lists a table layer. */
export function saveRows(
  context: ToolContext,
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly TableCell[])[],
): Promise<Layer> {
  context.signal?.throwIfAborted()
  return context.saveTable(
    { title, port: { kind: 'table' }, unit: '1', date: null, style: { ramp: 'none' } },
    { columns, rows },
  )
}

/** A cell holds a finite number or nothing. */
export const cell = (value: number): TableCell => (Number.isFinite(value) ? value : null)
