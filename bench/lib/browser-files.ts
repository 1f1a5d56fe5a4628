import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { openFile } from '../../src/io/read/open-file.ts'
import type { RasterSource } from '../../src/raster/source.ts'
import { DecoderPool } from '../../workers/decoder-pool.ts'

/** Gives this worker the decoders that the app's raster worker has. */
export function decodeOnThreads(): void {
  const spawn = () => new Worker(new URL('../../workers/decode.ts', import.meta.url), { type: 'module' })
  decodeWith(new DecoderPool(spawn, navigator.hardwareConcurrency))
}

/** The first band of a file in its raw numbers. */
export async function openBand(file: File): Promise<RasterSource> {
  const [raster] = await openFile({ bytes: blobBytes(file), name: file.name, beside: () => undefined })
  return raster!.source(0, { scale: 1, offset: 0, nodata: raster!.header.bands[0]!.nodata ?? 0 })
}
