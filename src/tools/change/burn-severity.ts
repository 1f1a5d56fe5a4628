import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { countedIndex } from '../../raster/kernels/band-index.ts'
import type { CountedIndex } from '../../raster/kernels/band-index.ts'
import { subtract } from '../../raster/kernels/combine.ts'
import { classify } from '../../raster/kernels/threshold.ts'
import { tap } from '../../raster/reduce.ts'
import { findIndex } from '../../sensing/indices.ts'
import type { LayerStyle } from '../../trace/layer.ts'
import { alignOnto } from '../support/align.ts'
import { areaNotes } from '../support/area-notes.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { count, counted, figure, hectares, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { laterDate, orderWarning, whenOf } from '../support/naming.ts'
import { sceneIndex } from '../support/scene-index.ts'
import type { SceneIndex } from '../support/scene-index.ts'
import { differenceStyle } from '../support/styles.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Classes of dNBR (Key and Benson, doi:10.2737/RMRS-GTR-164), each from `from` up to the next one. */
const CLASSES = [
  { name: 'high_regrowth', from: -Infinity, color: '#1a6b2d' },
  { name: 'low_regrowth', from: -0.25, color: '#7fbf6b' },
  { name: 'unburned', from: -0.1, color: '#d9d9c8' },
  { name: 'low', from: 0.1, color: '#f5e663' },
  { name: 'moderate_low', from: 0.27, color: '#f5a742' },
  { name: 'moderate_high', from: 0.44, color: '#e0542e' },
  { name: 'high', from: 0.66, color: '#8c1a6a' },
] as const

const BURNED_FROM = 0.27

const STYLE: LayerStyle = {
  ramp: 'classes',
  classes: CLASSES.map(({ name, color }, index) => ({
    code: index + 1,
    label: name.replaceAll('_', ' '),
    color,
  })),
}

export const burnSeverityTool = defineTool({
  name: 'burn_severity',
  family: 'change',
  title: 'Burn severity',
  summary:
    'Severity classes of a fire from the drop of NBR between a scene before and one after it (dNBR), with the area of each class.',
  source: 'doi:10.2737/RMRS-GTR-164',
  needs: {
    pre: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] },
    post: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] },
  },
  gives: { kind: 'raster', quantity: 'class', meaning: 'burn_severity' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'burned_area', dimension: 'area' },
  ],
  input: z.object({
    pre: layerRef('Id of the scene before the fire.'),
    post: layerRef('Id of the scene after the fire.'),
    clouds: cloudsArgument,
  }),
  examples: [{ pre: 'scene-1', post: 'scene-2' }],
  async run(input, context) {
    const nbr = findIndex('nbr')!
    const pre = await sceneIndex(context, nbr, { scene: input.pre, clouds: input.clouds })
    const post = await sceneIndex(context, nbr, { scene: input.post, clouds: input.clouds })
    const { signal } = context
    const before = countedIndex(pre)
    const after = countedIndex(post)
    const { grid } = before.source
    const aligned = alignOnto(
      { grid, id: input.pre },
      { source: after.source, id: input.post, holds: 'values' },
    )
    const date = laterDate(pre.layer, post.layer)
    const when = `${whenOf(pre.layer)} to ${whenOf(post.layer)}`
    const values = await context.saveRaster(
      {
        title: `dNBR ${when}`,
        port: { kind: 'raster', quantity: 'difference', meaning: 'dnbr' },
        unit: '1',
        date,
        style: differenceStyle(0.8),
      },
      subtract(before.source, aligned.source),
      'float32',
    )
    const breaks = CLASSES.slice(1).map(({ from }) => from)
    // From the saved pixels, which are the same, so that the bands are read once.
    const classes = tap(classify(await context.raster(values.id), breaks), {
      areas: new CodeAreaReducer(cellArea(grid)),
    })
    const saved = await context.saveRaster(
      {
        title: `Burn severity ${when}`,
        port: { kind: 'raster', quantity: 'class', meaning: 'burn_severity' },
        unit: '1',
        date,
        style: STYLE,
      },
      classes.source,
      'uint8',
    )
    const { codes, nodata } = (await classes.finish({ signal })).areas
    const valid = [...codes.values()].reduce((sum, { pixels }) => sum + pixels, 0)
    if (valid === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel has an NBR in both ${input.pre} and ${input.post}: no data, or hidden by cloud; give other scenes, or clouds "keep"`,
      )
    }
    const areaOf = (index: number) => codes.get(index + 1)?.area ?? 0
    const burned = CLASSES.reduce(
      (sum, { from }, index) => sum + (from >= BURNED_FROM ? areaOf(index) : 0),
      0,
    )
    const on = { layer: saved.id }
    const warning = orderWarning(pre.layer, post.layer)
    return {
      text: [
        `${saved.id} holds severity classes of ${input.pre} to ${input.post}, ${values.id} the dNBR: ` +
          `burned (dNBR at or above ${BURNED_FROM}) ${figure(burned / 10_000)} ha of ${counted(valid, 'valid pixel')}.`,
        CLASSES.map(({ name }, index) => `${name} ${figure(areaOf(index) / 10_000)} ha`).join(', ') + '.',
        'The low class, 0.1 to 0.27, is not counted as burned. The limits are the common ones, not fitted to this place.',
        ...new Set([...pre.notes, ...post.notes]),
        ...(aligned.note ? [aligned.note] : []),
      ].join(' '),
      numbers: [
        hectares('burned_area', burned, on),
        ...CLASSES.map(({ name }, index) => hectares('area', areaOf(index), { group: name, ...on })),
        count('pixels_left_out', nodata, on),
      ],
      layers: [saved, values],
      warnings: [
        ...(warning ? [warning] : []),
        ...areaNotes(grid),
        ...pre.warnings,
        ...post.warnings,
        ...(aligned.note ? [aligned.note] : []),
        ...(nodata > 0 ? [`${counted(nodata, 'pixel')} left out: without an NBR on at least one date.`] : []),
        ...(await leftOutOf(pre, before, signal)),
        ...(await leftOutOf(post, after, signal)),
      ],
      facts: { valid_share: shareOf(valid, valid + nodata) },
      chart: {
        kind: 'bars',
        title: 'Area by burn severity',
        unit: 'ha',
        rows: CLASSES.map(({ name, color }, index) => ({
          label: name.replaceAll('_', ' '),
          value: areaOf(index) / 10_000,
          color,
        })),
      },
    }
  },
})

/** Why the pixels of a scene have no class, a sentence a reason. */
async function leftOutOf(
  scene: SceneIndex,
  counted: CountedIndex,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { leftOut } = await counted.finish({ signal })
  return leftOutReport(leftOut).warnings.map((each) => `${scene.layer.id}: ${each}`)
}
