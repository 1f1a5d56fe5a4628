import type { DroppedFile } from '../../src/bridge/index.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { memorySource } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Crs } from '../../src/raster/grid/grid.ts'

/** Side of the field in pixels, and length of a pixel in metres. */
export const SIDE = 40
export const PIXEL = 20
/** Corners of the field in EPSG:32621: minX, minY, maxX, maxY. */
export const EXTENT = [400_000, 7_900_000 - SIDE * PIXEL, 400_000 + SIDE * PIXEL, 7_900_000] as const
/** The western eighth burns between the dates: 5 · 40 pixels of 400 m². */
export const BURNED_HECTARES = 8

const HEALTHY = { red: 0.05, nir: 0.4, swir2: 0.1 }
const BURNED = { red: 0.1, nir: 0.15, swir2: 0.3 }
const BANDS = { red: 'B04', nir: 'B8A', swir2: 'B12' } as const

/**
 * Two Sentinel-2 dates of a field as dropped files, in EPSG:32621 unless told otherwise, scaling written in each. NBR is 0.6 to 0.64 and falls to −1/3 to
 * −0.26 where it burns; the first pixel has −1/3.
 */
export async function burnedField(crs: Crs = crsFromEpsg(32621)): Promise<DroppedFile[]> {
  const grid = {
    width: SIDE,
    height: SIDE,
    crs,
    transform: [PIXEL, 0, EXTENT[0], 0, -PIXEL, EXTENT[3]],
  } as const
  const files: DroppedFile[] = []
  for (const date of ['20240801', '20240901']) {
    for (const band of ['red', 'nir', 'swir2'] as const) {
      const burns = (index: number) => date === '20240901' && index % SIDE < SIDE / 8
      const values = Float32Array.from(
        { length: SIDE * SIDE },
        (_, index) =>
          // Every image is a little uneven, differently on each date.
          (burns(index) ? BURNED : HEALTHY)[band] +
          (band === 'nir' ? ((index * (date === '20240801' ? 7 : 5)) % 11) * 0.003 : 0),
      )
      const name = `T21KVA_${date}T140051_${BANDS[band]}_20m.tif`
      const results = memoryResults()
      const sink = await results.create(name)
      await writeGeoTiff(sink, memorySource(grid, values), {
        sampleType: 'uint16',
        nodata: 0,
        scale: 0.0001,
        offset: -0.1,
      })
      await sink.close()
      const bytes = await results.open(name)
      files.push({ name, file: new File([await bytes.read(0, bytes.size)], name) })
    }
  }
  return files
}
