import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { assertSameGrid } from '../../raster/blocks.ts'
import type { RasterSource } from '../../raster/source.ts'
import { Tag } from '../read/tags.ts'
import type { ByteSink, SampleType } from '../types.ts'
import { encodeHeader, type Field } from './fields.ts'
import { gdalMetadata } from './gdal-metadata.ts'
import { geoFields } from './geo-tags.ts'
import { encodeSamples } from './encode-samples.ts'

export type WrittenType = Extract<SampleType, 'uint8' | 'uint16' | 'int16' | 'float32'>

export interface WriteOptions {
  readonly sampleType: WrittenType
  /** Number that stands for NaN; null only where no value can be NaN, or for float32, which then keeps NaN itself. */
  readonly nodata: number | null
  /** Items for GDAL_METADATA. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Stored number = (value − offset) / scale, rounded for integers; both are written into the file. */
  readonly scale?: number
  readonly offset?: number
  /** Default 'deflate'. */
  readonly compression?: 'deflate' | 'none'
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((fraction: number) => void) | undefined
}

const TILE = 256
const BITS: Readonly<Record<WrittenType, number>> = { uint8: 8, uint16: 16, int16: 16, float32: 32 }
const FORMATS: Readonly<Record<WrittenType, number>> = { uint8: 1, uint16: 1, int16: 2, float32: 3 }
/** Unpacked bytes from which addresses of 4 bytes may not do, with room for packing that grows. */
const BIG_BYTES = 4_000_000_000

/**
 * Writes one source a band as a tiled GeoTIFF, band after band of tiles, so that memory holds one row of tiles.
 * The header is written last: a file that was not finished cannot be taken for a whole one. Does not close the sink.
 * Throws grid_mismatch, and invalid_input where a value does not fit the sample type or is the nodata number.
 */
export async function writeGeoTiff(
  sink: ByteSink,
  sources: RasterSource | readonly RasterSource[],
  options: WriteOptions,
): Promise<void> {
  const bands = 'read' in sources ? [sources] : sources
  const [first, ...rest] = bands
  if (!first) throw new AppError('invalid_input', 'there is no band to write; give at least one raster')
  assertSameGrid(first.grid, ...rest.map((source) => source.grid))
  const { width, height } = first.grid
  const { sampleType, compression = 'deflate', signal, progress } = options
  const [across, down] = [Math.ceil(width / TILE), Math.ceil(height / TILE)]
  const tiles = across * down * bands.length
  const big = (tiles * TILE * TILE * BITS[sampleType]) / 8 > BIG_BYTES
  const offsets = new Array<number>(tiles).fill(0)
  const counts = new Array<number>(tiles).fill(0)
  const header = () => encodeHeader(imageFields({ bands, options, offsets, counts }), big)
  let end = header().byteLength
  for (let row = 0; row < down; row++) {
    for (const [band, source] of bands.entries()) {
      throwIfAborted(signal)
      const window = { col: 0, row: row * TILE, width, height: Math.min(TILE, height - row * TILE) }
      const values = await source.read(window, { signal })
      if (
        options.nodata === null &&
        sampleType !== 'float32' &&
        values.some((value) => Number.isNaN(value))
      ) {
        throw new AppError(
          'invalid_input',
          `some pixels have no value, and ${sampleType} has none for them; choose a nodata number`,
        )
      }
      for (let col = 0; col < across; col++) {
        const tile = encodeSamples(tileOf(values, { width, height: window.height, col: col * TILE }), options)
        const bytes = compression === 'deflate' ? await deflate(tile) : tile
        const index = (band * down + row) * across + col
        offsets[index] = end
        counts[index] = bytes.byteLength
        await sink.write(end, bytes)
        end += bytes.byteLength
      }
    }
    progress?.((row + 1) / down)
  }
  await sink.write(0, header())
}

function imageFields(from: {
  readonly bands: readonly RasterSource[]
  readonly options: WriteOptions
  readonly offsets: readonly number[]
  readonly counts: readonly number[]
}): Field[] {
  const { bands, options, offsets, counts } = from
  const { grid } = bands[0]!
  const { sampleType, nodata, compression = 'deflate' } = options
  const repeated = (value: number) => bands.map(() => value)
  const integers = sampleType !== 'float32'
  const xml = gdalMetadata({
    items: options.metadata ?? {},
    bands: bands.length,
    scale: options.scale ?? null,
    offset: options.offset ?? null,
  })
  const written = nodata ?? (integers ? null : NaN)
  return [
    { tag: Tag.ImageWidth, type: 'long', values: [grid.width] },
    { tag: Tag.ImageLength, type: 'long', values: [grid.height] },
    { tag: Tag.BitsPerSample, type: 'short', values: repeated(BITS[sampleType]) },
    { tag: Tag.Compression, type: 'short', values: [compression === 'deflate' ? 8 : 1] },
    { tag: Tag.Photometric, type: 'short', values: [1] },
    { tag: Tag.SamplesPerPixel, type: 'short', values: [bands.length] },
    { tag: Tag.PlanarConfiguration, type: 'short', values: [bands.length > 1 ? 2 : 1] },
    { tag: Tag.Predictor, type: 'short', values: [compression === 'deflate' && integers ? 2 : 1] },
    { tag: Tag.TileWidth, type: 'short', values: [TILE] },
    { tag: Tag.TileLength, type: 'short', values: [TILE] },
    { tag: Tag.TileOffsets, type: 'offset', values: offsets },
    { tag: Tag.TileByteCounts, type: 'long', values: counts },
    { tag: Tag.SampleFormat, type: 'short', values: repeated(FORMATS[sampleType]) },
    ...(bands.length > 1
      ? [{ tag: Tag.ExtraSamples, type: 'short', values: bands.slice(1).map(() => 0) } satisfies Field]
      : []),
    ...geoFields(grid),
    ...(xml ? [{ tag: Tag.GdalMetadata, type: 'ascii', text: xml } satisfies Field] : []),
    ...(written !== null
      ? [
          {
            tag: Tag.GdalNodata,
            type: 'ascii',
            text: Number.isNaN(written) ? 'nan' : String(written),
          } satisfies Field,
        ]
      : []),
  ]
}

/** One tile of a row of tiles, filled up with NaN beyond the image. */
function tileOf(
  values: Float32Array,
  { width, height, col }: { readonly width: number; readonly height: number; readonly col: number },
): Float32Array {
  const tile = new Float32Array(TILE * TILE).fill(NaN)
  const end = Math.min(width, col + TILE)
  for (let row = 0; row < height; row++) {
    tile.set(values.subarray(row * width + col, row * width + end), row * TILE)
  }
  return tile
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
