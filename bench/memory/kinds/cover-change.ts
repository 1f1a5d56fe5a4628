import { contains, maskWhere, outline } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { landOf, paint, patch, reflectance, type Land } from '../../fieldbench/data/land.ts'
import { dayAfter, pixelHectares, squareGrid } from '../../fieldbench/data/place.ts'
import { landsat8, sentinel2, type Acquisition } from '../../fieldbench/data/sensors.ts'
import type { BandName, Cover } from '../../fieldbench/data/spectra.ts'
import { normalisedDifference } from '../../fieldbench/data/truth.ts'
import type { Chain, DataFile } from '../../fieldbench/task.ts'

const SIDE = 80

/** A cover that goes, and the index above whose limit a pixel counts as it. */
export interface GoingCover {
  readonly cover: Cover
  readonly ground: Cover
  readonly index: string
  /** The index is (first − second) / (first + second). */
  readonly bands: readonly [BandName, BandName]
  /** The field's standard threshold. */
  readonly limit: number
  /** Days between the two images. */
  readonly apart: number
}

/**
 * Ground of one cover at two dates, by Sentinel-2 or Landsat 8: wide, then small, or small with a new patch beside it. Truths are
 * counts of pixels that are over a limit at the first date and not at the second.
 */
export async function coverWorld(
  { cover, ground, bands: [first, second], limit, apart }: GoingCover,
  seed: number,
) {
  const random = seededRandom(seed)
  const isLandsat = random() < 0.5
  const grid = squareGrid(random, SIDE, isLandsat ? 30 : 20)
  const rim = outline(
    random,
    { centre: { col: 36, row: 40 }, along: 22 + 5 * random(), across: 15, angle: 3 * random() },
    0.12,
  )
  const within = (scale: number) => maskWhere(SIDE, (col, row) => contains(rim, col, row, scale))
  const small = 0.5 + 0.25 * random()
  const bare = landOf(SIDE, ground)
  const apartPatch = patch(random, SIDE, { col: 68, row: 12, along: 4 + 3 * random() })
  const wide = paint(bare, within(1), cover)
  const narrow = paint(bare, within(small), cover)
  const begun = dayAfter('2020-03-01', Math.floor(60 * random()))
  const dates = [begun, dayAfter(begun, apart)] as const
  const see = (land: Land, date: string) =>
    (isLandsat ? landsat8 : sentinel2)(grid, date, reflectance(random, land))
  const pair = async (before: Land, after: Land) => {
    const [a, b] = [await see(before, dates[0]), await see(after, dates[1])]
    const valuesOf = ({ bands }: Acquisition) => normalisedDifference(bands[first]!, bands[second]!)
    const [valuesA, valuesB] = [valuesOf(a), valuesOf(b)]
    return {
      files: [...a.files, ...b.files],
      /** Hectares over the limit at the first date and not at the second. */
      lost: (over = limit) =>
        valuesA.filter((value, at) => value > over && !(valuesB[at]! > over)).length * pixelHectares(grid),
      /** The later date alone. */
      laterFiles: b.files,
    }
  }
  const shrunk = await pair(wide, narrow)
  return {
    ...{ seed, dates, shrunk, files: shrunk.files as readonly DataFile[] },
    mixed: await pair(wide, paint(narrow, apartPatch, cover)),
  }
}

/** The chain that is right for what is over a limit at the first date alone. */
export const lostBy = ({ index }: GoingCover, limit?: number): readonly Chain[] => {
  const cut = limit === undefined ? 'threshold_mask' : { tool: 'threshold_mask', args: { value: limit } }
  return [[[index, index], [cut, cut], ['combine_masks'], ['mask_area']]]
}
