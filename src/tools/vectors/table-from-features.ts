import { z } from 'zod'
import { centroidOf } from '../../raster/vector/shape.ts'
import type { Column, Table } from '../../trace/table.ts'
import { count, counted } from '../support/figures.ts'
import { roundDegrees, shapedLayer } from '../support/features.ts'
import type { ShapedFeature } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

export const tableFromFeaturesTool = defineTool({
  name: 'table_from_features',
  family: 'vectors',
  title: 'Table of features',
  summary:
    'Turns the properties of the features of a vector layer into a table, one row a feature with the longitude and latitude of its middle, for statistics of a column.',
  source: 'https://www.rfc-editor.org/rfc/rfc7946#section-3.2',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'table' },
  measures: [{ name: 'rows', dimension: 'count' }],
  input: z.object({ layer: layerRef('Id of the vector layer.') }),
  examples: [{ layer: 'layer-1' }],
  async run(input, context) {
    const { layer, features } = await shapedLayer(context, input.layer)
    const table = tableOf(features)
    const saved = await context.saveTable(
      {
        title: `table of ${input.layer}`,
        port: { kind: 'table' },
        unit: '1',
        date: layer.date,
        style: { ramp: 'none' },
      },
      table,
    )
    return {
      text: `${saved.id} is a table of ${counted(table.rows.length, 'row')} with the columns ${table.columns.map(({ name }) => name).join(', ')}.`,
      numbers: [count('rows', table.rows.length, { layer: saved.id })],
      layers: [saved],
    }
  },
})

function tableOf(features: readonly ShapedFeature[]): Table {
  const names = [...new Set(features.flatMap(({ feature }) => Object.keys(feature.properties)))].filter(
    (name) => name !== 'longitude' && name !== 'latitude',
  )
  const columns = names.map((name): Column => ({ name, unit: unitOf(name, features) }))
  return {
    columns: [...columns, { name: 'longitude', unit: 'deg' }, { name: 'latitude', unit: 'deg' }],
    rows: features.map(({ feature, shape }) => {
      const [longitude = null, latitude = null] = centroidOf(shape)?.map(roundDegrees) ?? []
      return [...names.map((name) => feature.properties[name] ?? null), longitude, latitude]
    }),
  }
}

/** Units that names of our own end in. */
const ENDINGS: Readonly<Record<string, Column['unit']>> = {
  _ha: 'ha',
  _m: 'm',
  _km: 'km',
  _deg: 'deg',
  _days: 'days',
}

function unitOf(name: string, features: readonly ShapedFeature[]): Column['unit'] {
  if (name === 'date' || name === 'time') return name
  if (features.some(({ feature }) => typeof feature.properties[name] === 'string')) return 'text'
  const ending = Object.keys(ENDINGS).find((each) => name.endsWith(each))
  return ending === undefined ? '1' : ENDINGS[ending]!
}
