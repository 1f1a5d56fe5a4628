import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { exportTable } from '../support/export-table.ts'
import { count, counted } from '../support/figures.ts'
import { fileStem } from '../support/file-stem.ts'
import { defineTool, layerRef } from '../tool.ts'

export const exportTableTool = defineTool({
  name: 'export_table',
  family: 'output',
  title: 'Export a table',
  summary:
    'Writes a table, such as a series or figures by zone, to a CSV file to download that spreadsheets open.',
  source: 'https://www.rfc-editor.org/rfc/rfc4180',
  needs: { table: { kind: 'table' } },
  gives: { kind: 'file' },
  measures: [{ name: 'rows', dimension: 'count' }],
  input: z.object({ table: layerRef('Id of the table.') }),
  examples: [{ table: 'layer-1' }],
  async run(input, context) {
    context.signal?.throwIfAborted()
    const layer = context.layer(input.table)
    if (layer.kind !== 'table') {
      throw new AppError('invalid_input', `${layer.id} is a ${layer.kind}; use export_layer for it`, {
        layer: layer.id,
      })
    }
    const { rows } = await context.table(layer.id)
    const name = await exportTable(layer, fileStem(layer, context), context)
    return {
      text: `${layer.id}, ${counted(rows.length, 'row')}, was written to ${name}, ready to download.`,
      numbers: [count('rows', rows.length, { layer: layer.id })],
      labels: [{ name: 'file', value: name }],
    }
  },
})
