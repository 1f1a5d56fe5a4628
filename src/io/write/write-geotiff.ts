import { AppError } from '../../lib/errors.ts'
import { assertSameGrid } from '../../raster/blocks.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { ByteSink } from '../types.ts'
import { pyramidSizes, type OverviewMethod } from './coarsen.ts'
import { SAMPLES, type Encoding, type WrittenType } from './encode-samples.ts'
import { encodeHeader } from './fields.ts'
import { imageFields, type ImageFacts } from './image-fields.ts'
import { emptyTables, tilesOf, writeTiles, type PyramidOptions, type TileTable } from './tile-pyramid.ts'

export type { WrittenType }

export interface RasterOptions {
  readonly sampleType: WrittenType
  /** Number that stands for NaN; null only where no value can be NaN, or for float32, which then keeps NaN itself. */
  readonly nodata: number | null
  /** Items for GDAL_METADATA. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Stored number = (value − offset) / scale, rounded for integers; both are written into the file. One for all bands, or one a band. */
  readonly scale?: number | readonly number[]
  readonly offset?: number | readonly number[]
  /** Of the bands, in their order. */
  readonly names?: readonly string[]
  /** Reads each source's `readInts`, unscaled, instead of `read`: whole numbers beyond 2^24 stay exact. */
  readonly wholeNumbers?: boolean
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((fraction: number) => void) | undefined
}

export interface WriteOptions extends RasterOptions {
  /** Default 'deflate'. 'none' writes and reads many times as fast; float32 is packed by a fifth at best anyway. */
  readonly compression?: 'deflate' | 'none'
  /** Default none. */
  readonly overviews?: OverviewMethod
}

const TILE = 256

/**
 * Writes one source a band as a tiled GeoTIFF as its pixels come, so that memory holds some rows of tiles; tiles that
 * are all nodata are left out. For files that stay with us: readers of the cloud want another order (write-cog.ts).
 * The header is written last: a file that was not finished cannot be taken for a whole one. Does not close the sink.
 * Throws grid_mismatch, and invalid_input where a value does not fit the sample type or is the nodata number.
 */
export async function writeGeoTiff(
  sink: ByteSink,
  sources: RasterSource | readonly RasterSource[],
  options: WriteOptions,
): Promise<void> {
  const plan = planImage(sources, {
    ...options,
    tile: TILE,
    compression: options.compression ?? 'deflate',
    overviews: options.overviews ?? null,
    sparse: true,
  })
  const big = needsBig(largestSize(plan))
  let end = headerBytes(plan, big)
  const tables = await writeTiles(plan.bands, plan.pyramid, async (bytes) => {
    const at = end
    await sink.write(at, bytes)
    end += bytes.byteLength
    return at
  })
  await sink.write(0, headerOf(plan, tables, big))
}

export interface ImagePlan {
  readonly bands: readonly RasterSource[]
  readonly facts: ImageFacts
  readonly pyramid: PyramidOptions
}

/** Settles how bands are stored. Throws grid_mismatch, invalid_input. */
export function planImage(
  sources: RasterSource | readonly RasterSource[],
  options: RasterOptions & {
    readonly tile: number
    readonly compression: 'deflate' | 'none'
    readonly overviews: OverviewMethod | null
    readonly sparse: boolean
  },
): ImagePlan {
  const bands = 'read' in sources ? [sources] : sources
  const [first, ...rest] = bands
  if (!first) throw new AppError('invalid_input', 'there is no band to write; give at least one raster')
  assertSameGrid(first.grid, ...rest.map((source) => source.grid))
  const { grid } = first
  const { sampleType, tile, compression, overviews, sparse, signal, progress } = options
  const integers = sampleType !== 'float32'
  const empty = options.nodata ?? (integers ? null : NaN)
  const predictor = compression === 'none' ? 1 : integers ? 2 : 3
  const words = bands.map((_, band) => ({
    name: options.names?.[band] ?? null,
    scale: numberOf(options.scale, band),
    offset: numberOf(options.offset, band),
  }))
  const encoding = (band: number): Encoding => ({
    sampleType,
    empty,
    predictor,
    scale: words[band]!.scale ?? 1,
    offset: words[band]!.offset ?? 0,
    width: tile,
    meansOfValues: false,
  })
  return {
    bands,
    facts: {
      grid,
      bands: words,
      metadata: options.metadata ?? {},
      sampleType,
      empty,
      tile,
      compression,
      predictor,
    },
    pyramid: {
      sizes: overviews ? pyramidSizes(grid, tile) : [{ width: grid.width, height: grid.height }],
      overviews: overviews ?? 'nearest',
      tile,
      encoding,
      compression,
      sparse,
      wholeNumbers: options.wholeNumbers ?? false,
      signal,
      progress,
    },
  }
}

export function headerOf(plan: ImagePlan, tables: readonly TileTable[], big: boolean) {
  return encodeHeader(
    tables.map((table, level) => imageFields(plan.facts, table, level)),
    big,
  )
}

/** Bytes of the header, which do not depend on where tiles lie. */
export const headerBytes = (plan: ImagePlan, big: boolean): number =>
  headerOf(plan, emptyTables(plan.pyramid, plan.bands.length), big).byteLength

/** Whether a file of this size needs addresses of 8 bytes (BigTIFF). */
export const needsBig = (bytes: number) => bytes > 0xffffffff

/** An upper bound of the file's size, before anything is written. */
function largestSize(plan: ImagePlan): number {
  const { pyramid, bands, facts } = plan
  const tileBytes = (pyramid.tile ** 2 * SAMPLES[facts.sampleType].bits) / 8
  const tiles = pyramid.sizes.reduce((sum, size) => sum + tilesOf(size, pyramid.tile) * bands.length, 0)
  // What cannot be packed grows by 5 bytes in each 16 kB and a few bytes around them (RFC 1951).
  const packed = tileBytes + 5 * Math.ceil(tileBytes / 16_000) + 16
  return headerBytes(plan, true) + tiles * packed
}

function numberOf(given: number | readonly number[] | undefined, band: number): number | null {
  return typeof given === 'object' ? (given[band] ?? null) : (given ?? null)
}
