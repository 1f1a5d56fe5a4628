import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import { folderResults } from '../../src/io/node/folder-results.ts'
import { zlibDecoder } from '../../src/io/node/zlib-decoder.ts'
import { decodeWith } from '../../src/io/read/block-decoder.ts'
import { openRaster } from '../../src/io/read/open-raster.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { walkBlocks } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { RasterSource } from '../../src/raster/source.ts'

interface Row {
  readonly name: string
  readonly [figure: string]: number | string
}

interface Context {
  readonly shared: string
  readonly options: Record<string, string>
  readonly progress: (note: string) => void
}

/** Pixels a side of a Sentinel-2 band of 10 m. */
const SIDE = 10980

/** Smooth terrain with noise, so that DEFLATE has about the work of a real band; uint16, no nodata. */
function generated(side: number): RasterSource {
  return {
    grid: { width: side, height: side, crs: crsFromEpsg(32633), transform: [10, 0, 500000, 0, -10, 5200000] },
    blockSize: { width: side, height: 256 },
    read({ col, row, width, height }) {
      const out = new Float32Array(width * height)
      for (let down = 0; down < height; down++) {
        for (let across = 0; across < width; across++) {
          const [x, y] = [col + across, row + down]
          const noise = (Math.imul(x * 73856093, 1) ^ Math.imul(y * 19349663, 1)) & 127
          out[down * width + across] = 1500 + Math.round(800 * Math.sin(x / 300) * Math.cos(y / 200)) + noise
        }
      }
      return Promise.resolve(out)
    },
  }
}

const PEER = `
import resource, sys, time, rasterio
start = time.perf_counter()
total = 0.0
with rasterio.open(sys.argv[1]) as source:
    for row in range(0, source.height, 256):
        rows = min(256, source.height - row)
        total += float(source.read(1, window=((row, row + rows), (0, source.width))).astype('float32').sum(dtype='float64'))
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, total)
`

function rasterioRow(
  path: string,
): { readonly seconds: number; readonly peak_mb: number; readonly sum: number } | null {
  const ran = spawnSync('python3', ['-c', PEER, path], { encoding: 'utf8' })
  if (ran.status !== 0) return null
  const [seconds, peak, sum] = ran.stdout.trim().split(' ').map(Number) as [number, number, number]
  return { seconds, peak_mb: peak, sum }
}

/** Reading one whole band as float32 with its sum, by rows of tiles, beside rasterio where it is installed. */
export const bench = {
  name: 'read',
  title: 'Read one band of 10980 × 10980 pixels (uint16, DEFLATE, tiles of 256)',
  async run({ options, progress }: Context): Promise<Row[]> {
    const side = Number(options['side'] ?? SIDE)
    const folder = mkdtempSync(join(tmpdir(), 'geoforge-bench-'))
    try {
      const path = options['file'] ?? join(folder, 'band.tif')
      if (options['file'] === undefined) {
        progress(`writing a band of ${side} × ${side} pixels`)
        const sink = await folderResults(folder).create('band.tif')
        await writeGeoTiff(sink, generated(side), { sampleType: 'uint16', nodata: null })
        await sink.close()
      }
      progress('reading with GeoForge')
      decodeWith(zlibDecoder)
      const bytes = await fileBytes(path)
      const before = process.memoryUsage().rss
      let peak = before
      let sum = 0
      const start = performance.now()
      const file = await openRaster(bytes, 'band.tif')
      const source = file.source(0, { scale: 1, offset: 0, nodata: file.header.bands[0]!.nodata })
      await walkBlocks([source], ([block]) => {
        for (const value of block!) if (!Number.isNaN(value)) sum += value
        peak = Math.max(peak, process.memoryUsage().rss)
      })
      const seconds = (performance.now() - start) / 1000
      const toMegabytes = (value: number) => value / 2 ** 20
      const own = {
        name: 'geoforge',
        seconds,
        peak_mb: toMegabytes(peak),
        grown_mb: toMegabytes(peak - before),
        sum,
      }
      progress('reading with rasterio')
      const peer = rasterioRow(path)
      if (!peer) {
        progress('python3 with rasterio is not installed here: no row for it')
        return [own]
      }
      return [
        { ...own, ratio_seconds: seconds / peer.seconds },
        { name: 'rasterio', ...peer },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
