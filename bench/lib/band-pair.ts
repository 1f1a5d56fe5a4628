import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderResults } from '../../src/io/node/folder-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { RasterSource } from '../../src/raster/source.ts'

/** Pixels between the knots of the landscape, coarse to fine, and how much each octave adds. */
const OCTAVES = [
  { cell: 900, weight: 0.5 },
  { cell: 180, weight: 0.3 },
  { cell: 18, weight: 0.2 },
] as const

/** Nothing was measured in this corner. */
const NODATA_SIDE = 300

/** A number in 0..1 of a place, the same on every machine. */
function hashed(x: number, y: number, seed: number): number {
  let state = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32
}

/** Share of plants along one row: smooth knots of three sizes, interpolated. */
function plantsOf(row: number, width: number): Float32Array {
  const out = new Float32Array(width)
  for (const [seed, { cell, weight }] of OCTAVES.entries()) {
    const down = Math.floor(row / cell)
    const share = row / cell - down
    const knot = (across: number) =>
      hashed(across, down, seed) * (1 - share) + hashed(across, down + 1, seed) * share
    for (let across = 0; across * cell < width; across++) {
      const [left, right] = [knot(across), knot(across + 1)]
      const end = Math.min(width, (across + 1) * cell)
      for (let col = across * cell; col < end; col++) {
        out[col]! += weight * (left + ((right - left) * (col - across * cell)) / cell)
      }
    }
  }
  return out
}

/** A band of a made landscape: numbers like those of Sentinel-2 with the noise of a sensor; nodata in a corner. */
export function landscapeBand(side: number, band: 'red' | 'nir'): RasterSource {
  const [base, span, noise, seed] = band === 'red' ? [1200, -900, 96, 11] : [1400, 2600, 256, 12]
  return {
    grid: {
      width: side,
      height: side,
      crs: crsFromEpsg(32633),
      transform: [10, 0, 500_000, 0, -10, 5_200_000],
    },
    blockSize: { width: side, height: 1 },
    read({ row: top, width, height }) {
      const out = new Float32Array(width * height)
      for (let line = 0; line < height; line++) {
        const row = top + line
        const plants = plantsOf(row, width)
        for (let col = 0; col < width; col++) {
          out[line * width + col] =
            row < NODATA_SIDE && col < NODATA_SIDE
              ? NaN
              : Math.round(base + span * plants[col]! + noise * hashed(col, row, seed))
        }
      }
      return Promise.resolve(out)
    },
  }
}

/** Paths of both bands as tiled GeoTIFFs (uint16, DEFLATE), made where a run before has not left them. */
export async function bandPair(
  folder: string,
  side: number,
  progress: (note: string) => void,
): Promise<{ readonly red: string; readonly nir: string }> {
  mkdirSync(folder, { recursive: true })
  const make = async (band: 'red' | 'nir') => {
    const path = join(folder, `${band}-${side}.tif`)
    if (existsSync(path)) return path
    progress(`writing ${band} of ${side} × ${side} pixels`)
    const unfinished = `${band}-${side}.part`
    rmSync(join(folder, unfinished), { force: true })
    const sink = await folderResults(folder).create(unfinished)
    await writeGeoTiff(sink, landscapeBand(side, band), { sampleType: 'uint16', nodata: 0 })
    await sink.close()
    renameSync(join(folder, unfinished), path)
    return path
  }
  return { red: await make('red'), nir: await make('nir') }
}
