import { z } from 'zod'
import { count, counted } from '../support/figures.ts'
import { asPoint, vectorLayer } from '../support/features.ts'
import { placesOfTable } from '../support/places-of-table.ts'
import { defineTool, layerRef } from '../tool.ts'

export const pointsFromTableTool = defineTool({
  name: 'points_from_table',
  family: 'vectors',
  title: 'Points from a table',
  summary:
    'Turns the rows of a table with longitude and latitude into points of a vector layer that the map shows: fire detections (FIRMS), stations, GPS tracks.',
  source: 'https://www.rfc-editor.org/rfc/rfc7946#section-3.1.2',
  needs: { table: { kind: 'table' } },
  gives: { kind: 'vector' },
  measures: [{ name: 'points', dimension: 'count' }],
  input: z.object({
    table: layerRef('Id of the table; it needs columns longitude and latitude in degrees.'),
  }),
  examples: [{ table: 'layer-1' }],
  async run(input, context) {
    const { layer, table, rows, leftOut } = await placesOfTable(context, input.table)
    const kept = table.columns.flatMap(({ name }, index) =>
      name === 'longitude' || name === 'latitude' ? [] : [[name, index] as const],
    )
    const saved = await context.saveVector(vectorLayer(`points of ${input.table}`, layer), {
      type: 'FeatureCollection',
      features: rows.map(({ at, row }) => ({
        type: 'Feature',
        geometry: asPoint(at),
        properties: Object.fromEntries(kept.map(([name, index]) => [name, row[index] ?? null])),
      })),
    })
    return {
      text: `${saved.id} holds ${counted(rows.length, 'point')} from the rows of ${input.table}, with ${counted(kept.length, 'column')} each.`,
      numbers: [count('points', rows.length, { layer: saved.id })],
      layers: [saved],
      warnings:
        leftOut === 0
          ? []
          : [`${counted(leftOut, 'row')} of ${input.table} without a place in degrees left out.`],
    }
  },
})
