import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { PolygonClassReducer } from '../../raster/kernels/polygon-classes.ts'
import { reduce } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { classRaster } from '../support/crossed-classes.ts'
import { counted, figure, hectares, percent, shareOf } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import { zonePolygons } from '../support/zone-polygons.ts'
import { defineTool, layerRef } from '../tool.ts'
import { coverageArgument } from './arguments.ts'

/** Zones told in words and figures; the table holds them all. */
const LISTED = 20

export const zonalClassAreasTool = defineTool({
  name: 'zonal_class_areas',
  family: 'zonal',
  title: 'Areas of classes by polygon',
  summary:
    'Hectares and share of each class of a class map or mask within each polygon of a vector layer: how much of each district burned, is forest or water.',
  source: 'https://isciences.github.io/exactextract/',
  needs: { classes: { kind: 'raster', quantity: ['class', 'mask'] }, zones: { kind: 'vector' } },
  gives: { kind: 'table' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
  ],
  input: z.object({
    classes: layerRef('Id of the class map or mask.'),
    zones: layerRef('Id of a vector layer of polygons.'),
    rule: coverageArgument,
  }),
  examples: [{ classes: 'layer-1', zones: 'polygons-1' }],
  async run(input, context) {
    const { layer, source } = await classRaster(context, input.classes)
    const { zones, notes } = await zonePolygons(context, input.zones, source.grid)
    const { found } = await reduce(
      source,
      {
        found: new PolygonClassReducer(source.grid, zones, {
          rule: input.rule,
          rowArea: cellArea(source.grid),
        }),
      },
      { signal: context.signal, progress: (fraction) => context.progress(fraction, 'measuring') },
    )
    const rows = found.flatMap((classes, index) => {
      const valid = [...classes].filter((each): each is [number, (typeof each)[1]] => each[0] !== null)
      const whole = valid.reduce((sum, [, { area }]) => sum + area, 0)
      return valid
        .sort(([one], [other]) => one - other)
        .map(([code, { pixels, area }]) => ({
          zone: index + 1,
          code,
          pixels,
          area,
          share: shareOf(area, whole),
        }))
    })
    if (rows.length === 0) {
      throw new AppError(
        'nothing_valid',
        `no polygon of ${input.zones} covers a pixel of ${input.classes} with a class; give polygons that overlap it, or the rule "fraction" where they are smaller than a pixel`,
      )
    }
    const saved = await context.saveTable(
      {
        title: `class areas by polygon ${whenOf(layer)}`,
        port: { kind: 'table' },
        unit: 'ha',
        date: layer.date,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'zone', unit: '1' },
          { name: 'class', unit: '1' },
          { name: 'pixels', unit: 'px' },
          { name: 'area', unit: 'ha' },
          { name: 'share', unit: '%' },
        ],
        rows: rows.map(({ zone, code, pixels, area, share }) => [
          zone,
          code,
          pixels,
          area / 10_000,
          share * 100,
        ]),
      },
    )
    const told = rows.filter(({ zone }) => zone <= LISTED)
    const missing = found.reduce((sum, classes) => sum + (classes.get(null)?.pixels ?? 0), 0)
    const warnings = [
      ...notes,
      ...areaNotes(source.grid),
      ...(missing > 0
        ? [`${figure(missing)} pixels within polygons have no class and are left out of shares.`]
        : []),
      ...(zones.length > LISTED
        ? [`The first ${LISTED} of ${zones.length} zones are told; the table holds all.`]
        : []),
    ]
    return {
      text: [
        `${saved.id} holds areas of the classes of ${input.classes} in ${counted(zones.length, 'polygon')} of ${input.zones}; zones go by their order in the layer.`,
        `${told.map(({ zone, code, area, share }) => `zone ${zone} class ${code} ${figure(area / 10_000)} ha (${figure(share * 100)} %)`).join(', ')}.`,
        ...warnings,
      ].join(' '),
      numbers: told.flatMap(({ zone, code, area, share }) => {
        const on = { group: `zone ${zone} class ${code}`, layer: layer.id }
        return [hectares('area', area, on), percent('share', share, on)]
      }),
      layers: [saved],
      warnings,
    }
  },
})
