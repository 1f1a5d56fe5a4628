import { csvText } from '../../io/write/csv.ts'
import type { Layer } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'

/** Writes a table as CSV, units in the header where they have one; gives the name of the file. */
export async function exportTable(layer: Layer, stem: string, context: ToolContext): Promise<string> {
  const { columns, rows } = await context.table(layer.id)
  const plain = new Set(['1', 'count', 'date', 'time', 'text'])
  const header = columns.map(({ name, unit }) => (plain.has(unit) ? name : `${name} (${unit})`))
  return context.saveFile(`${stem}.csv`, new TextEncoder().encode(csvText(header, rows)))
}
