import { memorySink } from '../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../src/io/write/write-geotiff.ts'
import { memorySource } from '../src/raster/blocks.ts'
import { crsFromEpsg } from '../src/raster/grid/crs.ts'
import type { MadeRaster } from '../src/trace/made-raster.ts'

/** A made band as the bytes of a GeoTIFF of whole numbers with 0 for no data, as Sentinel-2 is delivered. */
export async function madeFile(raster: MadeRaster): Promise<Uint8Array<ArrayBuffer>> {
  const { epsg, west, north, cell, width, height, values, scale, offset } = raster
  const grid = { width, height, crs: crsFromEpsg(epsg), transform: [cell, 0, west, 0, -cell, north] } as const
  let written = new Uint8Array()
  const sink = memorySink((bytes) => (written = Uint8Array.from(bytes)))
  const options = { sampleType: 'uint16', nodata: 0, scale, offset } as const
  await writeGeoTiff(sink, memorySource(grid, values), options)
  await sink.close()
  return written
}
