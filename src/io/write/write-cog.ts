import { throwIfAborted } from '../../lib/abort.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { ByteSink, ByteSource, ResultFiles } from '../types.ts'
import type { OverviewMethod } from './coarsen.ts'
import { writeTiles, type TileTable } from './tile-pyramid.ts'
import { headerBytes, headerOf, needsBig, planImage, type RasterOptions } from './write-geotiff.ts'

export interface CogOptions extends RasterOptions {
  readonly overviews: OverviewMethod
}

const TILE = 512
/** Bytes copied at once. */
const COPY_BYTES = 4 << 20
/** The rest of the work is copying. */
const TILES_SHARE = 0.9

/**
 * Writes one source a band as the file `name`: a cloud-optimised GeoTIFF (OGC 21-026), that is, directories first, then
 * the tiles of the smallest overview, and those of the full image last. Pixels are computed and packed once, into a
 * scratch file, and put in order from there; memory holds some rows of tiles. What fails or is stopped leaves no file.
 * Throws what writeGeoTiff throws.
 */
export async function writeCog(
  files: Pick<ResultFiles, 'create' | 'open' | 'remove'>,
  name: string,
  sources: RasterSource | readonly RasterSource[],
  options: CogOptions,
): Promise<void> {
  const { signal, progress } = options
  const plan = planImage(sources, {
    ...options,
    tile: TILE,
    compression: 'deflate',
    // Some readers do not know of tiles that are left out.
    sparse: false,
    progress: (fraction) => progress?.(fraction * TILES_SHARE),
  })
  // A name that is cleared away at the next start, should this one be cut off.
  const scratchName = `${name}.part-scratch`
  let packedBytes = 0
  try {
    const tables = await filled(files, scratchName, (scratch) =>
      writeTiles(plan.bands, plan.pyramid, async (bytes) => {
        const at = packedBytes
        await scratch.write(at, bytes)
        packedBytes += bytes.byteLength
        return at
      }),
    )
    const scratch = await files.open(scratchName)
    try {
      await filled(files, name, async (sink) => {
        const big = needsBig(headerBytes(plan, false) + packedBytes)
        const copied = await copySorted(
          { scratch, sink, tables },
          {
            start: headerBytes(plan, big),
            signal,
            progress: (bytes) => progress?.(TILES_SHARE + ((1 - TILES_SHARE) * bytes) / packedBytes),
          },
        )
        await sink.write(0, headerOf(plan, copied, big))
      })
    } finally {
      await scratch.close?.()
    }
  } finally {
    await files.remove(scratchName)
  }
}

/** Makes a file of what `fill` writes into it; none is left where that fails. */
async function filled<Result>(
  files: Pick<ResultFiles, 'create'>,
  name: string,
  fill: (sink: ByteSink) => Promise<Result>,
): Promise<Result> {
  const sink = await files.create(name)
  try {
    const result = await fill(sink)
    await sink.close()
    return result
  } catch (error) {
    await sink.abandon()
    throw error
  }
}

/** Copies tiles level by level, the smallest first, in the order of their tables; gives the tables of the new places. */
async function copySorted(
  from: { readonly scratch: ByteSource; readonly sink: ByteSink; readonly tables: readonly TileTable[] },
  how: {
    readonly start: number
    readonly signal: AbortSignal | undefined
    readonly progress: (bytes: number) => void
  },
): Promise<TileTable[]> {
  const { scratch, sink, tables } = from
  let end = how.start
  const moved: TileTable[] = []
  for (const table of [...tables].reverse()) {
    const { offsets, counts } = table
    const places = new Float64Array(offsets.length)
    for (let tile = 0; tile < offsets.length;) {
      throwIfAborted(how.signal)
      const first = offsets[tile]!
      const start = end
      // Tiles of one row of them lie side by side in the scratch file as well.
      let length = 0
      do {
        places[tile] = start + length
        length += counts[tile]!
        tile++
      } while (
        tile < offsets.length &&
        offsets[tile] === first + length &&
        length + counts[tile]! <= COPY_BYTES
      )
      await sink.write(start, await scratch.read(first, length, how.signal))
      end += length
      how.progress(end - how.start)
    }
    moved.unshift({ ...table, offsets: places })
  }
  return moved
}
