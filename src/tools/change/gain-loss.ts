import { z } from 'zod'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { FATES, maskFates } from '../../raster/kernels/change-classes.ts'
import { tap } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, figure, hectares, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskPair } from '../support/mask-pair.ts'
import { laterDate, meaningOf, orderWarning, whenOf } from '../support/naming.ts'
import { defineTool, layerRef } from '../tool.ts'

const COLORS = { gained: '#009e73', lost: '#d55e00', kept: '#0072b2', never: '#e6e6e6' } as const

export const gainLossTool = defineTool({
  name: 'gain_loss',
  family: 'change',
  title: 'Gain and loss of a mask',
  summary:
    'What a mask of water, forest, snow or city gained, lost and kept between two dates, in hectares, with the net change: such as deforestation or a shrinking lake.',
  source: 'doi:10.1016/j.agee.2003.09.008',
  needs: { before: { kind: 'raster', quantity: 'mask' }, after: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'class', meaning: 'gain_loss' },
  measures: [
    ...FATES.map((name) => ({ name: `${name}_area`, dimension: 'area' as const })),
    { name: 'net_change', dimension: 'area' },
    { name: 'before_area', dimension: 'area' },
    { name: 'after_area', dimension: 'area' },
    { name: 'net_change_share', dimension: 'share' },
  ],
  input: z.object({
    before: layerRef('Id of the mask of the earlier date.'),
    after: layerRef('Id of the mask of the later date.'),
  }),
  examples: [{ before: 'layer-1', after: 'layer-2' }],
  async run(input, context) {
    const { first, second, note } = await maskPair(context, input.before, input.after)
    const { grid } = first.source
    const { signal } = context
    const fates = tap(maskFates(first.source, second.source), { areas: new CodeAreaReducer(cellArea(grid)) })
    const saved = await context.saveRaster(
      {
        title: `gain and loss ${whenOf(first.layer)} to ${whenOf(second.layer)}`,
        port: { kind: 'raster', quantity: 'class', meaning: 'gain_loss' },
        unit: '1',
        date: laterDate(first.layer, second.layer),
        style: {
          ramp: 'classes',
          classes: FATES.map((name, index) => ({ code: index + 1, label: name, color: COLORS[name] })),
        },
      },
      fates.source,
      'uint8',
    )
    const { codes, nodata } = (await fates.finish({ signal })).areas
    const [gained, lost, kept, never] = FATES.map((_, index) => codes.get(index + 1)?.area ?? 0) as [
      number,
      number,
      number,
      number,
    ]
    const [net, earlier, later] = [gained - lost, lost + kept, gained + kept]
    const on = { layer: saved.id }
    const report = leftOutReport({ nodata })
    const warning = orderWarning(first.layer, second.layer)
    const areas = { gained, lost, kept, never }
    return {
      text: [
        `From ${input.before} to ${input.after} (${meaningOf(second.layer)}): gained ${ha(gained)}, lost ${ha(lost)}, kept ${ha(kept)}, never inside ${ha(never)}.`,
        `Net change ${net > 0 ? '+' : ''}${ha(net)}${earlier > 0 ? `, ${figure((net / earlier) * 100)} % of the ${ha(earlier)} before` : '; nothing was inside before'}.`,
        `${saved.id} holds the map.`,
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        ...FATES.flatMap((name, index) => [
          hectares(`${name}_area`, areas[name], on),
          count('pixels', codes.get(index + 1)?.pixels ?? 0, { group: name, ...on }),
        ]),
        hectares('net_change', net, on),
        hectares('before_area', earlier, on),
        hectares('after_area', later, on),
        ...(earlier > 0 ? [percent('net_change_share', shareOf(net, earlier), on)] : []),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(warning ? [warning] : []),
        ...areaNotes(grid),
        ...(note ? [note] : []),
        ...report.warnings,
      ],
      chart: {
        kind: 'bars',
        title: 'Area by what became of it',
        unit: 'ha',
        rows: FATES.map((name) => ({ label: name, value: areas[name] / 10_000, color: COLORS[name] })),
      },
    }
  },
})

const ha = (squareMetres: number): string => `${figure(squareMetres / 10_000)} ha`
