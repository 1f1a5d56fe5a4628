import { z } from 'zod'
import { writePng } from '../../io/write/write-png.ts'
import { apply } from '../../raster/grid/affine.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { metresPerUnit } from '../../raster/kernels/moments.ts'
import { colourOf, Picture, textHeight, textWidth, type Colour } from '../../raster/render/picture.ts'
import { PreviewCache } from '../../raster/render/preview.ts'
import { rampColors } from '../../raster/render/ramps.ts'
import { renderTile } from '../../raster/render/render-tile.ts'
import { stretchOf, type TileSource } from '../../raster/render/style-stretch.ts'
import type { Layer } from '../../trace/layer.ts'
import { UNIT_SIGNS } from '../../trace/units.ts'
import { count, figure } from '../support/figures.ts'
import { fileStem } from '../support/file-stem.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { ANY_RASTER } from '../statistics/any-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'

const INK: Colour = [24, 28, 34]
const [MARGIN, TEXT, GAP] = [12, 2, 8]
const LINE = textHeight(TEXT) + GAP
/** Entries of a legend of classes. */
const MOST_CLASSES = 16

export const mapImageTool = defineTool({
  name: 'map_image',
  family: 'output',
  title: 'Map as a picture',
  summary:
    'Draws a raster as a map to download (PNG) with its colours, a legend, a scale bar and a north arrow, for a report or a slide.',
  source: 'https://www.w3.org/TR/png-3/',
  needs: { layer: ANY_RASTER },
  gives: { kind: 'file' },
  measures: [
    { name: 'width', dimension: 'count' },
    { name: 'height', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene; a scene is drawn as the map shows it.'),
    size: z.int().min(200).max(2000).default(1000).describe('Longer side of the map in pixels.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', size: 600 }],
  async run(input, context) {
    const layer = context.layer(input.layer)
    const { sources, grid } = await sourcesOf(layer, context)
    const map = frameOf(grid, input.size)
    const previews = new PreviewCache()
    const style = layer.style.ramp === 'rgb' && sources.length < 3 ? { ramp: 'gray' } : layer.style
    const tile = await renderTile({ sources, style, ...map, previews, signal: context.signal })
    // The map draws masks see-through over what lies below them; here nothing does.
    if (style.ramp === 'mask') makeSolid(tile)
    const legend = await legendOf(layer, style, sources, previews)
    const scale = scaleOf(grid, map)
    const picture = draw({
      tile,
      map,
      legend,
      scale,
      title: `${meaningOf(layer).replaceAll('_', ' ')} ${whenOf(layer)}`.toUpperCase(),
    })
    const name = `map-${fileStem(layer, context)}.png`
    await context.saveFile(name, async (files) => {
      const sink = await files.create(name)
      try {
        await writePng(
          sink,
          { width: picture.width, height: picture.height, signal: context.signal },
          (add) => add(picture.pixels),
        )
        await sink.close()
      } catch (error) {
        await sink.abandon()
        throw error
      }
    })
    return {
      text: `A map of ${layer.id} was drawn to ${name}, ${picture.width} × ${picture.height} pixels, ready to download${scale ? `; its scale bar is ${scale.words} long` : ''}.`,
      numbers: [
        count('width', picture.width),
        count('height', picture.height),
        ...(scale
          ? [{ name: 'scale_bar', value: scale.metres, unit: 'm', dimension: 'length' } as const]
          : []),
      ],
      labels: [{ name: 'file', value: name }],
      warnings: scale
        ? []
        : [
            `The map has no scale bar and no north arrow: the coordinate reference system of ${layer.id} is not known.`,
          ],
    }
  },
})

async function sourcesOf(
  layer: Layer,
  context: ToolContext,
): Promise<{ readonly sources: readonly TileSource[]; readonly grid: Grid }> {
  const { ramp, bands } = layer.style
  if (layer.scene && ramp === 'rgb' && bands) {
    const sources = await Promise.all(
      bands.map(async (band) => ({ source: await context.raster(layer.id, band), key: band })),
    )
    return { sources, grid: sources[0]!.source.grid }
  }
  const source =
    layer.scene && bands
      ? await context.raster(layer.id, bands[0])
      : (await singleRaster(context, layer.id, layer.scene?.bands[0]?.name)).source
  return { sources: [{ source, key: layer.id }], grid: source.grid }
}

function makeSolid(pixels: Uint8ClampedArray): void {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at]! > 0) pixels[at] = 255
}

type Extent = readonly [number, number, number, number]

/** The whole grid with square map units on the picture. */
function frameOf({ width, height, transform }: Grid, size: number) {
  const corners = [[0, 0], [width, 0], [0, height], [width, height]].map(([col, row]) => apply(transform, col!, row!)) // prettier-ignore
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const extent: Extent = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const [across, down] = [extent[2] - extent[0], extent[3] - extent[1]]
  const unit = Math.max(across, down) / size
  return {
    extent,
    width: Math.max(1, Math.round(across / unit)),
    height: Math.max(1, Math.round(down / unit)),
  }
}
type Frame = ReturnType<typeof frameOf>

type LegendRow = { readonly label: string; readonly colour: Colour }
interface LegendParts {
  readonly classes: readonly LegendRow[]
  readonly ramp: { readonly colours: readonly Colour[]; readonly low: string; readonly high: string } | null
}

/** Words of ours alone: classes of a dropped file go by their code. */
async function legendOf(
  layer: Layer,
  style: Layer['style'],
  sources: readonly TileSource[],
  previews: PreviewCache,
): Promise<LegendParts> {
  if (style.ramp === 'rgb' || style.ramp === 'none') return { classes: [], ramp: null }
  if (style.ramp === 'classes' || style.ramp === 'mask') {
    const shown = (style.classes ?? []).filter(({ code }) => style.ramp !== 'mask' || code === 1)
    return {
      classes: shown.slice(0, MOST_CLASSES).map(({ code, label, color }) => ({
        label: (layer.lineage ? label : `class ${code}`).toUpperCase(),
        colour: colourOf(color),
      })),
      ramp: null,
    }
  }
  const { min, max } = await stretchOf(sources[0]!, style, previews)
  const unit = UNIT_SIGNS[layer.unit]
  return {
    classes: [],
    ramp: {
      colours: rampColors(style.ramp, 64).map(colourOf),
      low: figure(round(min)),
      high: `${figure(round(max))} ${unit}`.trim(),
    },
  }
}

const round = (value: number) => Number(value.toPrecision(4))

interface Scale {
  readonly pixels: number
  readonly metres: number
  readonly words: string
}

/** A bar of a round length, a quarter of the map at most; null where metres are not known. */
function scaleOf({ crs }: Grid, { extent, width }: Frame): Scale | null {
  const [east] = metresPerUnit(crs, (extent[1] + extent[3]) / 2)
  const perPixel = ((extent[2] - extent[0]) / width) * east
  if (!(perPixel > 0 && Number.isFinite(perPixel))) return null
  const most = (perPixel * width) / 4
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power
  return {
    metres,
    pixels: metres / perPixel,
    words: metres >= 1000 ? `${figure(metres / 1000)} km` : `${figure(metres)} m`,
  }
}

function draw(of: {
  readonly tile: Uint8ClampedArray<ArrayBuffer>
  readonly map: Frame
  readonly legend: LegendParts
  readonly scale: Scale | null
  readonly title: string
}): Picture {
  const { tile, map, legend, scale, title } = of
  const rows = 1 + legend.classes.length + (legend.ramp ? 2 : 0) + (scale ? 2 : 0)
  const picture = new Picture(
    Math.max(map.width, textWidth(title, TEXT)) + 2 * MARGIN,
    map.height + 3 * MARGIN + rows * LINE,
  )
  picture.fill({ x: MARGIN - 1, y: MARGIN - 1, width: map.width + 2, height: map.height + 2 }, INK)
  picture.fill({ x: MARGIN, y: MARGIN, width: map.width, height: map.height }, [255, 255, 255])
  picture.lay(tile, { x: MARGIN, y: MARGIN, width: map.width })
  let y = map.height + 2 * MARGIN
  const write = (text: string, x: number) => picture.text(text, { x, y, size: TEXT }, INK)
  write(title, MARGIN)
  y += LINE
  for (const { label, colour } of legend.classes) {
    picture.fill({ x: MARGIN, y, width: 2 * textHeight(TEXT), height: textHeight(TEXT) }, colour)
    write(label, MARGIN + 2 * textHeight(TEXT) + GAP)
    y += LINE
  }
  if (legend.ramp) {
    const { colours, low, high } = legend.ramp
    const width = map.width / 2
    for (const [index, colour] of colours.entries()) {
      picture.fill(
        {
          x: MARGIN + (index * width) / colours.length,
          y,
          width: width / colours.length + 1,
          height: LINE - 4,
        },
        colour,
      )
    }
    y += LINE
    write(low, MARGIN)
    write(high, MARGIN + width - textWidth(high, TEXT))
    y += LINE
  }
  if (scale) {
    picture.fill({ x: MARGIN, y: y + 4, width: scale.pixels, height: 4 }, INK)
    y += LINE
    write(scale.words, MARGIN)
    drawNorth(picture, MARGIN + map.width - 3 * MARGIN, MARGIN + MARGIN)
  }
  return picture
}

/** An arrow up with an N, on white so that it is seen on any map. */
function drawNorth(picture: Picture, x: number, y: number): void {
  picture.fill({ x: x - 4, y: y - 4, width: 24, height: 44 }, [255, 255, 255])
  for (let row = 0; row < 16; row++) {
    picture.fill({ x: x + 8 - row / 2, y: y + row, width: row + 1, height: 1 }, INK)
  }
  picture.text('N', { x: x + 3, y: y + 20, size: 4 }, INK)
}
