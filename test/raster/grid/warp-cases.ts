import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { crsFromDefinition, crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Crs, Grid } from '../../../src/raster/grid/grid.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { wholeWindow, type RasterSource, type Resampling } from '../../../src/raster/source.ts'
import { sharedPath } from '../../helpers/shared.ts'

/** A shared file brought on to another grid, by us and by gdalwarp. */
export interface WarpCase {
  readonly name: string
  /** Under data/scenes. */
  readonly file: string
  readonly nodata: number
  /** EPSG code of the file's system where it carries none. */
  readonly fileCrs?: number
  /** Whether we are given the file from its last row to its first; gdalwarp has it as it is. */
  readonly isTurnedOver?: boolean
  /** EPSG code or proj4 definition of the target. */
  readonly crs: number | string
  /** Left, top, and the sides of a pixel, in units of the target's system. */
  readonly corner: readonly [left: number, top: number]
  readonly step: readonly [x: number, y: number]
  readonly size: readonly [width: number, height: number]
  readonly methods: readonly Resampling[]
}

const CORUMBA = 'corumba_fire_2019/LC08_L1TP_227074_20190809_20200827_02_T1_B5.TIF'
const SINUSOIDAL = '+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +R=6371007.181 +units=m +no_defs'
const POINTS = ['nearest', 'bilinear', 'cubic'] as const

/** Targets are no coarser than the files but for areas: gdalwarp widens its kernels when it coarsens, and we do not. */
export const WARP_CASES: readonly WarpCase[] = [
  {
    name: 'UTM to degrees',
    file: CORUMBA,
    nodata: 0,
    crs: 4326,
    corner: [-57.57, -19.78],
    step: [0.00025, 0.00025],
    size: [800, 1000],
    methods: POINTS,
  },
  {
    name: 'UTM to the zone beside it',
    file: CORUMBA,
    nodata: 0,
    crs: 32620,
    corner: [1065000, -2190000],
    step: [27, 27],
    size: [900, 1100],
    methods: POINTS,
  },
  {
    name: 'UTM to Web Mercator',
    file: 'sentinel2/sentinel-b04.tif',
    nodata: 0,
    crs: 3857,
    corner: [3715500, 1879000],
    step: [9, 9],
    size: [500, 520],
    methods: POINTS,
  },
  {
    name: 'degrees to MODIS sinusoidal',
    file: 'dem/elevation-f32-nan.tif',
    nodata: NaN,
    crs: SINUSOIDAL,
    corner: [3150000, 1950000],
    step: [5100, 5100],
    size: [500, 280],
    methods: POINTS,
  },
  {
    name: 'degrees to UTM',
    file: 'dem/elevation-i16-9999.tif',
    nodata: -9999,
    crs: 32637,
    corner: [-300000, 1950000],
    step: [5000, 5000],
    size: [440, 280],
    methods: POINTS,
  },
  {
    name: 'a south-up grid to polar stereographic',
    file: 'dem/elevation-f32-nan.tif',
    nodata: NaN,
    isTurnedOver: true,
    crs: 3413,
    corner: [9000000, 1500000],
    step: [6000, 6000],
    size: [420, 760],
    methods: POINTS,
  },
  {
    name: 'a rotated file to a grid north up',
    file: 'edge/rotated.tif',
    nodata: NaN,
    fileCrs: 32633,
    crs: 32633,
    corner: [80, 320],
    step: [3, 3],
    size: [120, 120],
    methods: POINTS,
  },
  {
    name: 'UTM to coarse degrees',
    file: CORUMBA,
    nodata: 0,
    crs: 4326,
    corner: [-57.57, -19.78],
    step: [0.0012, 0.0012],
    size: [170, 210],
    methods: ['average', 'min', 'max'],
  },
  {
    name: 'coarser in one system',
    file: CORUMBA,
    nodata: 0,
    crs: 32621,
    corner: [440900, -2188000],
    step: [100, 130],
    size: [200, 200],
    methods: ['average', 'min', 'max'],
  },
]

export function targetOf({ crs, corner, step, size }: WarpCase): Grid {
  const system: Crs =
    typeof crs === 'number' ? crsFromEpsg(crs) : crsFromDefinition({ definition: crs, name: 'target' })
  return {
    width: size[0],
    height: size[1],
    crs: system,
    transform: [step[0], 0, corner[0], 0, -step[1], corner[1]],
  }
}

export async function sourceOf({ file, nodata, fileCrs, isTurnedOver }: WarpCase): Promise<RasterSource> {
  const opened = await openRaster(await fileBytes(sharedPath('data', 'scenes', file)), 'scene.tif')
  const source = opened.source(0, { scale: 1, offset: 0, nodata: Number.isNaN(nodata) ? null : nodata })
  const placed = fileCrs ? { ...source, grid: { ...source.grid, crs: crsFromEpsg(fileCrs) } } : source
  return isTurnedOver ? await turnedOver(placed) : placed
}

async function turnedOver(source: RasterSource): Promise<RasterSource> {
  const { width, height, transform } = source.grid
  const [a, b, c, d, e, f] = transform
  const values = await source.read(wholeWindow(source.grid))
  const rows = Array.from({ length: height }, (_, row) => values.subarray(row * width, (row + 1) * width))
  const data = new Float32Array(values.length)
  rows.reverse().forEach((row, index) => data.set(row, index * width))
  const grid = { ...source.grid, transform: [a, -b, b * height + c, d, -e, e * height + f] as const }
  return memorySource(grid, data)
}

const GDAL_METHODS: Readonly<Record<Resampling, string>> = {
  nearest: 'near',
  bilinear: 'bilinear',
  cubic: 'cubic',
  average: 'average',
  mode: 'mode',
  min: 'min',
  max: 'max',
  median: 'med',
}

export const hasGdal = spawnSync('gdalwarp', ['--version']).status === 0

/** The options of gdalwarp that do what a case says, each pixel placed by itself. */
export function gdalOptions(each: WarpCase, method: Resampling): readonly string[] {
  const [[left, top], [x, y], [width, height]] = [each.corner, each.step, each.size]
  const srs = (crs: number | string) => (typeof crs === 'number' ? `EPSG:${crs}` : crs)
  const extent = [left, top - height * y, left + width * x, top].map(String)
  return [
    ...(each.fileCrs ? ['-s_srs', srs(each.fileCrs)] : []),
    ...['-t_srs', srs(each.crs), '-te', ...extent, '-ts', String(width), String(height)],
    ...['-et', '0', '-r', GDAL_METHODS[method], '-ot', 'Float32', '-dstnodata', 'nan'],
  ]
}

/** What gdalwarp makes of a case. */
export function warpedByGdal(each: WarpCase, method: Resampling): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), 'warp-'))
  try {
    const out = join(folder, 'out.img')
    const file = sharedPath('data', 'scenes', each.file)
    execFileSync('gdalwarp', ['-q', '-of', 'ENVI', ...gdalOptions(each, method), file, out])
    return new Float32Array(new Uint8Array(readFileSync(out)).buffer)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
