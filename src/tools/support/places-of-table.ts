import { AppError } from '../../lib/errors.ts'
import type { LonLat } from '../../raster/vector/geodesic.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { Table, TableCell } from '../../trace/table.ts'
import type { ToolContext } from '../tool.ts'

export interface PlacedRow {
  readonly at: LonLat
  readonly row: readonly TableCell[]
}

/** The table of a layer with its places; `leftOut` counts rows without one. Throws invalid_input, nothing_valid. */
export async function placesOfTable(
  context: ToolContext,
  id: LayerId,
): Promise<{
  readonly layer: Layer
  readonly table: Table
  readonly rows: readonly PlacedRow[]
  readonly leftOut: number
}> {
  const layer = context.layer(id)
  if (layer.kind !== 'table') {
    throw new AppError('invalid_input', `${id} is a ${layer.kind}; a table is needed here`, { layer: id })
  }
  const table = await context.table(id)
  const [x, y] = ['longitude', 'latitude'].map((wanted) =>
    table.columns.findIndex(({ name }) => name === wanted),
  )
  if (x === undefined || y === undefined || x < 0 || y < 0) {
    throw new AppError(
      'invalid_input',
      `${id} has no columns longitude and latitude; it has ${table.columns.map(({ name }) => name).join(', ')}`,
      { layer: id },
    )
  }
  const rows = table.rows.flatMap((row) => {
    const [longitude, latitude] = [row[x], row[y]]
    const isPlace =
      typeof longitude === 'number' &&
      typeof latitude === 'number' &&
      Math.abs(longitude) <= 180 &&
      Math.abs(latitude) <= 90
    return isPlace ? [{ at: [longitude, latitude] as const, row }] : []
  })
  if (rows.length === 0) {
    throw new AppError(
      'nothing_valid',
      `no row of ${id} has a longitude and a latitude that are a place in degrees`,
    )
  }
  return { layer, table, rows, leftOut: table.rows.length - rows.length }
}
