import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { Random } from '../../../scripts/sample/random-shapes.ts'
import type { DataFile } from '../task.ts'
import { paint, patch, reflectance, type Land } from './land.ts'
import { dayAfter, squareGrid } from './place.ts'
import { landsat8, sentinel2 } from './sensors.ts'
import type { BandName } from './spectra.ts'
import { minus, normalisedDifference } from './truth.ts'

/** What is wrong with the later of two dates. */
export type Flaw = 'none' | 'cloud' | 'gap' | 'shift'
const FLAWS: readonly Flaw[] = ['none', 'cloud', 'gap', 'shift']
/** Pixels by which a shifted image begins farther east. */
const SHIFT = 3

/** SCL 4 and 9, QA_PIXEL with bit 6 and with bits 3 and 8–9. */
const QUALITY = { clear: { sentinel: 4, landsat: 21_824 }, cloud: { sentinel: 9, landsat: 22_280 } }

export interface TwoDates {
  readonly grid: Grid
  readonly dates: readonly [string, string]
  readonly sensor: 'Sentinel-2' | 'Landsat 8'
  readonly flaw: Flaw
  readonly before: readonly DataFile[]
  readonly after: readonly DataFile[]
  /** NDVI of both dates on the earlier grid, NaN where clouded or not seen. */
  readonly ndvi: readonly [Float64Array, Float64Array]
  /** Later minus earlier NDVI. */
  readonly change: Float64Array
  /** The later date wholly under cloud, as its quality band says. */
  readonly overcast: readonly DataFile[]
}

/**
 * Land before and after by one sensor, the flaw of the later image drawn with the rest. `bands` are the ones that are
 * delivered.
 */
export async function twoDates(
  random: Random,
  land: { readonly before: Land; readonly after: Land },
  options: { readonly days: number; readonly firstDay?: string; readonly bands: readonly BandName[] },
): Promise<TwoDates> {
  const { side } = land.before
  const isLandsat = random() < 0.5
  const kind = isLandsat ? 'landsat' : 'sentinel'
  const flaw = FLAWS[Math.floor(FLAWS.length * random())]!
  const grid = squareGrid(random, side, isLandsat ? 30 : 20)
  const first = dayAfter(options.firstDay ?? '2021-06-03', Math.floor(50 * random()))
  const dates = [first, dayAfter(first, options.days)] as const
  const take = (bands: Record<BandName, Float32Array>) =>
    Object.fromEntries(options.bands.map((name) => [name, bands[name]]))

  const cloud = patch(random, side, { col: side * random(), row: side * random(), along: side / 7 })
  const seen = flaw === 'cloud' ? paint(land.after, cloud, 'cloud') : land.after
  const laterGrid = flaw === 'shift' ? eastward(grid, SHIFT) : grid
  const later = take(reflectance(random, flaw === 'shift' ? moved(seen, SHIFT) : seen))
  if (flaw === 'gap') for (const values of Object.values(later)) values.fill(NaN, 0, 4 * side)
  const quality = Float32Array.from(cloud.cells, (cell) =>
    flaw === 'cloud' && cell === 1 ? QUALITY.cloud[kind] : QUALITY.clear[kind],
  )
  const sense = (date: string, on: Grid, bands: typeof later, codes: Float32Array) =>
    isLandsat ? landsat8(on, date, bands, { qa: codes }) : sentinel2(on, date, bands, { scl: codes })
  const clear = quality.map(() => QUALITY.clear[kind])
  const pre = await sense(dates[0], grid, take(reflectance(random, land.before)), clear)
  const post = await sense(dates[1], laterGrid, later, quality)
  const hidden = quality.map(() => QUALITY.cloud[kind])
  const overcast = await sense(dates[1], laterGrid, later, hidden)

  const ndviOf = (shot: typeof pre) => normalisedDifference(shot.bands['nir']!, shot.bands['red']!)
  const offset = flaw === 'shift' ? SHIFT : 0
  const onEarlier = ndviOf(post).map((_, at, all) => (at % side < offset ? NaN : all[at - offset]!))
  const after = onEarlier.map((value, at) => (flaw === 'cloud' && cloud.cells[at] === 1 ? NaN : value))
  const before = ndviOf(pre)
  return {
    grid,
    dates,
    sensor: isLandsat ? 'Landsat 8' : 'Sentinel-2',
    flaw,
    before: pre.files,
    after: post.files,
    ndvi: [before, after],
    change: minus(after, before),
    overcast: overcast.files,
  }
}

/** The grid that begins some pixels farther east. */
function eastward(grid: Grid, pixels: number): Grid {
  const [a, b, x, d, e, y] = grid.transform
  return { ...grid, transform: [a, b, x + a * pixels, d, e, y] }
}

/** Land as a grid that begins some pixels farther east sees it; what lies beyond goes on as the last column. */
const moved = (land: Land, pixels: number): Land => ({
  ...land,
  cover: land.cover.map(
    (_, at) => land.cover[at - (at % land.side) + Math.min(land.side - 1, (at % land.side) + pixels)]!,
  ),
})

/** Whether a file of either sensor holds one of these bands, by its name. */
export const isBand = (name: string, ...bands: readonly BandName[]) =>
  bands.some((band) => new RegExp(`_(?:${DESIGNATIONS[band]})(?=[_.])`).test(name))
const DESIGNATIONS: Readonly<Record<BandName, string>> = {
  blue: 'B02|SR_B2', green: 'B03|SR_B3', red: 'B04|SR_B4', nir: 'B8A|SR_B5', swir1: 'B11|SR_B6', swir2: 'B12|SR_B7',
} // prettier-ignore
