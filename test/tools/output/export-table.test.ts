import { describe, expect, it } from 'vitest'
import { exportLayerTool } from '../../../src/tools/output/export-layer.ts'
import { exportTableTool } from '../../../src/tools/output/export-table.ts'
import { raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

describe('export_table', () => {
  const context = () => {
    const made = new MemoryContext()
    made.addTable('t', {
      columns: [{ name: 'date', unit: 'date' }, { name: 'area', unit: 'ha' }, { name: 'code', unit: 'text', label: 'foreign' }], // prettier-ignore
      rows: [['2020-01-01', 1.5, '=1+1'], ['2020-01-02', null, 'a,b']], // prettier-ignore
    })
    return made
  }

  it('writes units in the header, empty cells, and no formula that a spreadsheet would run', async () => {
    const made = context()
    const result = await runTool(exportTableTool, { table: 't' }, made)
    const [[name, content]] = [...made.files] as [[string, Uint8Array]]
    expect(new TextDecoder().decode(content)).toBe(
      'date,area (ha),code\r\n2020-01-01,1.5,\'=1+1\r\n2020-01-02,,"a,b"\r\n',
    )
    expect(name).toBe('table-t.csv')
    expect(result.labels).toEqual([{ name: 'file', value: 'table-t.csv' }])
    expect(number(result, 'rows')).toBe(2)
  })

  it('writes the same as export_layer, and refuses what is no table', async () => {
    const [one, other] = [context(), context()]
    await runTool(exportTableTool, { table: 't' }, one)
    await runTool(exportLayerTool, { layer: 't' }, other)
    expect(other.files).toEqual(one.files)
    one.addRaster('r', raster([[1]]), { quantity: 'index' })
    await expect(runTool(exportTableTool, { table: 'r' }, one)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})
