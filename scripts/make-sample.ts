import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { folderResults } from '../src/io/node/folder-results.ts'
import type { ResultFiles } from '../src/io/types.ts'
import { writeGeoTiff } from '../src/io/write/write-geotiff.ts'
import { seededRandom } from '../src/lib/random.ts'
import { memorySource } from '../src/raster/blocks.ts'
import type { Grid } from '../src/raster/grid/grid.ts'
import { DATES, layOut } from './sample/landscape.ts'
import { datePixels } from './sample/pixels.ts'
import { CELL_METRES, choosePlace, gridOf } from './sample/place.ts'
import type { Random } from './sample/random-shapes.ts'
import { BANDS } from './sample/spectra.ts'
import { truthOf, type Truth } from './sample/truth.ts'

/** The second sample is another place with another fire: what was learned on one is tried on the other. */
const DEFAULT_SEEDS = [7, 21]
const DEFAULT_OUT = resolve(import.meta.dirname, '../public/sample')

/** Sentinel-2 L2A since baseline 04.00: reflectance = DN · 0.0001 − 0.1, 0 is nodata. */
const SCALING = { sampleType: 'uint16', nodata: 0, scale: 0.0001, offset: -0.1 } as const

/**
 * Writes the three dates of one seed to `out`/`seed` with truth.json and index.json. The same seed gives the same
 * bytes. Gives the truth.
 */
export async function makeSample({ seed, out }: { seed: number; out: string }): Promise<Truth> {
  const random = seededRandom(seed)
  const place = choosePlace(random)
  const dates = chooseDates(random)
  const land = layOut(random)
  const folder = join(out, String(seed))
  await mkdir(folder, { recursive: true })
  const results = folderResults(folder)
  const files: string[] = []
  for (const [index, name] of DATES.entries()) {
    const day = Object.values(dates)[index]!.replaceAll('-', '')
    const { bands, scl } = datePixels(land, name, random)
    const fileName = (band: string, metres: number) => `T${place.tile}_${day}T100031_${band}_${metres}m.tif`
    for (const [order, band] of BANDS.entries()) {
      const file = fileName(band.name, band.metres)
      await writeBand(results, file, {
        grid: gridOf(place, band.metres),
        pixels: bands[order]!,
        options: SCALING,
      })
      files.push(file)
    }
    const file = fileName('SCL', CELL_METRES)
    const options = { sampleType: 'uint8', nodata: 0 } as const
    await writeBand(results, file, { grid: gridOf(place, CELL_METRES), pixels: scl, options })
    files.push(file)
  }
  await removeOthers(results, files)
  const truth = truthOf({ seed, place, land, dates })
  await writeJson(join(folder, 'truth.json'), truth)
  await writeJson(join(folder, 'index.json'), { seed, files })
  return truth
}

/** A summer with passes every five days. */
function chooseDates(random: Random): Truth['dates'] {
  const start = Date.UTC(2023, 5, 10 + Math.floor(random() * 15))
  const gaps = [5 * (2 + Math.floor(random() * 3)), 5 * (1 + Math.floor(random() * 3))]
  const day = (days: number) => new Date(start + days * 86_400_000).toISOString().slice(0, 10)
  return { before: day(0), firstFire: day(gaps[0]!), secondFire: day(gaps[0]! + gaps[1]!) }
}

async function writeBand(
  results: ResultFiles,
  file: string,
  of: {
    readonly grid: Grid
    readonly pixels: Float32Array
    readonly options: Parameters<typeof writeGeoTiff>[2]
  },
): Promise<void> {
  const sink = await results.create(file)
  await writeGeoTiff(sink, memorySource(of.grid, of.pixels), of.options)
  await sink.close()
}

/** Bands that an earlier version of the sample left under other names would be taken for more dates. */
async function removeOthers(results: ResultFiles, files: readonly string[]): Promise<void> {
  for (const name of await results.list()) {
    if (/^T\w+_\d+m\.tif$/.test(name) && !files.includes(name)) await results.remove(name)
  }
}

function writeJson(path: string, data: unknown): Promise<void> {
  return writeFile(path, JSON.stringify(data, null, 1) + '\n')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, out: { type: 'string' } } })
  const seeds = values.seed === undefined ? DEFAULT_SEEDS : [Number(values.seed)]
  if (seeds.some((seed) => !Number.isInteger(seed) || seed < 0)) {
    console.error('--seed takes a whole number')
    process.exit(1)
  }
  for (const seed of seeds) {
    const out = resolve(values.out ?? DEFAULT_OUT)
    const { tile, dates, burned, spread } = await makeSample({ seed, out })
    console.log(
      `${join(out, String(seed))}: ${tile}, ${Object.values(dates).join(' ')}, ` +
        `${burned.secondFireHectares} ha burned, spread to ${spread.sector}`,
    )
  }
}
