import { AppError } from '../../lib/errors.ts'
import { isSameGrid, mapSources } from '../../raster/blocks.ts'
import { alignTo } from '../../raster/grid/align.ts'
import { pixelSize } from '../../raster/grid/affine.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { INT_NODATA } from '../../raster/source.ts'
import type { RasterSource } from '../../raster/source.ts'
import { CLEAR_BANDS } from '../../sensing/qa/clear-bands.ts'
import { hides, type Hiding } from '../../sensing/qa/decode.ts'
import type { Layer, SceneBand } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { ToolContext } from '../tool.ts'
import { bandMissing } from './single-raster.ts'

export interface SceneBands {
  /** In the order asked for, on one grid. */
  readonly sources: readonly RasterSource[]
  readonly grid: Grid
  /** How bands of unlike resolution met. */
  readonly notes: readonly string[]
}

/**
 * Bands of a scene on one grid: the coarsest of them, the finer ones averaged on to it. Where a partner is coarser
 * than the near infrared and the scene has a narrow near infrared band on the partner's grid, that one is taken.
 * Throws invalid_input for a layer that is no scene, band_missing.
 */
export async function sceneBands(
  context: ToolContext,
  layer: Layer,
  wanted: readonly BandName[],
): Promise<SceneBands> {
  const scene = layer.scene
  if (!scene) {
    throw new AppError(
      'invalid_input',
      `${layer.id} is a result; bands ${wanted.join(', ')} of a scene are needed`,
      {
        layer: layer.id,
      },
    )
  }
  const bands = chooseBands(layer, wanted)
  const coarsest = bands.reduce((first, next) =>
    coarseness(next) > coarseness(first) * 1.001 ? next : first,
  )
  const finer = new Set<SceneBand>()
  const sources = await Promise.all(
    bands.map(async (band) => {
      const source = await context.raster(layer.id, band.name)
      if (isSameGrid(source.grid, coarsest.grid)) return source
      finer.add(band)
      return alignTo(source, coarsest.grid, 'average')
    }),
  )
  const notes: string[] = []
  if (finer.size > 0) {
    const names = [...finer].map((band) => band.name).join(' and ')
    notes.push(`Band ${names} of ${layer.id} averaged on to the grid of ${coarsest.name}.`)
  }
  if (wanted.includes('nir') && bands.some((band) => band.name === 'nir_narrow')) {
    notes.push('The narrow near infrared band was taken for nir.')
  }
  return { sources, grid: coarsest.grid, notes }
}

function chooseBands(layer: Layer, wanted: readonly BandName[]): readonly SceneBand[] {
  const find = (name: BandName) => layer.scene?.bands.find((band) => band.name === name)
  const narrow = find('nir_narrow')
  const bands = wanted.map((name) => find(name) ?? (name === 'nir' ? narrow : undefined))
  const found = bands.filter((band) => band !== undefined)
  if (found.length < wanted.length) {
    throw bandMissing(
      layer,
      wanted.filter((_, index) => bands[index] === undefined),
    )
  }
  return found.map((band) => {
    const suits =
      narrow &&
      found.some((other) => coarseness(other) > coarseness(band) && isSameGrid(other.grid, narrow.grid))
    return band.name === 'nir' && suits ? narrow : band
  })
}

function coarseness(band: SceneBand): number {
  const { width, height } = pixelSize(band.grid.transform)
  return width * height
}

/** 1 where the quality band of a scene hides the ground, on the given grid; null where the scene has none. */
export async function hiddenGround(
  context: ToolContext,
  layer: Layer,
  { grid, by }: { readonly grid: Grid; readonly by?: Hiding },
): Promise<RasterSource | null> {
  const kind = CLEAR_BANDS.find((name) => layer.scene?.bands.some((band) => band.name === name))
  if (!kind) return null
  const isHidden = hides(kind, by)
  const quality = alignedCodes(await context.raster(layer.id, kind), grid)
  return mapSources([quality], ([codes], out) => {
    for (let index = 0; index < out.length; index++) out[index] = isHidden(codes![index]!) ? 1 : 0
  })
}

/** Whole numbers of a band on another grid, nearest pixel; NaN where there is none. */
export function alignedCodes(source: RasterSource, grid: Grid): RasterSource {
  const readInts = source.readInts?.bind(source)
  const codes: RasterSource = readInts
    ? {
        grid: source.grid,
        blockSize: source.blockSize,
        async read(window, options) {
          const whole = await readInts(window, options)
          return Float32Array.from(whole, (code) => (code === INT_NODATA ? NaN : code))
        },
      }
    : source
  return isSameGrid(codes.grid, grid) ? codes : alignTo(codes, grid, 'nearest')
}
