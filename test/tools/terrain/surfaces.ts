import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { apply } from '../../../src/raster/grid/affine.ts'
import type { Affine, Crs } from '../../../src/raster/grid/grid.ts'
import type { RasterSource } from '../../../src/raster/source.ts'
import type { Tool, ToolResult } from '../../../src/tools/tool.ts'
import { sharedPath } from '../../helpers/shared.ts'
import { pixels, raster, UTM } from '../../raster/kernels/rasters.ts'
import { MemoryContext, runTool } from '../memory-context.ts'

export interface Figures {
  readonly valid: number
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly std: number
  readonly median: number
  /** Every 331st pixel in scan order. */
  readonly pixels: readonly (number | null)[]
}

interface Oracle {
  readonly olinda: Readonly<Record<string, Figures>>
  readonly geographic: {
    readonly transform: Affine
    readonly heights: readonly (readonly number[])[]
    readonly slope: readonly (readonly (number | null)[])[]
    readonly aspect: readonly (readonly (number | null)[])[]
  }
}

/** What scripts/oracles/terrain.py wrote. */
export const oracle = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'terrain.json'), 'utf8'),
) as Oracle

const DEM = sharedPath('data', 'scenes', 'dem', 'olinda_dem_utm25s.tif')

const read = async (path: string): Promise<RasterSource> => {
  const file = await openRaster(await fileBytes(path), 'dem.tif')
  const nodata = file.header.bands[0]?.nodata ?? null
  return file.source(0, { scale: 1, offset: 0, nodata })
}

export const olinda = () => read(DEM)

export const hasGdaldem = spawnSync('gdaldem', ['--version']).error === undefined

/** All pixels of what gdaldem makes of the elevation model of Olinda. */
export async function gdaldem(mode: string, ...options: readonly string[]): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gdaldem-'))
  try {
    const out = join(folder, 'out.tif')
    const ran = spawnSync('gdaldem', [mode, DEM, out, '-q', ...options])
    if (ran.status !== 0) throw new Error(`gdaldem ended with ${ran.status}: ${ran.stderr.toString()}`)
    return await pixels(await read(out))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A surface by its height in metres at map places. */
export function surface(
  height: (x: number, y: number) => number,
  place: { readonly transform: Affine; readonly crs?: Crs; readonly size?: readonly [number, number] },
): RasterSource {
  const [wide, high] = place.size ?? [7, 6]
  const rows = Array.from({ length: high }, (_, row) =>
    Array.from({ length: wide }, (_, col) => height(...apply(place.transform, col + 0.5, row + 0.5))),
  )
  return raster(rows, { transform: place.transform, crs: place.crs ?? UTM })
}

/** Runs a terrain tool on heights; the pixels of its first layer come with it. */
export async function onHeights(
  tool: Tool,
  heights: RasterSource,
  args: Record<string, unknown> = {},
): Promise<{ readonly result: ToolResult; readonly values: number[]; readonly context: MemoryContext }> {
  const context = new MemoryContext()
  context.addRaster('dem', heights, { quantity: 'elevation', unit: 'm' })
  const result = await runTool(tool, { elevation: 'dem', ...args }, context)
  return { result, values: await pixels(await context.raster(result.layers![0]!.id)), context }
}

/** The values that are not NaN. */
export const valid = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value))
