import { z } from 'zod'
import type { Layer } from '../../trace/layer.ts'
import { describeGrid } from '../../raster/blocks.ts'
import { count, counted } from '../support/figures.ts'
import { dataLabels } from '../support/data-labels.ts'
import { meaningOf, sceneWords } from '../support/naming.ts'
import { defineTool } from '../tool.ts'

export const listDataTool = defineTool({
  name: 'list_data',
  family: 'inventory',
  title: 'List the data',
  summary: 'What is loaded: scenes with sensor, date and bands, and results so far. Use it first.',
  source: 'https://stacspec.org/en',
  needs: {},
  gives: { kind: 'data' },
  measures: [
    ...['scene_count', 'date_count', 'layer_count'].map((name) => ({ name, dimension: 'count' as const })),
    ...['sensors', 'dates', 'bands'].map((name) => ({ name, dimension: 'text' as const })),
  ],
  input: z.object({}),
  examples: [{}],
  run(_input, context) {
    context.signal?.throwIfAborted()
    const layers = context.layers()
    const scenes = layers.filter((layer) => layer.scene !== null)
    const results = layers.filter((layer) => layer.scene === null)
    const dates = [...new Set(scenes.flatMap(({ date }) => date ?? []))].sort()
    const text = [
      layers.length === 0
        ? 'No data is loaded.'
        : `${counted(scenes.length, 'scene')} of ${counted(dates.length, 'date')}${dates.length > 0 ? ` (${dates.join(', ')})` : ''}, ` +
          `${counted(results.length, 'result')}.`,
      ...[...scenes, ...results].map(lineOf),
    ]
    return Promise.resolve({
      text: text.join('\n'),
      numbers: [
        count('scene_count', scenes.length),
        count('date_count', dates.length),
        count('layer_count', layers.length),
      ],
      labels: dataLabels(scenes),
    })
  },
})

/** One layer in a line of typed facts: never its title, which may hold a file's name. */
function lineOf(layer: Layer): string {
  const { id, scene, date, grid, port } = layer
  const facts = scene
    ? [
        sceneWords(scene),
        date ?? 'no date',
        scene.quantity,
        `bands ${scene.bands.map((band) => band.name).join(', ')}`,
      ]
    : [port.kind === 'raster' ? `raster of ${meaningOf(layer)}` : port.kind, date ?? 'no date']
  if (grid) facts.push(describeGrid(grid))
  if (layer.missing !== undefined) facts.push('its file has to be given again')
  return `${id}: ${facts.join('; ')}`
}
