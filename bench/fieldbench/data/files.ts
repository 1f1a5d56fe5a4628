import { memorySink } from '../../../src/io/write/memory-results.ts'
import { writeGeoTiff, type RasterOptions } from '../../../src/io/write/write-geotiff.ts'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'

/**
 * A GeoTIFF in memory. `bands` are physical values, row-major, NaN where there is no data; stored as
 * (value − offset) / scale, rounded for integers.
 */
export async function tiffFile(
  name: string,
  grid: Grid,
  bands: Float32Array | readonly Float32Array[],
  options: RasterOptions,
): Promise<DataFile> {
  let bytes = new Uint8Array()
  const sink = memorySink((whole) => (bytes = whole as Uint8Array<ArrayBuffer>))
  const sources = (bands instanceof Float32Array ? [bands] : bands).map((data) => memorySource(grid, data))
  await writeGeoTiff(sink, sources, { ...options, compression: 'none' })
  await sink.close()
  return { name, bytes: bufferBytes(bytes) }
}

export function textFile(name: string, text: string): DataFile {
  return { name, bytes: bufferBytes(new TextEncoder().encode(text)) }
}

/**
 * Values as a file of this scaling gives them back: what is stored is rounded to whole numbers. Truths are taken from
 * these, so that a tolerance need not cover the rounding.
 */
export function stored(
  values: Float32Array,
  { scale, offset = 0 }: { readonly scale: number; readonly offset?: number },
): Float32Array {
  return values.map((value) => Math.round((value - offset) / scale) * scale + offset)
}
