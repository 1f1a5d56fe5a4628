import { AppError } from '../../lib/errors.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { INT_NODATA, type RasterSource } from '../../raster/source.ts'
import { bqaToQaPixel } from '../../sensing/qa/bqa.ts'
import { isQuality } from '../../sensing/sensors.ts'
import type { Layer, Planck, SceneBand } from '../../trace/layer.ts'
import type { DroppedFiles } from './dropped-files.ts'

/** One band of a scene in physical units, or raw numbers where its scaling is unknown. */
export function bandSource(files: DroppedFiles, band: SceneBand, layer: Layer): RasterSource {
  const file = files.raster(band.fileId)
  if (!file) {
    throw new AppError(
      'read_failed',
      `the file of band ${band.designation} of ${layer.id} is not at hand; give it again`,
      { layer: layer.id },
    )
  }
  const isRaw = Number.isNaN(band.scale)
  const source = file.source(band.bandIndex, {
    scale: isRaw ? 1 : band.scale,
    offset: isRaw ? 0 : band.offset,
    nodata: band.nodata,
    valid: band.valid,
  })
  const placed = inPlace(source, band.grid)
  if (band.planck) return asKelvin(placed, band.planck)
  return band.designation === 'BQA' ? asQaPixel(placed) : placed
}

/** A source of the file's pixels in the coordinate system that the scene has, be it set by hand. */
function inPlace(source: RasterSource, { crs }: Grid): RasterSource {
  return source.grid.crs.id === crs.id ? source : { ...source, grid: { ...source.grid, crs } }
}

/** The band that a common name, or else a designation, means in a scene. Throws band_missing naming those there are. */
export function findBand(layer: Layer, name: string | undefined): SceneBand {
  const bands = layer.scene?.bands ?? []
  const named = (wanted: string) => bands.filter((band) => band.name === wanted)
  let found = name === undefined ? bands.filter((band) => !isQuality(band.name)) : named(name)
  if (found.length === 0 && name === 'nir') found = named('nir_narrow')
  if (found.length === 0) found = bands.filter((band) => band.designation === name)
  if (found.length === 0 && name === undefined) found = [...bands]
  const [first, second] = found
  if (first && (!second || (name !== undefined && name !== 'band'))) return first
  const there = bands.map((band) => `${band.designation} (${band.name})`).join(', ')
  throw new AppError(
    'band_missing',
    second
      ? `${layer.id} holds several bands: ${there}; one must be named`
      : `${layer.id} has no band ${name ?? ''}; it has ${there}. Add the missing file, or name the bands of the scene`,
    { layer: layer.id, wanted: name ?? null },
  )
}

/** Radiance as the temperature of a black body; none where it is not positive. */
function asKelvin(source: RasterSource, { k1, k2 }: Planck): RasterSource {
  return {
    grid: source.grid,
    blockSize: source.blockSize,
    async read(window, options) {
      const radiance = await source.read(window, options)
      return radiance.map((value) => (value > 0 ? k2 / Math.log(k1 / value + 1) : NaN))
    },
  }
}

/** Landsat Collection 1 quality in the bits of Collection 2. */
function asQaPixel(source: RasterSource): RasterSource {
  const readInts = source.readInts?.bind(source)
  return {
    grid: source.grid,
    blockSize: source.blockSize,
    async read(window, options) {
      const values = await source.read(window, options)
      return values.map((value) => (Number.isNaN(value) ? NaN : bqaToQaPixel(value)))
    },
    ...(readInts && {
      readInts: async (...args: Parameters<typeof readInts>) =>
        (await readInts(...args)).map((value) => (value === INT_NODATA ? value : bqaToQaPixel(value))),
    }),
  }
}
