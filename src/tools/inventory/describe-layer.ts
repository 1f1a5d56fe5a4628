import { z } from 'zod'
import { describeGrid } from '../../raster/blocks.ts'
import { apply, pixelSize } from '../../raster/grid/affine.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { areaOfRun } from '../../raster/grid/row-area.ts'
import { metresPerUnit } from '../../raster/kernels/moments.ts'
import { isAppError } from '../../lib/errors.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, figure, hectares, quantity } from '../support/figures.ts'
import { dataLabels } from '../support/data-labels.ts'
import { meaningOf, sceneWords } from '../support/naming.ts'
import { defineTool, layerRef } from '../tool.ts'

export const describeLayerTool = defineTool({
  name: 'describe_layer',
  family: 'inventory',
  title: 'Describe a layer',
  summary: 'Size, pixel size, area, date, sensor, bands and assumptions of one layer.',
  source: 'https://docs.ogc.org/is/19-008r4/19-008r4.html',
  needs: {
    layer: {
      kind: 'raster',
      quantity: [
        'reflectance', 'index', 'difference', 'mask', 'class', 'temperature', 'elevation', 'backscatter', 'raw',
      ], // prettier-ignore
      bands: [],
    },
  },
  gives: { kind: 'figures' },
  measures: [
    { name: 'width', dimension: 'count' },
    { name: 'height', dimension: 'count' },
    { name: 'pixel_size', dimension: 'length' },
    { name: 'area', dimension: 'area' },
    { name: 'band_count', dimension: 'count' },
    ...['sensors', 'dates', 'bands'].map((name) => ({ name, dimension: 'text' as const })),
  ],
  input: z.object({ layer: layerRef('Id of the layer.') }),
  examples: [{ layer: 'scene-1' }],
  run(input, context) {
    context.signal?.throwIfAborted()
    const layer = context.layer(input.layer)
    const { id, scene, grid, date } = layer
    const facts = [
      scene ? `${id} is a ${sceneWords(scene)}` : `${id} is a ${layer.kind} of ${meaningOf(layer)}`,
      date ? `dated ${date}` : 'without a date',
    ]
    if (scene)
      facts.push(`values are ${scene.quantity}`, `bands ${scene.bands.map((band) => band.name).join(', ')}`)
    if (!grid) return Promise.resolve({ text: `${facts.join('; ')}.` })

    facts.push(describeGrid(grid))
    const assumed = (scene?.assumptions ?? []).map(
      ({ field, value, why, sure }) => `${sure ? 'Read' : 'Assumed'} ${field}: ${value} (${why}).`,
    )
    const extent = extentOf(grid)
    const on = { layer: id }
    if (extent.area !== null) facts.push(`${figure(extent.area / 10_000)} ha in all`)
    return Promise.resolve({
      text: [`${facts.join('; ')}.`, ...assumed].join(' '),
      numbers: [
        quantity('width', grid.width, { unit: 'px', dimension: 'count', ...on }),
        quantity('height', grid.height, { unit: 'px', dimension: 'count', ...on }),
        ...extent.sides.map(({ group, metres }) =>
          quantity('pixel_size', metres, {
            unit: 'm',
            dimension: 'length',
            ...on,
            ...(group === null ? {} : { group }),
          }),
        ),
        ...(extent.area === null ? [] : [hectares('area', extent.area, on)]),
        ...(scene ? [count('band_count', scene.bands.length, on)] : []),
      ],
      labels: scene ? dataLabels([layer]) : [],
      warnings: [...(extent.problem === null ? areaNotes(grid) : [extent.problem]), ...placeWarnings(grid)],
    })
  },
})

/** What is to be said of the way from the grid's CRS to the globe. */
function placeWarnings({ crs }: Grid): readonly string[] {
  if (crs.accuracyMetres !== undefined) {
    return [
      `Places on the globe may be off by up to ${crs.accuracyMetres} m: the datum of ${crs.id} is only approximated.`,
    ]
  }
  return crs.proj4 === null
    ? [
        `The place on the globe is not known: ${crs.id === 'unknown' ? 'the data names no CRS that GeoForge knows' : `GeoForge has no conversion for ${crs.id}`}.`,
      ]
    : []
}

interface Extent {
  /** Of a pixel: one entry where it is square, else 'across' and 'down'. */
  readonly sides: readonly { readonly group: 'across' | 'down' | null; readonly metres: number }[]
  /** Whole grid in m²; null where `problem` says why not. */
  readonly area: number | null
  readonly problem: string | null
}

function extentOf(grid: Grid): Extent {
  const [, middle] = apply(grid.transform, grid.width / 2, grid.height / 2)
  const [east, north] = metresPerUnit(grid.crs, middle)
  const [a, b, c, d, e, f] = grid.transform
  const { width, height } = pixelSize([a * east, b * east, c, d * north, e * north, f])
  const sides: Extent['sides'] = !Number.isFinite(width)
    ? []
    : Math.abs(width - height) < width * 1e-6
      ? [{ group: null, metres: width }]
      : [
          { group: 'across', metres: width },
          { group: 'down', metres: height },
        ]
  try {
    const rowArea = cellArea(grid)
    let area = 0
    for (let row = 0; row < grid.height; row++) area += areaOfRun(rowArea(row), 0, grid.width)
    return { sides, area, problem: null }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { sides, area: null, problem: `No area: ${error.message}.` }
  }
}
